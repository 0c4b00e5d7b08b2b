"""Paddle's arguments for one call, made of torch's by the rows of a variant."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass, replace

from mapping_model.applying.decisions import Reason, Undecided
from mapping_model.applying.idioms import IDIOMS, IT, RESULT, UNLESS_NONE, Idiom
from mapping_model.calls.binding import Binding
from mapping_model.differences import same_default
from mapping_model.entry import Action, Row
from mapping_model.language.evaluating import Scope, literal, reduce, truth
from mapping_model.language.filling import Names, Written, fill
from mapping_model.language.parsing import RECEIVER, named_in, parse
from mapping_model.sides import UNSAID, Side
from mapping_model.snapshots import Parameter, ParameterKind
from mapping_model.syntax import walk
from mapping_model.types import Type


@dataclass(frozen=True, slots=True)
class Passed:
    """One argument for Paddle, passed as `word` where it is not passed by position.

    `placed` tells that torch's was passed so.
    """

    parameter: Parameter
    word: str
    value: ast.expr
    placed: bool


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one variant, for one call of the torch side."""

    rows: tuple[Row, ...]
    torch: Side
    paddle: Side
    binding: Binding
    scope: Scope

    def arguments(self, without: Collection[str] = ()) -> list[Passed]:
        """What is passed to Paddle, in the order of its signature.

        `without` are torch parameters that are dealt with. Raises Undecided.
        """
        found = [self._argument(row) for row in self.rows if _key(row) not in without]
        passed = [argument for argument in found if argument is not None]
        names = self.paddle.signature.names if self.paddle.signature else ()
        twice = [one for one in passed if [p.parameter for p in passed].count(one.parameter) > 1]
        if twice:
            raise Undecided(Reason.TWICE, twice[0].parameter.name)
        return sorted(passed, key=lambda one: names.index(one.parameter.name))

    def call(self, function: ast.expr, passed: list[Passed]) -> ast.Call:
        """The call: arguments by position as long as torch's were so and none is left out."""
        places = self.paddle.signature.by_position if self.paddle.signature else ()
        free = [place.name for place in places if place.name != self.paddle.own]
        args: list[ast.expr] = []
        if self.paddle.own is not None:
            if RECEIVER not in self.scope.values:  # an attribute that is named with its class
                raise Undecided(Reason.READ)
            args.append(self.scope.values[RECEIVER])
            free = [self.paddle.own, *free] if places[0].name == self.paddle.own else free
        keywords: list[ast.keyword] = []
        for one in passed:
            kind = one.parameter.kind
            next_one = free[len(args)] if len(args) < len(free) else None
            in_place = one.placed and not keywords and one.parameter.name == next_one
            in_place = in_place and not self._means_another(one.parameter, len(args))
            if kind is ParameterKind.VAR_POSITIONAL:
                args += one.value.elts if isinstance(one.value, ast.List) else [_spread(one.value)]
            elif in_place or kind is ParameterKind.POSITIONAL_ONLY:
                args.append(one.value)
            else:
                keywords.append(ast.keyword(one.word, one.value))
        return ast.Call(function, args, keywords)

    def _means_another(self, parameter: Parameter, place: int) -> bool:
        """Whether a number here may be taken for another parameter of another signature.

        Paddle tells its signatures apart by types: an epsilon of 0 is taken for torch's weight.
        """
        names = {*(self.paddle.signature.names if self.paddle.signature else ())}
        taken = [signature.by_position for signature in self.paddle.overloads]
        at = {places[place].name for places in taken if place < len(places)}
        return parameter.type == Type("float") and len(at & names) > 1

    def same(self, call: ast.Call, without: Collection[str]) -> ast.Call:
        """The call with torch's arguments as they stand, but for those that are dropped."""
        for row in self.rows:
            if row.action is Action.NONE and row.torch not in without:
                self._check_torch_only(row)
        dropped = {row.torch for row in self.rows if row.action is Action.DROP}
        places = [name for name in self.binding.signature.names if name != self.torch.own]
        args, keywords, formed = list(call.args), list(call.keywords), self.formed()
        for name, argument in self.binding.arguments.items():
            if name in dropped or name in without or name == self.torch.own:
                continue
            value = formed.values[name.lstrip("*")]
            in_place = argument.keyword is None and not call.keywords
            if in_place and argument.parameter.variadic:
                args += value.elts if isinstance(value, ast.List) else [_spread(value)]
            elif in_place and len(args) == places.index(name):
                args.append(value)
            else:
                keywords.append(ast.keyword(name.lstrip("*"), value))
        return ast.Call(call.func, args, keywords)

    def needed_alike(self) -> set[str] | None:
        """What every call passes, if that stands in the same places for Paddle; None otherwise."""
        if self.torch.signature is None or self.paddle.signature is None:
            return None
        places = [place.name for place in self.paddle.signature.by_position]
        passed = [one.name for one in self.torch.signature.by_position if one.default is None]
        own = {row.torch: row.paddle for row in self.rows if row.value is None and not row.form}
        alike = [own.get(name) for name in passed] == places[: len(passed)]
        return set(passed) if alike else None

    def formed(self) -> Scope:
        """The scope of code for Paddle: arguments as the idioms of their rows make them."""
        values = {
            _key(row): self._formed(row, IDIOMS[row.form])
            for row in self.rows
            if row.form and IDIOMS[row.form].make and self._given(row)
        }
        return self.scope.with_values({k: v for k, v in values.items() if v is not None})

    def after(
        self,
        written: Written,
        names: Names,
        open_: Collection[str] = (),
        dealt: Collection[str] = (),
    ) -> Written:
        """The call, and what the idioms of rows do with its result.

        Parameters in `open_` have not been dealt with, though their rows have no such idiom; those
        in `dealt` have, by code.
        """
        for row in self.rows:
            if row.torch in dealt:
                continue
            idiom = self._idiom_after(row, open_)
            if idiom is None or idiom.after is None or not self._given(row):
                continue
            scope = self._scope_of(row)
            if self._needed(row, idiom, scope):
                value = idiom.make(scope.values[IT], scope) if idiom.make else scope.values[IT]
                if value is None:
                    raise Undecided(Reason.UNKNOWN, row.torch or "")
                scope = scope.with_values({IT: value, RESULT: written.expression})
                again = fill(idiom.after, scope, names)
                written = Written(again.expression, (*written.before, *again.before))
        return written

    def _idiom_after(self, row: Row, open_: Collection[str]) -> Idiom | None:
        if row.torch in open_:
            return IDIOMS[row.form or "assign"]
        name = older_idiom(row, self.torch) if self._lacking(row) else row.form
        return IDIOMS[name] if name else None

    def _lacking(self, row: Row) -> bool:
        """Whether the release has no such parameter, which others have."""
        signature = self.paddle.signature
        return (
            row.paddle is not None and signature is not None and not self.paddle.taking(row.paddle)
        )

    def _argument(self, row: Row) -> Passed | None:
        """What a row passes; None where Paddle's parameter is left out."""
        if row.paddle is None or self.paddle.signature is None:
            self._check_torch_only(row)
            return None
        parameter = self.paddle.taking(row.paddle)
        if parameter is None or row.paddle == self.paddle.own:
            if row.paddle != self.paddle.own:
                self._check_lacking(row)
            return None
        if parameter.default == UNSAID and row.torch is not None and not self._given(row):
            return None
        value = self._value(row)
        if value is None:
            return None
        idiom = self._idiom_of(row)
        plain = self._given(row) and row.value is None and idiom is None
        default = self.paddle.default(row.paddle)
        usual = None if default is None else default.text
        if not plain and usual is not None and same_default(_text(value), usual):
            return None
        argument = self.binding.arguments.get(row.torch or "")
        placed = argument is not None and argument.keyword is None
        return Passed(parameter, row.paddle, value, placed)

    def _value(self, row: Row) -> ast.expr | None:
        """What Paddle's parameter gets; None where it is left out."""
        idiom = self._idiom_of(row)
        if idiom is not None:
            return self._formed(row, idiom)
        if row.value is not None:
            return self._checked(reduce(parse(row.value), self.scope), row)
        usual = (row.set or row.same_default) and self._given(row) and self._is_default(row)
        if self._given(row) and (row.action is None or row.in_code) and not usual:
            return self.scope.values[_key(row)]
        if row.set is not None:
            return reduce(parse(row.set), self.scope)
        if row.torch is None:
            return None
        if row.action is not None and not row.in_code:
            raise Undecided(_REASON[row.action], row.torch, row.note)
        return self._default(row)

    def _idiom_of(self, row: Row) -> Idiom | None:
        """The row's idiom, or that of rows without a target which leads into this one."""
        if row.form is not None:
            return IDIOMS[row.form]
        others = (IDIOMS[other.form] for other in self.rows if other.form)
        return next((idiom for idiom in others if idiom.into and idiom.into == row.paddle), None)

    def _checked(self, value: ast.expr, row: Row) -> ast.expr:
        """A value that does not compute with None, for which the mapping then has no value."""
        for node in walk(value):
            if isinstance(node, ast.BinOp) and (None,) in (literal(node.left), literal(node.right)):
                raise Undecided(Reason.NO_WAY, row.torch or "")
        return value

    def _default(self, row: Row) -> ast.expr | None:
        """Torch's default where Paddle's is another."""
        ours, theirs = self.torch.default(row.torch), self.paddle.default(row.paddle)
        if ours is None or theirs is None or ours.text is None or row.same_default:
            return None
        if same_default(ours.text, theirs.text):
            return None
        if ours.text.startswith("torch."):
            raise Undecided(Reason.REWRITE, row.torch or "")
        return parse(ours.text)

    def _formed(self, row: Row, idiom: Idiom) -> ast.expr | None:
        scope = self._scope_of(row)
        if row.torch is not None and not self._needed(row, idiom, scope):
            return None
        if idiom.value is not None:
            return reduce(parse(idiom.value), scope)
        value = idiom.make(scope.values[IT], scope) if idiom.make else None
        if value is None and idiom.make:
            raise Undecided(Reason.UNKNOWN, row.torch or "")
        return value

    def _check_torch_only(self, row: Row) -> None:
        """A parameter that Paddle lacks must be dealt with if it is given another value."""
        if row.torch is None or row.torch == self.torch.own or not self._given(row):
            return
        idiom = IDIOMS[row.form] if row.form else None
        if row.action is Action.DROP or (idiom is not None and (idiom.after or idiom.into)):
            return
        if any(_key(row) in named_in(other.value or other.set) for other in self.rows):
            return
        if not self._is_default(row):
            raise Undecided(_REASON[row.action or Action.REWRITE], row.torch, row.note)

    def _check_lacking(self, row: Row) -> None:
        """A parameter that the release lacks must be dealt with if another value is meant."""
        if row.torch is None or not self._given(row) or older_idiom(row, self.torch) is not None:
            return
        if not self._is_default(row):
            raise Undecided(Reason.NO_TARGET, row.paddle or "")

    def _is_default(self, row: Row) -> bool:
        """Whether a call passes what is torch's default anyway."""
        default = self.torch.default(row.torch)
        return default is not None and same_default(
            _text(self.scope.values[_key(row)]), default.text
        )

    def _given(self, row: Row) -> bool:
        return _key(row) in self.scope.given

    def _scope_of(self, row: Row) -> Scope:
        """The scope of a row's idiom, where its torch parameter is called `it`."""
        value = self.scope.values.get(_key(row), ast.Constant(None))
        given = {*self.scope.given, IT} if self._given(row) else self.scope.given
        return replace(self.scope, values={**self.scope.values, IT: value}, given=given)

    def _needed(self, row: Row, idiom: Idiom, scope: Scope) -> bool:
        needed = truth(reduce(parse(idiom.needed), scope))
        if needed is None and idiom.needed != UNLESS_NONE:
            raise Undecided(Reason.UNKNOWN, row.torch or "")
        return needed is not False


_REASON = {Action.REWRITE: Reason.REWRITE, Action.NONE: Reason.NO_WAY, Action.DROP: Reason.REWRITE}


def older_idiom(row: Row, torch: Side) -> str | None:
    """The idiom for a parameter on releases whose signature lacks it."""
    if row.older == "to":
        return row.older if torch.is_class else None
    if row.older != "assign":
        return row.older
    returns = torch.signature.returns if torch.signature else None
    parts = len(returns.items) if returns is not None and returns.name == "tuple" else 0
    return {0: "assign", 2: "assign_pair"}.get(parts)


def _spread(value: ast.expr) -> ast.expr:
    return ast.Starred(value, ast.Load())


def _key(row: Row) -> str:
    """The torch parameter of a row as expressions call it: without stars."""
    return (row.torch or "").lstrip("*")


def _text(value: ast.expr) -> str:
    found = literal(value)
    return ast.unparse(value) if found is None else repr(found[0])
