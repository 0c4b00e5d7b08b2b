"""Which argument goes to which parameter: as Python binds, and as both libraries do besides."""

from __future__ import annotations

import ast
import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapping_model.calls.binding import Binding, Fit, bind
from mapping_model.calls.uses import uses_in
from mapping_model.snapshots import Api, load_snapshot, paddle_snapshot, read_signature
from mapping_model.snapshots import torch_snapshot as torch


def bound(call: str, *parts: str, source: str = "inspect", **aliases: tuple[str, ...]) -> Binding:
    signature = read_signature(parts)
    (use,) = uses_in(call).of("f", member=False)
    return bind(use, signature, Api("f", "function", (signature,), aliases, source))


def given_to(binding: Binding) -> dict[str, str]:
    return {
        name: ", ".join(map(ast.unparse, argument.values))
        for name, argument in binding.arguments.items()
    }


SIGNATURES = (
    ("a", "b", "c = 1"),
    ("a", "/", "b = 1", "*", "c"),
    ("*a", "b = 1"),
    ("a", "*b", "c = 1", "**d"),
    ("a = 1", "/", "b = 1", "**c"),
    (),
)
WORDS = ("a", "b", "c", "z")


@given(
    parts=st.sampled_from(SIGNATURES),
    positional=st.integers(0, 4),
    keywords=st.sets(st.sampled_from(WORDS)),
)
def test_it_binds_as_python_does(
    parts: tuple[str, ...], positional: int, keywords: set[str]
) -> None:
    numbers = itertools.count(100)
    args = [next(numbers) for _ in range(positional)]
    named = {word: next(numbers) for word in sorted(keywords)}
    text = ", ".join([*map(str, args), *(f"{k}={v}" for k, v in named.items())])
    binding = bound(f"f({text})", *parts)
    names: dict[str, Any] = {}
    exec(f"def f({', '.join(parts)}): return locals()", names)
    try:
        expected = names["f"](*args, **named)
    except TypeError:
        assert binding.fit is Fit.IMPOSSIBLE
        assert binding.why
        return
    assert binding.fit is Fit.BOUND
    told = {name.lstrip("*"): value for name, value in given_to(binding).items()}
    rest = {k.arg: ast.unparse(k.value) for k in binding.others}
    for name, value in expected.items():
        if isinstance(value, dict):
            assert rest == {word: str(number) for word, number in value.items()}
        elif value != 1:
            values = value if isinstance(value, tuple) else (value,)
            assert told.get(name, "") == ", ".join(map(str, values))
        else:
            assert name not in told


@pytest.mark.parametrize(
    ("call", "fit", "arguments"),
    [
        ("f(*xs)", Fit.UNKNOWN, {}),
        ("f(1, *xs)", Fit.UNKNOWN, {"a": "1"}),
        ("f(1, *xs, c=2)", Fit.UNKNOWN, {"a": "1", "c": "2"}),
        ("f(1, 2, 3, *xs)", Fit.UNKNOWN, {"a": "1", "b": "2", "c": "3"}),
        ("f(1, **more)", Fit.UNKNOWN, {"a": "1"}),
        ("f(1, *xs, z=2)", Fit.IMPOSSIBLE, {"a": "1"}),
        ("f(1, 2, 3, 4, *xs)", Fit.IMPOSSIBLE, {"a": "1", "b": "2", "c": "3"}),
    ],
)
def test_what_stars_bring_is_unknown(call: str, fit: Fit, arguments: dict[str, str]) -> None:
    binding = bound(call, "a", "b", "c = 1")
    assert (binding.fit, given_to(binding)) == (fit, arguments)


def test_a_star_that_can_only_be_variadic_is_certain() -> None:
    binding = bound("f(1, *xs, 2, b=3)", "a", "*rest", "b")
    assert binding.fit is Fit.BOUND
    assert given_to(binding) == {"a": "1", "*rest": "*xs, 2", "b": "3"}
    assert binding.value("*rest") is None


def test_other_keywords_stand_for_the_parameter() -> None:
    parts = ("x", "axis = None")
    binding = bound("f(input=t, dim=1)", *parts, x=("input",), axis=("dim",))
    assert (binding.fit, given_to(binding)) == (Fit.BOUND, {"x": "t", "axis": "1"})
    assert binding.arguments["axis"].keyword == "dim"
    assert bound("f(t, input=t)", *parts, x=("input",)).why == "`x` is passed twice"
    assert bound("f(t, dims=1)", *parts, axis=("dim",)).why == "it has no parameter `dims`"


def test_c_takes_its_sizes_by_keyword() -> None:
    parts = ("*size", "out = None")
    assert given_to(bound("f(size=[2])", *parts, source="stub")) == {"*size": "[2]"}
    assert bound("f(size=[2])", *parts).fit is Fit.IMPOSSIBLE
    assert bound("f()", *parts, source="stub").fit is Fit.IMPOSSIBLE
    assert bound("f()", *parts).fit is Fit.BOUND


@pytest.mark.parametrize(
    ("library", "api", "call", "arguments"),
    [
        (
            "torch",
            "torch.gather",
            "torch.gather(x, 1, index=i)",
            {"input": "x", "dim": "1", "index": "i"},
        ),
        ("torch", "torch.Tensor.view", "x.view(3, -1)", {"*size": "3, -1"}),
        (
            "torch",
            "torch.Tensor.sum",
            "x.sum(axis=0, keepdims=True)",
            {"dim": "0", "keepdim": "True"},
        ),
        ("torch", "torch.zeros", "torch.zeros(2, 3, dtype=d)", {"*size": "2, 3", "dtype": "d"}),
        ("paddle", "paddle.sum", "paddle.sum(input=x, dim=0)", {"x": "x", "axis": "0"}),
        ("paddle", "paddle.Tensor.reshape", "x.reshape([2, 3])", {"shape": "[2, 3]"}),
    ],
)
def test_real_signatures(library: str, api: str, call: str, arguments: dict[str, str]) -> None:
    snapshot = torch() if library == "torch" else paddle_snapshot()
    real = snapshot.get(api)
    assert real is not None
    (use,) = uses_in(call).of(api, member=real.kind == "method")
    bindings = [bind(use, signature, real) for signature in real.overloads]
    assert arguments in [given_to(b) for b in bindings if b.fit is Fit.BOUND]


def test_old_paddle_takes_no_other_keyword() -> None:
    real = load_snapshot("paddle", "2.6.2").get("paddle.sum")
    assert real is not None
    (use,) = uses_in("paddle.sum(x, dim=0)").of("paddle.sum", member=False)
    assert bind(use, real.signatures[0], real).why == "it has no parameter `dim`"
