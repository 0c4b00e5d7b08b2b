"""Calls beside a given one: one thing of it is changed, a value, a dtype, a shape, an argument."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import replace

import numpy as np

from mapping_model.calls.binding import Argument
from mapping_model.calls.overloads import type_of_literal
from mapping_model.inputs import (
    COMPLEX,
    DTYPES,
    FLOATS,
    INTEGERS,
    InputSpec,
    LiteralTensor,
    ParameterInput,
    ScalarInput,
    ValueInput,
)
from mapping_model.snapshots import Api
from mapping_model.syntax import parsed
from mapping_model.types import Type
from verify_mappings.probing.calling import ApiCall, calls
from verify_mappings.sampling.mutating import cast
from verify_mappings.sampling.sample import Sample

# What is told of a change, and the sample with it.
Variation = tuple[str, Sample]
# Texts that stand for one another.
_FAMILIES = (
    ("none", "mean", "sum", "batchmean"),
    ("nearest", "nearest-exact", "linear", "bilinear", "bicubic", "trilinear", "area"),
    ("constant", "reflect", "replicate", "circular"),
    ("zeros", "border", "reflection"),
    ("sum", "mean", "amax", "amin", "prod", "max"),
    ("left", "right"),
    ("same", "valid"),
    ("L", "U", "l", "u"),
    ("fro", "nuc"),
    ("none", "tanh"),
    ("reduced", "complete", "r"),
    ("trunc", "floor"),
    ("relu", "tanh", "gelu"),
)
_INTEGERS = (0, 1, -1, 2, 3, -2, 5, 10)
_FRACTIONS = (0.5, 0.1, 1.0, 2.0, 0.0, -1.0, 3.0)
# What single elements become; and so many different ones a tensor may have for each to be changed.
_ELEMENTS = (math.nan, math.inf, -math.inf, 0.0, 1.0, -1.0, 0.5, 3.0, -0.25)
_FEW = 4


def variations(sample: Sample, api: Api) -> Iterator[Variation]:
    """Samples that differ from one in one thing, of each kind in turn."""
    kinds = [_code(sample, api), _values(sample), _dtypes(sample), _shapes(sample), _uses(sample)]
    while kinds:
        for kind in list(kinds):
            found = next(kind, None)
            if found is None:
                kinds.remove(kind)
            else:
                yield found


def tensors_of(sample: Sample) -> dict[str, LiteralTensor]:
    """The tensors among the inputs, parameters too."""
    specs = sample.inputs.items()
    found = {n: s.tensor if isinstance(s, ParameterInput) else s for n, s in specs}
    return {name: spec for name, spec in found.items() if isinstance(spec, LiteralTensor)}


def _with(sample: Sample, changed: Mapping[str, LiteralTensor]) -> Sample:
    made: dict[str, InputSpec] = {
        name: ParameterInput(s) if isinstance(sample.inputs[name], ParameterInput) else s
        for name, s in changed.items()
    }
    return replace(sample, inputs={**sample.inputs, **made})


def _values(sample: Sample) -> Iterator[Variation]:
    """Other values in one tensor: a special one is another, or all of them are ordinary."""
    for name, spec in tensors_of(sample).items():
        array = np.asarray(spec.values)
        if not array.size:
            continue
        for told, values in (*_replaced(array), *_whole(array)):
            made = np.asarray(values).astype(array.dtype)
            yield f"{name} {told}", _with(sample, {name: LiteralTensor(made, spec.dtype)})


def _replaced(array: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """Where there are few different elements, all that are one of them are another."""
    distinct = np.unique(array.reshape(-1))
    special = [one for one in distinct if _is_special(one)]
    known = list(distinct) if len(distinct) <= _FEW else special
    for one in known:
        where = (array == one) | ((array != array) & (one != one))
        near = (-one, 2 * one, one / 2, one + 1) if array.dtype.kind in "fc" else (one + 1, one - 1)
        for other in (*_elements(array.dtype), *(() if _is_special(one) else near)):
            yield f"{one} as {other}", np.where(where, other, array)
    if not special:
        for other in _elements(array.dtype):
            flat = array.reshape(-1).copy()
            flat[0] = other
            yield f"first as {other}", flat.reshape(array.shape)


def _is_special(value: np.generic) -> bool:
    return bool(not np.isfinite(value) or value == 0)


def _elements(dtype: np.dtype) -> tuple[float, ...]:
    if dtype.kind in "fc":
        return _ELEMENTS
    if dtype.kind == "b":
        return (False, True)
    return (0, 1, 2, 3) if dtype.kind == "u" else (0, 1, -1, 2, -3)


def _whole(array: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    count = array.size
    if array.dtype.kind == "b":
        yield "alternating", (np.arange(count) % 2).reshape(array.shape)
        return
    if array.dtype.kind in "iu":
        yield "ordinary", (np.arange(count) % 7 + 1).reshape(array.shape)
        yield "times 10", array * 10
    else:
        ordinary = np.linspace(0.15, 0.95, count).reshape(array.shape)
        yield "ordinary", ordinary
        yield "negative", -ordinary
        yield "of both signs", np.where(np.arange(count).reshape(array.shape) % 2, 2, -1) * ordinary
        for factor in (10, 0.1, 1000, 0.001):
            yield f"times {factor}", array * factor
    yield "negated", -array
    yield "ones", np.ones_like(array)


def _dtypes(sample: Sample) -> Iterator[Variation]:
    """Another dtype of the tensors that have one, or of one of them."""
    tensors = tensors_of(sample)
    owns = list(dict.fromkeys(spec.dtype for spec in tensors.values()))
    groups = [{n: s for n, s in tensors.items() if s.dtype == own} for own in owns]
    alone = [{name: spec} for group in groups if len(group) > 1 for name, spec in group.items()]
    for group in (*groups, *alone):
        own = next(iter(group.values())).dtype
        for dtype in sorted(DTYPES, key=lambda dtype: _order(own, dtype)):
            fits = all(isinstance(sample.inputs[name], LiteralTensor) for name in group)
            if dtype != own and (fits or dtype in (*FLOATS, *COMPLEX)):
                made = {name: cast(spec, dtype) for name, spec in group.items()}
                yield f"{', '.join(group)} {dtype}", _with(sample, made)


def _order(own: str, dtype: str) -> int:
    """What is common first, then what is near."""
    kinds = (FLOATS, INTEGERS, COMPLEX)
    near = any(own in kind and dtype in kind for kind in kinds)
    return (0 if dtype in ("float32", "int64", "float64") else 2) + (0 if near else 1)


def _shapes(sample: Sample) -> Iterator[Variation]:
    """Another shape of the tensors that have one, or of one of them."""
    tensors = tensors_of(sample)
    shapes = list(dict.fromkeys(np.shape(spec.values) for spec in tensors.values()))
    groups = [{n: s for n, s in tensors.items() if np.shape(s.values) == one} for one in shapes]
    alone = [{name: spec} for group in groups if len(group) > 1 for name, spec in group.items()]
    for group in (*groups, *alone):
        arrays = [np.asarray(spec.values) for spec in group.values()]
        for told in _RESHAPED:
            made = [_RESHAPED[told](array) for array in arrays]
            if all(one is not None for one in made):
                specs = {
                    name: LiteralTensor(values, spec.dtype)
                    for (name, spec), values in zip(group.items(), made, strict=True)
                }
                yield f"{', '.join(group)} {told}", _with(sample, specs)


def _filled(array: np.ndarray) -> np.ndarray | None:
    """Something in what is empty."""
    if array.size:
        return None
    shape = tuple(size or 2 for size in array.shape)
    count = math.prod(shape)
    whole = np.arange(count) % 7 + 1
    return (whole / 8 if array.dtype.kind in "fc" else whole).astype(array.dtype).reshape(shape)


_RESHAPED = {
    "filled": _filled,
    "0-d": lambda a: a.reshape(-1)[:1].reshape(()) if a.size and a.ndim else None,
    "1-d": lambda a: a.reshape(-1) if a.ndim != 1 else None,
    "of one more dimension": lambda a: a[None],
    "of one more dimension behind": lambda a: a[..., None],
    "of one dimension less": lambda a: a[0] if a.ndim and len(a) else None,
    "its first row": lambda a: a[:1] if a.ndim and len(a) > 1 else None,
    "twice": lambda a: np.concatenate([a, a]) if a.ndim else np.stack([a, a]),
    "twice along the last": lambda a: np.concatenate([a, a], -1) if a.ndim > 1 else None,
    "turned": lambda a: np.ascontiguousarray(a.swapaxes(-1, -2)) if a.ndim > 1 else None,
}


def _uses(sample: Sample) -> Iterator[Variation]:
    """An input without a gradient, stored otherwise, or another number."""
    for name, spec in tensors_of(sample).items():
        if spec.dtype in (*FLOATS, *COMPLEX):
            yield (
                f"{name} detached",
                replace(sample, code=f"{name} = {name}.detach()\n{sample.code}"),
            )
        array = np.asarray(spec.values)
        if array.ndim > 1:
            turned = LiteralTensor(np.ascontiguousarray(array.swapaxes(0, 1)), spec.dtype)
            code = f"{name} = {name}.transpose(0, 1)\n{sample.code}"
            yield f"{name} strided", replace(_with(sample, {name: turned}), code=code)
    for name, plain in sample.inputs.items():
        if isinstance(plain, ScalarInput | ValueInput):
            for other in _others(plain.value):
                inputs = {**sample.inputs, name: ValueInput(other)}
                yield f"{name}={other!r}", replace(sample, inputs=inputs)


def _others(value: object) -> Iterator[object]:
    """Other values in the place of one that is written out."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (n for n in (value + 1, value - 1, *_INTEGERS) if n != value)
            yield from (0.5, 2.0)
        case float():
            yield from (n for n in _FRACTIONS if n != value)
            if math.isfinite(value) and value:
                yield from (value / 2, value * 2, value * 10, value / 10, -value)
            yield from (() if math.isinf(value) else (math.inf,))
        case str():
            for family in _FAMILIES:
                if value in family:
                    yield from (text for text in family if text != value)


