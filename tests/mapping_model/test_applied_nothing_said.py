"""Arguments that say nothing, members of enumerations, and what is known of paths."""

from __future__ import annotations

import pytest

from mapping_model.applying.code import rewrite
from mapping_model.building import build_entry
from mapping_model.snapshots import paddle_snapshot

ENTRIES = {
    entry.torch: entry
    for entry in map(
        build_entry,
        (
            {
                "torch": "torch.abs",
                "paddle": "paddle.abs",
                "category": "renamed-params",
                "params": [{"torch": "input", "paddle": "x"}, {"torch": "out", "do": "assign"}],
            },
            {
                "torch": "torch.distributed.ReduceOp.SUM",
                "paddle": "paddle.distributed.ReduceOp.SUM",
                "category": "no-params",
            },
            {
                "torch": "torch.load",
                "paddle": "paddle.load",
                "category": "params-differ",
                "params": [{"torch": "f", "paddle": "path"}],
                "cases": [{"when": "isa(f, path)", "code": "paddle.load(str(f))"}],
            },
        ),
    )
}


@pytest.mark.parametrize(
    ("torch", "paddle"),
    [
        ("y = torch.abs(x, out=None)", "y = paddle.abs(x)"),
        ("y = torch.abs(x, out=z)", "y = paddle.assign(paddle.abs(x), z)"),
        ("op = torch.distributed.ReduceOp.SUM", "op = paddle.distributed.ReduceOp.SUM"),
        ("torch.load(pathlib.Path(name))", "paddle.load(str(pathlib.Path(name)))"),
        ("torch.load(name)", "paddle.load(name)"),
    ],
)
def test_what_is_written(torch: str, paddle: str) -> None:
    found = rewrite(f"import pathlib\n{torch}", ENTRIES.get, paddle_snapshot())
    assert (found.code.strip().splitlines()[-1], found.undone) == (paddle, ())
