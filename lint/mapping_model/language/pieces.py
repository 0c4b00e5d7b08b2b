"""Whether the expressions and the code of a variant are of the language of mappings."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from mapping_model.about import project_url
from mapping_model.applying.idioms import IDIOMS, OUT, RESULT
from mapping_model.calls.uses import dotted
from mapping_model.entry import Action, Limit, Row, Variant
from mapping_model.language.kinds import ASKED
from mapping_model.language.parsing import (
    ALWAYS,
    CALLED,
    CALLED_WITH,
    DECORATES,
    FUNCTIONS,
    INFINITY,
    RECEIVER,
    REST,
    SAME,
    VALUE,
    ExpressionError,
    is_set_aside,
    lines_of,
    named_in,
    names,
    names_asked,
    parse,
    parse_condition,
    stored,
)
from mapping_model.language.values import CONSTANTS, WORDS
from mapping_model.problems import did_you_mean
from mapping_model.sides import Side
from mapping_model.syntax import walk


class Kind(Enum):
    """What a piece is for, which decides what it may say."""

    VALUE = "value"
    FIXED = "default"
    CONDITION = "when"
    RESULT = "the result"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Piece:
    """One expression or code of a variant; `steps` lead to it from there.

    `condition` is the `when` that decides over a case.
    """

    kind: Kind
    text: str
    steps: tuple[str | int, ...]
    condition: str = ""


def pieces_of(variant: Variant) -> Iterator[Piece]:
    """All expressions and code of a variant, but for the conditions of limits."""
    if variant.when is not None:
        yield Piece(Kind.CONDITION, variant.when, ("when",))
    yield from _of_rows(variant.params, "params")
    if variant.returns is not None and variant.returns.value is not None:
        yield Piece(Kind.RESULT, variant.returns.value, ("returns", "value"))
    for name, code in variant.fields:
        yield Piece(Kind.CODE, code, (*_at(variant.parts_place), "code", name))
    for limit in variant.limits:
        if isinstance(limit, Limit) and limit.instead is not None:
            yield Piece(Kind.CODE, limit.instead, (*_at(limit.place), "code"), limit.when)
    for case in variant.write:
        if case.when is not None:
            yield Piece(Kind.CONDITION, case.when, (*_at(case.place), "when"))
        if case.code is not None:
            yield Piece(Kind.CODE, case.code, (*_at(case.place), "code"), case.when or "")
    for newer in variant.newer:
        at = _at(newer.place)
        if newer.when is not None:
            yield Piece(Kind.CONDITION, newer.when, (*at, "when"))
        yield from _of_rows(newer.params, *at, "params")
        for case in newer.write:
            if case.code is not None:
                yield Piece(Kind.CODE, case.code, (*at, "code"), newer.when or "")


def _at(place: int) -> tuple[str, int]:
    return "cases", place


def _of_rows(rows: tuple[Row, ...], *steps: str | int) -> Iterator[Piece]:
    for index, row in enumerate(rows):
        if row.value is not None:
            yield Piece(Kind.VALUE, row.value, (*steps, index, "value"))
        if row.set is not None:
            yield Piece(Kind.FIXED, row.set, (*steps, index, "value"))


@dataclass(frozen=True)
class Faults:
    """Finds what is wrong with the pieces of one variant.

    `knows` tells whether Paddle has a name, `guess` which other one may be meant.
    """

    variant: Variant
    torch: Side
    is_member: bool
    knows: Callable[[str], bool]
    guess: Callable[[str], str]

    def of(self, piece: Piece) -> tuple[str, str]:
        """What is wrong and how to fix it; two empty strings for nothing."""
        try:
            trees = _read(piece)
        except ExpressionError as error:
            return f"{error}.", "Values are written as in Python, over the names of parameters."
        named = [
            name
            for tree in trees
            for name in names(tree)
            if not (is_set_aside(tree) and isinstance(name.ctx, ast.Store))
        ]
        lost = self._lost(piece, {name.id for name in named}) or self._lost_aside(piece, trees)
        lost = lost or self._overwritten(piece, trees)
        return self._unknown(piece, trees, named) or lost or ("", "")

    @cached_property
    def known(self) -> set[str]:
        """The names that a call gives a meaning to."""
        signatures = self.torch.overloads
        found = {name.lstrip("*") for s in signatures for name in s.names}
        found |= {(row.torch or "").lstrip("*") for row in self.variant.params}
        found |= {VALUE} if self.torch.attribute else set()
        return found | ({RECEIVER} if self.is_member else set())

    def _unknown(
        self, piece: Piece, trees: Sequence[ast.AST], named: list[ast.Name]
    ) -> tuple[str, str] | None:
        nodes = [node for tree in trees for node in walk(tree)]
        own = {name for tree in trees if not is_set_aside(tree) for name in stored(tree)}
        taken = sorted(own & {*self.known, REST, SAME, RESULT})
        if taken and piece.kind is Kind.CODE:
            return f"The code gives `{taken[0]}` another meaning.", "Choose another name for it."
        known = self.known | own
        known |= {RESULT} if piece.kind is Kind.RESULT else set()
        known |= {REST, SAME} if piece.kind is Kind.CODE else set()
        known |= CONSTANTS.keys() if piece.kind is Kind.CONDITION else set()
        known |= set(CALLED_WITH) if piece.kind is Kind.FIXED and self.torch.is_class else set()
        for name in named:
            if name.id not in known and name.id == INFINITY:
                return "Only conditions have `inf`.", "Write `float('inf')`."
            if piece.kind is not Kind.CONDITION and name.id in {*WORDS, *CONSTANTS} - {
                *known,
                *FUNCTIONS,
            }:
                typed = f"In code a dtype is text: `'{name.id}'`." if name.id in CONSTANTS else ""
                return f"Only conditions have `{name.id}`.", typed or "Ask it in `when`."
            if name.id not in known and name.id not in FUNCTIONS and name.id not in WORDS:
                near = did_you_mean(name.id, known)
                return (
                    f"The call has no `{name.id}`.{near}",
                    f"Known: {', '.join(sorted(known))}.",
                )
        for node in nodes if piece.kind is not Kind.CONDITION else ():
            match node:
                case ast.Call(func=ast.Name(id="isa"), args=[_, ast.Name(id=kind)]):
                    if kind not in ASKED:
                        return (
                            f"Code cannot ask for a {kind} when it runs.",
                            "Ask in `when`, where what cannot be told does not count.",
                        )
        for node in nodes:
            path = dotted(node) if isinstance(node, ast.Attribute) else None
            if path and path.startswith("paddle.") and not self.knows(path):
                return f"Paddle has no `{path}`.{self.guess(path)}", "Use an API that Paddle has."
        return None

    def _lost(self, piece: Piece, named: set[str]) -> tuple[str, str] | None:
        """Code must take up every argument that the call may pass."""
        if piece.kind is not Kind.CODE or {REST, SAME} & named:
            return None
        if piece.condition in (f"not {CALLED}", DECORATES):
            return None
        named = named | named_in(piece.condition)
        own = {self.torch.own} if self.is_member else set()
        if self.variant.paddle is None and not self.variant.params:
            return self._lost_by({*named, *own})
        for row in self.variant.params:
            if row.torch is None or row.torch == OUT or row.torch in own:
                continue
            name = row.torch.lstrip("*")
            dealt = name in named
            if not dealt and row.action is not Action.DROP and not _after(row):
                return (
                    f"The code loses `{row.torch}` where a call passes it.",
                    "Name it in the code, or end the call in `**rest`: what the rows make of the "
                    "arguments that the code does not name. Where it changes nothing, add the line "
                    f"`_ = {name}`.",
                )
        return None

    def _lost_aside(self, piece: Piece, trees: Sequence[ast.AST]) -> tuple[str, str] | None:
        """Of a choice, the side that ends in `**rest` must name what only the other side does.

        `rest` is what the code names nowhere.
        """
        rows = {row.torch.lstrip("*") for row in self.variant.params if row.torch is not None}
        asked = named_in(piece.condition)
        nodes = [node for tree in trees for node in walk(tree)] if piece.kind is Kind.CODE else []
        for choice in (node for node in nodes if isinstance(node, ast.IfExp)):
            sides = [{name.id for name in names(side)} for side in (choice.body, choice.orelse)]
            inside = {id(node) for node in walk(choice)}
            outside = {n.id for tree in trees for n in names(tree) if id(n) not in inside}
            outside |= {name.id for name in names(choice.test)} | asked
            for here, other in (sides, sides[::-1]):
                for name in sorted((other & rows) - here - outside) if REST in here else ():
                    return (
                        f"One side of the choice names `{name}`, the other loses it: `**rest` is "
                        "what the code names nowhere.",
                        f"Pass `{name}` on both sides, or leave it to `**rest` on both.",
                    )
        return None

    def _overwritten(self, piece: Piece, trees: Sequence[ast.AST]) -> tuple[str, str] | None:
        """What a call with `**rest` passes by keyword itself, `**rest` does not pass a second time.

        So that keyword must take up what the call of torch passes for it.
        """
        if piece.kind is not Kind.CODE:
            return None
        named = {name.id for tree in trees for name in names(tree)} | named_in(piece.condition)
        rows = {row.paddle: row.torch for row in self.variant.params if row.paddle and row.torch}
        for call in (node for tree in trees for node in walk(tree) if isinstance(node, ast.Call)):
            passed = [keyword.arg for keyword in call.keywords if keyword.arg is not None]
            if not any(_is_rest(keyword) for keyword in call.keywords):
                continue
            for torch in (rows.get(keyword, keyword) for keyword in passed):
                if torch in self.known - named:
                    return (
                        f"The code loses `{torch}` where a call passes it: `**rest` leaves out "
                        "what the code passes itself.",
                        f"Name it in the code or in `when`. Where it changes nothing, add the line "
                        f"`_ = {torch}`.",
                    )
        return None

    def _lost_by(self, named: set[str | None]) -> tuple[str, str] | None:
        """Code without rows must take up all that one way of calling passes."""
        ways = [set(s.names) - named - {OUT} for s in self.torch.overloads]
        lost = min(ways, key=len, default=set())
        if not lost:
            return None
        names = " and ".join(f"`{name}`" for name in sorted(lost))
        return (
            f"The code loses {names} where a call passes it.",
            "Name it in the code, or in a row. Where it changes nothing, add the line "
            f"`_ = {min(lost)}`.",
        )


def _is_rest(keyword: ast.keyword) -> bool:
    """Whether an argument is `**rest`."""
    value = keyword.value
    return keyword.arg is None and isinstance(value, ast.Name) and value.id == REST


def _after(row: Row) -> bool:
    """Whether a row takes effect after the call, whatever code that is."""
    return row.form is not None and IDIOMS[row.form].after is not None


def _read(piece: Piece) -> Sequence[ast.stmt | ast.expr]:
    """The trees of a piece; raise ExpressionError where it is not of the language."""
    if piece.kind is Kind.CODE:
        return lines_of(piece.text)
    return [parse_condition(piece.text) if piece.kind is Kind.CONDITION else parse(piece.text)]


def fault(
    condition: str, known: Collection[str] | None, processor: bool = False
) -> tuple[str, str] | None:
    """What is wrong with a condition and how to fix it; None for nothing.

    `known` are the names of a call; None where that is not known. All calls may be meant where the
    `processor` is asked for.
    """
    if processor and condition == ALWAYS:
        return None
    try:
        asked = names_asked(condition)
    except ExpressionError as error:
        told = str(error)
        stop = "" if told.endswith(("?", ".")) else "."
        return f"{told}{stop}", f"All words: {project_url('Documentation')}vocabulary/"
    if not asked:
        return "The condition asks nothing of a call.", "Say for which values the limit is."
    for name in asked:
        if known is not None and name not in known and name != RESULT:
            near = did_you_mean(name, {*known, *CONSTANTS})
            return f"The call has no `{name}`.{near}", f"Known: {', '.join(sorted(known))}."
    return None
