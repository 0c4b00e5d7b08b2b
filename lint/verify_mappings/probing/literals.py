"""Calls whose literals are written otherwise: what stands in the text of a call, not its tensors.

Numbers are of NumPy, or hide in a call; bools are `None`, numbers, or of NumPy; sizes are 0; two
bounds are one. What axes of no elements, and fewer dimensions, come to is made where torch runs,
see `sampling/sized.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace

from mapping_model.calls.binding import Argument
from mapping_model.entry import Entry, Example
from mapping_model.outcomes import Outcome
from mapping_model.snapshots import Parameter, torch_snapshot
from mapping_model.syntax import parsed
from verify_mappings.job import Seed
from verify_mappings.probing.calling import ApiCall, calls, in_order, is_fit, left_out, origin
from verify_mappings.sampling.sample import DRAWN, HIDDEN, IN_MEMORY, LITERAL

# What is told of a way of writing, and the code.
Way = tuple[str, str]
# Names of what a range lies between.
_BOUNDS = (
    *(("low", "high"), ("from", "to"), ("min", "max"), ("start", "end"), ("a", "b")),
    *(("lower", "upper"), ("min_val", "max_val"), ("start_dim", "end_dim")),
)
_STEP = "step"
# More than any range of an example has room for.
_FAR = 100
_BOOLS = (None, 0, 1)
_NUMPY = "import numpy\n"


@dataclass(frozen=True, slots=True)
class _Literal:
    """A number or bool in a call, with its sign."""

    node: ast.expr
    value: bool | int | float


def literal_calls(entry: Entry) -> Iterator[Seed]:
    """The calls of examples with their literals written otherwise."""
    api = torch_snapshot().get(entry.torch)
    for key, example in entry.examples() if api else ():
        if api is None or not _can_run(example):
            continue
        told, own = origin(key), example.torch
        compare = example.compare
        for call in calls(own, api)[:1]:
            gradients = compare.gradient_skip is None and not compare.random
            seed = Seed(told, own, example.inputs, example.call, gradients)
            result = _result(call, example) if compare.random else None
            after = "" if result is None else f"result = {result}\n"
            # Random results show that they are made, and of which shape.
            shape = "" if result is None else f"result = list({result}.shape)\n"
            if result and "result" not in own:
                shape += f"{result}.zero_()\n"
            drawn = DRAWN if compare.random else ""
            for way, code in (*_of_numpy(call), *_hidden(call)):
                named = f"{told}{LITERAL}{drawn}{way}{IN_MEMORY}"
                yield replace(seed, origin=named, code=code, plain=True, after=shape)
            # Of the same bounds the values are told, too.
            certain = result is not None or not compare.random
            for way, code in (*_bools(call), *_bounds(call)) if certain else ():
                named = f"{told}{LITERAL}{way}"
                yield replace(seed, origin=named, code=code, plain=True, after=after)
            for way, code in (("", own), *_sizes(call)):
                named = f"{told}{LITERAL}{drawn}{way}"
                sized = replace(seed, origin=named, code=code, sized=True, after=shape)
                yield replace(sized, alone=bool(way))


def _result(call: ApiCall, example: Example) -> str | None:
    """Where the result of a random call is found."""
    if example.call:
        return None
    if "result" in example.torch:
        return "result"
    return call.receiver.id if isinstance(call.receiver, ast.Name) else None


def _can_run(example: Example) -> bool:
    """Whether an example is run as it is; random ones, too."""
    if is_fit(example):
        return True
    runs = not (example.cannot_run or example.compare.raises or example.processes > 1)
    return bool(example.compare.random) and runs and example.expect is Outcome.EQUAL


def _of_numpy(call: ApiCall) -> Iterator[Way]:
    """Each number and bool in turn as one of NumPy, and all of them."""
    found = [one for one in literals(call.node) if not isinstance(one.value, bool)]
    for one in found:
        for name in ("int64",) if isinstance(one.value, int) else ("float32", "float64"):
            yield _told(one, name), _NUMPY + _written(call, {one: _of(f"numpy.{name}", one)})
    if len(found) > 1:
        named = {one: "int64" if isinstance(one.value, int) else "float64" for one in found}
        made = {one: _of(f"numpy.{name}", one) for one, name in named.items()}
        yield "all of NumPy", _NUMPY + _written(call, made)


def _hidden(call: ApiCall) -> Iterator[Way]:
    """All numbers as what only running the code tells: the text shows no value."""
    found = [one for one in literals(call.node) if not isinstance(one.value, bool)]
    if found:
        made = {one: _of(type(one.value).__name__, one) for one in found}
        yield HIDDEN, _written(call, made)


def _bools(call: ApiCall) -> Iterator[Way]:
    """Each bool as `None`, a number or one of NumPy; and each that a call leaves out."""
    for one in literals(call.node):
        if isinstance(one.value, bool):
            for value in _BOOLS:
                yield _told(one, repr(value)), _written(call, {one: ast.Constant(value)})
            numpy = _of("numpy.bool_", one)
            yield _told(one, "numpy.bool_"), _NUMPY + _written(call, {one: numpy})
    for parameter in left_out(call):
        if parameter.default in ("True", "False"):
            for value in _BOOLS[:2]:
                passed = Argument(parameter, (ast.Constant(value),), parameter.name)
                if (code := call.code([*in_order(call), passed])) is not None:
                    yield f"{parameter.name}={value}", code


def _bounds(call: ApiCall) -> Iterator[Way]:
    """Both bounds of a range the same, and a step that leaves it."""
    given = call.binding.arguments
    known = {p.name: p for p in call.binding.signature.parameters}
    for low, high in _BOUNDS:
        if low in known and high in known:
            for own, other in ((low, high), (high, low)):
                value = _number(call, known[own])
                if value is not None:
                    passed = {own: value, other: value}
                    if (code := _with(call, passed, known)) is not None:
                        yield f"{low}={high}={ast.unparse(value)}", code
    if _STEP in known and given:
        code = _with(call, {_STEP: ast.Constant(_FAR)}, known)
        if code is not None:
            yield f"{_STEP}={_FAR}", code


def _number(call: ApiCall, parameter: Parameter) -> ast.expr | None:
    """The number that a call passes, or the default."""
    given = call.binding.arguments.get(parameter.name)
    if given is not None:
        return given.value if given.value is not None and _value(given.value) is not None else None
    if parameter.default is None:
        return None
    default = parsed(parameter.default, mode="eval").body
    return default if _value(default) is not None else None


def _with(
    call: ApiCall, passed: Mapping[str, ast.expr], known: Mapping[str, Parameter]
) -> str | None:
    """The code of a call with other arguments, each in its place if it has one."""
    given = call.binding.arguments
    found = []
    for name, parameter in known.items():
        if name in passed:
            keyword = given[name].keyword if name in given else None
            found.append(Argument(parameter, (passed[name],), keyword))
        elif name in given:
            found.append(given[name])
    return call.code(found)


def _sizes(call: ApiCall) -> Iterator[Way]:
    """Each integer as 0, all that are the same, and all."""
    found = [one for one in literals(call.node) if type(one.value) is int and one.value]
    groups = [[one] for one in found]
    values = dict.fromkeys(one.value for one in found)
    groups += [[one for one in found if one.value == value] for value in values]
    groups.append(found)
    known = set()
    for group in groups:
        code = _written(call, dict.fromkeys(group, ast.Constant(0)))
        if group and code not in known:
            known.add(code)
            yield ", ".join(_told(one, "0") for one in group), code


def literals(node: ast.AST) -> list[_Literal]:
    """The numbers and bools in the text of a call or operator, not in calls within it."""
    match node:
        case ast.Call(args=args, keywords=keywords):
            inner: Sequence[ast.AST] = [*args, *(keyword.value for keyword in keywords)]
        case _:
            inner = list(ast.iter_child_nodes(node))
    return [found for one in inner for found in _within(one)]


def _within(node: ast.AST) -> Iterator[_Literal]:
    value = _value(node)
    if value is not None:
        assert isinstance(node, ast.expr)
        yield _Literal(node, value)
    elif not isinstance(node, (ast.Call, ast.Lambda)):
        for inner in ast.iter_child_nodes(node):
            yield from _within(inner)


def _value(node: ast.AST) -> bool | int | float | None:
    match node:
        case ast.Constant(bool() | int() | float() as value):
            return value
        case ast.UnaryOp(ast.USub(), ast.Constant(int() | float() as value)):
            return -value
    return None


def _told(one: _Literal, other: str) -> str:
    return f"`{ast.unparse(one.node)}` as {other}"


def _of(function: str, one: _Literal) -> ast.expr:
    return parsed(f"{function}({one.value!r})", mode="eval").body


class _Replacing(ast.NodeTransformer):
    def __init__(self, other: Callable[[ast.AST], ast.expr | None]) -> None:
        self._other = other

    def visit(self, node: ast.AST) -> ast.AST:
        """What stands in the place of a node, or the node."""
        return self._other(node) or self.generic_visit(node)


def _written(call: ApiCall, others: Mapping[_Literal, ast.expr]) -> str:
    """The code with something else in the place of literals."""
    memo: dict[int, ast.AST] = {}
    copied = deepcopy(call.tree, memo)
    places = {id(memo[id(one.node)]): other for one, other in others.items()}
    made = _Replacing(lambda node: places.get(id(node))).visit(copied)
    return f"{ast.unparse(ast.fix_missing_locations(made))}\n"
