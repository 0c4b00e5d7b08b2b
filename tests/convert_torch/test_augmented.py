"""`w -= 1`, of which Paddle makes a new tensor: written in place wherever a name is a tensor."""

from __future__ import annotations

import textwrap

import pytest
from test_layout import IMPORTS, NEWEST, SHELF

from convert_torch.converting import convert

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
