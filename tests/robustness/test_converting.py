"""Properties of converted code, however it is laid out."""

from __future__ import annotations

import ast
import time
from itertools import pairwise
from pathlib import Path

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from convert_torch.converting import MARK, Wanted, convert
from convert_torch.notebooks import lines_of
from mapping_model.applying.code import rewrite_tree
from mapping_model.shelf import Shelf
from mapping_model.snapshots import load_snapshot

SHELF = Shelf(Path(__file__).parents[2] / "mappings")
# Of which one writes statements before others.
RELEASES = [load_snapshot("paddle", release) for release in ("3.0.0", "3.3.1")]
# What fails is short, and slow to make shorter.
few = settings(max_examples=100, phases=[Phase.generate])

NAMES = st.sampled_from(["a", "é", "ﬁ", "_", "torch_", "x1"])
SPACES = st.sampled_from(["", "", " ", "  ", "\t", "\f", " \\\n "])
ATOMS = st.one_of(
    NAMES,
    st.sampled_from(
        [
            *(
                "1",
                "0x1F",
                "1_0e3",
                "-1",
                "1j",
                "'a'",
                "u'é' \"b\"",
                "rb'\\d'",
                "'''a\nb'''",
                "...",
            ),
            *("f'{a!r:>{b}}'", "torch.pi", "torch.float32", "None", "9" * 400),
            *(
                "torch.nn",
                "nn.ReLU",
                "torch.Size([1])",
                "torch.linalg.nope",
                "not a",
                "*a",
                "yield",
            ),
        ]
    ),
)
SHAPES = (
    *("torch.zeros({0},{s}{1})", "torch.abs({s}{0}{s})", "torch.linalg.nope({0}, b={1})"),
    *(
        "torch.zeros(\n  {0}, # {1}\n  {1},\n)",
        "F.gelu({0}, approximate={1})",
        "({0})",
        "[{0},{1}]",
    ),
    *("{0}.permute({1}, 0)", "{0}{s}.{s}t()", "{0}[{1}]", "{0} if {1} else {0}", "{0} + {1}"),
    *("nn.Linear({0}, {1}, bias=False)", "lambda a: {0}", "[{0} for a in {1}]", "(a := {0})"),
    *(
        "f'{{{0}}} {{{1}}}'",
        "torch . nn .functional. relu({0})",
        "{0} < {1}",
        "-{0}",
        "{{{0}: {1}}}",
    ),
    *(
        "F.cross_entropy({0}, {1})",
        "{0}.view(-1, {1})",
        "{0} @ {1}",
        "torch.cat([{0}, {1}], dim=-1)",
    ),
)


def _expressions(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    shape = st.sampled_from(SHAPES)
    return st.builds(lambda t, a, b, s: t.format(a, b, s=s), shape, inner, inner, SPACES)


EXPRESSIONS = st.recursive(ATOMS, _expressions, max_leaves=6)
SIMPLE = (
    *(
        "a{s}={s}{0}",
        "{0}",
        "a: {1} = {0}",
        "a += {0}",
        "a[{1}] = {0}",
        "return {0}",
        "del a",
        "pass",
    ),
    *(
        "assert {0}, {1}",
        "import torch",
        "import os, torch.nn as nn",
        "from torch import nn, Tensor",
    ),
    *("from torch import *", "a.requires_grad = {0}", "raise {0}", "a[0].add_({0})", "global a"),
)
COMPOUND = (
    *("if {0}:{b}", "if {0}:{b}elif {1}:{c}else:{b}", "for a in {0}:{b}", "while {0}:{b}else:{c}"),
    *("with {0} as a, {1}:{b}", "try:{b}except {0}:{c}finally:{b}", "try:{b}except* {0}:{c}"),
    *("def f(a: {0} = {1}, *b):{b}", "@{0}\nclass A({1}):{b}", "async def g():{b}"),
    *("match {0}:\n case [a, 1] if {1}:{b}", "class B(nn.Module):{b}"),
)
COMMENTS = st.sampled_from(
    ["", "", "", "  # why", "  # noqa", "  # type: ignore", "# torch-to-paddle: ignore", ";"]
)
SIMPLES = st.builds(
    lambda t, a, b, s, end: t.format(a, b, s=s) + end,
    *(st.sampled_from(SIMPLE), EXPRESSIONS, EXPRESSIONS, SPACES, COMMENTS),
)
LINES = st.lists(SIMPLES, min_size=1, max_size=3).map("; ".join)
INDENTS = st.sampled_from(["    ", "\t", " "])


def _blocks(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def block(lines: list[str], indent: str) -> str:
        return "".join(f"\n{indent}" + line.replace("\n", f"\n{indent}") for line in lines) + "\n"

    body = st.one_of(
        SIMPLES.map(lambda line: f" {line}\n"),
        st.builds(block, st.lists(inner, min_size=1, max_size=3), INDENTS),
    )
    shape = st.sampled_from(COMPOUND)
    return st.builds(
        lambda t, a, b, c, d: t.format(a, b, b=c, c=d), shape, EXPRESSIONS, EXPRESSIONS, body, body
    )


STATEMENTS = st.recursive(LINES, _blocks, max_leaves=4)
CODE = st.builds(
    lambda head, lines, last, end: "\n".join([*head, *lines, *last]).replace("\n", end),
    st.sampled_from([["import torch"], ['"""Doc."""', "import torch; from torch import nn"]]),
    st.lists(STATEMENTS, min_size=1, max_size=4),
    st.sampled_from([[], [""], ["# last"], ["\f", ""]]),
    st.sampled_from(["\n", "\n", "\r\n", "\r"]),
)


def test_many_comments_take_no_longer_than_the_code() -> None:
    """They were looked for in every statement, and in all that stands above."""
    lines = "    y = torch.linalg.nope(y)\n" * 2_500
    code = f"import torch\n\n\ndef f(y):\n{lines}"
    times = []
    for marks in (False, True):
        start = time.process_time()
        found = convert(code, SHELF, RELEASES[1], Wanted(marks=marks)).code
        times.append(time.process_time() - start)
    assert found.count(MARK) == 2_500
    assert times[1] < 4 * times[0]


def _parses(code: str) -> bool:
    try:
        ast.parse(code)
    except (SyntaxError, ValueError):
        return False
    return True


@few
@given(CODE.filter(_parses), st.sampled_from(RELEASES))
def test_what_is_written_parses_and_means_what_the_tree_does(code: str, release: object) -> None:
    found = convert(code, SHELF, release)
    ast.parse(found.code)
    plain = convert(code, SHELF, release, Wanted(marks=False)).code
    tree = rewrite_tree(ast.parse(code), SHELF.source, release, inferring=True).tree
    printed = ast.unparse(ast.fix_missing_locations(tree))
    for text in (plain, found.code):
        assert ast.dump(ast.parse(text)) == ast.dump(ast.parse(printed))
    assert convert(plain, SHELF, release, Wanted(marks=False)).code == plain
    # Where a line became several, comments stand at the one that they are about from then on.
    again = convert(found.code, SHELF, release).code
    assert convert(again, SHELF, release).code == again
    lines = [line.strip() for line in lines_of(again)]
    assert not any(a == b and a.startswith(MARK) for a, b in pairwise(lines))
