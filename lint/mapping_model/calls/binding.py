"""Which argument of a use goes to which parameter of a signature.

As Python binds, and as the parsers of both libraries do besides: they take other keywords
(`dim` for `axis`), and what is written in C takes its `*size` by the keyword `size` too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from mapping_model.calls.uses import Use
from mapping_model.snapshots import Api, Parameter, ParameterKind, Signature
from mapping_model.types import Type, accepts

# What an expression is known to be; None where that cannot be told.
TypeOf = Callable[[ast.expr], Type | None]


# Where signatures come from that torch's own parser of arguments serves.
_NEVER_SPREAD = (ParameterKind.KEYWORD_ONLY, ParameterKind.VAR_KEYWORD)
_PARSED = ("stub", "aten")
# Whose first parameter is `self` where it is a list or a number; stubs have `input` for all.
_NUMBER_OR_LISTS = re.compile(
    r"torch\.(?:_foreach_\w+|bitwise_(?:and|or|xor|left_shift|right_shift)|bucketize|float_power"
    r"|pow|remainder|xlogy|special\.(?:xlog1py|xlogy|zeta))"
)


class Fit(Enum):
    """Whether a signature takes the arguments of a use."""

    BOUND = "it does"
    IMPOSSIBLE = "it does not"
    UNKNOWN = "`*args` or `**kwargs` may bring what is wanting, or too much"


class Argument(NamedTuple):
    """What is passed to one parameter.

    One value, or for a variadic parameter any number (`*x` among them as `ast.Starred`).
    `keyword` is the word by which it was passed; it may be another name of the parameter.
    """

    parameter: Parameter
    values: tuple[ast.expr, ...]
    keyword: str | None = None

    @property
    def value(self) -> ast.expr | None:
        """The one value; None where there is not exactly one."""
        alone = len(self.values) == 1 and not isinstance(self.values[0], ast.Starred)
        return self.values[0] if alone else None


class Binding(NamedTuple):
    """The arguments of a use, by the names of the parameters of one signature.

    `arguments` holds only what is certain. `why` says what makes it impossible. `others` are
    keywords that only the signature's `**kwargs` takes.
    """

    signature: Signature
    fit: Fit
    arguments: Mapping[str, Argument] = MappingProxyType({})
    others: tuple[ast.keyword, ...] = ()
    why: str = ""

    def value(self, name: str) -> ast.expr | None:
        """The one value that is passed to a parameter."""
        argument = self.arguments.get(name)
        return None if argument is None else argument.value

    def taken(self, type_of: TypeOf) -> bool | None:
        """Whether all values are of the types that the parameters take, as far as is known."""
        answers = [self.takes(argument, type_of) for argument in self.arguments.values()]
        if False in answers:
            return False
        return None if None in answers else True

    def takes(self, argument: Argument, type_of: TypeOf) -> bool | None:
        """Whether the values of one argument are of the type that its parameter takes."""
        wanted = argument.parameter.type
        found = [type_of(value) for value in argument.values]
        answers = [accepts(wanted, value) for value in found]
        if argument.parameter.variadic and len(found) == 1 and wanted is not None:
            # `zeros([2, 3])` passes the list for the numbers.
            in_list = accepts(Type("list", (wanted,)), found[0])
            answers = [in_list if answers == [False] else answers[0] or in_list]
        if False in answers:
            return False
        return None if None in answers else True


def bind(use: Use, signature: Signature, api: Api) -> Binding:
    """Give the arguments of a use of `api` to the parameters of one of its signatures."""
    return _Binder(use, signature, api).binding()


def words_of(signature: Signature, api: Api) -> dict[str, Parameter]:
    """Each keyword that a signature of an API takes, with the parameter that it stands for."""
    words = {p.name: p for p in signature.parameters if p.by_keyword}
    if not api.in_python:
        # C takes numbers for `*size`, or all of them as `size=[2, 3]`.
        rest = (p for p in signature.parameters if p.kind is ParameterKind.VAR_POSITIONAL)
        words |= {p.name.lstrip("*"): p for p in rest}
    if "input" in words and _NUMBER_OR_LISTS.fullmatch(api.name):
        words.setdefault("self", words["input"])
    for name, others in api.aliases.items():
        for other in others if name in words else ():
            words.setdefault(other, words[name])
    return words


class _Binder:
    """Binds one use; the three steps each say what makes it impossible, or nothing."""

    def __init__(self, use: Use, signature: Signature, api: Api) -> None:
        self.use = use
        self.signature = signature
        self.words = words_of(signature, api)
        self.parsed = api.source in _PARSED
        self.given: dict[str, Argument] = {}
        self.others: list[ast.keyword] = []
        # Whether a `*args` was met whose length decides where the rest goes; or a `**kwargs`.
        self.spread = False
        self.mapped = False

    def binding(self) -> Binding:
        why = self._positional() or self._named() or self._missing()
        fit = Fit.IMPOSSIBLE if why else Fit.UNKNOWN if self.spread or self.mapped else Fit.BOUND
        return Binding(self.signature, fit, self.given, tuple(self.others), why)

    def _positional(self) -> str:
        places = list(self.signature.by_position)
        rest = [p for p in self.signature.parameters if p.kind is ParameterKind.VAR_POSITIONAL]
        for index, value in enumerate(self.use.args):
            if index < len(places) and isinstance(value, ast.Starred):
                self.spread = True
                return ""
            if index < len(places):
                self.given[places[index].name] = Argument(places[index], (value,))
            elif rest:
                values = self.use.args[index:]
                self.given[rest[0].name] = Argument(rest[0], values)
                return ""
            elif isinstance(value, ast.Starred):
                self.spread = True  # It fits only if it is empty.
            else:
                return f"it takes {len(places)} by position, not {len(self.use.args)}"
        return ""

    def _named(self) -> str:
        for keyword in self.use.keywords:
            if keyword.arg is None:
                self.mapped = True
                continue
            parameter = self.words.get(keyword.arg)
            if parameter is None and self.signature.open:
                self.others.append(keyword)
            elif parameter is None:
                return f"it has no parameter `{keyword.arg}`"
            elif parameter.name in self.given:
                return f"`{parameter.name}` is passed twice"
            else:
                argument = Argument(parameter, (keyword.value,), keyword.arg)
                self.given[parameter.name] = argument
        return ""

    def _missing(self) -> str:
        for parameter in self.signature.parameters:
            # Torch's parser wants numbers for `*size`, where Python would take none.
            parsed = self.parsed and parameter.kind is ParameterKind.VAR_POSITIONAL
            if not (parameter.required or parsed) or parameter.name in self.given:
                continue
            may_come = (self.spread and parameter.kind not in _NEVER_SPREAD) or (
                self.mapped and parameter.name in {p.name for p in self.words.values()}
            )
            if not may_come:
                return f"`{parameter.name}` is not passed"
        return ""
