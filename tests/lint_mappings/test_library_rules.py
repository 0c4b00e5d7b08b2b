"""PM430: code leaves the libraries as they are."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from entries import ABS_EXAMPLE, abs_entry, t_entry

Told = Callable[..., None]
T = "result = x.t()"

CHANGES = [
    ("▸paddle.ceil = paddle.floor", "paddle.ceil"),
    ("▸paddle.ceil += 1", "paddle.ceil"),
    ("▸paddle.ceil: int = 1", "paddle.ceil"),
    ("del ▸paddle.ceil", "paddle.ceil"),
    ("y, ▸paddle.ceil = 1, 2", "paddle.ceil"),
    ("(*▸paddle.ceil,) = [1]", "paddle.ceil"),
    ("for ▸paddle.ceil in [1]: pass", "paddle.ceil"),
    ("with paddle.no_grad() as ▸paddle.ceil: pass", "paddle.ceil"),
    ("y = [0 for ▸paddle.ceil in [1]]", "paddle.ceil"),
    ("▸paddle.Tensor.numpy = x.t", "paddle.Tensor.numpy"),
    ("▸paddle.Tensor.__add__ = x.t", "paddle.Tensor.__add__"),
    ("▸paddle.nn.Linear.forward.note = 1", "paddle.nn.Linear.forward.note"),
    ("▸paddle.os.environ['A'] = '1'", "paddle.os.environ['A']"),
    ("▸type(x).turned = x.t", "type(x).turned"),
    ("kind = type(x)\n▸kind.turned = x.t", "kind.turned"),
    ("kind = paddle.Tensor\n▸kind.turned = x.t", "kind.turned"),
    ("kind: type = paddle.Tensor\n▸kind.turned = x.t", "kind.turned"),
    ("kind, y = paddle.Tensor, 1\n▸kind.turned = x.t", "kind.turned"),
    ("y = (kind := paddle.Tensor)\n▸kind.turned = x.t", "kind.turned"),
    ("for kind in (paddle.Tensor, paddle.nn.Layer):\n  ▸kind.turned = 1", "kind.turned"),
    ("▸[paddle.Tensor][0].turned = x.t", "[paddle.Tensor][0].turned"),
    ("▸(paddle.Tensor or 1).turned = x.t", "(paddle.Tensor or 1).turned"),
    ("▸(paddle.abs if x else x).y = 1", "(paddle.abs if x else x).y"),
    ("▸getattr(paddle, 'Tensor').turned = x.t", "getattr(paddle, 'Tensor').turned"),
    ("▸setattr(paddle, 'ceil', 1)", "paddle"),
    ("▸setattr(paddle.Tensor, 'numpy', 1)", "paddle.Tensor"),
    ("▸setattr(*[paddle.Tensor, 'numpy', 1])", "*[paddle.Tensor, 'numpy', 1]"),
    ("▸delattr(type(x), 'numpy')", "type(x)"),
    # What a loop ends with, its next turn begins with.
    ("y = x\nfor i in [1]:\n  ▸y.a = 1\n  y = z\n  z = paddle.Tensor", "y.a"),
]
MACHINERY = [
    ("y = ▸x.__class__", "__class__"),
    ("▸x.__class__ = int", "__class__"),
    ("y = (▸(lambda: 0).__globals__)", "__globals__"),
    ("y = ▸getattr(x, '__class__')", "__class__"),
    ("y = ▸paddle.__dict__", "__dict__"),
    ("▸object.__setattr__(x, 'y', 1)", "__setattr__"),
    ("y = ▸globals()", "globals"),
    ("▸vars(paddle)['ceil'] = 1", "vars"),
    ("y = ▸__builtins__", "__builtins__"),
    ("y = (▸(i for i in [1]).gi_frame)", "gi_frame"),
]
OTHERS = [
    ("y = ▸eval('1')", "`eval` runs what nobody reads."),
    ("y = ▸eval\ny('1')", "`eval` runs what nobody reads."),
    ("▸exec('y = 1')", "`exec` runs what nobody reads."),
    ("y = ▸compile('1', '', 'exec')", "`compile` runs what nobody reads."),
    ("y = ▸__import__('os')", "`__import__` runs what nobody reads."),
    ("y = ▸setattr\ny(x, 'z', 1)", "`setattr` is handed on."),
    ("y = ▸open('/etc/hosts')", "`open` takes the plain name of a file here."),
    ("y = ▸open('../hosts')", "`open` takes the plain name of a file here."),
    ("y = ▸open(str(x), 'w')", "`open` takes the plain name of a file here."),
    ("y = [▸paddle.nn]", "`paddle.nn` is a module, which nothing here takes."),
    ("▸paddle = x", "The code gives `paddle` another meaning."),
    ("▸class paddle: pass", "The code gives `paddle` another meaning."),
    ("y = lambda ▸paddle: 1", "The code gives `paddle` another meaning."),
]
REMARKS = [
    *((code, f"The code changes the library: `{what}`.") for code, what in CHANGES),
    *((code, f"`{name}` reaches into Python's machinery.") for code, name in MACHINERY),
    *OTHERS,
]


ALLOWED = [
    "x.stop_gradient = False",
    "x.grad = None",
    "x.real()[...] = 1",
    "m = paddle.nn.Linear(2, 3)\nm.weight.stop_gradient = True",
    "paddle.nn.Linear(2, 3).weight.stop_gradient = True",
    "ms = [paddle.nn.Linear(2, 3) for n in x]\nms[0].weight.stop_gradient = True",
    "m = paddle.nn.Linear(2, 3)\nsetattr(m, 'note', 1)\nsetattr(getattr(m, 'a'), 'b', 1)",
    "class A(paddle.nn.Layer):\n  def __init__(self):\n    super().__init__()\n    self.n = 1",
    "class A: pass\nA.note = 1",
    "kinds = [paddle.nn.ReLU]\nkinds[0] = paddle.nn.Tanh",
    "y = x if x.dtype == paddle.float32 else x.t()\ny.stop_gradient = True",
    "y = type(x).__name__ + paddle.__version__",
    "y = getattr(paddle, paddle.get_default_dtype())",
    "y = isinstance(x, paddle.Tensor)",
    "with open('x.pt', 'rb') as file: y = paddle.load(file)",
    "import paddle",
]


@pytest.fixture
def told(expect: Callable[..., None]) -> Told:
    """A function that holds the problems of PM430 against the marks: other rules may tell more."""

    def check(text: str, *messages: str, path: str | None = None) -> None:
        expect(text, *(f"PM430 {message}" for message in messages), path=path, only="PM430")

    return check


@pytest.mark.parametrize(("code", "message"), REMARKS)
def test_code_that_changes_a_library_or_hides_what_it_does(
    told: Told, code: str, message: str
) -> None:
    told(t_entry(T, f"{code}\n{T}"), message)


@pytest.mark.parametrize(
    ("imported", "code"),
    [
        ("from paddle import nn", "▸nn.x = 1"),
        ("import paddle.nn as n", "▸n.X = 1"),
        ("import paddle as p", "▸p.ceil = 1"),
        ("import sys", "▸sys.modules['paddle'] = 1"),
    ],
)
def test_what_is_imported_is_no_more_changed(told: Told, imported: str, code: str) -> None:
    what = code.removeprefix("▸").partition(" =")[0]
    told(t_entry(T, f"{imported}\n{code}\n{T}"), f"The code changes the library: `{what}`.")


@pytest.mark.parametrize("code", ALLOWED)
def test_what_code_makes_itself_may_be_changed(told: Told, code: str) -> None:
    told(t_entry(T, f"{code}\n{T}"))


def test_a_library_that_goes_by_another_name(told: Told) -> None:
    code = f"p = ▸paddle\n▸p.ceil = p.floor\n{T}"
    named = "`paddle` is a module, which nothing here takes."
    told(t_entry(T, code), named, "The code changes the library: `p.ceil`.")


def test_switches_of_torch_may_be_set_and_its_functions_may_not(told: Told) -> None:
    told(t_entry(f"torch.backends.cudnn.benchmark = True\n{T}", T))
    told(
        t_entry(f"▸torch.backends.cudnn.is_available = x.t\n▸torch.pi = 3\n{T}", T),
        "The code changes the library: `torch.backends.cudnn.is_available`.",
        "The code changes the library: `torch.pi`.",
    )


CHANGED = "The code changes the library: `paddle.abs`."
EXAMPLE = """
  - inputs: {x: "float32[2, 3]", m: {module: "▸exec('1')"}}
    torch: result = m(torch.abs(x))
    paddle: result = m(paddle.abs(x))
