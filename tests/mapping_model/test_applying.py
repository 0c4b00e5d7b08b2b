"""Applying mappings: what a program writes for a use of torch.

What is expected was written by hand; that it runs to torch's result is shown by executing it.
"""

from __future__ import annotations

import pytest
from applied_entries import TENSORS, written

from mapping_model.applying.code import rewrite
from mapping_model.building import build_entry
from mapping_model.snapshots import paddle_releases

VALUES = 'paddle.to_tensor({}, dtype="int64")'
EMPTY = 'paddle.empty({}, dtype="int64")'


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # Names, positions, defaults.
        ("torch.clamp(x, 0, 1)", "paddle.clip(x, 0, 1)"),
        ("torch.clamp(x, max=1)", "paddle.clip(x, max=1)"),
        ("torch.clamp(input=x, min=0)", "paddle.clip(x=x, min=0)"),
        ("torch.clamp(x, 0, 1, out=y)", "paddle.clip(x, 0, 1, out=y)"),
        ("torch.gather(x, 1, i)", "paddle.take_along_axis(x, i, 1, broadcast=False)"),
        (
            "torch.gather(x, 1, i, sparse_grad=flag)",
            "paddle.take_along_axis(x, i, 1, broadcast=False)",
        ),
        (
            "torch.gather(x, dim=1, index=i)",
            "paddle.take_along_axis(x, indices=i, axis=1, broadcast=False)",
        ),
        # Expressions: evaluated with torch's default, written unless it is Paddle's.
        ("torch.nn.LSTM(3, 4)", "paddle.nn.LSTM(3, 4, time_major=True)"),
        ("torch.nn.LSTM(3, 4, batch_first=True)", "paddle.nn.LSTM(3, 4)"),
        (
            "torch.nn.LSTM(3, 4, 2, batch_first=b, bidirectional=True)",
            'paddle.nn.LSTM(3, 4, 2, direction="bidirect", time_major=not b)',
        ),
        (
            "torch.nn.LSTM(3, 4, bidirectional=b, batch_first=1)",
            'paddle.nn.LSTM(3, 4, direction="bidirect" if b else "forward")',
        ),
        (
            "torch.optim.Adam(m.parameters(), 0.1, (0.5, 0.9))",
            "paddle.optimizer.Adam(0.1, 0.5, 0.9, parameters=m.parameters())",
        ),
        # Positions are those of what is called.
        (
            "torch.optim.SGD([p], 0.1, 0.9)",
            "paddle.optimizer.Momentum(0.1, momentum=0.9, parameters=[p])",
        ),
        # Members stand under the name of the base class.
        (
            "d = torch.distributions.LogNormal(a, b)\ns = d.stddev",
            "d = paddle.distribution.LogNormal(a, b)\ns = paddle.sqrt(d.variance)",
        ),
        (
            "t = torch.distributions.TanhTransform()\ny = t.log_abs_det_jacobian(x, z)",
            "t = paddle.distribution.TanhTransform()\ny = t.forward_log_det_jacobian(x)",
        ),
        (
            "with open(p, 'rb') as f:\n    y = torch.load(f)",
            "with open(p, 'rb') as f:\n    y = paddle.load(f.name)",
        ),
        # Cases.
        ("torch.clamp(x, y)", "paddle.maximum(x, y)"),
        ("torch.clamp(x, y, w)", "paddle.minimum(paddle.maximum(x, y), w)"),
        ("torch.clamp(x, y, out=w)", "paddle.assign(paddle.maximum(x, y), w)"),
        ("x.size(0)", "x.shape[0]"),
        ("x.size()", "x.shape"),
        ("x.size() == (2, 3)", "x.shape == (2, 3)"),
        # Variants.
        ("x.view(torch.float64)", "x.view(paddle.float64)"),
        ("x.view(3, -1)", "x.reshape([3, -1])"),
        ("x.view((3, -1))", "x.reshape((3, -1))"),
        ("x.view(*s)", "x.reshape(s)"),
        ("x.view(*map(int, s))", "x.reshape([*map(int, s)])"),
        ("x.view(*reversed(s))", "x.reshape([*reversed(s)])"),
        ("x.view(*(n for n in s))", "x.reshape([*(n for n in s)])"),
        ("x.view(s)", "x.reshape([s] if isinstance(s, int) else s)"),
        ("x.view(len(s))", "x.reshape([len(s)])"),
        ("x.view(y.size())", "x.reshape(y.shape)"),
        ("x.view(y.size(0))", "x.reshape([y.shape[0]])"),
        # Which variant, where names leave no other.
        ("torch.max(x, 1)", "paddle.max(x, 1)"),
        ("torch.max(x, dim=s)", "paddle.max(x, axis=s)"),
        ("torch.max(x, y)", "paddle.maximum(x, y)"),
        ("torch.where(x)", "paddle.nonzero(x, as_tuple=True)"),
        # What is a tensor, though the signature does not say so; or may be None.
        ("torch.from_numpy(s).view(3)", "paddle.to_tensor(s).reshape([3])"),
        ("x.grad.view(3)", "x.grad.reshape([3])"),
        # What loops step on is followed as far as they go.
        ("[s.view(3) for s in (x, y)]", "[s.reshape([3]) for s in (x, y)]"),
        ("for s in [x, y]:\n    s.view(3)", "for s in [x, y]:\n    s.reshape([3])"),
        # Of what is not known, members are left where they stay as they are.
        ("f(s).requires_grad_flag, f(s).x.y()", "f(s).requires_grad_flag, f(s).x.y()"),
        ("s.size_of(3)", "s.size_of(3)"),
        ("import x\nx.view(3)", "import x\nx.view(3)"),
        # What variables are is followed through branches, loops and functions.
        (
            "if s:\n    b = x\nelse:\n    b = y\nb.view(3)",
            "if s:\n    b = x\nelse:\n    b = y\nb.reshape([3])",
        ),
        (
            "for _ in s:\n    x.view(3)\n    x = x.view(2)",
            "for _ in s:\n    x.reshape([3])\n    x = x.reshape([2])",
        ),
        (
            "m = torch.nn.Linear(3, 4)\nm(x).view(3)",
            "m = paddle.nn.Linear(3, 4)\nm(x).reshape([3])",
        ),
        (
            "m = torch.nn.Linear(3, 4)\nm.weight.view(3)",
            "m = paddle.nn.Linear(3, 4)\nm.weight.reshape([3])",
        ),
        (
            "import numpy as np\nnp.ones(3).view(3).view(2)",
            "import numpy as np\nnp.ones(3).view(3).view(2)",
        ),
        ("x += 1\nx.view(3)", "x += 1\nx.reshape([3])"),
        (
            "def f(s: torch.Tensor):\n    return s.view(3)",
            "def f(s: paddle.Tensor):\n    return s.reshape([3])",
        ),
        ("x: torch.Tensor = f()\nx.view(3)", "x: paddle.Tensor = f()\nx.reshape([3])"),
        # What is known is worked out, what is not is asked when the code runs.
        ("torch.chunk(x, None)", '"4"'),
        ("torch.chunk(s, None)", 'tuple(s) if isinstance(s, (list, tuple)) else "4"'),
        ("torch.chunk([x, y], None)", "(x, y)"),
        # Named parts of a result.
        ("torch.sort(x, 1).values", "paddle.sort(x, 1)"),
        ("torch.sort(x, 1)[1]", "paddle.argsort(x, 1)"),
        ("v, i = torch.sort(x)", "v, i = (paddle.sort(x), paddle.argsort(x))"),
        ("m = torch.sort(x)\nm.indices", "m = (paddle.sort(x), paddle.argsort(x))\nm[1]"),
        (
            "u = torch.linalg.lu(x).U",
            "lu, pivots = paddle.linalg.lu(x)\nu = paddle.linalg.lu_unpack(lu, pivots)[2]",
        ),
        # Forms.
        ("torch.zeros(2, 3)", "paddle.zeros([2, 3])"),
        ("torch.zeros((2, 3), dtype=torch.float64)", "paddle.zeros((2, 3), dtype=paddle.float64)"),
        ("torch.zeros(2, device='cuda')", "paddle.zeros([2], device='cuda')"),
        ("torch.backends.cudnn.benchmark = f(1)", 'paddle.set_flags({"FLAGS_x": f(1)})'),
        ("y = torch.backends.cudnn.benchmark", 'y = paddle.get_flags("FLAGS_x")'),
        (
            "torch.optim.Adam([{'params': p, 'lr': 0.2}], lr=r)",
            "paddle.optimizer.Adam(learning_rate=r, "
            "parameters=[{'params': p, \"learning_rate\": 0.2 / r}])",
        ),
        (
            "torch.optim.Adam([{'params': p, 'weight_decay': 0.2}], maximize=True)",
            'paddle.optimizer.Adam(-0.001, parameters=[{"params": p, "weight_decay": -0.2}])',
        ),
        # What stood in the code keeps its spelling.
        ("torch.clamp(x, 1e-9, 0x10)", "paddle.clip(x, 1e-9, 0x10)"),
        ('é = "変\u2028\f"; torch.clamp(é, 1e-9)', 'é = "変\u2028\f"; paddle.clip(é, 1e-9)'),
        ('f("""a\n é""", \'b\'\r\n \'c\', 1_0)', 'f("""a\n é""", \'b\'\r\n \'c\', 1_0)'),
        ("y = ('a'  # b\n 'c' % torch.clamp(x, 0))", "y = ('a'  # b\n 'c' % paddle.clip(x, 0))"),
        ("f(\n    'a'\n    'b', torch.clamp(x, 0))", "f(\n    'a'\n    'b', paddle.clip(x, 0))"),
        ('y = ("""a\nb""", torch.clamp(x, 0))', 'y = ("""a\nb""", paddle.clip(x, 0))'),
        ("y = (1 .real, torch.clamp(x, 0))", "y = (1 .real, paddle.clip(x, 0))"),
        ("__constant_0__ = torch.clamp(x, 2)", "__constant_0__ = paddle.clip(x, 2)"),
        ("f('a', f\"{torch.clamp(x, 0)}\")", "f('a', f\"{paddle.clip(x, 0)}\")"),
        # Attributes, results.
        ("x.requires_grad", "not x.stop_gradient"),
        ("x.requires_grad = flag", "x.stop_gradient = not flag"),
        ("x.requires_grad = True", "x.stop_gradient = False"),
        ("torch.nn.MSELoss(size_average=False)", 'paddle.nn.MSELoss(reduction="sum")'),
        ("torch.nn.MSELoss(reduction='none')", "paddle.nn.MSELoss(reduction='none')"),
        (
            "torch.nn.Linear(3, 4, device='cuda', dtype=torch.float64)",
            'paddle.nn.Linear(3, 4).to("gpu").to(dtype=paddle.float64)',
        ),
        (
            "torch.nn.utils.clip_grad_norm_((p for p in w), 1.0, foreach=True)",
            "paddle.nn.utils.clip_grad_norm_([p for p in w], 1.0)",
        ),
        (
            "torch.nn.utils.clip_grad_norm_(w.weight, 1.0)",
            "paddle.nn.utils.clip_grad_norm_(w.weight, 1.0)",
        ),
        (
            "torch.nn.utils.clip_grad_norm_(max_norm=1, parameters=ps)",
            "paddle.nn.utils.clip_grad_norm_(max_norm=1, parameters=list(ps))",
        ),
        (
            "torch.nn.MSELoss(reduce=False)(target=y, input=x)",
            'paddle.nn.MSELoss(reduction="none")(x, y)',
        ),
        (
            "p = torch.nn.Parameter(x)\nq = torch.nn.init.kaiming_normal_(p)",
            "p = paddle.create_parameter(shape=x.shape, dtype=x.dtype)\n"
            "q = paddle.nn.initializer.KaimingNormal(1)(p)",
        ),
        (
            "w = torch.nn.init.kaiming_normal_(layer.weight, a=2)",
            "w = paddle.nn.initializer.KaimingNormal(negative_slope=2)(layer.weight)",
        ),
        (
            "m = torch.nn.Linear(3, 4)\nd = m.state_dict(prefix='a')",
            "m = paddle.nn.Linear(3, 4)\nd = {name: value.detach() for name, value in "
            "m.state_dict(structured_name_prefix='a').items()}",
        ),
        # Code that refuses what PyTorch refuses; a result that nobody asks for is not written.
        (
            "m = torch.nn.Linear(3, 4)\nm.load_state_dict(f(x))",
            "m = paddle.nn.Linear(3, 4)\nmissing, unexpected = m.set_state_dict(f(x))\n"
            'if missing or unexpected:\n    raise RuntimeError("Missing key(s): " + str(missing))',
        ),
        (
            "m = torch.nn.Linear(3, 4)\nr = m.load_state_dict(y, False)",
            "m = paddle.nn.Linear(3, 4)\nr = m.set_state_dict(y)",
        ),
        # Named parts of an attribute, and all of it.
        (
            "x.device.type == 'cuda', x.device",
            '("cuda" if x.place.is_gpu_place() else "cpu") == \'cuda\', x.place',
        ),
        # Any number of arguments.
        ("torch.nn.Sequential(f(), *g)", "paddle.nn.Sequential(f(), *g)"),
        # PyTorch's default, passed.
        (
            "torch.nn.functional.softmax(x, dim=None)",
            "paddle.nn.functional.softmax(x, axis=0 if x.ndim in (0, 1, 3) else 1)",
        ),
        (
            "torch.nn.functional.interpolate(x, 4, align_corners=None)",
            "paddle.nn.functional.interpolate(x, [4] * (x.ndim - 2))",
        ),
        # What only values can tell.
        (
            "torch.nn.functional.interpolate(x, s)",
            "paddle.nn.functional.interpolate(x, [s] * (x.ndim - 2) if isinstance(s, int) else s)",
        ),
        (
            "torch.nn.functional.interpolate(x, [3, 4, 5][1:])",
            "paddle.nn.functional.interpolate(x, [3, 4, 5][1:])",
        ),
        # Lists for iterators.
        (
            "m = torch.nn.Linear(3, 4)\nnext(m.parameters())",
            "m = paddle.nn.Linear(3, 4)\nnext(iter(m.parameters()))",
        ),
        # Of what something unknown has, too: `iter` does no harm.
        ("next(net.parameters())", "next(iter(net.parameters()))"),
        ("next(generator)", "next(generator)"),
        # Code of a composite needs no rows; a default that is not known is left alone.
        ("torch.addcmul(x, y, w, value=2, out=v)", "paddle.assign(x + 2 * y * w, v)"),
        # What code names it deals with; else the form of the row does.
        ("torch.full([2], 1.0, out=y)", "paddle.assign(paddle.full([2], 1.0, y.dtype), y)"),
        (
            "torch.full([2], 1.0, out=y, dtype=d)",
            "paddle.assign(paddle.full([2], 1.0, dtype=d), y)",
        ),
        ("x.to(d)", "x.to(d)"),
        ("x.to('cuda:1', non_blocking=flag)", 'x.to("gpu:1", blocking=not flag)'),
        # What is passed is followed, also through other uses.
        (
            "torch.clamp(x.view(3), torch.zeros(3))",
            "paddle.maximum(x.reshape([3]), paddle.zeros([3]))",
        ),
        ("from torch import clamp\nclamp(x, 0)", "import paddle\npaddle.clip(x, 0)"),
    ],
)
def test_code_for_paddle(code: str, expected: str) -> None:
    found = written(code)
    assert found.undone == ()
    assert found.code == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("torch.zeros(2, device='cuda:1')", 'paddle.zeros([2]).to("gpu:1")'),
        ("torch.zeros(2, device=d)", "paddle.zeros([2]).to(d)"),
        ("torch.zeros(2, device=None, requires_grad=False)", "paddle.zeros([2])"),
        (
            "y = torch.zeros(2, requires_grad=True)",
            "x_2 = paddle.zeros([2])\nx_2.stop_gradient = False\ny = x_2",
        ),
        # Shapes were lists.
        ("x.size() == (2, 3)", "tuple(x.shape) == (2, 3)"),
        ("(2, *s) != x.size()[1:]", "(2, *s) != tuple(x.shape[1:])"),
        ("x.size()[:-1] + (4,)", "tuple(x.shape[:-1]) + (4,)"),
        ("x.size() == y.size(), [2] == (2,)", "x.shape == y.shape, [2] == (2,)"),
        # Without a form, what is torch's default may be left out.
        ("torch.sort(x, stable=False).values", "paddle.sort(x)"),
    ],
)
def test_code_for_a_release_that_lacks_parameters(code: str, expected: str) -> None:
    found = written(code, "2.6.2")
    assert found.undone == ()
    assert found.code == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import paddle\nimport torch\nx", "import paddle\nx"),
        ("import torch\nimport torch.nn as nn\nx", "import paddle\nx"),
        # What is left to a person is still imported.
        (
            "import torch.nn as nn\nfrom torch import clamp, foo\nnn.Foo(x)\nclamp(x, 0)",
            "import paddle\nimport torch.nn as nn\nnn.Foo(x)\npaddle.clip(x, 0)",
        ),
        ("import torch, os\nx", "import paddle\nimport os\nx"),
        ("def f():\n    import torch", "def f():\n    import paddle"),
    ],
)
def test_imports_are_those_of_what_is_written(code: str, expected: str) -> None:
    assert written(code).code == expected


