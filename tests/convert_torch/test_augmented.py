"""`w -= 1`, of which Paddle makes a new tensor: written in place wherever a name is a tensor."""

from __future__ import annotations

import textwrap
from itertools import product
from pathlib import Path

import pytest
from test_layout import IMPORTS, NEWEST, SHELF

from convert_torch.converting import convert
from library_programs import answers, ended

LOOPS = (
    *("for w in m.parameters():", "for n, w in m.named_parameters():", "for w in m.buffers():"),
    *("for n, w in m.named_buffers():", "for w in list(m.parameters()):"),
    *("for i, w in enumerate(m.parameters()):", "for i, (n, w) in enumerate(m.named_buffers()):"),
)
MODELS = (
    *("m = nn.Linear(3, 4)", "m = nn.Sequential(nn.ReLU())", "m = load()"),
    "class Net(nn.Module):\n    pass\nm = Net()",
)
LAYER = "class Net(nn.Module):\n    def __init__(self, x):\n        super().__init__()\n        "
# Each gives `w` a tensor that something else may hold, too.
GIVING = [
    *("w = nn.Parameter(x)", "w = nn.Buffer(x)", "w = torch.autograd.Variable(x)"),
    *("w = torch.zeros(3, requires_grad=True)", "w: nn.Parameter = x", "w: torch.Tensor = x"),
    *("w = nn.Linear(3, 4).weight", "m = nn.Linear(3, 4)\nw = m.bias"),
    *(f"m = nn.Linear(3, 4)\nw = m.weight{part}" for part in (".data", ".grad", "[0]")),
    *(f"p = nn.Parameter(x)\nw = p{part}" for part in (".data", ".grad", "[0]", ".detach()")),
    *(f"p = torch.rand(3, 3)\nw = p{part}" for part in (".data", ".grad", "[0]", ".view(9)")),
    *(
        "def g():\n    return nn.Parameter(x)\nw = g()",
        "def g():\n    return torch.rand(3)\nw = g()",
    ),
    *("w = x.detach()", "w, v = torch.rand(4, 3).chunk(2)"),
    *("w = torch.rand(3, 3)\nw.requires_grad_()", "w = torch.rand(3, 3)\nw.requires_grad = True"),
    *(f"{model}\n{loop}\n    " for model in MODELS for loop in LOOPS),
]


def written(code: str) -> str:
    return convert(f"{IMPORTS}{code}", SHELF, NEWEST).code


def both(code: str, line: str) -> tuple[str, str]:
    """The code with a line after it: of a module, and of a function."""
    step = f"{code}{line}" if code.endswith(" ") else f"{code}\n{line}"
    return step, f"def f(x):\n{textwrap.indent(step, '    ')}"


@pytest.mark.parametrize("code", GIVING)
def test_what_is_a_tensor_for_methods_is_changed_in_place(code: str) -> None:
    for line in both(code, "w.permute(1, 0)"):
        assert "w.permute([1, 0])" in written(line)
    for line in both(code, "w -= 1"):
        assert "paddle.assign(w - 1, w)" in written(line)


# Parameters under a name, or wrapped, that a loop changes.
KEPT = [
    *("ws = list(m.parameters())\nfor w in ws:", "ws = [*m.parameters()]\nfor w in ws:"),
    "ws = [w for w in m.parameters() if w.requires_grad]\nfor w in ws:",
    "ws = list(m.parameters()) + list(e.parameters())\nfor w in ws:",
    "ws = [w for n, w in m.named_parameters() if 'bias' in n]\nfor w in ws:",
    "for w in filter(lambda w: w.requires_grad, m.parameters()):",
    *("for w, v in zip(m.parameters(), e.parameters()):", "for v, w in zip(vs, m.parameters()):"),
    "for (n, w), (_, v) in zip(m.named_parameters(), e.named_parameters()):",
    "for i, (w, v) in enumerate(zip(m.parameters(), e.parameters())):",
    *("for n, w in dict(m.named_parameters()).items():", "for w in m.state_dict().values():"),
    "ws = dict(m.named_parameters())\nfor w in ws.values():",
    "state = m.state_dict()\nfor n, w in state.items():",
    "ws = {n: w.clone() for n, w in m.named_parameters()}\nfor n, w in ws.items():",
    "for w in itertools.chain(m.parameters(), e.parameters()):",
    *('for w in group["params"]:', 'for w in opt.param_groups[0]["params"]:'),
    'for group in opt.param_groups:\n    for w in group["params"]:',
]


