"""Examples on the real libraries: right ones are equal, subtly wrong ones are not."""

from __future__ import annotations

import math
from typing import Any

import pytest

from mapping_model.categories import Text
from mapping_model.entry import CannotRun, Compare, Raises
from mapping_model.outcomes import Outcome
from mapping_model.results import Gradient

WHY = Text("Because.", "因为。")
X = {"x": "float32[2, 3]"}
P = {"p": {"parameter": "float32[3]"}}
LINEAR = {"m": {"module": "Linear(3, 2)"}, **X}
INDEX = {"x": "float32[2, 3]", "i": [[0, 1], [1, 0]]}
SGD = "opt = torch.optim.SGD([p], lr=0.1, momentum=0.9)\n"
LOADER = {"x": "float32[5, 2]", "y": "int64[5]"}
Sides = tuple[str, str, dict[str, Any]]

EQUAL: dict[str, Sides] = {
    "gather": (
        "result = torch.gather(x, 1, i)",
        "result = paddle.take_along_axis(x, i, 1, broadcast=False)",
        INDEX,
    ),
    "sort": (
        "result = torch.sort(x)",
        "result = (paddle.sort(x), paddle.argsort(x))",
        X,
    ),
    "in place": ("x.add_(2.0)", "x.add_(paddle.to_tensor(2.0))", X),
    "shape and dtype": ("result = x.shape, x.dtype", "result = x.shape, x.dtype", X),
    "device": ("result = x.device", "result = x.place", X),
    "number": ("result = x.sum().item()", "result = x.sum().item()", X),
    "zero-dimensional": ("result = x.sum()", "result = x.sum()", X),
    "empty": ("result = x[:0]", "result = x[:0]", X),
    "NaN and infinity": (
        "result = x / 0",
        "result = x / 0",
        {"x": {"tensor": [1.0, -1.0, 0.0], "dtype": "float64"}},
    ),
    "bfloat16": ("result = x * 3", "result = x * 3", {"x": "bfloat16[4]"}),
    "float16": ("result = x * 3", "result = x * 3", {"x": "float16[4]"}),
    "complex": ("result = x * x", "result = x * x", {"x": "complex64[4]"}),
    "numpy": ("result = x.numpy()", "result = x.numpy()", X),
    "sparse": (
        "result = torch.sparse_coo_tensor(i, [1.0, 2.0], (2, 2))",
        "result = paddle.sparse.sparse_coo_tensor(i, [1.0, 2.0], (2, 2))",
        {"i": [[0, 1], [1, 0]]},
    ),
    "linear": ("result = torch.nn.Linear(3, 2)", "result = paddle.nn.Linear(3, 2)", X),
    "lstm": (
        "result = torch.nn.LSTM(3, 4, num_layers=2, bidirectional=True, batch_first=True)",
        "result = paddle.nn.LSTM(3, 4, num_layers=2, direction='bidirect')",
        {"x": "float32[2, 5, 3]"},
    ),
    "attention": (
        "result = torch.nn.MultiheadAttention(4, 2, batch_first=True)(x, x, x)[0].shape",
        "result = paddle.nn.MultiHeadAttention(4, 2)(x, x, x).shape",
        {"x": "float32[2, 5, 4]"},
    ),
    "transformer": (
        "result = torch.nn.Transformer(4, 2, 1, 1, 8, batch_first=True)",
        "result = paddle.nn.Transformer(4, 2, 1, 1, 8)",
        {"x": "float32[2, 5, 4]", "y": "float32[2, 3, 4]"},
    ),
    "dropout": (
        "result = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.Dropout())",
        "result = paddle.nn.Sequential(paddle.nn.Linear(3, 2), paddle.nn.Dropout())",
        X,
    ),
    "batch normalisation": (
        "result = torch.nn.BatchNorm1d(3, momentum=0.1).eval()",
        "result = paddle.nn.BatchNorm1D(3, momentum=0.9).eval()",
        X,
    ),
    "bilinear": (
        "result = torch.nn.Bilinear(3, 4, 5)",
        "result = paddle.nn.Bilinear(3, 4, 5)",
        {**X, "y": "float32[2, 4]"},
    ),
    "sparse embedding": (
        "result = torch.nn.Embedding(5, 3, sparse=True)",
        "result = paddle.nn.Embedding(5, 3, sparse=True)",
        {"i": "int64[4] in 0..5"},
    ),
    "module input": ("result = m(x)", "result = m(x)", LINEAR),
    "list of modules": (
        "result = torch.nn.ModuleList([torch.nn.Linear(2, 3)])",
        "result = paddle.nn.LayerList([paddle.nn.Linear(2, 3)])",
        {},
    ),
    "function": (
        "result = torch.vmap(torch.sum)",
        "result = lambda x: paddle.sum(x, 1)",
        X,
    ),
    "AdamW": (
        "result = torch.optim.AdamW(m.parameters(), lr=0.01)",
        "result = paddle.optimizer.AdamW(0.01, parameters=m.parameters())",
        LINEAR,
    ),
    "LBFGS": (
        "result = torch.optim.LBFGS([p], lr=0.5)",
        "result = paddle.optimizer.LBFGS(0.5, parameters=[p])",
        P,
    ),
    "StepLR": (
        SGD + "result = torch.optim.lr_scheduler.StepLR(opt, 3, 0.5)",
        "result = paddle.optimizer.lr.StepDecay(0.1, 3, 0.5)",
        P,
    ),
    "plateau": (
        SGD + "result = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, patience=3)",
        "result = paddle.optimizer.lr.ReduceOnPlateau(0.1, patience=3)",
        P,
    ),
    "normal distribution": (
        "result = torch.distributions.Normal(x, x * x)",
        "result = paddle.distribution.Normal(x, x * x)",
        X,
    ),
    "loader": (
        "data = torch.utils.data.TensorDataset(x, y)\n"
        "result = torch.utils.data.DataLoader(data, batch_size=2)",
        "data = paddle.io.TensorDataset([x, y])\nresult = paddle.io.DataLoader(data, batch_size=2)",
        LOADER,
    ),
    "data set without iteration": (
        "result = torch.utils.data.Subset(torch.utils.data.TensorDataset(x), [0, 2])",
        "result = paddle.io.Subset(paddle.io.TensorDataset([x]), [0, 2])",
        LOADER,
    ),
    "sampler": (
        "result = torch.utils.data.SequentialSampler(range(4))",
        "result = paddle.io.SequenceSampler(range(4))",
        {},
    ),
    "gradients at hand": (
        "(p * p).sum().backward()\ntorch.nn.utils.clip_grad_value_([p], 0.5)",
        "(p * p).sum().backward()\npaddle.nn.utils.clip_grad_value_([p], 0.5)",
        P,
    ),
    "context": (
        "with torch.no_grad():\n    result = p * 2",
        "with paddle.no_grad():\n    result = p * 2",
        P,
    ),
    "scratch file": (
        "torch.save(x, 'a')\nresult = torch.load('a')",
        "paddle.save(x, 'a')\nresult = paddle.load('a')",
        X,
    ),
}


