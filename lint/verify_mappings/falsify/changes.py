"""Changes to the Paddle code of an example, one at a time, that its comparison should notice.

They stand in the order of the code; what they are does not depend on chance.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from copy import copy
from dataclasses import dataclass

from verify_mappings.falsify.passing import Called, Passed, calls
from verify_mappings.falsify.words import other_word

# Below, a number only keeps something else from being zero; it is seen when it is much larger.
_TINY = 0.001

Subject = Called | Passed | ast.Constant


@dataclass(frozen=True, slots=True)
class Change:
    """The code with one change, which is in its `line`, counted from 0.

    `subject` is what an example that stays equal does not see: a call, an argument, or a constant
    that is in no call.
    """

    code: str
    line: int
    subject: Subject

    @property
    def shown(self) -> str:
        """The line as it is now."""
        return self.code.splitlines()[self.line].strip()

    @property
    def name(self) -> str:
        """What is not seen, in a word."""
        match self.subject:
            case Called(api=api):
                return api
            case Passed() as passed:
                return passed.parameter or ast.unparse(passed.value)
            case constant:
                return repr(constant.value)


def changes(code: str, targets: Collection[str | None] = ()) -> Iterator[Change]:
    """Calls of `targets` left out, arguments left out that need not be given, other constants."""
    tree = ast.parse(code)
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


def _changed(code: str, old: ast.expr, new: ast.expr, subject: Subject) -> Change:
    """The code with another expression in the place of one."""
    lines = code.encode().splitlines(keepends=True)
    assert old.end_lineno is not None
    before = b"".join(lines[: old.lineno - 1]) + lines[old.lineno - 1][: old.col_offset]
    after = lines[old.end_lineno - 1][old.end_col_offset :] + b"".join(lines[old.end_lineno :])
    text = ast.unparse(new)
    if not isinstance(new, (ast.Call, ast.Constant, ast.Name, ast.Attribute)):
        text = f"({text})"
    return Change((before + text.encode() + after).decode(), old.lineno - 1, subject)


def _without(one: Passed) -> ast.Call:
    call = copy(one.call)
    call.args = [value for value in call.args if value is not one.value]
    call.keywords = [keyword for keyword in call.keywords if keyword.value is not one.value]
    return call


def _constants(
    node: ast.AST, owners: Mapping[int, Passed], owner: Passed | None
) -> Iterator[tuple[ast.Constant, Passed | None]]:
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
    return other_word(value) if isinstance(value, str) else None
