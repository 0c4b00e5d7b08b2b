"""Changes to the Paddle code of an example, one at a time, that its comparison should notice.

They stand in the order of the code; what they are does not depend on chance.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from functools import cache

from mapping_model.calls.binding import Binding
from mapping_model.calls.overloads import choose
from mapping_model.calls.uses import Form, Use, Uses
from mapping_model.snapshots import Api, Parameter, paddle_snapshot
from mapping_model.syntax import parsed

# Words that Paddle takes in the same place.
_WORDS = (
    ("sum", "mean", "none"),
    ("constant", "reflect", "replicate", "circular"),
    ("zeros", "border", "reflection"),
    ("bicubic", "bilinear", "nearest"),
    ("area", "linear"),
    ("higher", "lower", "midpoint"),
    ("amax", "amin", "mean", "add", "multiply", "assign"),
    ("backward", "forward", "ortho"),
    ("fan_in", "fan_out"),
    ("relu", "tanh"),
    ("reduced", "complete"),
    ("fro", "nuc"),
    ("L", "U"),
    ("ij", "xy"),
    ("min", "max"),
    ("trunc", "floor"),
    ("cos", "linear"),
    ("bidirect", "forward"),
    ("SAME", "VALID"),
    ("NCL", "NLC"),
    ("NCHW", "NHWC"),
    ("NCDHW", "NDHWC"),
)
# Not the next dtype, which may serve as well: an index is an index in int32, too.
_DTYPES = {
    "bool": "float64",
    "float64": "float32",
    **dict.fromkeys(("uint8", "int8", "int16", "int32", "int64"), "bool"),
    **dict.fromkeys(("float16", "bfloat16", "float32"), "float64"),
    "complex64": "complex128",
    "complex128": "complex64",
}
# Below, a number only keeps something else from being zero; it is seen when it is much larger.
_TINY = 0.001


@dataclass(frozen=True, slots=True)
class PassedValue:
    """One argument of one call.

    `api` is what is called: "" for what has no name, the last name alone for a method of any
    object. `parameter` is "" where it is not known. `needed`: without it the call is wrong, or
    exactly the same, which `usual` says.
    """

    call: ast.Call
    value: ast.expr
    api: str
    parameter: str
    needed: bool
    usual: bool = False


@dataclass(frozen=True, slots=True)
class PaddleCall:
    """One call; `apis` are the full names that it may be of.

    `given` is what it works on: the object of a method, what is passed first to a function.
    """

    node: ast.Call
    api: str
    apis: frozenset[str]
    given: ast.expr | None
    passed: tuple[PassedValue, ...]


@dataclass(frozen=True, slots=True)
class CodeChange:
    """The code with one change, which is in its `line`, counted from 0.

    `subject` is what an example that stays equal does not see: a call, an argument, or a constant
    that is in no call.
    """

    code: str
    line: int
    subject: PaddleCall | PassedValue | ast.Constant

    @property
    def shown(self) -> str:
        """The line as it is now."""
        return self.code.splitlines()[self.line].strip()

    @property
    def name(self) -> str:
        """What is not seen, in a word."""
        match self.subject:
            case PaddleCall(api=api):
                return api
            case PassedValue() as passed:
                return passed.parameter or ast.unparse(passed.value)
            case constant:
                return repr(constant.value)


def changes(code: str, targets: Collection[str | None] = ()) -> Iterator[CodeChange]:
    """Calls of `targets` left out, arguments left out that need not be given, other constants."""
    tree = parsed(code)
    found = calls(tree)
    for called in found:
        if called.given is not None and called.apis.intersection(targets):
            yield _changed(code, called.node, called.given, called)
    arguments = [one for called in found for one in called.passed]
    for one in arguments:
        if not one.needed:
            yield _changed(code, one.call, _without(one), one)
    for constant, owner in _constants(tree, {id(one.value): one for one in arguments}, None):
        value = _another(constant.value)
        if value is not None:
            yield _changed(code, constant, ast.Constant(value), owner or constant)


def _changed(
    code: str, old: ast.expr, new: ast.expr, subject: PaddleCall | PassedValue | ast.Constant
) -> CodeChange:
    """The code with another expression in the place of one."""
    lines = code.encode().splitlines(keepends=True)
    assert old.end_lineno is not None
    before = b"".join(lines[: old.lineno - 1]) + lines[old.lineno - 1][: old.col_offset]
    after = lines[old.end_lineno - 1][old.end_col_offset :] + b"".join(lines[old.end_lineno :])
    text = ast.unparse(new)
    if not isinstance(new, (ast.Call, ast.Constant, ast.Name, ast.Attribute)):
        text = f"({text})"
    return CodeChange((before + text.encode() + after).decode(), old.lineno - 1, subject)


def _without(one: PassedValue) -> ast.Call:
    call = copy(one.call)
    call.args = [value for value in call.args if value is not one.value]
    call.keywords = [keyword for keyword in call.keywords if keyword.value is not one.value]
    return call


def _constants(
    node: ast.AST, owners: Mapping[int, PassedValue], owner: PassedValue | None
) -> Iterator[tuple[ast.Constant, PassedValue | None]]:
    """Every constant below a node, with the innermost argument that it is in."""
    owner = owners.get(id(node), owner)
    if isinstance(node, ast.Constant):
        yield node, owner
    elif not isinstance(node, ast.JoinedStr):  # whose parts have no places of their own
        for child in ast.iter_child_nodes(node):
            yield from _constants(child, owners, owner)


def _another(value: object) -> bool | int | float | str | None:
    """A near and clearly different value of the same kind; None where there is none to be had."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, float):
        return 10 * _TINY if 0 < abs(value) < _TINY else value / 2 or 0.5
    if isinstance(value, str):
        found = (group[group.index(value) - 1] for group in _WORDS if value in group)
        return _DTYPES.get(value) or next(found, None)
    return None


