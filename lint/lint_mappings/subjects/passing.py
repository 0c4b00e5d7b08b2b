"""What the calls in an example pass: which value goes to which parameter."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from typing import Literal

from lint_mappings.subjects.subject import ExampleSubject, VariantSubject
from mapping_model.calls.binding import Binding, Fit, bind
from mapping_model.calls.overloads import choose
from mapping_model.calls.uses import Form, Use, uses_in
from mapping_model.language.pieces import Kind, pieces_of
from mapping_model.sides import Side, is_member

Library = Literal["torch", "paddle"]
LIBRARIES: tuple[Library, Library] = ("torch", "paddle")

# Several rules ask the same of the examples of one file, one rule after the other.
_kept = lru_cache(maxsize=64)


@_kept
def calls(example: ExampleSubject, library: Library) -> list[Use]:
    """The calls of the API that an example is about, on one side; [] where it has none."""
    side = _side(example, library)
    if side is None or not side.name:
        return []
    found = getattr(example, library).uses.of(side.name, member=is_member(side.api, side.name))
    return [use for use in found if use.form in (Form.CALL, Form.OPERATOR)]


@_kept
def bindings(example: ExampleSubject, library: Library) -> list[Binding]:
    """What each of these calls passes, in the overload that the rows are about.

    Calls of other overloads are bound to theirs; those that fit none are left out.
    """
    side = _side(example, library)
    if side is None or side.api is None or side.signature is None:
        return []
    found = []
    for use in calls(example, library):
        binding: Binding | None = bind(use, side.signature, side.api)
        if binding is not None and binding.fit is Fit.IMPOSSIBLE:
            binding = choose(use, side.api).best
        if binding is not None:
            found.append(binding)
    return found


def only_binding(example: ExampleSubject, library: Library) -> Binding | None:
    """What the only call of the API passes.

    None where there is no such call or more than one, or where it cannot be told.
    """
    found = bindings(example, library)
    if len(found) != 1 or len(calls(example, library)) != 1 or found[0].fit is not Fit.BOUND:
        return None
    return found[0]


@_kept
def passed(example: ExampleSubject, library: Library) -> dict[str, str] | None:
    """What the only call of the API passes, by parameter, as source of the syntax tree."""
    found = only_binding(example, library)
    if found is None:
        return None
    arguments = found.arguments.items()
    return {name: ", ".join(map(_source, argument.values)) for name, argument in arguments}


def says(variant: VariantSubject, name: str) -> bool:
    """Whether code of the mapping passes a parameter of the target, or a text says what it gets.

    Texts count where only Paddle has the parameter: rows of other ones say all.
    """
    if any(name in (word.arg for word in use.keywords) for use in _uses_in_code(variant)):
        return True
    if any(row.torch is not None and row.paddle == name for row in variant.rows):
        return False
    returns = variant.variant.returns
    texts = [text for row in variant.rows for text in (row.desc, row.note)]
    texts += [] if returns is None else [returns.note]
    passed = re.compile(rf"\b{re.escape(name)}=")
    return any(passed.search(text.en) for text in texts if text is not None)


@_kept
def _uses_in_code(variant: VariantSubject) -> list[Use]:
    """The uses of the target in the mapping's own code."""
    target = variant.paddle.name
    codes = [piece.text for piece in pieces_of(variant.variant) if piece.kind is Kind.CODE]
    member = is_member(variant.paddle.api, target)
    return [use for code in codes for use in uses_in(code).of(target, member=member)]


def _side(example: ExampleSubject, library: Library) -> Side | None:
    variant = example.variant
    if variant is None:
        return None
    return variant.torch if library == "torch" else variant.paddle


def _source(value: ast.expr) -> str:
    """The source of an expression; names and constants, which most are, without a visitor."""
    if isinstance(value, ast.Name):
        return value.id
    return repr(value.value) if isinstance(value, ast.Constant) else ast.unparse(value)
