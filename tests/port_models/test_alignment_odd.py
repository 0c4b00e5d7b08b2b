"""Models and inputs that are not like the examples: what differs is found, what fails is told."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from port_models.alignment.__main__ import main
from port_models.alignment.pairing import pairs
from port_models.alignment.trace import Call
from port_models.weights.plan import Names

pytestmark = pytest.mark.usefixtures("both_libraries")

# Each model is a linear layer `l` and, in both libraries, the code that is put in.
MODELS = """
import dataclasses, sys
import numpy as np
import paddle
import torch

@dataclasses.dataclass
class Out:
    values: object

def x():
    return [np.arange(12, dtype="float32").reshape(4, 3) / 12]

def tensors():
    return [torch.ones(4, 3)]

class Torch(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.add_module("\\x1b[31m", torch.nn.ReLU())
        self.l = torch.nn.Linear(3, 3)
    def forward(self, x):
        {torch}

class Paddle(paddle.nn.Layer):
    def __init__(self):
        super().__init__()
        self.add_sublayer("\\x1b[31m", paddle.nn.ReLU())
        self.l = paddle.nn.Linear(3, 3)
    def forward(self, x):
        {paddle}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def align(torch: str, paddle: str, *options: str, inputs: str = "m.py:x") -> int:
    """The exit code for two models with these lines of code."""
    Path("m.py").write_text(MODELS.format(torch=torch, paddle=paddle))
    models = ("--torch", "m.py:Torch", "--paddle", "m.py:Paddle")
    return main([*models, "--inputs", inputs, *options])


SAME = "return self.l(x)"


@pytest.mark.parametrize(
    ("torch", "paddle"),
    [
        ("return self.l(x).sum()", "return self.l(x).sum()"),
        ("return self.l(x) * 1j", "return self.l(x) * 1j"),
        (
            "y = self.l(x); return {'a': y, 'b': y * 2}",
            "y = self.l(x); return {'b': y * 2, 'a': y}",
        ),
        ("return Out(self.l(x))", "return Out(self.l(x))"),
        ("return self.l(x).detach()", "return self.l(x).detach()"),
    ],
)
def test_the_same(folder: Path, torch: str, paddle: str) -> None:
    assert align(torch, paddle) == 0


@pytest.mark.parametrize(
    ("torch", "paddle", "said"),
    [
        (SAME, "return self.l(x).detach()", "`l.weight` is not: only PyTorch computes one."),
        ("return self.l(x).detach()", SAME, "`l.weight` is not: only Paddle computes one."),
        (SAME, "self.l.bias.stop_gradient = True; return self.l(x)", "`l.bias` is not: only Py"),
        ("return self.l(x) * 1j", "return self.l(x) * -1j", "gives something else"),
        ("return Out(self.l(x))", "return Out(self.l(x) * 2)", "something else"),
        (SAME, "sys.exit(0)", "Paddle's model raised SystemExit: 0"),
        (SAME, "return None", "1 tensors against 0"),
        (
            SAME,
            "return paddle.nn.functional.dropout(self.l(x), 0.5, training=self.training)",
            "Only the dropouts of layers are set to 0 here.",
        ),
    ],
)
def test_what_differs(
    folder: Path, capsys: pytest.CaptureFixture[str], torch: str, paddle: str, said: str
) -> None:
    assert align(torch, paddle) == 1
    assert said in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("torch", "options", "inputs", "said"),
    [
        ("sys.exit(0)", (), "m.py:x", "cannot be run on these inputs: SystemExit: 0"),
        ("return float(self.l(x).detach().sum())", (), "m.py:x", "gives no tensor"),
        (SAME, (), "m.py:tensors", "gives tensors; both libraries take arrays"),
        (SAME, (), "none.npz", "`none.npz` cannot be read: No data left in file"),
        (SAME, (), "cut.npz", "`cut.npz` cannot be read: File is not a zip file"),
        (SAME, ("--picture", "."), "m.py:x", ". cannot be written"),
        (SAME, ("--picture", "no/x.svg"), "m.py:x", "no/x.svg cannot be written"),
        (SAME, ("--tolerance", "nan"), "m.py:x", "invalid tolerance value"),
    ],
)
def test_wrong_usage(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    torch: str,
    options: tuple[str, ...],
    inputs: str,
    said: str,
) -> None:
    np.savez("whole.npz", x=np.ones((4, 3), "float32"))
    Path("cut.npz").write_bytes(Path("whole.npz").read_bytes()[:100])
    Path("none.npz").touch()
    assert align(torch, SAME, *options, inputs=inputs) == 2
    assert said in capsys.readouterr().err


def test_a_picture_of_names_that_xml_has_not(folder: Path) -> None:
    torch, paddle = (
        f"return self.{name}['\\x1b[31m'](self.l(x))" for name in ("_modules", "_sub_layers")
    )
    assert align(torch, paddle, "--picture", "部分.svg") == 0
    drawn = Path("部分.svg").read_text("utf-8")
    assert ET.fromstring(drawn).tag.endswith("svg")
    assert "\\x1b[31m" in drawn


def test_gradients_are_cleared_where_layers_can_only_set_them_to_zero(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import paddle

    def clear_gradients(layer: paddle.nn.Layer) -> None:
        raise AssertionError("Paddle 2.6 has no argument here to make them None")

    monkeypatch.setattr(paddle.nn.Layer, "clear_gradients", clear_gradients)
    assert align(SAME, SAME) == 0


def test_a_layer_whose_name_looks_like_a_second_call() -> None:
    def calls() -> list[Call]:
        return [Call("l", 1, "ReLU", True, []), Call("l#2", 1, "ReLU", True, []), again]

    again = Call("l", 2, "ReLU", True, [])
    assert [
        (pair.torch.layer, pair.torch.time, pair.paddle.layer, pair.paddle.time)
        for pair in pairs(calls(), calls()[::-1], Names())
    ] == [("l", 2, "l", 2), ("l#2", 1, "l#2", 1), ("l", 1, "l", 1)]