def calls(tree: ast.Module) -> list[PaddleCall]:
    """Every call."""
    nodes = list(ast.walk(tree))
    uses = {id(u.node): (name, u) for name, u in Uses(nodes).items() if u.form is Form.CALL}
    return [_call(node, *uses[id(node)]) for node in nodes if isinstance(node, ast.Call)]


def _call(node: ast.Call, name: str, use: Use) -> PaddleCall:
    if name.startswith("."):
        name, given = name[1:], use.receiver
        apis = _methods(name)
    else:
        values = (*node.args, *(keyword.value for keyword in node.keywords))
        given = values[0] if values else None
        apis = [api for api in [paddle_snapshot().get(name)] if api]
    bindings = [best for api in apis if (best := choose(use, api).best)]
    passed = tuple(_arguments(node, name, bindings))
    return PaddleCall(node, name, frozenset(api.name for api in apis), given, passed)


@cache
def _methods(name: str) -> list[Api]:
    """The methods of this name, of whatever class."""
    snapshot = paddle_snapshot()
    found = (snapshot.get(full) for full in snapshot.names() if full.endswith(f".{name}"))
    return [api for api in found if api and api.kind == "method"]


def _arguments(node: ast.Call, name: str, bindings: Iterable[Binding]) -> Iterator[PassedValue]:
    named = ((keyword.value, keyword.arg) for keyword in node.keywords)
    for value, keyword in (*((value, None) for value in node.args), *named):
        taken = [
            argument.parameter
            for binding in bindings
            for argument in binding.arguments.values()
            if any(value is one for one in argument.values)
        ]
        can_go = keyword or (value is node.args[-1] and taken)
        usual = any(_is_default(parameter, value) for parameter in taken)
        needed = not can_go or usual or any(p.default is None for p in taken)
        parameter = taken[0].name if taken else keyword or ""
        yield PassedValue(node, value, name, parameter, needed, usual)


def _is_default(parameter: Parameter, value: ast.expr) -> bool:
    if parameter.default is None:
        return False
    text = ast.unparse(value)
    if text in (parameter.default, f"({parameter.default})"):
        return True
    try:
        one, other = (parsed(code, "eval") for code in (text, parameter.default))
        return bool(ast.literal_eval(one) == ast.literal_eval(other))
    except (ValueError, SyntaxError):
        return False