@pytest.mark.parametrize("case", EQUAL)
def test_equal(case: str, verify) -> None:
    torch, paddle, inputs = EQUAL[case]
    call = ("x",) if case == "function" else None
    result = verify(torch, paddle, inputs, call=call)
    assert (result.outcome, result.detail) == (Outcome.EQUAL, None)


@pytest.mark.parametrize("case", ["gather", "in place", "linear", "lstm", "normal distribution"])
def test_gradients_are_compared(case: str, verify) -> None:
    assert verify(*EQUAL[case]).gradient == "equal"


WRONG: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "argument not changed in place": (
        "x.add_(2.0)",
        "x.add(paddle.to_tensor(2.0))",
        X,
        "input x: 6 of 6 values differ",
    ),
    "a copy changed instead of a view": (
        "y = x[0]\ny.zero_()",
        "y = x[0].clone()\ny.zero_()",
        X,
        "input x: 3 of 6 values differ; first at [0, 0]",
    ),
    "named tuple in another order": (
        "result = torch.sort(x)",
        "result = (paddle.argsort(x), paddle.sort(x))",
        X,
        "result[0]: torch has dtype float32, Paddle int64",
    ),
    "deep inside": (
        "result = {'a': [x, (x, 1)]}",
        "result = {'a': [x, (x * 1.001, 1)]}",
        X,
        "result: a[1][0]: 6 of 6 values differ",
    ),
    "empty": ("result = x[:, :0]", "result = x[:0]", X, "torch has shape [2, 0], Paddle [0, 3]"),
    "zero-dimensional": (
        "result = x.sum()",
        "result = x.sum().reshape([1])",
        X,
        "torch has shape [], Paddle [1]",
    ),
    "conjugate": (
        "result = x.conj()",
        "result = x",
        {"x": "complex64[3]"},
        "result: 3 of 3 values differ",
    ),
    "an integer beyond what floats hold": (
        "result = x + 1",
        "result = (x.astype('float64') + 1).astype('int64')",
        {"x": {"tensor": [9007199254740992], "dtype": "int64"}},
        "1 of 1 values differ",
    ),
    "NaN left out": (
        "result = torch.maximum(x, y)",
        "result = paddle.fmax(x, y)",
        {"x": {"tensor": [1.0, math.nan], "dtype": "float32"}, "y": [2.0, 3.0]},
        "torch nan, Paddle 3",
    ),
    "no result": ("result = x", "y = x", X, "only torch has result"),
    "nothing at all": ("y = x * 2", "y = x * 2", X, "nothing to compare"),
    "gradient cut": (
        "result = x * 2",
        "result = (x * 2).detach()",
        X,
        "gradient of x: Paddle gives none",
    ),
    "wrong gradient": (
        "result = x * 2",
        "result = x.detach() + x",
        X,
        "gradient of x: 6 of 6 values differ",
    ),
    "requires_grad forgotten": (
        "result = torch.ones(2, requires_grad=True)",
        "result = paddle.ones([2])",
        {},
        "torch tracks gradients",
    ),
    "weight not trained": (
        "result = torch.nn.Linear(3, 2)",
        "result = paddle.nn.Linear(3, 2)\nresult.weight.stop_gradient = True",
        X,
        "weights of result, weight: Paddle gives none",
    ),
    "initial weight": (
        "result = torch.nn.PReLU(init=0.3)",
        "result = paddle.nn.PReLU()",
        X,
        "initial weights: weight: 1 of 1 values differ",
    ),
    "wrong layer": (
        "result = torch.nn.Linear(3, 2)",
        "result = paddle.nn.Linear(3, 3)",
        X,
        "the weights do not correspond: only torch has weight [2, 3], bias [2]",
    ),
    "epsilon": (
        "result = torch.nn.LayerNorm(3, eps=1e-3)",
        "result = paddle.nn.LayerNorm(3)",
        X,
        "result: output: 6 of 6 values differ",
    ),
    "momentum": (
        "result = torch.nn.BatchNorm1d(3, momentum=0.1)",
        "result = paddle.nn.BatchNorm1D(3, momentum=0.1)",
        X,
        "running_mean: 3 of 3 values differ",
    ),
    "mode": (
        "result = torch.nn.Linear(3, 2).eval()",
        "result = paddle.nn.Linear(3, 2)",
        X,
        "training: torch gives the Python number False",
    ),
    "mode of an input": ("m.eval()", "m.train()", LINEAR, "module m: training"),
    "weight decay": (
        "result = torch.optim.AdamW([p], lr=0.01)",
        "result = paddle.optimizer.AdamW(0.01, parameters=[p], weight_decay=0.02)",
        P,
        "parameters after 5 steps[0]: 3 of 3 values differ",
    ),
    "beta": (
        "result = torch.optim.Adam([p], lr=0.01, betas=(0.9, 0.99))",
        "result = paddle.optimizer.Adam(0.01, parameters=[p])",
        P,
        "parameters after 5 steps[0]",
    ),
    "a parameter left out": (
        "result = torch.optim.SGD(m.parameters(), lr=0.01)",
        "result = paddle.optimizer.SGD(0.01, parameters=[m.weight])",
        LINEAR,
        "torch gives 2 items, Paddle 1",
    ),
    "learning rate": (
        SGD + "result = torch.optim.lr_scheduler.StepLR(opt, 3, 0.5)",
        "result = paddle.optimizer.lr.StepDecay(0.1, 4, 0.5)",
        P,
        "learning rates: 7 of 13 values differ; first at [3]",
    ),
    "distribution": (
        "result = torch.distributions.Normal(x, x * x)",
        "result = paddle.distribution.Normal(x, x * x + 1)",
        X,
        "log_prob",
    ),
    "batch size": (
        "result = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x), batch_size=2)",
        "result = paddle.io.DataLoader(paddle.io.TensorDataset([x]), batch_size=3)",
        LOADER,
        "torch gives 3 items, Paddle 2",
    ),
    "not clipped": (
        "(p * p).sum().backward()\ntorch.nn.utils.clip_grad_value_([p], 0.5)",
        "(p * p).sum().backward()",
        P,
        "gradient of input p",
    ),
    "something without content": (
        "result = torch.Generator()",
        "result = paddle.framework.core.default_cpu_generator()",
        {},
        "cannot be compared",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong(case: str, verify) -> None:
    torch, paddle, inputs, told = WRONG[case]
    result = verify(torch, paddle, inputs)
    assert not result.as_expected
    assert told in result.detail


RANDOM = Compare(random=True)


@pytest.mark.parametrize(
    ("torch", "paddle", "equal"),
    [
        ("torch.randn(3, 4)", "paddle.randn([3, 4])", True),
        ("torch.randn(3, 4)", "paddle.randn([3, 4]) * 1.2", False),
        ("torch.randn(3, 4)", "paddle.randn([3, 4]) + 0.2", False),
        ("torch.randn(3, 4)", "paddle.randn([4, 3])", False),
        ("torch.randn(3)", "paddle.randn([3], dtype='float64')", False),
        ("torch.rand(3, 4)", "paddle.uniform([3, 4], min=-1.0)", False),
        ("torch.randn(3) * 1j", "paddle.randn([3]) * 1j", True),
        ("torch.randn(3) * 1j", "paddle.randn([3]) * 1.3j", False),
        ("torch.randn(3).sum().item()", "paddle.randn([3]).sum().item()", True),
        ("torch.randperm(5)", "paddle.randperm(5)", True),
        ("torch.randperm(5)", "paddle.arange(5)", False),
        ("torch.randint(0, 5, (4,))", "paddle.randint(0, 6, [4])", False),
        ("torch.nn.Dropout(0.3)", "paddle.nn.Dropout(0.3)", True),
        ("torch.nn.Dropout(0.3)", "paddle.nn.Dropout(0.4)", False),
    ],
)
def test_random(torch: str, paddle: str, equal: bool, verify) -> None:
    inputs = X if "Dropout" in torch else {}
    result = verify(f"result = {torch}", f"result = {paddle}", inputs, compare=RANDOM)
    assert (result.outcome is Outcome.EQUAL) == equal, result.detail


# Standard normal numbers, of which the third has the sign of the first.
SIGNS = "r = paddle.randn([3])\nr[2] = r[2].abs() * r[0].sign()\nresult = r"


@pytest.mark.parametrize(
    ("paddle", "expression", "outcome"),
    [
        ("result = paddle.randn([3])", "x[0] + result", Outcome.EQUAL),
        ("result = paddle.randn([3])", "result.numpy().tolist()", Outcome.EQUAL),
        (SIGNS, "result.max()", Outcome.EQUAL),
        (SIGNS, "(result[0] * result[2]).item() > 0", Outcome.DIFFERS),
        ("result = paddle.randn([3])", "'a text'", Outcome.DIFFERS),
        ("result = paddle.randn([3])", "nothing", Outcome.RAISES),
        ("result = paddle.randn([3])", "result +", Outcome.RAISES),
    ],
)
def test_a_property_of_random_results(
    paddle: str, expression: str, outcome: Outcome, verify
) -> None:
    compare = Compare(random=True, property=expression)
    result = verify("result = torch.randn(3)", paddle, {"x": "float32[3]"}, compare=compare)
    assert (result.outcome, result.as_expected) == (outcome, outcome is Outcome.EQUAL)


def test_random_layers_have_the_same_weights_in_all_draws(verify) -> None:
    layers = "Sequential({0}.nn.Linear(3, 4), {0}.nn.Dropout(0.5))"
    torch, paddle = (f"result = {n}.nn.{layers.format(n)}" for n in ("torch", "paddle"))
    result = verify(torch, paddle, X, compare=RANDOM)
    assert (result.outcome, result.detail) == (Outcome.EQUAL, None)


@pytest.mark.parametrize(
    ("torch", "paddle", "outcome"),
    [
        ("raise ValueError('an a b')", "raise TypeError('b')", Outcome.EQUAL),
        ("raise ValueError('an a b')", "result = 1", Outcome.DIFFERS),
        ("result = 1", "raise TypeError('b')", Outcome.DIFFERS),
        ("result = 1", "result = 1", Outcome.DIFFERS),
        ("raise ValueError('a')", "undefined", Outcome.RAISES),
        ("raise ValueError('a')", "a b", Outcome.RAISES),
        ("raise ValueError('a')", "raise ValueError('a')", Outcome.RAISES),
        ("raise ValueError('b')", "raise TypeError('b')", Outcome.RAISES),
        ("raise ValueError('a')", "result = paddle.nothing", Outcome.MISSING),
        ("raise ValueError('a')", "import os; os._exit(0)", Outcome.RAISES),
    ],
)
def test_both_sides_raise(torch: str, paddle: str, outcome: Outcome, verify) -> None:
    stated = Raises("ValueError: a", "TypeError")
    result = verify(torch, paddle, compare=Compare(raises=stated))
    assert (result.outcome, result.as_expected) == (outcome, outcome is Outcome.EQUAL)


COUNTED = "result = (i for i in range({0}))"
MANY = {
    "a list and its beginning": ("result = [1] * 200", "result = [1] * 101", "200 items, Paddle"),
    "a wrong item far behind": (
        "result = list(range(200))",
        "result = [*range(100), -1, *range(101, 200)]",
        "result[100]: torch gives the Python number 100, Paddle",
    ),
    "generators": (COUNTED.format(1000), COUNTED.format(100), "1000 items, Paddle 100"),
    "a data set": (
        "class Some(torch.utils.data.Dataset):\n"
        "    def __len__(self): return 150\n"
        "    def __getitem__(self, index): return index\n"
        "result = Some()",
        "class Some(paddle.io.Dataset):\n"
        "    def __len__(self): return 120\n"
        "    def __getitem__(self, index): return index\n"
        "result = Some()",
        "150 items, Paddle 120",
    ),
}


@pytest.mark.parametrize("case", MANY)
def test_all_items_are_compared(case: str, verify) -> None:
    torch, paddle, told = MANY[case]
    result = verify(torch, paddle)
    assert (result.outcome, result.as_expected) == (Outcome.DIFFERS, False)
    assert told in result.detail
    assert verify(torch, torch.replace("torch.utils.data", "paddle.io")).outcome is Outcome.EQUAL


NUMPY = "import numpy; result = numpy.array({}, dtype=object)"
SHAPES = [
    (NUMPY.format("[[None, 1], [2, 3]]"), NUMPY.format("[None, 1, 2, 3]")),
    (NUMPY.format("[[None, 1], [2, 3]]"), "result = ['None', '1', '2', '3']"),
    (
        NUMPY.format("[None, numpy.arange(2000)]"),
        NUMPY.format("[None, numpy.where(numpy.arange(2000) == 1000, 7, numpy.arange(2000))]"),
    ),
    ("import numpy; result = numpy.array(['a', 'b'])", "result = [['a', 'b']]"),
]


@pytest.mark.parametrize(("torch", "paddle"), SHAPES)
def test_arrays_of_anything_are_compared_item_by_item(torch: str, paddle: str, verify) -> None:
    assert verify(torch, paddle).outcome is Outcome.DIFFERS
    assert verify(torch, torch).outcome is Outcome.EQUAL


@pytest.mark.parametrize("several", ["iter([{}])", "{{1: {}}}.values()", "(y for y in [{}])"])
def test_gradients_reach_what_iterators_give(several: str, verify) -> None:
    code = f"result = {several.format('x * 2')}"
    other = f"result = {several.format('x.detach() * 2 + x - x.detach()')}"
    assert verify(code, code, X).gradient is Gradient.EQUAL
    assert verify(code, other, X).gradient is Gradient.DIFFERS


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import itertools; result = itertools.count()", "more than 10,000 items"),
        ("result = {i: i for i in range(10_001)}", "more than 10,000 items"),
        ("result = set(range(10_001))", "more than 10,000 items"),
        ("result = 1\nfor _ in range(30): result = [result]", "nested more than 20 deep"),
        ("result = {1: 'a', '1': 'b'}", "keys of a mapping look alike"),
    ],
)
def test_what_is_not_compared_whole_is_refused(code: str, told: str, verify) -> None:
    result = verify(code, code)
    assert (result.outcome, result.as_expected) == (Outcome.RAISES, False)
    assert f"TooLarge: {told}" in result.detail or told in result.detail


