"""Numbers of all magnitudes: `python tests/silent/magnitudes.py [API ...]`.

The tensors in the examples of functions and methods become numbers from 1e-40 to the largest one,
of both signs, whole and not, zeros, infinities and NaN, or all pairs of such; and each number in
the calls, and each tensor that may be one, is one after the other of a list of them. What comes
out is taken apart, and called again for each element alone that is otherwise. Besides all examples
run with few such numbers in the shapes that they have, for what computes one number of several.
Told is where Paddle, by what the mapping writes in the newest release, gives something else and no
limit speaks of it: in float32 what is more than a thousandth off, in float64 more than 1e-9 (of
several numbers, of the largest one), in integers everything. `KNOWN` says why that needs no
further word, or which text tells it.
"""

from __future__ import annotations

import ast
import math
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from complex_numbers import places, put
from doubles import tells
from silent_calls import ROOT, Answer, Call, answers, call, examples, listed
from tiny_numbers import filled, has_layers

from mapping_model.corpus import Corpus
from mapping_model.inputs import LiteralTensor, ValueInput
from mapping_model.limits.values import covers
from mapping_model.outcomes import Departure
from mapping_model.snapshots import PADDLE, torch_snapshot
from verify_mappings.command.environments import find_interpreter
from verify_mappings.probing.arguments import arguments_of
from verify_mappings.probing.limiting import stated_limits
from verify_mappings.sampling.sample import Sample

