"""`show` of a file writes what `torch-to-paddle` writes, and tells of the same lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from convert_torch.converting import Wanted, convert
from convert_torch.finding import Kind
from lint_mappings.__main__ import main
from mapping_model.shelf import Shelf
from mapping_model.snapshots import load_snapshot

ROOT = Path(__file__).parents[2]
MADE_UP = {
    "a model and its state": """\
import torch

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 4)

model = Model()
torch.save(model.state_dict(), "m.pt")
model.load_state_dict(torch.load("m.pt"))
""",
    "what is passed to layers": """\
import torch

class Block(torch.nn.Module):
    def forward(self, x, y):
        x += y
        return x.permute(0, 2, 1) + y.repeat(2, 3)
""",
    "a name": "import torch\n\nreduce = torch.sum\n",
}
FILES = sorted((ROOT / "examples").rglob("in_torch.py"))


@pytest.mark.parametrize("code", [*MADE_UP.values(), *(path.read_text("utf-8") for path in FILES)])
def test_a_file(code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "model.py"
    path.write_text(code, "utf-8")
    paddle = load_snapshot("paddle", "3.3.1")
    converted = convert(code, Shelf(ROOT / "mappings"), paddle, Wanted(marks=False))
    main(["show", str(path), "--format", "json", "--root", str(ROOT)])
    shown = json.loads(capsys.readouterr().out)
    assert shown["code"].rstrip() == converted.code.rstrip()
    told = {(one["line"], one["api"]) for one in [*shown["undecided"], *shown["written"]]}
    lines = {Kind.POSSIBLE, Kind.UNDECIDED, Kind.LIKELY}
    found = {(one.line, one.api) for one in converted.findings if one.kind in lines}
    assert found <= told <= {(one.line, one.api) for one in converted.findings}