def test_random_results_without_numbers_say_nothing(verify) -> None:
    code = "import random; result = 'abc'"
    result = verify(code, code, compare=RANDOM)
    assert not result.as_expected
    assert "nothing to compare" in result.detail


@pytest.mark.parametrize("stated", ["NameError", "Unreadable", "SyntaxError"])
def test_a_broken_example_cannot_be_what_is_stated(stated: str, verify) -> None:
    code = "open('../plain.recording', 'w'); import os; os._exit(86)"
    paddle = {"NameError": "undefined", "SyntaxError": "a b"}.get(stated, code)
    compare = Compare(raises=Raises("ValueError", stated))
    assert not verify("raise ValueError", paddle, compare=compare).as_expected


@pytest.mark.parametrize(
    ("torch", "paddle", "expect", "outcome", "as_expected"),
    [
        ("result = 1", "result = 2", Outcome.DIFFERS, Outcome.DIFFERS, True),
        ("result = 1", "result = 1", Outcome.DIFFERS, Outcome.EQUAL, False),
        ("result = 1", "result = paddle.ones('a')", Outcome.RAISES, Outcome.RAISES, True),
        ("result = 1", "result = paddle.ones('a')", Outcome.DIFFERS, Outcome.RAISES, False),
        ("result = 1", "result = paddle.nothing", Outcome.RAISES, Outcome.RAISES, True),
        ("result = 1", "result = paddle.nothing", Outcome.EQUAL, Outcome.MISSING, False),
        ("result = 1", "result = nothing", Outcome.RAISES, Outcome.RAISES, False),
        ("result = torch.nothing", "result = 1", Outcome.RAISES, Outcome.RAISES, False),
    ],
)
def test_what_a_gotcha_expects(
    torch: str, paddle: str, expect: Outcome, outcome: Outcome, as_expected: bool, verify
) -> None:
    result = verify(torch, paddle, expect=expect)
    assert (result.outcome, result.as_expected) == (outcome, as_expected)


