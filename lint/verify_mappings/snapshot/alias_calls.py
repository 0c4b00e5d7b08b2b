"""Finds out by calling whether Paddle takes a keyword: its C parsers cannot be inspected."""

from __future__ import annotations

import contextlib
import io
import itertools
import re
import warnings
from collections.abc import Callable, Iterator, Mapping

import numpy
import paddle

from verify_mappings.snapshot.render import KEYWORD_ONLY, POSITIONAL, Params

Maker = Callable[[], object]
_UNKNOWN = "no_such_keyword"
_TENSORS = (
    lambda: paddle.to_tensor(numpy.array([[0.5, 2.0], [0.25, 3.0]], "float32")),
    lambda: paddle.to_tensor(numpy.array([0.5, 2.0, 3.0], "float32")),
    lambda: paddle.to_tensor(numpy.array([[0, 1], [1, 0]], "int64")),
    lambda: paddle.to_tensor(numpy.array([[True, False], [False, True]])),
    lambda: paddle.ones([1, 2, 2], "float32"),
)


def _indices() -> paddle.Tensor:
    return paddle.to_tensor(numpy.array([1, 0], "int64"))


def _constant(value: object) -> Maker:
    return lambda: value


# What to pass for a parameter of that name; all others get a tensor.
_VALUES: Mapping[str, tuple[Maker, ...]] = {
    "axis": (_constant(0), _constant([0])),
    "axis1": (_constant(1),),
    "axis2": (_constant(0),),
    "keepdim": (_constant(True),),
    "dtype": (_constant("float64"),),
    "shape": (_constant([2, 2]),),
    "shifts": (_constant(1),),
    "index": (_indices,),
    "indices": (lambda: (_indices(), _indices()),),
    "accumulate": (_constant(True),),
    "diagonal": (_constant(1),),
    "offset": (_constant(1),),
}


def refuses(call: Callable[..., object], keyword: str) -> bool:
    """Whether a Python function says that it knows no such keyword (before it misses others)."""
    outcome = _outcome(call, {keyword: object()})
    return bool(re.search(rf"unexpected keyword argument.*'{keyword}'", outcome))


def accepts(call: Callable[..., object], params: Params, name: str, keyword: str) -> bool:
    """Whether passing `keyword` does what passing the parameter `name` does, in some call."""
    return any(_same_effect(call, values, name, keyword) for values in _arguments(params, name))


def _same_effect(
    call: Callable[..., object], values: Mapping[str, Maker], name: str, keyword: str
) -> bool:
    by_name, by_keyword, by_nothing = (
        _outcome(call, {(word if key == name else key): make() for key, make in values.items()})
        for word in (name, keyword, _UNKNOWN)
    )
    return by_name == by_keyword != by_nothing


def _arguments(params: Params, name: str) -> Iterator[dict[str, Maker]]:
    """Calls to try: all that is required, and the parameter in question, with several values."""
    passed = [p.name for p in params if p.required or p.name == name]
    passed = [p.name for p in params if p.name in passed and p.kind in (POSITIONAL, KEYWORD_ONLY)]
    for tensor in _TENSORS:
        pools = [_VALUES.get(p, (tensor,)) for p in passed]
        for makers in itertools.product(*pools):
            yield dict(zip(passed, makers, strict=True))


def _outcome(call: Callable[..., object], keywords: Mapping[str, object]) -> str:
    """What a call does, as text: its result's values, or its error."""
    silence = contextlib.redirect_stdout(io.StringIO())
    with silence, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return f"returns {call(**keywords)!r}"
        except Exception as error:
            return f"{type(error).__name__}: {error}"
