"""With the API named, code may call it by its name alone, as after an import."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from lint_mappings.__main__ import main
from lint_mappings.showing.supposing import meant
from mapping_model.applying.code import rewrite_tree
from mapping_model.applying.nodes import bound_names
from mapping_model.snapshots import paddle_snapshot
from mapping_model.syntax import nodes_of, parsed
from whole import corpus

ROOT = Path(__file__).parents[2]


def _written(code: str, known: dict[str, str]) -> str:
    found = rewrite_tree(parsed(code), corpus().resolve, paddle_snapshot(), meant=known)
    return ast.unparse(found.tree).replace("import paddle\n", "")


@pytest.mark.parametrize(
    ("api", "code", "written"),
    [
        ("torch.nn.modules.GRU", "GRU(3, 4, batch_first=True)", "paddle.nn.GRU(3, 4)"),
        ("torch.isreal", "isreal(x)", "paddle.isreal(x)"),
        ("torch.isreal", "isreal = f\ny = isreal(x)", "isreal = f\ny = isreal(x)"),
        ("torch.isreal", "from g import isreal\nisreal(x)", "from g import isreal\nisreal(x)"),
    ],
)
def test_a_bare_name(api: str, code: str, written: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "--root", str(ROOT), api, code]) == 0
    assert capsys.readouterr().out == f"{written}\n"


def test_bare_names_of_all_entries() -> None:
    """The first example of each function or class, by its full name and by the last part."""
    tried = 0
    for name, entry in corpus().entries.items():
        known, last = meant(name), name.rpartition(".")[2]
        for _, example in [*entry.examples()][:1]:
            code = example.torch.replace(f"{name}(", f"{last}(")
            if not known or code == example.torch or last in bound_names(nodes_of(code)):
                continue
            tried += 1
            # What stays for a person stands there as it was.
            whole = _written(example.torch, {}).replace(f"{name}(", f"{last}(")
            # The name is taken, so a variable of the mapping that is called so gets another.
            assert _written(code, known).replace(f"{last}_2", last) == whole, name
    assert tried > 1000
