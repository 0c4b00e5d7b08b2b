"""Conditions and code over torch's parameters, said of another form of the API.

The parameter that became the receiver is `self`; what the form does not take has its default.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from mapping_model.calls.uses import dotted
from mapping_model.forms.calls import edited, span
from mapping_model.forms.relation import Underivable
from mapping_model.language.evaluating import Scope, truth
from mapping_model.language.filling import reduced_line
from mapping_model.language.parsing import RECEIVER, REST, SAME
from mapping_model.sides import is_member
from mapping_model.snapshots import Api
from mapping_model.syntax import nodes_of, parsed


@dataclass(frozen=True, slots=True)
class Terms:
    """What becomes of names: `receiver` is `self`, the names in `lost` have their defaults.

    `target` is what the calls `old(**rest)` go to. `overwritten` is what an in-place form writes
    its result to.
    """

    receiver: str | None
    lost: Mapping[str, str | None]
    old: str | None = None
    target: Api | None = None
    overwritten: str | None = None

    def condition(self, text: str) -> str | None:
        """The condition; None where it can never hold. One that always holds is `True`."""
        tree = _tree(text, self.lost)
        if tree is None:
            return self._renamed(text)
        (line,) = tree.body
        if isinstance(line, ast.Expr) and (told := truth(line.value)) is not None:
            return "True" if told else None
        return self._renamed(ast.unparse(tree))

    def code(self, text: str, *, value: bool = False) -> str:
        """Code, or with `value` just an expression that gives a parameter its value."""
        tree = _tree(text, self.lost)
        if tree is not None:
            text = ast.unparse(tree) + "\n" * text.endswith("\n")
        text = self._completed(self._renamed(text))
        return text if value or self.overwritten is None else assigned(text, self.overwritten)

    def _renamed(self, text: str) -> str:
        if self.receiver is None or self.receiver not in text:
            return text
        named = [n for n in _nodes(text) if isinstance(n, ast.Name) and n.id == self.receiver]
        return edited(text, {span(text, node): RECEIVER for node in named})

    def _completed(self, text: str) -> str:
        """`f(**rest)` passes the receiver, where the code does not; of a method it cannot."""
        if self.receiver is None or "**" not in text:
            return text
        nodes = _nodes(text)
        if any(_is_name(node, RECEIVER) for node in nodes):
            return text
        edits: dict[tuple[int, int], str] = {}
        for node in nodes:
            match node:
                case ast.Call(func=function, args=[], keywords=[*_, ast.keyword(None, passed)]):
                    if not (_is_name(passed, REST) or _is_name(passed, SAME)):
                        continue
                    place = span(text, function)
                    method = self.target is not None and is_member(self.target, self.target.name)
                    if method and dotted(function) == self.old and self.target is not None:
                        edits[place] = f"{RECEIVER}.{self.target.name.rpartition('.')[2]}"
                    else:
                        edits[place[1], place[1] + 1] = f"({RECEIVER}, "
        return edited(text, edits)


def assigned(text: str, place: str) -> str:
    """The code with its result, the last line or what that calls `result`, written to a place.

    What is computed of the place is computed of a copy: Paddle refuses the gradient where what it
    kept for that has been overwritten.
    """
    text = _with_copies(text, place)
    match _last(text):
        case ast.Expr(value=value) | ast.Assign(targets=[ast.Name(id="result")], value=value):
            start, end = span(text, value)
            return f"{text[:start]}paddle.assign({text[start:end]}, {place}){text[end:]}"
    raise Underivable("its result is not the last line")


def _with_copies(text: str, place: str) -> str:
    nodes = _nodes(text)
    owners = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    edits = {
        span(text, node): f"{place}.clone()"
        for node in nodes
        if isinstance(node, ast.Name) and node.id == place and id(node) not in owners
    }
    return edited(text, edits)


def _last(text: str) -> ast.stmt | None:
    module = _nodes(text)[0]
    return module.body[-1] if isinstance(module, ast.Module) and module.body else None


def _nodes(text: str) -> list[ast.AST]:
    try:
        return nodes_of(text)
    except SyntaxError as error:
        raise Underivable("its code is not Python") from error


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _tree(text: str, lost: Mapping[str, str | None]) -> ast.Module | None:
    """The tree with what is lost worked in; None where the text names nothing of it."""
    if not any(name in text for name in lost):
        return None
    nodes = _nodes(text)
    named = {node.id for node in nodes if isinstance(node, ast.Name)} & lost.keys()
    if not named:
        return None
    for name in sorted(named):
        if lost[name] is None and not _only_given(nodes, name):
            raise Underivable(f"it names `{name}`, which has no default")
    values = {name: parsed(lost[name] or "None", mode="eval").body for name in named}
    module = nodes[0]
    assert isinstance(module, ast.Module)
    return ast.Module([reduced_line(line, Scope(values, partial=True)) for line in module.body], [])


def _only_given(nodes: list[ast.AST], name: str) -> bool:
    """Whether code asks of a parameter no more than whether it is given."""
    named = sum(isinstance(node, ast.Name) and node.id == name for node in nodes)
    return named == sum(
        isinstance(node, ast.Call)
        and dotted(node.func) == "given"
        and any(isinstance(arg, ast.Name) and arg.id == name for arg in node.args)
        for node in nodes
    )