def test_what_classes_define_is_their_own() -> None:
    code = (
        "class Net(torch.nn.Module):\n    def state_dict(self):\n        return 1\n\n"
        "    def f(self, x):\n        self.grad = self.state_dict()\n        return self.view(2)"
    )
    assert written(code).undone[1:] == ()


def test_what_is_left_in_an_argument_that_is_dropped_does_not_matter() -> None:
    found = written("torch.gather(x, 1, i, sparse_grad=torch.std(x))")
    assert found.undone == ()
    assert found.code == "paddle.take_along_axis(x, i, 1, broadcast=False)"


def test_no_statement_is_left_of_what_is_not_written() -> None:
    assert written("y = torch.std(torch.sort(load()))").code == "y = torch.std(torch.sort(load()))"


def test_nothing_is_evaluated_twice() -> None:
    found = written("v, i = torch.sort(load())")
    assert found.code == "input = load()\nv, i = (paddle.sort(input), paddle.argsort(input))"
    found = written("torch.nn.LSTM(3, 4, bias=False)")
    assert found.code.count("ParamAttr") == 1


def test_names_in_loops_are_free() -> None:
    found = written("p = 1\ny = torch.nn.utils.parameters_to_vector([f(p)])")
    assert found.code == "p = 1\ny = paddle.concat([p_2.flatten() for p_2 in [f(p)]])"