def test_settings_of_an_example(verify) -> None:
    torch, paddle = "result = x * 2", "result = (x * 2.01).detach().astype('float64')"
    loose = Compare(rtol=0.02, why=WHY, dtype_ignore=WHY, gradient_skip=WHY)
    result = verify(torch, paddle, X, compare=loose)
    assert result.outcome is Outcome.EQUAL
    assert (result.gradient, result.gradient_detail) == (Gradient.SKIPPED, "Because.")
    strict = Compare(rtol=1e-9, why=WHY)
    assert verify("result = x", "result = x * (1 + 1e-6)", X, compare=strict).max_diff > 0
    assert verify("result = x", "result = x * (1 + 1e-6)", X).outcome is Outcome.EQUAL


@pytest.mark.parametrize(
    ("torch", "inputs", "told"),
    [
        ("result = x + 1", {"x": [1, 2]}, Gradient.NO_INPUT),
        ("result = x > 1", {"x": [1.0, 2.0]}, Gradient.NO_GRADIENT),
        ("result = x.numpy()", {"x": [1.0]}, Gradient.TORCH_FAILS),
    ],
)
def test_why_there_is_no_gradient(
    torch: str, inputs: dict[str, Any], told: Gradient, verify
) -> None:
    result = verify(torch, torch, inputs)
    assert (result.outcome, result.gradient) == (Outcome.EQUAL, told)
    why = result.gradient_detail or ""
    assert why.startswith("RuntimeError: Can't call numpy()") == (told is Gradient.TORCH_FAILS)


