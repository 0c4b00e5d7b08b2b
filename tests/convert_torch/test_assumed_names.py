"""What a part of a file lacks of imports: what is taken for torch's, and that it is said."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from convert_torch.__main__ import main
from convert_torch.converting import Converted, Wanted, convert
from convert_torch.finding import Kind
from mapping_model.shelf import Shelf
from mapping_model.snapshots import load_snapshot

MAPPINGS = Path(__file__).parents[2] / "mappings"
RESIZED = "y = F.interpolate(x, scale_factor=2, mode='bilinear')\n"


def converted(code: str, release: str = "3.3.1", **wanted: bool) -> Converted:
    return convert(code, Shelf(MAPPINGS), load_snapshot("paddle", release), Wanted(**wanted))


def assumed(found: Converted) -> list[tuple[int, str]]:
    kept = [f for f in found.findings if "not imported" in f.text.en]
    assert all(one.kind is Kind.LIKELY for one in kept)
    return [(one.line, one.api) for one in kept]


def test_a_snippet_without_imports_is_converted_and_told() -> None:
    found = converted(RESIZED + "m = nn.Linear(2, 3)\nz = F.relu(y)\n", snippet=True)
    assert found.code.startswith("y = paddle.nn.functional.interpolate(x, ")
    assert "m = nn." not in found.code
    assert assumed(found) == [(1, "torch.nn.functional"), (2, "torch.nn")]
    assert converted("x = torch.zeros(2)\n", snippet=True).code == "x = paddle.zeros([2])\n"


@pytest.mark.parametrize(
    "code",
    [
        "import torch\n" + RESIZED,
        "from torch import nn\n" + RESIZED,
        "import torch.nn.functional as F\n" + RESIZED,
        "F = own\n" + RESIZED,
        "import flax.linen as nn\nm = nn.Linear(2)\n",
        "from paddle.nn import functional as F\n" + RESIZED,
    ],
)
def test_what_is_imported_or_bound_is_not_assumed(code: str) -> None:
    assert assumed(converted(code, snippet=True)) == []


def test_a_whole_file_that_names_no_torch_stays() -> None:
    assert converted(RESIZED).code == RESIZED


def test_the_command_takes_standard_input_for_a_snippet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(RESIZED.encode()))
    monkeypatch.setattr("sys.stdin", stream)
    assert main(["-", "--root", str(MAPPINGS.parent)]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("y = paddle.nn.functional.interpolate(")
    assert "`F` is not imported in this code; it is taken for `torch.nn.functional`." in told.err


def test_a_member_of_what_a_snippet_does_not_make_may_be_torchs() -> None:
    loop = "for x, y in loader:\n    optimizer.zero_grad()\n    a = b.permute(0, 1)\n"
    # Paddle 3.3.1 has `zero_grad` as torch has it; 2.6.2 has not.
    for release, lines in (("3.3.1", []), ("2.6.2", [2])):
        found = converted(loop, release, snippet=True).findings
        possible = [f.line for f in found if f.kind is Kind.POSSIBLE and f.api == ".zero_grad"]
        assert possible == lines
