"""What the converter knows of names: tensors for certain, likely, possibly, or something else."""

from __future__ import annotations

import pytest
from test_layout import IMPORTS, NEWEST, SHELF

from convert_torch.converting import convert
from convert_torch.finding import Kind

LAYER = "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        "
FORWARD = "\n    def forward(self, x):\n        "


def level(code: str) -> str:
    """How sure the converter is that `….type(n)`, which Paddle has otherwise, is of a tensor."""
    found = convert(f"{IMPORTS}{code}", SHELF, NEWEST)
    rows = [n for n, line in enumerate(f"{IMPORTS}{code}".splitlines(), 1) if ".type(n)" in line]
    assert len(rows) == 1
    kinds = {one.kind for one in found.findings if one.line == rows[0]}
    if ".type(n)" not in found.code:
        return "likely" if Kind.LIKELY in kinds else "certain"
    return "possible" if Kind.POSSIBLE in kinds else "nothing"


@pytest.mark.parametrize(
    "said",
    [
        *("torch.Tensor", "'torch.Tensor'", "'Tensor'", "Optional[torch.Tensor]"),
        *("torch.Tensor | None", "None | torch.Tensor", "'Tensor | None'", "'Optional[Tensor]'"),
        *("torch.LongTensor", "'torch.LongTensor'"),
    ],
)
def test_annotations_are_believed(said: str) -> None:
    assert level(f"def f(x: {said}):\n    return x.type(n)") == "certain"


@pytest.mark.parametrize("said", ["int", "'Config'", "Optional[Config]"])
def test_annotations_of_something_else_make_no_tensor(said: str) -> None:
    code = f"def f(x: {said}):\n    x.reshape(3)\n    return x.type(n)"
    assert level(code) in ("possible", "nothing")


@pytest.mark.parametrize(
    "code",
    [
        "def f():\n    return torch.rand(3)\nf().type(n)",
        "def f(y: torch.Tensor):\n    a, b = y.chunk(2)\n    return a.type(n)",
        "def f(y: torch.Tensor):\n    a, *_ = y.split(2)\n    return a.type(n)",
        "def f(y: torch.Tensor):\n    return [one.type(n) for one in y.unbind()]",
        "def f(y: torch.Tensor):\n    return y.type(torch.float32).type(n)",
        "def f(ys: list[torch.Tensor]):\n    for y in ys:\n        y.type(n)",
        "def f(m):\n    if isinstance(m, nn.Linear):\n        m.weight.type(n)",
        "def f(m):\n    if isinstance(m, (nn.Linear, nn.Conv2d)) and n:\n        m.weight.type(n)",
        "def f(m):\n    if isinstance(m, torch.Tensor):\n        m.type(n)",
        "def f(m, y: torch.Tensor):\n    return (m @ y).type(n)",
        "nn.Linear(3, 3)(torch.rand(3)).type(n)",
        f"{LAYER}self.a = nn.Linear(3, 3){FORWARD}return self.a(x).type(n)",
        f"{LAYER}self.a = nn.Parameter(torch.rand(3)){FORWARD}return self.a.type(n)",
        f"{LAYER}self.a = nn.Buffer(torch.rand(3)){FORWARD}return self.a.type(n)",
        f"{LAYER}self.register_buffer('a', torch.rand(3)){FORWARD}return self.a.type(n)",
        f"{LAYER}self.a = nn.ModuleList([nn.ReLU()]){FORWARD}return self.a[0](x).type(n)",
        f"{LAYER}self.a = nn.Sequential(nn.ReLU(), nn.Tanh()){FORWARD}return self.a(x).type(n)",
    ],
)
def test_what_is_a_tensor_for_certain(code: str) -> None:
    assert level(code) == "certain"


@pytest.mark.parametrize(
    "code",
    [
        # What has a method that nothing but tensors has, in any code.
        "def f(y):\n    y.masked_fill_(y > 0, 1)\n    return y.type(n)",
        "def f(y):\n    return y.unsqueeze(0).type(n)",
        # What is passed where PyTorch takes a tensor.
        "def f(y):\n    y = g(y)\n    return F.relu(y) + y.type(n)",
        # What has sizes, in a layer or where there are no arrays.
        f"{LAYER}self.a = 1{FORWARD}return x.shape[0] + x.type(n)",
        f"{LAYER}self.a = 1{FORWARD}return x[:, None] + x.type(n)",
        "def f(y):\n    return y.reshape(3) + y.type(n)",
        # A class with `forward` whose base is in another file.
        "from .base import Base\nclass Net(Base):\n    def forward(self, x):\n"
        "        return x.shape[0] + x.type(n)",
        # What comes of something likely is likely.
        "def f(y):\n    z = y.unsqueeze(0)\n    return z.type(n)",
        "def f(y):\n    a, b = y.unbind()\n    return a.type(n)",
        "def f(y):\n    def g():\n        return y.unsqueeze(0)\n    return g().type(n)",
        "def f(y, n):\n    z = torch.rand(3)\n    if n:\n        z = y.unsqueeze(0)\n"
        "    return z.type(n)",
    ],
)
def test_what_is_likely_a_tensor(code: str) -> None:
    assert level(code) == "likely"