def test_a_target_without_derivative_leaves_the_other_input(verify) -> None:
    inputs = {"x": "float32[4] in 0.1..0.9", "y": "float32[4] in 0.1..0.9"}
    torch = "result = torch.nn.functional.multilabel_soft_margin_loss(x, y) * torch.frexp(y)[1]"
    paddle = (
        "result = paddle.nn.functional.multi_label_soft_margin_loss(x[None], y[None])"
        " * paddle.frexp(y)[1]"
    )
    torch = torch.replace("(x, y)", "(x[None], y[None])")
    assert verify(torch, paddle, inputs, compare=Compare(dtype_ignore=WHY)).outcome is Outcome.EQUAL


def test_values_are_made_anew_for_every_phase(verify) -> None:
    code = "n.append(1)\nresult = x * len(n)"
    result = verify(code, code, {"x": "float32[2]", "n": {"value": [0]}})
    assert (result.outcome, result.gradient) == (Outcome.EQUAL, "equal")
    wrong = code.replace("append", "copy().append")
    assert "input n" in verify(code, wrong, {"x": "float32[2]", "n": {"value": [0]}}).detail


def test_unexecutable_examples_are_not_executed(verify) -> None:
    result = verify("a b", "a b", cannot_run=CannotRun("gpu"))
    assert (result.outcome, result.as_expected) == (Outcome.NOT_EXECUTABLE, True)


def test_inputs_that_mean_nothing_are_told(verify) -> None:
    assert "InputError: expected one of the dtypes" in verify("", "", {"x": "float[2]"}).detail
    result = verify("result = len", "result = len", X, call=("z",))
    assert "InputError: `call` names z" in result.detail