def test_parameters_of_functions_are_free() -> None:
    found = written("x = 1\ny = torch.nn.LeakyReLU(f(x), True)")
    assert found.code == (
        "x = 1\nnegative_slope = f(x)\nlayer = paddle.nn.LeakyReLU(negative_slope)\n"
        "layer.forward = lambda x_2: paddle.nn.functional.leaky_relu_(x_2, negative_slope)\n"
        "y = layer"
    )


def test_names_are_taken_once() -> None:
    found = written("y = torch.nn.utils.parameters_to_vector(f(1))")
    assert found.code == "y = paddle.concat([p.flatten() for p in f(1)])"
    code = (
        "y = torch.nn.functional.interpolate(f(1), s)\nz = torch.nn.functional.interpolate(f(2), s)"
    )
    assert written(code).code.splitlines()[::2] == ["input = f(1)", "input_2 = f(2)"]


def test_a_case_takes_up_all_arguments() -> None:
    found = written("torch.nn.LSTM(3, 4, 2, bias=False, batch_first=True, dropout=0.5)")
    assert found.code.splitlines()[-1] == (
        "paddle.nn.LSTM(3, 4, bias_ih_attr=zero, bias_hh_attr=zero, num_layers=2, dropout=0.5)"
    )


def test_new_names_are_free() -> None:
    found = written("zero = 1\nresult = torch.nn.LSTM(3, zero, bias=False)")
    assert "zero_2 = paddle.ParamAttr" in found.code


