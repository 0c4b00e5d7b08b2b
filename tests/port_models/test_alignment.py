"""Each planted fault is found by one command, in every example that it fits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from port_models.alignment.__main__ import main

pytestmark = pytest.mark.usefixtures("both_libraries")

ROOT = Path(__file__).parents[2]
EXAMPLES = ("seqnet", "encoder", "tagger", "convnet")

# The port, the layer that is named, and words of what is said.
FAULTS = [
    ("encoder_epsilon", "norm", "eps is 1e-12 in PyTorch, 1e-05 in Paddle."),
    ("convnet_epsilon", "norm2", "eps is 1e-05 in PyTorch, 0.001 in Paddle."),
    ("convnet_axis", "dropout", "computed after `shrink` (AdaptiveAvgPool2D), before `dropout`"),
    ("seqnet_axis", "fc1", "`pooling#4` (MaxPool1D), before `fc1` (Linear)"),
    ("encoder_axis", "encoder.layers.0.self_attn", "the same after transposing to [1, 0, 2]"),
    ("tagger_axis", "tags", "computed after `lstm` (LSTM), before `tags` (Linear)"),
    ("encoder_dropout", "dropout", "`dropout` (Dropping) is the first to do so"),
    ("seqnet_dropout", "dropout", "gives something else each time"),
    ("tagger_dropout", "dropout", "gives something else each time"),
    ("convnet_dropout", "dropout", "gives something else each time"),
    ("convnet_padding", "conv2", "padding_mode is zeros in PyTorch, replicate in Paddle."),
    ("seqnet_padding", "pooling", "[1, 10, 24] against [1, 10, 25]"),
    ("encoder_activation", "encoder.layers.0.dropout", "before `encoder.layers.0.dropout`"),
    ("convnet_activation", "shrink", "computed after `norm2` (BatchNorm2D), before `shrink`"),
    ("seqnet_activation", "dropout", "computed after `fc1` (Linear), before `dropout`"),
    ("tagger_state", "lstm", "PyTorch's is given [6, 12, 16]; Paddle's is given"),
    ("tagger_mask", "lstm", "`lstm` (LSTM) is given the same and gives something else"),
    ("encoder_mask", "encoder.layers.0.self_attn", "is given the same and gives something else"),
]


def align(name: str, port: str, *options: str) -> int:
    """The exit code of the command for an example and a port of it."""
    planted = "tests/port_models/planted.py"
    return main(
        [
            *("--torch", f"examples.{name}.in_torch:build", "--paddle", port),
            *("--inputs", f"{planted}:{name}_inputs", *options),
        ]
    )


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def printed(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The JSON that the command printed."""
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_are_aligned(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert align(name, f"examples.{name}.in_paddle:build", "--format", "json") == 0
    report = printed(capsys)
    assert report["aligned"] is True
    for one in report["passes"]:
        assert one["output"]["mean"] <= 1e-6
    assert all(one["mean"] <= 1e-4 for one in report["passes"][1]["gradients"].values())
    assert len(report["passes"][1]["gradients"]) >= 5


def test_the_window_of_a_fault_is_where_its_code_is(capsys: pytest.CaptureFixture[str]) -> None:
    """Not after the layer that ran last: the places are wrong before `value` runs."""
    rotary = "tests/port_models/rotary.py"
    sides = "--torch", f"{rotary}:build_torch", "--paddle", f"{rotary}:build_paddle"
    train = [f"examples.convnet.in_{side}:train" for side in ("torch", "paddle")]
    assert main([*sides, "--inputs", f"{rotary}:inputs", "--quiet", "--train", *train]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "Training was not compared: the models part before it." in told
    assert (
        "What is computed after `query` (Linear), `key` (Linear) and `value` (Linear), "
        "before `out` (Linear), is something else" in told
    )
    source = (ROOT / rotary).read_text("utf-8").splitlines()
    (turned,) = (n for n, line in enumerate(source, 1) if "torch.cat([-second, first]" in line)
    (after,) = (n for n, line in enumerate(source, 1) if "self.value(x)  # torch" in line)
    assert turned < after
    assert f"PyTorch's model computes it in rotary.py:{turned - 1} to {turned}, {after + 1}" in told


def test_what_stops_the_second_backward_pass(capsys: pytest.CaptureFixture[str]) -> None:
    rotary = "tests/port_models/rotary.py"
    sides = "--torch", f"{rotary}:build_torch", "--paddle", f"{rotary}:keeping"
    assert main([*sides, "--inputs", f"{rotary}:inputs", "--format", "json"]) == 1
    _, training = printed(capsys)["passes"]
    assert training["parting"][0].startswith("Paddle's model runs once; run again, it raised ")
    assert training["output"]["mean"] <= 1e-6


@pytest.mark.parametrize(("fault", "layer", "said"), FAULTS)
def test_a_planted_fault(
    fault: str, layer: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name = fault.partition("_")[0]
    assert align(name, f"tests/port_models/planted.py:{fault}", "--format", "json") == 1
    parted = next(one for one in printed(capsys)["passes"] if one["parting"])
    assert parted["layer"] == layer
    assert said in " ".join(parted["parting"])


@pytest.mark.parametrize(
    ("name", "layer", "said"),
    [
        ("encoder", "pooler", "It is PyTorch's matrix as it is; Paddle wants it transposed."),
        ("seqnet", "fc1", "on average"),
        ("tagger", "tags", "on average"),
        ("convnet", "head", "on average"),
    ],
)
def test_a_weight_that_was_not_transposed(
    name: str, layer: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    port = f"tests/port_models/planted.py:{name}_transposed"
    assert align(name, port, "--keep-weights") == 1
    printed = capsys.readouterr().out
    assert f"{layer}.weight" in printed
    assert said in " ".join(printed.split())


def test_the_variance_of_a_batch_is_told_but_is_no_fault(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert align("convnet", "examples.convnet.in_paddle:build") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "`norm1._variance`: Paddle keeps the biased variance of a batch" in said
    assert "Aligned: 9 pairs of calls" in said


@pytest.mark.parametrize("more", [[], ["--quiet"]])
def test_the_verdict_comes_first_and_names_stay_whole(
    more: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert align("encoder", "tests/port_models/planted.py:encoder_activation", *more) == 1
    printed = capsys.readouterr().out
    verdict = " ".join(printed.partition("\n\n")[0].split())
    assert "before `encoder.layers.0.dropout` (Dropout), is something else" in verdict
    name = "encoder.layers.0.self_attn "
    assert any(line.startswith(name) for line in printed.splitlines()) is not bool(more)


def test_the_picture(tmp_path: Path) -> None:
    import xml.etree.ElementTree as ET

    file = tmp_path / "parts.svg"
    port = "tests/port_models/planted.py:encoder_epsilon"
    assert align("encoder", port, "--picture", str(file)) == 1
    root = ET.fromstring(file.read_text("utf-8"))
    described = root.find("{http://www.w3.org/2000/svg}desc")
    assert described is not None
    assert "The first that does not is norm." in str(described.text)


def test_inputs_that_do_not_fit(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--torch", "examples.tagger.in_torch:build", "--paddle"]
    arguments += ["examples.tagger.in_paddle:build", "--inputs", "examples.convnet.data:inputs"]
    assert main(arguments) == 2
    assert "PyTorch's model cannot be run on these inputs: TypeError" in capsys.readouterr().err
