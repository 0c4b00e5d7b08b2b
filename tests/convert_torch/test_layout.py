"""Converted code: what changes and, byte by byte, what does not."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from convert_torch.converting import Kind, Wanted, convert
from mapping_model.applying import layout
from mapping_model.applying.code import rewrite_tree
from mapping_model.corpus import Corpus
from mapping_model.limits.standing import is_rare
from mapping_model.shelf import Shelf
from mapping_model.snapshots import load_snapshot

MAPPINGS = Path(__file__).parents[2] / "mappings"
NEWEST = load_snapshot("paddle", "3.3.1")
SHELF = Shelf(MAPPINGS)
IMPORTS = "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n"


def converted(code: str, release: str = "3.3.1") -> str:
    """What becomes of code behind the usual imports."""
    made = convert(IMPORTS + code, SHELF, load_snapshot("paddle", release)).code
    head, _, rest = made.partition("\n")
    assert head == "import paddle"
    return rest


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # A name alone changes, and all around it stays.
        ("y = torch.abs( x )  # why\n", "y = paddle.abs( x )  # why\n"),
        ("a = 1 ; y = torch.abs(x) ; b = 'it'\n", "a = 1 ; y = paddle.abs(x) ; b = 'it'\n"),
        ("y = (\n    torch.abs(x)\n    + 0x1F  # hexadecimal\n)\n",) * 2,
        # A keyword alone.
        ("m = nn.LayerNorm(  8, eps = 1e-6,)\n", "m = paddle.nn.LayerNorm(  8, epsilon = 1e-6,)\n"),
        # Arguments put together: those on lines of their own stay there.
        ("y = torch.zeros(\n    2,\n    3,\n)\n", "y = paddle.zeros(\n    [2, 3],\n)\n"),
        # What is taken over keeps its spelling.
        ("y = torch.zeros(0x10, 1_000)\n", "y = paddle.zeros([0x10, 1_000])\n"),
        ("y = f'{torch.pi:>{8}}'\n", 'y = f"{paddle.pi:>{8}}"\n'),
        ("y = torch.zeros(3)if a else'no'\n", "y = paddle.zeros([3])if a else'no'\n"),
        # Decorators, annotations, bases.
        (
            "@torch.no_grad()\ndef f(x: torch.Tensor) -> 'int':\n    return x\n",
            "@paddle.no_grad()\ndef f(x: paddle.Tensor) -> 'int':\n    return x\n",
        ),
        ("class A(nn.Module):  # a\n    pass\n", "class A(paddle.nn.Module):  # a\n    pass\n"),
        # Docstrings and strings are left alone, and other code without torch.
        ('"""torch.abs(x)"""\ns = "torch.abs"\n',) * 2,
        ("if x :\n\n    pass\nelse :  # no\n    y=[1,\n  2]\n",) * 2,
    ],
)
def test_nothing_else_changes(code: str, expected: str) -> None:
    assert converted(code) == expected.replace("torch.abs(x)\n    +", "paddle.abs(x)\n    +")


def test_statements_that_come_before_stand_at_the_same_indentation() -> None:
    code = "def f(x, t):\n\tif x is None:\n\t\treturn 0\n"
    code += "\ty = F.cross_entropy(net(x), t)\n\treturn y\n"
    lines = converted(code).splitlines()
    assert lines[:3] == code.splitlines()[:3] and lines[-1] == "\treturn y"
    assert len(lines) > len(code.splitlines())
    assert all(line.startswith("\t") for line in lines[1:])


def test_line_ends_and_a_last_line_without_one_stay() -> None:
    made = convert("import torch\r\nx = torch.zeros(2, 3)\r\ny = 1", SHELF, NEWEST).code
    assert made == "import paddle\r\nx = paddle.zeros([2, 3])\r\ny = 1"


def test_a_string_over_two_lines_stays_one() -> None:
    code = "def f(t):\n    return torch.zeros(3), ('a'\n                'b')\n"
    assert converted(code).endswith("('a'\n                'b')\n")


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("z = 1 ; y = CALL ; w = 2\n", ["z = 1", "if ", "    raise ", "y = ", "w = 2"]),
        (
            "if a: z = 1; y = CALL\n",
            ["if a:", "    z = 1", "    if ", "        raise ", "    y = "],
        ),
    ],
)
def test_statements_that_need_lines_of_their_own_get_them(code: str, lines: list[str]) -> None:
    made = converted(code.replace("CALL", "F.gelu(x, approximate=how)"), "3.0.0")
    ast.parse(made)
    found = made.replace(" ; ", "\n").splitlines()
    assert [line[: len(start)] for line, start in zip(found, lines, strict=True)] == lines


def test_what_cannot_be_laid_out_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is wrong with edits, the code parses and is what it should be."""
    broken = lambda self, edits, start=0, end=None: "y = ("  # noqa: E731
    monkeypatch.setattr(layout._Layout, "text", broken)
    assert converted("y = torch.zeros(0x10, 3)  # lost\n") == "y = paddle.zeros([0x10, 3])\n"