@pytest.mark.parametrize(
    "code",
    [
        "def f(y):\n    return y.type(n)",
        # One use that says otherwise is enough.
        "def f(y):\n    y.unsqueeze_(0)\n    y.append(1)\n    return y.type(n)",
        "def f(y):\n    y.unsqueeze_(0)\n    y['a']\n    return y.type(n)",
        "def f(y):\n    y.unsqueeze_(0)\n    y(3)\n    return y.type(n)",
        "def f(y):\n    y.unsqueeze_(0)\n    if isinstance(y, dict):\n        return y.type(n)",
        # Arrays have sizes, too.
        "import numpy as np\ndef f(y):\n    np.sum(y)\n    return y.reshape(3) + y.type(n)",
        # The attribute of some model is no method of a tensor.
        f"{LAYER}self.a = 1{FORWARD}self.b.dim\n        return self.b.type(n)",
    ],
)
def test_what_may_be_a_tensor_is_left_and_told(code: str) -> None:
    assert level(code) == "possible"


@pytest.mark.parametrize(
    ("used", "kept"), [("self.b.clamp_min", True), ("self.b.clamp_min(2)", False)]
)
def test_a_method_that_is_not_called_makes_no_tensor(used: str, kept: bool) -> None:
    code = f"{IMPORTS}{LAYER}self.a = 1{FORWARD}n = {used}\n"
    assert (used in convert(code, SHELF, NEWEST).code) is kept


# Members that torch's classes have, as they are in torch 2.13.
@pytest.mark.parametrize(
    ("line", "api"),
    [
        ("torch.distributions.ExpTransform().inv", "torch.distributions.Transform.inv"),
        ("torch.distributions.Normal(0, 1).loc", "torch.distributions.Normal.loc"),
        ("torch.nn.LSTM(3, 3).check_input()", "torch.nn.RNNBase.check_input"),
        ("torch.optim.SGD([]).defaults", "torch.optim.Optimizer.defaults"),
        ("torch.utils.data.DataLoader([]).sampler", "torch.utils.data.DataLoader.sampler"),
        ("torch.rand(3)._version", "torch.Tensor._version"),
    ],
)
def test_members_of_torchs_classes_are_never_passed_over(line: str, api: str) -> None:
    told = convert(f"import torch\nx = {line}\n", SHELF, NEWEST).findings
    assert (Kind.UNDECIDED, api) in {(one.kind, one.api) for one in told}


@pytest.mark.parametrize(
    "code",
    [
        "nn.Linear(3, 3).weight",
        "nn.Sequential(nn.Linear(3, 3)).anything",
        "torch.rand(3).shape.index(3)",
        f"{LAYER}self.anything = 1{FORWARD}return self.anything",
        "class A(nn.Conv2d):\n    def f(self):\n        self.own = 1\n        return self.own",
    ],
)
def test_what_classes_of_the_code_have_is_not_torchs(code: str) -> None:
    told = convert(f"{IMPORTS}{code}\n", SHELF, NEWEST).findings
    assert [one for one in told if "no entry" in one.text.en] == []


def test_self_may_be_a_layer_where_its_base_is_in_another_file() -> None:
    code = f"{IMPORTS}from .base import Base\n\n\nclass Net(Base):\n    def set(self, a):\n"
    code += "        self.register_buffer('a', a, persistent=False)\n"
    kinds = [one.kind for one in convert(code, SHELF, NEWEST).findings]
    assert kinds == [Kind.POSSIBLE]
    assert convert(code.replace("(Base)", "(Exception)"), SHELF, NEWEST).findings == ()


@pytest.mark.parametrize(("annotation", "told"), [("Config", False), ("Other", True)])
def test_objects_of_plain_classes_of_the_file_are_none_of_torch(
    annotation: str, told: bool
) -> None:
    code = (
        "import torch\nfrom dataclasses import dataclass\n"
        "@dataclass\nclass Config:\n    dim: int = 4\n"
        f"def build(cfg: {annotation}):\n    return torch.zeros(3) * cfg.dim\n"
        f"class Net(torch.nn.Module):\n    def __init__(self, cfg: {annotation}):\n"
        "        super().__init__()\n        self.cfg = cfg\n"
        "    def forward(self, x):\n        return x * self.cfg.dim\n"
    )
    found = convert(code, SHELF, NEWEST).findings
    assert ((Kind.POSSIBLE, ".dim") in {(one.kind, one.api) for one in found}) is told


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        ("int", "paddle.rand([cfg.n])"),
        ("tuple", "paddle.rand([cfg.n] if isinstance(cfg.n, int) else cfg.n)"),
    ],
)
def test_numbers_are_what_fields_of_plain_classes_say(kind: str, written: str) -> None:
    code = (
        "import torch\nfrom dataclasses import dataclass\n"
        f"@dataclass\nclass Config:\n    n: {kind} = 4\n"
        "def build(cfg: Config):\n    return torch.rand(cfg.n)\n"
        "class Net(torch.nn.Module):\n    def __init__(self, cfg: Config):\n"
        "        super().__init__()\n        self.cfg = cfg\n"
        "    def forward(self):\n        return torch.rand(self.cfg.n)\n"
    )
    found = convert(code, SHELF, NEWEST).code
    assert f"return {written}" in found
    assert f"return {written.replace('cfg.', 'self.cfg.')}" in found