_OWNERS = {"torch", "torch.Tensor", "torch.nn.functional", "torch.special"}
_OF_SEVERAL = _OWNERS | {"torch.linalg", "torch.fft"}
# What a call gives that is passed each of them alone: so far off, of numbers that are no smaller.
_FAR = {"float16": 1e-2, "float32": 1e-3, "complex64": 1e-3, "float64": 1e-9, "complex128": 1e-9}
_SMALLEST = {"float16": 1e-7, "float32": 1.2e-38, "complex64": 1.2e-38}
_SMALLEST |= {"float64": 2.3e-308, "complex128": 2.3e-308}
# How far apart sums of large numbers are that nearly cancel, of these.
_ROUNDED = {"float16": 1e-2, "float32": 1e-6, "complex64": 1e-6}
_ROUNDED |= {"float64": 1e-14, "complex128": 1e-14}
_DTYPES = ("float32", "float64", "int32", "int64", "uint8")
# So many examples of an entry; elements that are looked at, and told, of a call; calls at a time.
_EXAMPLES, _LOOKED_AT, _TOLD, _TOGETHER = 3, 200, 3, 3000
_MANY = (
    *(1e-40, 1e-30, 1e-16, 1e-10, 1e-5, 1e-3, 0.1, 1 / 3, 0.5, 0.7, 0.9999999, 1.0, 1.0000001),
    *(1.5, 2.0, 2.5, 3.0, 5.0, 10.0, 20.5, 34.0, 36.5, 88.5, 100.0, 110.5, 150.0, 171.5, 700.0),
    *(1000.0, 12345.678, 1e5, 2.0**24 + 2, 2.0**31, 1e10, 2.0**53, 1e18, 2.0**63, 1e20, 1e30),
    *(3e38, 1e160, 1e300, 1.7e308),
)
_SOME = (1e-40, 1e-10, 1e-3, 0.3, 0.5, 1.0, 1.5, 2.0, 3.0, 10.0, 100.5, 1e5, 1e10, 1e30, 1e37)
_SOME = (*_SOME, 1e160, 1e300)
_FEW = (1e-10, 0.5, 1.0, 3.0, 100.5, 1e30)
_WHOLE = (0, 1, 2, 3, 5, 7, 10, 31, 33, 64, 100, 127, 128, 1000, 2**15, 2**24 + 1, 2**31 - 1)
_WHOLE = (*_WHOLE, 2**31, 2**53 + 1, 2**63 - 1)
_LARGE = "1099511627776"
_NUMBERS = (
    *(
        "0",
        "1",
        "2",
        "3",
        "-1",
        "-2",
        "64",
        "1099511627776",
        "2.0",
        "0.5",
        "-0.5",
        "0.1",
        "-1.5",
        "1e-10",
    ),
    *("1e-40", "1e30", "-1e30", "float('inf')", "-float('inf')", "float('nan')"),
)
# What stands together in one tensor: `L` is a large number, `S` a small one.
_TOGETHER_IN_ONE = (
    ("L", "-2 * L", "3 * L", "1.5 * L", "-L", "2.5 * L", "1.25 * L"),
    ("S", "2 * S", "-3 * S", "1.5 * S", "-S", "2.5 * S", "4 * S"),
    ("1.0", "inf", "2.0", "-0.5", "3.0", "0.25", "-1.5"),
    ("1.0", "inf", "2.0", "-inf", "0.5", "0.0", "-1.5"),
    ("1.0", "nan", "2.0", "-0.5", "3.0", "0.25", "-1.5"),
    ("1e8", "1.0", "-1e8", "2.0", "0.5", "-3.0", "0.25"),
    ("1e-20", "1e20", "1.0", "1e-3", "-1e10", "-2.0", "1e5"),
    ("0.0",),
    ("2.5",),
    ("-1.0", "-2.5", "-0.5", "-100.0", "-7.0", "-0.1", "-33.0"),
    ("1e4", "1.00001e4", "0.99999e4", "1.0001e4", "1.00002e4", "0.9998e4", "1e4"),
)
_NUMERIC = re.compile(r"'(?:number|float)'")
_EDGE = "the last power of two below infinity, or what is smaller than rounding"
_BESIDE = "beside a zero or a pole of the function both libraries round"
_SINGULAR = "such matrices are singular but for rounding, or overflow"
_CANCEL = "sums that cancel but for rounding, or overflow on the way"
_ODD = "targets, weights, tolerances or edges that no call passes"
_FLOOR = "the gotcha `softmax-floor` tells of it"
_WIDE = "a number that the dtype of the tensor does not hold"
# What is left, and what says it.
KNOWN = {
    **{f"torch.{owner}frexp": _EDGE for owner in ("", "Tensor.")},
    **{f"torch.{owner}sinc": _EDGE for owner in ("", "Tensor.", "special.")},
    **{f"torch.{owner}polygamma": _EDGE for owner in ("", "Tensor.", "special.")},
    "torch.Tensor.polygamma_": _EDGE,
    "torch.nn.functional.gelu": _EDGE,
    "torch.nn.functional.soft_margin_loss": _EDGE,
    **{f"torch.{owner}igamma{kind}": _EDGE for owner in ("", "Tensor.") for kind in ("", "c")},
    **{f"torch.{owner}logaddexp2": _BESIDE for owner in ("", "Tensor.")},
    **{f"torch.{owner}lerp": _BESIDE for owner in ("", "Tensor.")},
    "torch.Tensor.lerp_": _BESIDE,
    "torch.special.ndtr": _BESIDE,
    "torch.nn.functional.tanhshrink": _BESIDE,
    "torch.special.erfcx": "a note tells of float64",
    "torch.nn.functional.hardsigmoid": "a note tells of float64",
    **{
        f"torch.{name}": "minus 1 to the power of huge integers"
        for name in ("pow", "Tensor.__pow__")
    },
    **{f"torch.{owner}det": _SINGULAR for owner in ("", "Tensor.", "linalg.")},
    **{f"torch.{owner}qr": _SINGULAR for owner in ("", "Tensor.", "linalg.")},
    **{f"torch.{owner}matrix_exp": _SINGULAR for owner in ("", "Tensor.", "linalg.")},
    **{f"torch.{owner}{name}": _CANCEL for owner in ("", "Tensor.") for name in ("add", "sub")},
    **{f"torch.{owner}addcmul": _CANCEL for owner in ("", "Tensor.")},
    **{f"torch.{owner}addcdiv": _CANCEL for owner in ("", "Tensor.")},
    **{f"torch.Tensor.{name}_": _CANCEL for name in ("add", "sub", "addcmul", "addcdiv")},
    **{f"torch.nn.functional.{name}": _CANCEL for name in ("batch_norm", "instance_norm")},
    "torch.nn.functional.scaled_dot_product_attention": _CANCEL,
    "torch.nn.functional.grid_sample": _CANCEL,
    **{f"torch.nn.functional.lp_pool{n}d": _CANCEL for n in (1, 2, 3)},
    "torch.nn.functional.margin_ranking_loss": _CANCEL,
    **{f"torch.{owner}isclose": _ODD for owner in ("", "Tensor.")},
    **{f"torch.{owner}allclose": _ODD for owner in ("", "Tensor.")},
    "torch.nn.functional.cross_entropy": _ODD,
    "torch.nn.functional.binary_cross_entropy_with_logits": _ODD,
    **{f"torch.{owner}histogram": _ODD for owner in ("", "Tensor.")},
    "torch.nn.functional.ctc_loss": _FLOOR,
    **{f"torch._foreach_{name}": _WIDE for name in ("add", "mul", "sub", "div")},
    **{f"torch._foreach_{name}_": _WIDE for name in ("add", "mul", "sub", "div")},
}