def _code(sample: Sample, api: Api) -> Iterator[Variation]:
    tree = parsed(sample.code)
    yield from _constants(sample, tree)
    yield from _arguments(sample, api)
    yield from _without_lines(sample, tree)


def _constants(sample: Sample, tree: ast.Module) -> Iterator[Variation]:
    """Each constant and dtype in the code in turn as another one."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Constant | ast.Attribute)]
    for place, node in enumerate(nodes):
        for other in _other_nodes(node):
            copied = deepcopy(tree)
            found = [n for n in ast.walk(copied) if isinstance(n, ast.Constant | ast.Attribute)]
            changed = _Replaced(found[place], other).visit(copied)
            code = ast.unparse(ast.fix_missing_locations(changed))
            told = f"`{ast.unparse(node)}` as `{ast.unparse(other)}`"
            yield told, replace(sample, code=f"{code}\n")


def _other_nodes(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Constant(value):
            for other in _others(value):
                yield _written(other)
        case ast.Attribute(ast.Name("torch"), name) if name in DTYPES:
            for other in sorted(DTYPES, key=lambda dtype: _order(name, dtype)):
                if other != name:
                    yield ast.Attribute(ast.Name("torch", ast.Load()), other, ast.Load())


def _written(value: object) -> ast.expr:
    text = f"float('{value}')" if value in (math.inf, -math.inf) else repr(value)
    return parsed(text, mode="eval").body


class _Replaced(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.expr) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        """The node, or what stands in its place."""
        return self._new if node is self._old else self.generic_visit(node)


def _arguments(sample: Sample, api: Api) -> Iterator[Variation]:
    """The call without an argument, with one more, or with one of another kind."""
    tensors = tensors_of(sample)

    def type_of(node: ast.expr) -> Type | None:
        if isinstance(node, ast.Name):
            return Type("Tensor") if node.id in tensors else None
        return type_of_literal(node)

    for call in calls(sample.code, api, type_of)[:1]:
        given = list(call.binding.arguments.values())
        for told, arguments in _other_arguments(call, given, tensors):
            code = call.code(arguments)
            if code is not None:
                yield told, replace(sample, code=code)


def _other_arguments(
    call: ApiCall, given: list[Argument], tensors: Iterable[str]
) -> Iterator[tuple[str, list[Argument]]]:
    for place, one in enumerate(given):
        rest = given[:place], given[place + 1 :]
        name = one.parameter.name
        if one.parameter.default is not None:
            yield f"without {name}", [*rest[0], *rest[1]]
        for other in _of_another_kind(one.value, tensors):
            made = Argument(one.parameter, (other,), one.keyword)
            yield f"{name}={ast.unparse(other)}", [*rest[0], made, *rest[1]]
    passed = call.binding.arguments
    for parameter in call.binding.signature.parameters:
        if parameter.name in passed or not parameter.by_keyword or parameter.default is None:
            continue
        try:
            default = ast.literal_eval(parsed(parameter.default, "eval"))
        except (ValueError, SyntaxError):
            continue
        for value in list(_others(default))[:3]:
            made = Argument(parameter, (_written(value),), parameter.name)
            yield f"and {parameter.name}={value!r}", [*given, made]


def _of_another_kind(value: ast.expr | None, tensors: Iterable[str]) -> Iterator[ast.expr]:
    """A number in the place of a tensor, an integer in that of a list, and the other way round."""
    match value:
        case ast.Name(name) if name in tensors:
            yield from map(_written, (2, 0.5))
        case ast.List([item]) | ast.Tuple([item]):
            yield item
        case ast.Constant(int() as number) if not isinstance(number, bool):
            yield ast.List([ast.Constant(number)], ast.Load())


def _without_lines(sample: Sample, tree: ast.Module) -> Iterator[Variation]:
    """The code without one line; what a line turns is turned back in the input."""
    lines = tree.body
    for place, line in enumerate(lines if len(lines) > 1 else ()):
        code = "\n".join(ast.unparse(other) for other in lines if other is not line)
        less = replace(sample, code=f"{code}\n")
        told = f"without line {place + 1}"
        match line:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Attribute(ast.Name(own), way), args)):
                spec = tensors_of(sample).get(own)
                if spec is not None and name == own and way in ("transpose", "t"):
                    axes = [ast.literal_eval(arg) for arg in args] or [0, 1]
                    turned = np.ascontiguousarray(np.swapaxes(spec.values, *axes[:2]))
                    less = _with(less, {own: LiteralTensor(turned, spec.dtype)})
                    told = f"{own} as it is"
        yield told, less


def as_written(spec: InputSpec) -> object:
    """An input of a sample as an example writes it."""
    match spec:
        case LiteralTensor(values, dtype):
            array = np.asarray(values)
            if not array.size:
                return f"{dtype}[{', '.join(map(str, array.shape))}]"
            listed = _texts(array) if dtype in COMPLEX else array.tolist()
            return {"tensor": listed, "dtype": dtype}
        case ParameterInput(tensor):
            return {"parameter": as_written(tensor)}
        case ScalarInput(value):
            return value
        case ValueInput(value):
            return {"value": value}
    return {"module": {"torch": getattr(spec, "torch", ""), "paddle": getattr(spec, "paddle", "")}}


def _texts(array: np.ndarray) -> object:
    if array.ndim:
        return [_texts(part) for part in array]
    return str(complex(array))