def test_what_cannot_be_told_is_assumed_not_to_hold() -> None:
    found = written("torch.clamp(x, low)")
    assert found.code == "paddle.clip(x, low)"
    assert found.assumed == ("isa(min, tensor) and max is None",)


# As PyTorch takes them.
@pytest.mark.parametrize(
    ("passed", "expected"),
    [
        ("[2, 3]", VALUES.format("[2, 3]")),
        ("(2, 3)", VALUES.format("(2, 3)")),
        ("[0] * n", VALUES.format("[0] * n")),
        ("[f(n) for n in s] + [1]", VALUES.format("[f(n) for n in s] + [1]")),
        ("list(x.shape)", VALUES.format("list(x.shape)")),
        ("np.ones(3)", VALUES.format("np.ones(3)")),
        ("x.size()", EMPTY.format("x.shape")),
        ("x.shape[1:]", EMPTY.format("x.shape[1:]")),
        ("x.shape * 2", EMPTY.format("x.shape * 2")),
        ("x.shape + (3,)", EMPTY.format("x.shape + (3,)")),
        ("(3,) + x.shape", EMPTY.format("(3,) + x.shape")),
        ("*x.shape", EMPTY.format("x.shape")),
        ("torch.Size([2, 3])", EMPTY.format("paddle.Size([2, 3])")),
        ("size=x.shape", EMPTY.format("x.shape").replace("(", "(shape=")),
        ("2, 3", EMPTY.format("[2, 3]")),
        ("n, m", EMPTY.format("[n, m]")),
        ("x.size(0) * 2", EMPTY.format("[x.shape[0] * 2]")),
        ("x.shape[0]", EMPTY.format("[x.shape[0]]")),
    ],
)
def test_a_shape_is_told_from_values(passed: str, expected: str) -> None:
    found = written(f"import numpy as np\ntorch.LongTensor({passed})")
    assert found.undone == found.assumed == ()
    assert found.code == f"import numpy as np\n{expected}"


