"""Calls of one API in a piece of code made calls of another that takes the same arguments.

`torch.abs(x)` becomes `x.abs()`, or `torch.nn.ReLU()(x)`. The rest of the code is left as it is
written. A call that does not bind the same values afterwards raises Underivable.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from mapping_model.calls.binding import Argument, Binding
from mapping_model.calls.overloads import choose
from mapping_model.calls.uses import Form, Use, uses_in
from mapping_model.forms.relation import Underivable
from mapping_model.sides import is_member
from mapping_model.snapshots import Api

# What needs no brackets before a dot.
_CLOSED = (ast.Name, ast.Call, ast.Attribute, ast.Subscript, ast.List, ast.Tuple)
_MOST = 20


@dataclass(frozen=True, slots=True)
class Turn:
    """What becomes of calls of `old`: calls of `new`.

    A method is called on what was passed as `receiver`. A layer is called with what was passed as
    `later`, in this order. What is in `lost` may be passed if it is the value that it has there.
    """

    old: Api
    new: Api
    receiver: str | None = None
    later: tuple[str, ...] = ()
    lost: Mapping[str, str | None] = field(default_factory=dict)

    def code(self, text: str) -> str:
        """The code with all of its calls turned."""
        for _ in range(_MOST):
            uses = self.uses(text)
            if not uses:
                return text
            text = self._turned(text, uses[0])
        raise Underivable(f"it has more than {_MOST} calls of `{self.old.name}`")

    def uses(self, text: str) -> list[Use]:
        """Where code uses what is turned."""
        if self.old.name.rpartition(".")[2] not in text:  # most code that is left to look at
            return []
        return uses_in(text).of(self.old.name, member=is_member(self.old, self.old.name))

    def made(self, text: str) -> list[Use]:
        """Where turned code uses what it was turned into."""
        return uses_in(text).of(self.new.name, member=is_member(self.new, self.new.name))

    def _turned(self, text: str, use: Use) -> str:
        if use.form is not Form.CALL or not isinstance(use.node, ast.Call):
            raise Underivable(f"it names `{self.old.name}` without calling it")
        bound = choose(use, self.old).best
        if bound is None:
            raise Underivable(
                f"it calls `{self.old.name}` in a way that the signature does not know"
            )
        call = self._call(text, use.node, bound)
        self._check(bound, call)
        start, end = span(text, use.node)
        return f"{text[:start]}{call}{text[end:]}"

    def _call(self, text: str, node: ast.Call, bound: Binding) -> str:
        function = node.func
        if self.later:
            return self._layer(text, bound)
        needless = self._needless(bound)
        parts: list[ast.expr | ast.keyword] = [*node.args, *node.keywords]
        if not is_member(self.new, self.new.name):
            _, end = span(text, function)
            kept = ", ".join(_cut(text, part) for part in parts if _value(part) not in needless)
            passed = f"({kept})" if needless else text[end : span(text, node)[1]]
            return self.new.name + passed
        last = self.new.name.rpartition(".")[2]
        if self.receiver is None and isinstance(function, ast.Attribute):
            start, end = span(text, function.value)
            return f"{text[start:end]}.{last}{text[span(text, function)[1] : span(text, node)[1]]}"
        own = bound.value(self.receiver or "")
        if own is None:
            raise Underivable(f"it passes no `{self.receiver}`")
        others = [part for part in parts if _value(part) not in (own, *needless)]
        passed = ", ".join(_cut(text, part) for part in others)
        written = _cut(text, own)
        return f"{written if isinstance(own, _CLOSED) else f'({written})'}.{last}({passed})"

    def _needless(self, bound: Binding) -> list[ast.expr]:
        """What is passed and is so in any case."""
        values = ((bound.value(name), value) for name, value in self.lost.items() if value)
        return [given for given, value in values if given and ast.unparse(given) == value]

    def _layer(self, text: str, bound: Binding) -> str:
        made: list[str] = []
        places = [p.name for p in self.new.signatures[0].by_position] if self.new.signatures else []
        for argument in bound.arguments.values():
            name = argument.parameter.name
            if name in self.later:
                continue
            in_place = argument.keyword is None and places[len(made) : len(made) + 1] == [name]
            value = _cut(text, _one(argument))
            made.append(value if in_place else f"{argument.keyword or name}={value}")
        given = [bound.arguments[name] for name in self.later if name in bound.arguments]
        called = ", ".join(_cut(text, _one(argument)) for argument in given)
        return f"{self.new.name}({', '.join(made)})({called})"

    def _check(self, before: Binding, call: str) -> None:
        """Hold the arguments of a call against those of the call that it was."""
        left = (self.receiver, *self.later)
        needless = [ast.dump(value) for value in self._needless(before)]
        wanted = {
            name: value
            for name, value in _values(before).items()
            if name not in left and not (name in self.lost and value[0] in needless)
        }
        uses = [use for use in self.made(call) if use.form is Form.CALL]
        after = choose(uses[0], self.new).best if uses else None
        found = {} if after is None else _values(after)
        if after is None or found != wanted:
            taken = {n.lstrip("*") for sig in self.new.overloads for n in sig.names}
            lost = [name for name in wanted if name not in taken]
            names = " and ".join(f"`{name}`" for name in lost)
            raise Underivable(
                f"it passes {names}, which `{self.new.name}` does not take so"
                if lost
                else f"its arguments mean something else to `{self.new.name}`"
            )


def span(text: str, node: ast.expr | ast.keyword | ast.stmt) -> tuple[int, int]:
    """Where a node begins and ends in the code, in characters."""
    lines = text.splitlines(keepends=True)

    def place(line: int, column: int) -> int:
        before = lines[line - 1].encode()[:column].decode("utf-8", "replace")
        return sum(map(len, lines[: line - 1])) + len(before)

    assert node.end_lineno is not None and node.end_col_offset is not None
    return place(node.lineno, node.col_offset), place(node.end_lineno, node.end_col_offset)


def edited(text: str, edits: Mapping[tuple[int, int], str]) -> str:
    """The code with the characters of each span exchanged; no two of them overlap."""
    for (start, end), new in sorted(edits.items(), reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _cut(text: str, node: ast.expr | ast.keyword) -> str:
    start, end = span(text, node)
    return text[start:end]


def _value(part: ast.expr | ast.keyword) -> ast.expr:
    return part.value if isinstance(part, ast.keyword) else part


def _one(argument: Argument) -> ast.expr:
    if argument.value is None:
        raise Underivable(f"it passes several values as `{argument.parameter.name}`")
    return argument.value


def _values(bound: Binding) -> dict[str, list[str]]:
    """What is passed to which parameter; one value of `*dim` is as good as that of `dim`."""
    arguments = bound.arguments.items()
    return {n.lstrip("*"): [ast.dump(value) for value in a.values] for n, a in arguments}