@pytest.mark.parametrize(
    ("code", "new"),
    [
        # A tuple needs the parentheses elsewhere that it did not need in an index.
        ("y = x[None, i]", "y = x[(None, i)[1:]]"),
        ("y = x[None, i]", "y = f((None, i))"),
        # Those of an operation go with it, not those of a call or of what stands close to them.
        ("y = x - (y & 3)", "y = x - y.bitwise_and(3)"),
        ("y = f(x & 3).z", "y = f(x.bitwise_and(3)).z"),
        ("y = not(x & 3)", "y = not(x.bitwise_and(3))"),
        ("y = -(x + 3)", "y = -(x - 3)"),
    ],
)
def test_parentheses_are_those_that_are_needed(code: str, new: str) -> None:
    old, made = ast.parse(code), ast.parse(new)
    assert layout.laid_out(code, old, {id(old.body[0]): made.body}) == new


def test_imports_of_torch_become_one_of_paddle() -> None:
    code = "import os, torch\nfrom torch import (\n    Tensor,  # the type\n    nn,\n)\n"
    code += "x = os, nn.ReLU()\n"
    made = convert(code, SHELF, NEWEST).code
    assert made == "import paddle\nimport os\nx = os, paddle.nn.ReLU()\n"
    left = convert("import torch  # noqa: F401\nfrom torch import nope\nnope()\n", SHELF, NEWEST)
    assert left.code.splitlines()[0] == "import paddle  # noqa: F401"
    assert "from torch import nope" in left.code


def test_a_module_with_a_sibling_for_paddle_is_imported_from_there() -> None:
    code = "from einops.layers.torch import Rearrange  # layers\nr = Rearrange('a b -> b a')\n"
    assert converted(code) == code.replace("torch", "paddle")


def test_what_is_left_stands_at_its_line_once() -> None:
    code = IMPORTS + "def f(x):\n    y = 1\n    return (\n        torch.linalg.nope(x)\n    )\n"
    found = convert(code, SHELF, NEWEST)
    comment = "    # torch-to-paddle: torch.linalg.nope: There is no entry for `torch.linalg.nope`."
    lines = found.code.splitlines()
    assert lines[lines.index("    return (") - 1] == comment
    assert [(one.kind, one.line) for one in found.findings] == [(Kind.UNDECIDED, 7)]
    assert convert(found.code, SHELF, NEWEST).code == found.code
    code = IMPORTS + "x = nn.Sequential(nn.ReLU(inplace=True), nn.LayerNorm(3, **dd))\n"
    made = convert(code, SHELF, NEWEST).code
    assert made.splitlines()[-2].startswith("# torch-to-paddle: torch.nn.LayerNorm: ")
    assert convert(made, SHELF, NEWEST).code == made
    assert "# torch" not in convert(code, SHELF, NEWEST, Wanted(marks=False)).code


