"""Limits: what their conditions ask of values, what is no condition, and how they are told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mapping_model.building import build_cases, build_entry
from mapping_model.entry import Example, Limit
from mapping_model.inputs import DTYPES
from mapping_model.language.parsing import ExpressionError, names_asked, parse_condition
from mapping_model.language.pieces import fault
from mapping_model.language.values import WORDS, Dtype, Tensor
from mapping_model.limits.examples import is_told_elsewhere
from mapping_model.limits.sentences import limit_remark
from mapping_model.limits.sharing import Placed, placed_limits
from mapping_model.limits.values import covers
from mapping_model.outcomes import Departure
from mapping_model.processors import Feature
from mapping_model.shape import load_schema

EXAMPLE = Example("result = torch.abs(x)", "")


def tensor(values: Any, dtype: str = "float32") -> Tensor:
    return Tensor(np.array(values, dtype if dtype != "bfloat16" else "float32"), dtype)


NAN, INF = float("nan"), float("inf")
X = tensor([[1.0, 2.0], [3.0, 3.0]])
CALLS = [
    ("input.dtype in (int8, bfloat16)", {"input": tensor([1.5], "bfloat16")}, True),
    ("input.dtype in (int8, bfloat16)", {"input": X}, False),
    ("input.dtype == bool", {"input": tensor([True], "bool")}, True),
    ("dtype == float64", {"dtype": Dtype("float64")}, True),
    ("input.ndim == 0", {"input": tensor(1.0)}, True),
    ("input.size == 0 and input.ndim == 2", {"input": tensor([[], []])}, True),
    ("input.shape[1] == 2", {"input": X}, True),
    ("input.shape[5] == 2", {"input": X}, None),
    ("input.ndim == 2 and input.shape[1] == 2", {"input": tensor([1.0])}, False),
    ("some(isnan(input))", {"input": tensor([1.0, NAN])}, True),
    ("some(isnan(input))", {"input": tensor([], "float32")}, False),
    ("some(isinf(input))", {"input": tensor([-INF])}, True),
    ("some(isinf(input))", {"input": tensor([1], "int64")}, False),
    ("some(input < 0 and input > -2)", {"input": tensor([-3, 1])}, False),
    ("some(not isnan(input))", {"input": tensor([NAN, 1.0])}, True),
    ("some(abs(input) == 3)", {"input": tensor([-3, 1], "int64")}, True),
    ("ties(input)", {"input": tensor([1.0, 2.0, 1.0])}, True),
    ("ties(input, dim)", {"input": X, "dim": 0}, False),
    ("tied_largest(input, dim)", {"input": X, "dim": 1}, True),
    ("tied_largest(input, dim)", {"input": X, "dim": 0}, False),
    ("tied_smallest(input)", {"input": X}, False),
    ("tied_largest(abs(input - 2))", {"input": X}, True),
    ("constant(input, 1)", {"input": X}, True),
    ("constant(input, 0)", {"input": X}, False),
    ("constant(input, (0, 1))", {"input": X}, False),
    ("constant(input, dim)", {"input": tensor([[[1, 1]], [[1, 1]]]), "dim": [0, -1]}, True),
    ("some(input.imag != 0)", {"input": tensor([1 + 1j], "complex64")}, True),
    ("some(input.imag != 0)", {"input": X}, False),
    ("constant(input)", {"input": tensor([2.0, 2.0])}, True),
    ("constant(input)", {"input": tensor([2.0])}, False),
    ("changed(result)", {"result": True}, True),
    ("changed(result)", {}, None),
    ("floating(input) and integral(index)", {"input": X, "index": tensor([1], "int64")}, True),
    ("complex(input)", {"input": tensor([1j], "complex64")}, True),
    ("not contiguous(input)", {"input": Tensor(np.ones((2, 3)).T, "float64", False)}, True),
    ("input.requires_grad", {"input": X}, False),
    ("input.requires_grad", {"input": Tensor(np.ones(2), "float32", requires_grad=True)}, True),
    ("min is None or other is None", {"min": 0}, True),
    ("min > max", {"min": 3, "max": 1}, True),
    ("given(min) and given(max)", {"min": 0}, False),
    ("min > max", {"min": 3}, None),
    ("missing == 1", {}, None),
    ("missing == 1 and min == 0", {"min": 1}, False),
    ("missing == 1 or min == 1", {"min": 1}, True),
    ("isa(min, tensor)", {"min": X}, True),
    ("isa(min, int)", {"min": True}, False),
    ("isa(min, number)", {"min": True}, True),
    ("input.dtype != other.dtype", {"input": X, "other": tensor([1], "int64")}, True),
    ("some(t.dtype != tensors[0].dtype for t in tensors)", {"tensors": [X, tensor([1.0])]}, False),
    ("some(t.ndim == 1 for t in tensors)", {"tensors": [X, tensor([1.0])]}, True),
    ("reduction == 'mean' and ignore_index < 0", {"ignore_index": -1}, True),
    (
        "input.ndim - 2 > len(padding)",
        {"input": tensor([[[[1]]]]), "padding": [1]},
        True,
    ),
]


@pytest.mark.parametrize(("condition", "arguments", "expected"), CALLS)
def test_what_a_condition_asks_of_a_call(
    condition: str, arguments: dict[str, Any], expected: bool | None
) -> None:
    limit = Limit(condition, Departure.DIFFERS, EXAMPLE)
    defaults = {"reduction": "mean", "other": None}
    assert covers(limit, arguments, defaults) is expected


WRONG = [
    ("input.dtpe == int8", "A condition cannot ask for `.dtpe`. Did you mean `dtype`?"),
    ("sme(isnan(input))", "Conditions have no `sme`. Did you mean `some`?"),
    ("some(input, other)", "`some` takes 1."),
    ("inptu.ndim == 0", "The call has no `inptu`. Did you mean `input`?"),
    ("input.dtype == flot16", "The call has no `flot16`. Did you mean `float16`?"),
    ("1 == 1", "The condition asks nothing of a call."),
    ("input.ndim ==", "`input.ndim ==` is no expression of Python."),
    ("(lambda: input)()", "Conditions have no `lambda: input`."),
    ("some(lambda: input)", "`lambda: input` is not part of conditions"),
    ("1 in size[:2]", "`size[:2]` is a slice, which conditions have not"),
    ("size[1:2, 0] == 1", "`size[1:2, 0]` is a slice, which conditions have not"),
    ("input.numpy()", "Conditions have no `input.numpy`."),
    ("isa(input, tensr)", "`isa` asks for a kind: "),
]


@pytest.mark.parametrize(("condition", "message"), WRONG)
def test_what_is_no_condition(condition: str, message: str) -> None:
    found = fault(condition, {"input", "other"})
    assert found is not None
    assert found[0].startswith(message)


@pytest.mark.parametrize(
    ("condition", "told"),
    [("input.ndim == 0", True), ("input.ndim == 1", False), ("input =\n0", False)],
)
def test_another_limit_with_the_condition_is_for_other_releases(condition: str, told: bool) -> None:
    before = Limit("input.ndim == 0 and dim == 0", Departure.DIFFERS, EXAMPLE, until="3.1")
    later = Limit(condition, Departure.REFUSED, EXAMPLE, since="3.2")
    places = [Placed(before, 0, 0), Placed(later, 0, 1)]
    assert is_told_elsewhere(before, places, "3.2.2") is told


def test_names_are_those_of_the_call() -> None:
    condition = "isa(min, tensor) and some(t.dtype == int8 for t in tensors) and given(x)"
    assert sorted(names_asked(condition)) == ["min", "tensors", "x"]
    with pytest.raises(ExpressionError):
        parse_condition("some(t for t in x if t)")


SENTENCES = [
    (
        Limit("input.ndim == 0", Departure.REFUSED, EXAMPLE),
        "Where `input` has no dimensions, Paddle raises an error.",
        "当 `input` 为 0 维时，Paddle 报错。",
    ),
    (
        Limit("input.dtype in (int8, uint8)", Departure.REFUSED, EXAMPLE, cpu=True, until="3.1"),
        "Where `input` is of dtype int8 or uint8, Paddle raises an error "
        "(on the CPU, up to Paddle 3.1).",
        "当 `input` 的数据类型为 int8 或 uint8 时，Paddle 报错（CPU，Paddle 3.1 及之前的版本）。",
    ),
    (
        Limit("tied_largest(input, dim)", Departure.GRADIENT, EXAMPLE, since="3.0"),
        "Where several elements of `input` are largest along `dim`, the gradient differs without "
        "an error (from Paddle 3.0 on).",
        "当 `input` 沿 `dim` 有多个最大元素时，梯度不同且不报错（自 Paddle 3.0 起）。",
    ),
    (
        Limit("some(isinf(x)) and (min is None or max is None)", Departure.DIFFERS, EXAMPLE),
        "Where `x` holds infinities, and `min` or `max` is `None`, the result differs without an "
        "error.",
        "当 `x` 含无穷大，且 `min` 或 `max` 为 `None` 时，结果不同且不报错。",
    ),
    (
        Limit("not some(x < 0)", Departure.ACCEPTED, EXAMPLE, since="2.6", until="2.6"),
        "Where `x` holds no elements below `0`, PyTorch raises an error and Paddle does not "
        "(on Paddle 2.6).",
        "当 `x` 不含小于 `0` 的元素时，PyTorch 报错而 Paddle 不报错（在 Paddle 2.6 上）。",
    ),
    (
        Limit("changed(result) and constant(abs(x - y), 1)", Departure.DIFFERS, EXAMPLE),
        "Where `result` is changed in place afterwards and all elements of `abs(x - y)` are equal "
        "along `1`, the result differs without an error.",
        "当之后原地修改 `result` 且 `abs(x - y)` 沿 `1` 的元素全部相等时，结果不同且不报错。",
    ),
    (
        Limit("x.dtype != y.dtype", Departure.CRASHES, EXAMPLE, since="3.0", until="3.1"),
        "Where the dtypes of `x` and `y` differ, Paddle ends the process (on Paddle 3.0 to 3.1).",
        "当 `x` 与 `y` 的数据类型不同时，Paddle 会使进程终止（在 Paddle 3.0 至 3.1 上）。",
    ),
    (
        Limit("x.requires_grad != y.requires_grad", Departure.GRADIENT, EXAMPLE),
        "Where `x` needs a gradient and `y` none, or the other way round, the gradient differs "
        "without an error.",
        "当 `x` 与 `y` 中只有一个需要梯度时，梯度不同且不报错。",
    ),
    (
        Limit("input.size == 0", Departure.GRADIENT, EXAMPLE, until="3.0", sometimes=True),
        "Where `input` is empty, the gradient may differ without an error (up to Paddle 3.0).",
        "当 `input` 为空时，梯度可能不同且不报错（Paddle 3.0 及之前的版本）。",
    ),
    (
        Limit("y.requires_grad and not x.requires_grad", Departure.GRADIENT, EXAMPLE),
        "Where `y` needs a gradient and `x` needs no gradient, the gradient differs without an "
        "error.",
        "当 `y` 需要梯度且 `x` 不需要梯度时，梯度不同且不报错。",
    ),
    (
        Limit(
            "isa(i, tensor) and integral(i) and i.ndim > 0 and x.ndim > 0 and i.dtype != uint8 "
            "and (some(i >= x.shape[0]) or some(i < 0))",
            Departure.ACCEPTED,
            EXAMPLE,
        ),
        "Where `i` is an integer tensor and not of dtype uint8, `i` and `x` have dimensions, and "
        "`i` holds elements of at least `x.shape[0]` or below `0`, PyTorch raises an error and "
        "Paddle does not.",
        "当 `i` 为整数 Tensor 且数据类型不为 uint8，`i` 与 `x` 均不为 0 维，"
        "且 `i` 含不小于 `x.shape[0]` 的元素或小于 `0` 的元素时，PyTorch 报错而 Paddle 不报错。",
    ),
    (
        Limit("some(isa(one, tensor) or one is None for one in i)", Departure.REFUSED, EXAMPLE),
        "Where an item of `i` is a tensor or is `None`, Paddle raises an error.",
        "当 `i` 中有元素为 Tensor 或 `None` 时，Paddle 报错。",
    ),
    (
        Limit(
            "not (floating(x) and floating(y)) and not complex(x) and not complex(y)",
            Departure.REFUSED,
            EXAMPLE,
        ),
        "Where `x` or `y` is not a floating-point tensor, and neither `x` nor `y` is a complex "
        "tensor, Paddle raises an error.",
        "当 `x` 或 `y` 不为浮点 Tensor，且 `x` 与 `y` 均不为复数 Tensor 时，Paddle 报错。",
    ),
    (
        Limit(
            "floating(x) and (x.dtype == float16 and some(x > 1) or y is None and not n)",
            Departure.REFUSED,
            EXAMPLE,
        ),
        "Where `x` is a floating-point tensor, and either `x` is of dtype float16 and holds "
        "elements above `1`, or `y` is `None` and `n` is false, Paddle raises an error.",
        "当 `x` 为浮点 Tensor，且（`x` 的数据类型为 float16 且含大于 `1` 的元素，"
        "或 `y` 为 `None` 且 `n` 为假）时，Paddle 报错。",
    ),
    (
        Limit("given(out) and not contiguous(out)", Departure.DIFFERS, EXAMPLE),
        "Where `out` is passed and not contiguous in memory, the result differs without an error.",
        "当传入 `out` 且其在内存中不连续时，结果不同且不报错。",
    ),
    (
        Limit("training and n < 2", Departure.DIFFERS, EXAMPLE),
        "Where the layer is in training and `n < 2`, the result differs without an error.",
        "当该层处于训练模式且 `n < 2` 时，结果不同且不报错。",
    ),
    (
        Limit("x.ndim == 0", Departure.REFUSED, EXAMPLE, cpu=True, processor=Feature.AVX512),
        "Where `x` has no dimensions, Paddle raises an error "
        "(on the CPU, on processors with AVX-512).",
        "当 `x` 为 0 维时，Paddle 报错（CPU，在支持 AVX-512 的处理器上）。",
    ),
    (
        Limit("True", Departure.DIFFERS, EXAMPLE, processor=Feature.NO_AVX512),
        "The result differs without an error (on processors without AVX-512).",
        "结果不同且不报错（在不支持 AVX-512 的处理器上）。",
    ),
]


def test_what_is_so_of_all_calls_is_a_matter_of_processors() -> None:
    assert fault("True", {"x"}, processor=True) is None
    assert fault("True", {"x"}) is not None
    assert fault("1 == 1", {"x"}, processor=True) is not None


@pytest.mark.parametrize(("limit", "english", "chinese"), SENTENCES)
def test_a_limit_is_told_in_both_languages(limit: Limit, english: str, chinese: str) -> None:
    told = limit_remark(limit)
    assert (told.en, told.zh) == (english, chinese)


def test_shared_limits_are_those_of_a_function_and_of_its_method() -> None:
    shared = build_cases(
        {
            "empty": [
                {
                    "when": "input.size == 0 and k > 1",
                    "departs": "raises",
                    "code": "paddle.abs(input)",
                    "example": {"torch": "result = API(x, k=2).sum()\n"},
                }
            ]
        }
    )
    entries = [
        build_entry({"torch": name, "category": "same-params", "cases": ["empty", "unknown"]})
        # The last is no name of Python: a fault of the entry, told elsewhere.
        for name in ("torch.topk", "torch.Tensor.topk", "torch.in")
    ]
    found = [placed.limit for entry in entries for placed in placed_limits(entry, shared)]
    assert [(one.when, one.instead, one.example.torch) for one in found] == [
        ("input.size == 0 and k > 1", "paddle.abs(input)", "result = torch.topk(x, k=2).sum()\n"),
        ("self.size == 0 and k > 1", "paddle.abs(self)", "result = x.topk(k=2).sum()\n"),
        ("input.size == 0 and k > 1", "paddle.abs(input)", "result = torch.in(x, k=2).sum()\n"),
    ]


def test_shared_code_calls_the_target_and_a_parameter_that_is_not_there_has_no_limit() -> None:
    example = {"torch": "result = API(x)\n"}
    code = "API(input.astype('float32'), **rest)"
    cases = [
        {"when": "input.dtype == bool", "departs": "raises", "code": code, "example": example},
        {"when": "given(out)", "departs": "raises", "example": example},
    ]
    shared = build_cases({"floats": cases})
    kinds = [
        {
            "torch": "torch.sin",
            "paddle": "paddle.sin",
            "params": [{"torch": "out", "paddle": "out"}],
        },
        {"torch": "torch.Tensor.sin", "paddle": "paddle.Tensor.sin"},
        {"torch": "torch.Tensor.sin_", "paddle": "paddle.Tensor.sin_"},
        {"torch": "torch.Tensor.erfc", "paddle": "paddle.erfc"},
    ]
    entries = [
        build_entry({"category": "same-params", "cases": ["floats"], **kind}) for kind in kinds
    ]
    found = [[one.limit.instead for one in placed_limits(entry, shared)] for entry in entries]
    assert found == [
        ["paddle.sin(input.astype('float32'), **rest)", None],
        ["self.astype('float32').sin(**rest)"],
        ["paddle.assign(self.astype('float32').sin(**rest), self)"],
        ["paddle.erfc(self.astype('float32'), **rest)"],
    ]


def test_the_schema_and_the_words_have_the_lists_of_the_code() -> None:
    said = load_schema("entry")["$defs"]["case"]["properties"]["departs"]["enum"]
    plain = [word for word in said if not word.startswith("sometimes ")]
    assert [Departure.of(word) for word in plain] == list(Departure)
    assert said == [*plain, *(f"sometimes {word}" for word in plain)]
    assert not set(DTYPES) & WORDS.keys()