@pytest.mark.parametrize("code", KEPT)
def test_parameters_are_changed_in_place_however_they_are_kept(code: str) -> None:
    indent = " " * (8 if "\n    for" in code else 4)
    for model in ("", "m, e = nn.Linear(3, 4), nn.Linear(3, 4)\n"):
        step = f"{model}{code}\n{indent}w -= 1"
        for whole in (step, f"def f(m, e, vs, group, opt):\n{textwrap.indent(step, '    ')}"):
            assert "paddle.assign(w - 1, w)" in written(whole)
            # Where nobody knows it, it is told.
            unknown = whole.replace("parameters", "weights").replace("state_dict", "things")
            told = [one.text.en for one in convert(f"{IMPORTS}{unknown}", SHELF, NEWEST).findings]
            assert "paddle.assign(w - 1, w)" in written(unknown) or any(
                text.startswith("If `w` is a tensor") for text in told
            )


def test_loops_change_what_they_change_in_torch(libraries: Path, tmp_path: Path) -> None:
    code = Path(__file__).with_name("looping_code.txt")
    ported = tmp_path / "ported.py"
    ported.write_text(convert(code.read_text("utf-8"), SHELF, NEWEST).code, "utf-8")
    shown = [ended(libraries, f, to).stdout for f, to in ((code, "torch"), (ported, "paddle"))]
    assert "paddle" in ported.read_text("utf-8") and shown[0].startswith("[[9.0, 3.0, ")
    assert shown[0].splitlines()[-1] == shown[1].splitlines()[-1]


AVERAGE = """class Average:
    def __init__(self, model):
        self.shadow = [p.clone().detach() for p in model.parameters()]
        self.by_name = {n: p.clone() for n, p in model.named_parameters()}
        self.real = list(model.parameters())
    def update(self, model):
        for w, v in zip(self.shadow, self.real):
            w -= 1
        for n in self.by_name:
            self.by_name[n] -= 1
        self.real[0] -= 1
"""


def test_lists_that_objects_hold_are_changed_in_place() -> None:
    code = written(AVERAGE)
    assert "paddle.assign(w - 1, w)" in code and " -= 1" not in code
    assert code.count("paddle.assign(") == 3


@pytest.mark.parametrize(
    ("step", "new"),
    [
        ("w.data -= 1", "w.detach()"),
        ("w.grad.data *= 2", "w.grad.detach()"),
        ("w.grad *= 2", "w.grad *= 2"),
        ("w.grad += v.grad", "w.grad += v.grad"),
        ("self.w.data -= 1", None),
    ],
)
def test_parts_of_parameters_are_changed_in_place(step: str, new: str | None) -> None:
    found = convert(
        f"{IMPORTS}def f(self, m, e):\n    for w, v in zip(m.parameters(), e.parameters()):\n"
        f"        {step}",
        SHELF,
        NEWEST,
    )
    told = [one for one in found.findings if one.api.endswith((".data", ".grad"))]
    assert (new is None) == bool(told)
    assert new is None or new in found.code
    assert new == step or ("paddle.assign" in found.code) == (new is not None)