@dataclass(frozen=True, slots=True)
class Found:
    """A call for one element that gives something else."""

    call: Call
    dtype: str
    values: str
    what: str


def calls(corpus: Corpus, names: Sequence[str]) -> Iterator[Call]:
    """All of them, their inputs filled for each dtype."""
    seen: set[tuple[str, ...]] = set()
    count: dict[str, int] = {}
    for name, entry, example in examples(corpus, names):
        drawn = any(one.compare.random for _, one in entry.examples())
        if name.rpartition(".")[0] not in _OWNERS or drawn:
            continue
        plain = call(corpus, name, example.torch, example)
        tensors = [] if plain is None else _tensors(plain)
        if not tensors or len(tensors) > 3 or _has_others(plain):
            continue
        count[name] = count.get(name, 0) + 1
        if count[name] <= _EXAMPLES and (name, plain.paddle) not in seen:
            seen.add((name, plain.paddle))
            yield from _filled(plain)
        for key, code in _with_numbers(example.torch, name, tensors):
            if (name, *key) in seen:
                continue
            seen.add((name, *key))
            for number in _NUMBERS:
                written = code.replace("NUMBER", number)
                found = call(corpus, name, written, example)
                if found and (name, found.paddle) not in seen:
                    seen.add((name, found.paddle))
                    used = {node.id for node in ast.walk(ast.parse(written)) if _is_name(node)}
                    kept = {n: one for n, one in found.inputs.items() if n in used}
                    made = _filled(replace(found, inputs=kept), 1)
                    yield from (one for one in made if number != _LARGE or not _is_small(one))


def calls_of_several(corpus: Corpus, names: Sequence[str]) -> Iterator[Call]:
    """Examples with such numbers together."""
    count: dict[str, int] = {}
    for name, _, example in examples(corpus, names):
        if name.rpartition(".")[0] not in _OF_SEVERAL or example.compare.random:
            continue
        plain = call(corpus, name, example.torch, example)
        floats = plain and [d for _, _, d in plain.inputs.values() if d.startswith("float")]
        if not floats or has_layers(plain):
            continue
        count[name] = count.get(name, 0) + 1
        if count[name] > _EXAMPLES:
            continue
        for dtype in ("float32", "float64"):
            for numbers in _TOGETHER_IN_ONE:
                yield replace(plain, inputs=filled(plain.inputs, _numbers(numbers, dtype), dtype))


def _numbers(written: Sequence[str], dtype: str) -> list[float]:
    size = 1e30 if dtype == "float32" else 1e300
    words = {"L": size, "S": 1 / size, "inf": math.inf, "nan": math.nan}
    return [eval(one, words) for one in written]


def _is_small(one: Call) -> bool:
    """Whether its integers do not hold the large one, which wraps around in torch."""
    return any(dtype in ("int32", "uint8") for _, _, dtype in one.inputs.values())


def _is_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Name)


def _tensors(one: Call) -> list[str]:
    return [name for name, (kind, _, _) in one.inputs.items() if kind != "value"]