@pytest.mark.parametrize("code", ["getattr(torch, name)", "f(torch)", "print(getattr(torch, n).a)"])
def test_the_library_itself_is_left_and_told(code: str) -> None:
    found = written(code)
    assert [one.api for one in found.undone] == ["torch"]
    assert found.code == code


@pytest.mark.parametrize(
    ("said", "code", "expected"),
    [
        ("torch.nn.Module", "m.parameters(recurse=a)", "m.parameters(include_sublayers=a)"),
        ("torch.nn.Linear", "m.parameters(recurse=a)", "m.parameters(include_sublayers=a)"),
        ("object", "m.parameters(recurse=a)", "m.parameters(recurse=a)"),
    ],
)
def test_what_annotations_say_of_other_classes(said: str, code: str, expected: str) -> None:
    found = written(f"def f(m: {said}, a):\n    return {code}")
    assert found.code.endswith(f"return {expected}")


def test_what_annotations_call_a_shape_is_one() -> None:
    found = written("def f(s: torch.Size):\n    return torch.LongTensor(s)")
    assert found.code.endswith(f"return {EMPTY.format('s')}")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x.repeat(2, n)", "x.tile(2, n)"),
        ("x.repeat(*n)", "x.tile(*n)"),
        ("x.repeat(repeats=n)", "x.tile(repeats=n)"),
    ],
)
def test_any_number_of_arguments_is_passed_on_as_it_stands(code: str, expected: str) -> None:
    name = "torch.Tensor.repeat"
    case = {"code": "self.tile(**same)"}
    data = {"torch": name, "category": "composite", "cases": [case], "examples": []}
    entries = {name: build_entry(data)}
    assert rewrite(code, entries.get, paddle_releases()["3.3.1"], TENSORS).code == expected
