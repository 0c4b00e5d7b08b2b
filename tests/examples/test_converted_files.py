"""Files of the guide's models, converted as they stand, train as in PyTorch: no line is edited."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from convert_torch.converting import convert
from convert_torch.finding import Kind
from mapping_model.shelf import Shelf
from mapping_model.snapshots import paddle_snapshot
from port_models.weights.convert import torch_to_paddle

ROOT = Path(__file__).parents[2]
LEFT = (Kind.UNDECIDED, Kind.LIBRARY)


def converted(name: str) -> tuple[ModuleType, list[str]]:
    """The module for Paddle that the converter makes, and the APIs that it leaves to a person."""
    path = ROOT / "examples" / name / "in_torch.py"
    found = convert(path.read_text("utf-8"), Shelf(ROOT / "mappings"), paddle_snapshot())
    module = ModuleType(f"converted_{name}")
    exec(compile(found.code, f"{path}: converted", "exec"), module.__dict__)
    return module, [one.api for one in found.findings if one.kind in LEFT]


@pytest.mark.usefixtures("both_libraries")
@pytest.mark.parametrize("name", ["convnet", "encoder"])
def test_a_converted_file_trains_as_it_did(name: str) -> None:
    import paddle
    import torch

    theirs: Any = importlib.import_module(f"examples.{name}.in_torch")
    inputs = importlib.import_module(f"examples.{name}.data").inputs()
    ours, left = converted(name)
    assert left == []
    original, port = theirs.build(), ours.build()
    port.set_state_dict(torch_to_paddle(original.state_dict(), port))
    original.eval(), port.eval()
    expected = original(*map(torch.tensor, inputs)).detach().numpy()
    assert port(*map(paddle.to_tensor, inputs)).numpy() == pytest.approx(expected, abs=1e-6)
    assert ours.train(port, 3) == pytest.approx(theirs.train(original, 3), rel=1e-5)