@pytest.mark.parametrize(
    ("code", "line"),
    [
        # Above the innermost statement that begins its line.
        ("if (n := CALL): pass\n", "if (n := CALL): pass"),
        ("def f():\n    a = 1; b = CALL\n", "    a = 1; b = CALL"),
        ("if a:\n    pass\nelif CALL: pass\n", "elif CALL: pass"),
        ("for a in b: CALL\n", "for a in b: CALL"),
        ("a = 1 + \\\n    CALL\n", "a = 1 + \\"),
        ("@CALL\n@a\nclass B: pass\n", "@CALL"),
        ("match a:\n    case b if CALL: pass\n", "match a:"),
        ("try:\n    a\nexcept CALL:\n    pass\n", "try:"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_comment_stands_above_the_line_that_it_is_about(code: str, line: str, end: str) -> None:
    code = (IMPORTS + code.replace("CALL", "torch.linalg.nope(1)")).replace("\n", end)
    found = convert(code, SHELF, NEWEST).code
    lines = found.split(end)
    above = lines[lines.index(line.replace("CALL", "torch.linalg.nope(1)")) - 1]
    assert above.strip().startswith("# torch-to-paddle: torch.linalg.nope: ")
    assert end == "\r\n" or not set(found) & {*"\r\n"} - {end}
    assert convert(found, SHELF, NEWEST).code == found


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_finding_is_ignored_whatever_ends_lines(end: str) -> None:
    code = f"{IMPORTS}a = (torch.linalg.nope(1)  # torch-to-paddle: ignore\n)\ntorch.linalg.nope(2)"
    found = convert(code.replace("\n", end), SHELF, NEWEST).findings
    assert [one.line for one in found] == [6]


def test_comments_stay_where_a_statement_is_printed_anew() -> None:
    """A class whose text cannot be edited does not take those of the module with it."""
    code = (
        "# kept\nif a: z = 1; y = F.gelu(x, approximate=how); torch.linalg.nope(1)\n# kept, too\n"
    )
    made = convert(IMPORTS + code, SHELF, load_snapshot("paddle", "3.0.0")).code
    assert made.count("# kept") == 2
    lines = made.splitlines()
    assert lines[lines.index("if a:") - 1].startswith("# torch-to-paddle: torch.linalg.nope: ")


def test_what_a_call_writes_out_decides_what_is_rare_of_the_rest() -> None:
    """normalize departs for a large `eps`, or for tiny elements: with the default these remain."""
    code = IMPORTS + "def f(x, e):\n    return F.normalize(x), F.normalize(x, eps=e)\n"
    kinds = [one.kind for one in convert(code, SHELF, NEWEST).findings if "normalize" in one.api]
    assert Kind.RARE in kinds and Kind.SILENT in kinds
    assert kinds.count(Kind.SILENT) == 1


def test_silent_differences_are_told_at_their_line_unless_they_are_rare() -> None:
    code = IMPORTS + "x = torch.ones(3)\n\ny = F.dropout(x, inplace=False)\nx.t().mul_(2)\n"
    found = convert(code, SHELF, NEWEST).findings
    assert {one.kind for one in found} <= {Kind.SILENT, Kind.POSSIBLE, Kind.RARE}
    silent = [one for one in found if one.kind is Kind.SILENT]
    assert not any("NaN" in one.text.en.partition(",")[0] for one in silent)


@pytest.mark.parametrize(
    ("condition", "rare"),
    [
        ("some(isnan(input))", True),
        ("input.size == 0 and dim == 1", True),
        ("input.ndim == 0 or some(isinf(input))", True),
        ("input.ndim == 2 or some(isinf(input))", False),
        ("input.dtype in (float16, bfloat16)", True),
        ("input.dtype == int64", False),
        ("input.dtype not in (int8, uint8)", False),
        ("not contiguous(input) and input.requires_grad", False),
        ("given(out) and input.dtype == float64 and out.dtype == complex64", False),
        ("complex(input)", True),
        ("not complex(input)", False),
        ("some(n == inf for n in input)", True),
        ("some(abs(input) > 64)", True),
        ("not some(abs(input) > 0.0000001)", True),
        ("not some(target != 3)", True),
        ("not some(other == 0)", False),
        ("some(target == 3) and input.shape[0] > 64", False),
        ("self.dtype == bool and other.dtype == bool", True),
        ("self.dtype == bool and isa(other, int)", False),
        ("this is (no condition", False),
    ],
)
def test_rare_is_what_few_inputs_are(condition: str, rare: bool) -> None:
    assert is_rare(condition) is rare


@pytest.mark.parametrize("part", range(2))
def test_the_text_means_what_the_tree_does(part: int) -> None:
    """Laid out or printed, the code of examples is the same."""
    corpus = Corpus.load(MAPPINGS)
    examples = [
        one for name in sorted(corpus.entries) for _, one in corpus.entries[name].examples()
    ]
    for example in examples[part * 8 :: 16]:
        code = f"import torch\n{example.torch}"
        laid = convert(code, SHELF, NEWEST, Wanted(marks=False)).code
        tree = ast.parse(code)
        tree = rewrite_tree(tree, corpus.resolve, NEWEST, inferring=True, mending=True).tree
        printed = ast.unparse(ast.fix_missing_locations(tree))
        assert ast.dump(ast.parse(laid)) == ast.dump(ast.parse(printed)), code


LAYER = """
class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim) if dim else nn.Identity()
        self.scale = nn.Parameter(torch.ones(dim))
        self.steps = nn.ModuleList([nn.Linear(dim, dim) for _ in range(3)])
        self.kept = None

    def helper(self, x):
        return torch.abs(x)

    def forward(self, x, config):
        y = self.fc(x)
        BODY


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = Block(4)

    def forward(self, x):
        return self.block(x).OTHER
"""


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        # What attributes of the layer, own methods, steps of lists of layers give, is known.
        ("return y.permute(0, 2, 1)", None),
        ("return self.helper(x).permute(0, 2, 1)", None),
        ("return [step(x).permute(0, 2, 1) for step in self.steps]", None),
        ("return self.steps[0](x).permute(0, 2, 1)", None),
        ("return self.scale.permute(0, 2, 1)", None),
        # What has a member of tensors alone is likely one.
        ("return x.permute(0, 2, 1)", Kind.LIKELY),
        ("z = config.fancy\n        return z.permute(0, 2, 1)", Kind.LIKELY),
        # What other things have, too, may be one.
        ("return x.split(2)", Kind.POSSIBLE),
    ],
)
def test_what_a_module_defines_is_looked_into(body: str, kind: Kind | None) -> None:
    code = LAYER.replace("BODY", body).replace("OTHER", "detach()")
    found = convert(IMPORTS + code, SHELF, load_snapshot("paddle", "3.0.0"))
    kinds = {
        one.kind
        for one in found.findings
        if one.line == code[: code.index(body)].count("\n") + 4 + body.count("\n")
    }
    assert kinds - {Kind.SILENT} == ({kind} if kind else set())
    assert ("[0, 2, 1]" in found.code) is ("permute" in body)


def test_what_an_own_layer_gives_is_known_where_it_is_called() -> None:
    code = LAYER.replace("BODY", "return y").replace("OTHER", "permute(0, 2, 1)")
    found = convert(IMPORTS + code, SHELF, NEWEST)
    assert "self.block(x).permute([0, 2, 1])" in found.code
    assert [one for one in found.findings if one.kind not in (Kind.SILENT, Kind.RARE)] == []


def test_parts_of_a_call_that_is_left_are_converted() -> None:
    code = "y = torch.linalg.nope(torch.zeros(2, 3), dim=torch.abs(x))\n"
    line = converted(code).splitlines()[-1]
    assert line == "y = torch.linalg.nope(paddle.zeros([2, 3]), dim=paddle.abs(x))"