@pytest.mark.parametrize(
    "code",
    [
        *("for i in range(3):\n    i += 1", "for i, x in enumerate(a):\n    i += 1"),
        *("for s in a:\n    s += '!'", "for s in a:\n    s += f'{s}'", "for s in a:\n    s += [1]"),
        *("for s in a:\n    s = len(s)\n    s += 1", "n = 0\nfor s in a:\n    n += 1"),
        "for k, v in a.items():\n    k += 1",
    ],
)
def test_of_what_is_no_tensor_nothing_is_told(code: str) -> None:
    for whole in (code, f"def f(a):\n{textwrap.indent(code, '    ')}"):
        assert convert(f"{IMPORTS}{whole}", SHELF, NEWEST).findings == ()


@pytest.mark.parametrize(
    "code",
    [
        "def f(w: nn.Parameter):\n    w -= 1",
        f"{LAYER}self.a = nn.Parameter(x)\n    def step(self):\n        w = self.a\n        w -= 1",
        "class B(A):\n    def f(self):\n        for w in self.parameters():\n            w -= 1",
        # A leaf stays one, which `w - 0.1 * w.grad` under `no_grad` is not.
        "def f(a, b):\n    w = a @ b\n    with torch.no_grad():\n        w -= 1 * w.grad",
    ],
)
def test_parameters_and_leaves_are_changed_in_place(code: str) -> None:
    assert "paddle.assign(w - 1" in written(code)


@pytest.mark.parametrize(
    "code",
    [
        *("def f(w):\n    w -= 1", "def f(a, b):\n    w = torch.add(a, b)\n    w -= 1"),
        "def f(a):\n    w = torch.zeros(3, requires_grad=False)\n    w -= 1",
        "def f(a, b):\n    w = a @ b\n    print(w.requires_grad)\n    w -= 1",
        "def f(a):\n    for w in a.values():\n        w -= 1",
        "def f(a):\n    for i, w in enumerate(a):\n        w -= 1",
        "def f(a):\n    for w, v in enumerate(a.parameters()):\n        w -= 1",
        "def f(a):\n    for w in signature(a).parameters:\n        w -= 1",
        # A class of numbers that has such a method itself.
        "class A:\n    def parameters(self):\n        return [1]\ndef f(a):\n"
        "    for w in a.parameters():\n        w -= 1",
    ],
)
def test_what_is_no_tensor_or_seen_by_nobody_stays(code: str) -> None:
    assert "w -= 1" in written(code)


PARTS = ("x[0]", "x[x > 1]", "x[:2]", "x[-1]")
STEPS = [f"{op}= {n}" for op in "+-*&|^" for n in ("True", "2", "1.5")] + ["//= 2", "**= 2", "%= 2"]
STEPPED = """import torch
out = []
def tried(make, step):
    try:
        x = make()
        step(x)
        out.append([x.tolist(), str(x.dtype).split(".")[-1]])
    except (RuntimeError, TypeError, ValueError, NotImplementedError):
        out.append("refused")
"""


def test_parts_are_changed_by_numbers_as_in_torch(libraries: Path, tmp_path: Path) -> None:
    """Every operator with a number beside a part of a tensor; what torch refuses is left out."""
    code, told = STEPPED, []
    for place, (made, part, step) in enumerate(
        product(("[True, False]", "[1, 3]", "[0.5, 2.0]"), PARTS, STEPS)
    ):
        told.append(f"x = torch.tensor({made}); {part} {step}")
        code += (
            f"def step_{place}(x: torch.Tensor):\n    {part} {step}\n"
            f"tried(lambda: torch.tensor({made}), step_{place})\n"
        )
    code += "import json\nprint(json.dumps(out))\n"
    (tmp_path / "code.py").write_text(code, "utf-8")
    (tmp_path / "ported.py").write_text(convert(code, SHELF, NEWEST).code, "utf-8")
    (*_, torch), (*_, paddle) = (
        answers(libraries, tmp_path / name, library, None)
        for name, library in (("code.py", "torch"), ("ported.py", "paddle"))
    )
    both = zip(told, torch, paddle, strict=True)
    assert [one for one in both if one[1] != one[2] and one[1] != "refused"] == []