def _has_others(one: Call) -> bool:
    """Whether layers are passed, or tensors of what is no number."""
    return any(
        kind == "module" or dtype in ("bool", "bfloat16", "float16")
        for kind, _, dtype in one.inputs.values()
    )


def _with_numbers(code: str, api: str, tensors: list[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The code with `NUMBER` for a number, or for a tensor behind the first, and what for."""
    last = api.rpartition(".")[2]
    tree = ast.parse(code)
    for node in ast.walk(tree):
        for argument, owner, field, place in places(node, last):
            before = getattr(owner, field)
            value = before[place] if place is not None else before
            is_tensor = isinstance(value, ast.Name) and value.id in tensors
            if not (is_tensor or _is_number(value)) or not _takes_numbers(api, argument):
                continue
            put(owner, field, place, ast.Name("NUMBER", ast.Load()))
            written = ast.unparse(tree)
            names = {node.id for node in ast.walk(tree) if _is_name(node)}
            if names & {*tensors}:
                yield (argument, str(is_tensor)), written.replace("NUMBER", "(NUMBER)")
            put(owner, field, place, value)


def _takes_numbers(api: str, argument: str) -> bool:
    """Whether a parameter takes any number, not only an index or a size; all of operators do."""
    if argument in ("left", "right", "value"):
        return True
    found = torch_snapshot().get(api)
    for signature in found.signatures if found else ():
        for place, one in enumerate(signature.parameters):
            if argument in (one.name, str(place)) and _NUMERIC.search(str(one.type)):
                return True
    return False


def _is_number(value: ast.AST) -> bool:
    if isinstance(value, ast.UnaryOp):
        value = value.operand
    return isinstance(value, ast.Constant) and type(value.value) in (int, float)


def _filled(one: Call, more: int = 0) -> Iterator[Call]:
    """The call on all tuples of numbers in each dtype, where `more` of them are in the code."""
    names = _tensors(one)
    for dtype in _DTYPES:
        grid = np.array(_grid(dtype, min(len(names) + more, 3)), dtype)
        columns = [column.reshape(-1) for column in np.meshgrid(*[grid] * len(names))]
        inputs = dict(one.inputs)
        for name, column in zip(names, columns, strict=True):
            inputs[name] = ["literal", column.tolist(), dtype]
        yield replace(one, inputs=inputs)


def _grid(dtype: str, count: int) -> list[Any]:
    if dtype.startswith(("int", "uint")):
        most = int(np.iinfo(dtype).max)
        both = (_WHOLE, *([] if dtype == "uint8" else [tuple(-n for n in _WHOLE)]))
        found = sorted({n for one in both for n in one if abs(n) <= most})
        return found if count < 3 else found[:: max(1, len(found) // 10)]
    most = float(np.finfo(dtype).max)
    sizes = [n for n in (_MANY, _SOME, _FEW)[count - 1] if n <= most]
    sizes += [most] if count == 1 else []
    return [0.0, -0.0, *sizes, *(-n for n in sizes), math.inf, -math.inf, math.nan]


def differing(
    python: Path, found: Sequence[Call], corpus: Corpus, torch: Path | None = None
) -> Iterator[Found]:
    """The elements that are otherwise when the call is made for them alone."""
    alone = [*suspects(answers(python, found, torch), corpus)]
    for one, theirs, ours in answers(python, alone, torch):
        few = _few_digits(one, corpus)
        told = (
            f"{n}: {w}" for n in theirs for w in _otherwise(theirs[n], ours.get(n, {}), few=few)
        )
        if "error" not in ours and (what := next(told, None)):
            names = _tensors(one)
            values = ", ".join(f"{n}={one.inputs[n][1][0]!r}" for n in names)
            yield Found(one, one.inputs[names[0]][2], values, what)


def suspects(found: Iterable[tuple[Call, Answer, Answer]], corpus: Corpus) -> Iterator[Call]:
    """Calls for one element that is otherwise among many, and of which no limit speaks."""
    for one, theirs, ours in found:
        if "error" not in ours:
            yield from _singles(one, theirs, ours, corpus)


def differing_of_several(
    python: Path, found: Sequence[Call], corpus: Corpus, torch: Path | None = None
) -> Iterator[Found]:
    """The calls that give other numbers, infinities or NaN."""
    return unlike_of_several(answers(python, found, torch), corpus)


def unlike_of_several(
    found: Iterable[tuple[Call, Answer, Answer]], corpus: Corpus
) -> Iterator[Found]:
    """Those of calls that were made."""
    for one, theirs, ours in found:
        if "error" in ours:
            continue
        dtype, first = next((d, v) for _, v, d in one.inputs.values() if d.startswith("float"))
        most, few = _most(one), _few_digits(one, corpus)
        told = (f"{n}: {w}" for n in theirs for w in _otherwise(theirs[n], ours[n], most, few=few))
        what = next(told, None)
        if what is not None and not is_told(one, corpus):
            yield Found(one, dtype, f"{first!r}"[:60], what)


def _most(one: Call) -> float:
    """The largest number in the inputs; infinity where there are infinities or NaN."""
    floats = [v for k, v, d in one.inputs.values() if k == "literal" and d.startswith("float")]
    most = max((np.max(np.abs(np.array(one)), initial=0.0) for one in floats), default=0.0)
    return float(most) if math.isfinite(most) else math.inf


def _singles(one: Call, theirs: Answer, ours: Answer, corpus: Corpus) -> Iterator[Call]:
    """The calls for one element each that is otherwise and of which no limit speaks."""
    names = _tensors(one)
    size = len(one.inputs[names[0]][1])
    found: set[int] = set()
    for name in theirs.keys() & ours.keys():
        found |= _places_of(theirs[name], ours[name], size)
    told = 0
    for place in sorted(found)[:: max(1, len(found) // _LOOKED_AT)]:
        inputs = dict(one.inputs)
        for name in names:
            kind, values, dtype = one.inputs[name]
            inputs[name] = [kind, [values[place]], dtype]
        single = replace(one, inputs=inputs)
        if not is_told(single, corpus):
            told += 1
            yield single
            if told == _TOLD:
                return


def is_told(one: Call, corpus: Corpus) -> bool:
    """Whether a limit of an API in the code speaks of a call, and of its result."""
    inputs = {
        name: ValueInput(value)
        if kind == "value"
        else LiteralTensor(_array(kind, value, dtype), dtype)
        for name, (kind, value, dtype) in one.inputs.items()
        if not kind.startswith("module")
    }
    sample = Sample("", one.torch, inputs)
    names = {
        node.attr for node in ast.walk(ast.parse(one.torch)) if isinstance(node, ast.Attribute)
    }
    with np.errstate(all="ignore"):
        return any(_speaks(name, sample, corpus) for name in [one.api, *_apis(corpus, names)])


def _apis(corpus: Corpus, names: set[str]) -> list[str]:
    """The functions and methods that attributes of these names may be."""
    found = (f"{owner}.{name}" for owner in sorted(_OF_SEVERAL) for name in sorted(names))
    return [api for api in found if api in corpus.entries]


def _speaks(name: str, sample: Sample, corpus: Corpus) -> bool:
    entry, api = corpus.resolve(name), torch_snapshot().get(name)
    if entry is None or api is None:
        return False
    passed = list(arguments_of(sample, api))
    return any(
        covers(stated.limit, values.values, values.defaults)
        for stated in stated_limits(entry, corpus, PADDLE[-1])
        if stated.limit.then is Departure.DIFFERS
        for values in passed
        if values.signature not in stated.elsewhere
    )


def _array(kind: str, value: Any, dtype: str) -> np.ndarray:
    """The values; ones in their place where they are drawn."""
    dtype = "float32" if dtype == "bfloat16" else dtype
    return np.ones(value[0], dtype) if kind.startswith("random") else np.array(value, dtype)


def _places_of(one: Answer, other: Answer, size: int) -> set[int]:
    """Where the elements of results of as many elements differ; 0 where these are otherwise."""
    if "items" in one and "items" in other and len(one["items"]) == len(other["items"]):
        pairs = zip(listed(one), listed(other), strict=True)
        return set().union(*(_places_of(a, b, size) for a, b in pairs))
    if one.get("shape") != [size] or other.get("shape") != [size]:
        return {0} if one.get("shape") != other.get("shape") else set()
    if one.get("dtype") != other.get("dtype"):
        return {0}
    apart = ~_alike(one, other)
    return {int(place) for place in np.flatnonzero(apart)}


def _few_digits(one: Call, corpus: Corpus) -> bool:
    """Whether an entry says that float64 has few digits, which is then no news."""
    entry = corpus.resolve(one.api)
    return entry is not None and tells(entry, corpus)


def _otherwise(
    one: Answer, other: Answer, most: float | None = None, *, few: bool = False
) -> Iterator[str]:
    if "items" in one and "items" in other and len(one["items"]) == len(other["items"]):
        for ours, theirs in zip(listed(one), listed(other), strict=True):
            yield from _otherwise(ours, theirs, most, few=few)
        return
    for part in ("shape", "dtype"):
        if one.get(part) != other.get(part):
            yield f"{part} {one.get(part)} is {other.get(part)}"
            return
    if one.get("real") and not (alike := _alike(one, other, most, few=few)).all():
        kind, place = one.get("dtype", one["kind"]), int(np.argmin(alike))
        yield f"{kind}: {_shown(one, place)} is {_shown(other, place)}"


def _shown(one: Answer, place: int) -> str:
    told = [*one["real"][place : place + 1], *one.get("imag", [])[place : place + 1]]
    return ", ".join(f"{number:.9g}" for number in told)


def _alike(
    one: Answer, other: Answer, most: float | None = None, *, few: bool = False
) -> np.ndarray:
    """Where numbers are alike.

    Of float64 `few` digits may be asked for. With `most`, the largest number in the inputs, the
    largest ones say what is far, and what torch makes infinite or NaN of finite numbers has
    overflowed and says nothing.
    """
    dtype = one.get("dtype", "float64")
    found = np.ones(len(one["real"]), bool)
    for part in ("real", "imag"):
        if not one.get(part):
            continue
        a, b = np.array(one[part]), np.array(other[part])
        if dtype not in _FAR:
            found &= a == b
            continue
        with np.errstate(all="ignore"):
            far = _FAR["float32" if few else dtype]
            size = np.abs(a).astype("float64")
            if most is not None:
                size = np.full_like(size, np.max(size[np.isfinite(size)], initial=0.0))
                size += _ROUNDED[dtype] / far * (most if math.isfinite(most) else 0.0)
            near = np.abs(a - b) <= _SMALLEST[dtype] + far * size
        near &= np.isfinite(a) & np.isfinite(b)
        if most is not None and math.isfinite(most):
            near |= ~np.isfinite(a)
        found &= (a == b) | (np.isnan(a) & np.isnan(b)) | near
    return found


def main() -> int:
    """Tell them."""
    corpus = Corpus.load(ROOT / "mappings")
    python = find_interpreter(None, ("torch", "paddle"))
    found = list(calls(corpus, sys.argv[1:]))
    several = list(calls_of_several(corpus, sys.argv[1:]))
    told = [
        one
        for look, all_calls in ((differing, found), (differing_of_several, several))
        for start in range(0, len(all_calls), _TOGETHER)
        for one in look(python, all_calls[start : start + _TOGETHER], corpus)
    ]
    for one in told:
        known = f" ({KNOWN[one.call.api]})" if one.call.api in KNOWN else ""
        code = f"{one.call.torch.strip()!r} as {one.call.paddle.strip()!r}"
        print(f"{one.call.api} {one.dtype} {one.values}: {code}: {one.what}{known}")
    apis = {one.api for one in (*found, *several)}
    print(f"{len(found) + len(several)} calls of {len(apis)} APIs, {len(told)} differ")
    return 1 if {one.call.api for one in told} - {*KNOWN} else 0


if __name__ == "__main__":
    sys.exit(main())
