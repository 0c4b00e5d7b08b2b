"""Training is compared step by step; each planted fault is named where it first shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from port_models.alignment.__main__ import main

pytestmark = pytest.mark.usefixtures("both_libraries")

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def train(name: str, torch: str, paddle: str, *options: str) -> int:
    """The exit code of the command for an example, with these functions that train."""
    sides = [f"examples.{name}.in_{side}:build" for side in ("torch", "paddle")]
    inputs = f"tests/port_models/planted.py:{name}_inputs"
    arguments = ["--torch", sides[0], "--paddle", sides[1], "--inputs", inputs]
    return main([*arguments, "--train", torch, paddle, "--format", "json", *options])


def printed(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What the command tells of training."""
    return json.loads(capsys.readouterr().out)["training"]  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", ["encoder", "tagger", "convnet", "seqnet"])
def test_the_examples_are_trained_alike(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = train(name, f"examples.{name}.in_torch:train", f"examples.{name}.in_paddle:train")
    told = printed(capsys)
    assert (code, told["parting"]) == (0, [])
    losses = [step["losses"] for step in told["steps"]]
    assert len(losses) == 3
    assert len({torch for torch, _ in losses}) == 3


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("other_data", ["In step 1, the model is given something else"]),
        ("summed", ["In step 1, the loss is another, of the same data and parameters"]),
        ("detached", ["In step 1, `words.weight` is trained by PyTorch's optimizer alone."]),
        ("not_cleared", ["In step 2, the loss is the same, the gradient of `"]),
        (
            "not_clipped",
            [
                "In step 1, gradients and learning rates are the same, `",
                "Gradients are clipped in PyTorch alone.",
            ],
        ),
        ("not_scheduled", ["In step 2, the learning rate of `", "0.0008 in PyTorch, 0.0004 in"]),
        ("epsilon", ["In step 1, gradients and", "eps is 1e-06 in PyTorch, 1e-08 in Paddle."]),
        ("head_alone", ["In step 1, `", "is trained by PyTorch's optimizer alone."]),
        ("raising", ["After 0 steps that are equal, Paddle raised ValueError: no such batch"]),
        ("not_at_all", ["makes another number of steps: 3 in PyTorch, 0 in Paddle."]),
    ],
)
def test_a_fault_of_training_is_named(
    fault: str, said: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    port = f"tests/port_models/planted_training.py:{fault}"
    assert train("encoder", "examples.encoder.in_torch:train", port) == 1
    told = " ".join(printed(capsys)["parting"])
    assert [one for one in said if one not in told] == []


def test_training_that_is_no_function(capsys: pytest.CaptureFixture[str]) -> None:
    port = "tests/port_models/planted_training.py:epsilonn"
    assert train("encoder", "examples.encoder.in_torch:train", port) == 2
    assert "Did you mean `epsilon`?" in capsys.readouterr().err


def test_what_the_libraries_had_stays(capsys: pytest.CaptureFixture[str]) -> None:
    import paddle
    import torch

    before = torch.Tensor.backward, paddle.Tensor.backward, paddle.optimizer.AdamW.step
    port = "tests/port_models/planted_training.py:raising"
    assert train("encoder", "examples.encoder.in_torch:train", port) == 1
    assert (torch.Tensor.backward, paddle.Tensor.backward, paddle.optimizer.AdamW.step) == before