"""
DEPARTS = """cases:
  - when: input.dtype == int8
    departs: raises
    code: |
      ▸paddle.abs = paddle.ceil
      paddle.abs(input)
    example:
      inputs: {x: {tensor: [1, 2], dtype: int8}}
      torch: |
        ▸torch.abs = torch.ceil
        result = torch.abs(x)
"""


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        (abs_entry(examples=EXAMPLE), ["`exec` runs what nobody reads."]),
        (
            abs_entry(
                examples=EXAMPLE.replace('"▸', '{torch: ReLU(), paddle: "▸').replace(')"', ')"}')
            ),
            ["`exec` runs what nobody reads."],
        ),
        (
            abs_entry(more="cases:\n  - code: |\n      ▸paddle.abs = input\n      input\n"),
            [CHANGED],
        ),
        (abs_entry(more=DEPARTS), [CHANGED, CHANGED.replace("paddle", "torch")]),
        (
            abs_entry(more='cases: [{code: {en: "▸eval(1)"}}]\n'),
            ["`eval` runs what nobody reads."],
        ),
        (
            abs_entry(rows="\n  - {torch: input, paddle: x, value: ▸input.__class__}\n"),
            ["`__class__` reaches into Python's machinery."],
        ),
        (
            abs_entry(examples=ABS_EXAMPLE + "    compare: {random: ▸eval('1')}\n"),
            ["`eval` runs what nobody reads."],
        ),
    ],
)
def test_all_code_of_an_entry_is_looked_at(told: Told, text: str, messages: list[str]) -> None:
    told(text, *messages)


def test_checks_of_gotchas_and_shared_cases(told: Told) -> None:
    gotcha = (
        "id: changed\n"
        'title: {en: "Changed.", zh: "变了。"}\n'
        "topic: tensors\n"
        'text: {en: "Changed.", zh: "变了。"}\n'
        "checks:\n"
        '  - inputs: {x: "float32[2]"}\n'
        "    torch: result = x\n"
        "    paddle: ▸paddle.abs = x\n"
    )
    told(gotcha, CHANGED, path="mappings/gotchas/changed.yaml")
    shared = DEPARTS.replace("cases:", "bytes:")
    told(shared, CHANGED, CHANGED.replace("paddle", "torch"), path="mappings/cases.yaml")
