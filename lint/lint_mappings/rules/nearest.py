"""What is called like an API that has no counterpart."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lint_mappings.rules.rule import rule
from lint_mappings.subjects import EntrySubject, Finding, VariantSubject
from lint_mappings.subjects.code import BUILTINS, Code
from mapping_model.calls.uses import dotted
from mapping_model.categories import Category
from mapping_model.entry import Example
from mapping_model.outcomes import Outcome
from mapping_model.sides import is_member
from mapping_model.snapshots import Api

_NO_COUNTERPART = (Category.MISSING, Category.COMPOSITE, Category.OUTSIDE_CORE)


@rule("PM623", EntrySubject, serves="C2")
def nearest_shown(entry: EntrySubject) -> Iterator[Finding]:
    """Where there is said to be no counterpart, the API of the same name is shown to be none.
    标为没有对应 API 时，已表明 Paddle 的同名 API 行为不同。

    That is the API that `lint-mappings new` would draft, for any name of the torch API. The text
    names it, and a check of one of the entry's gotchas has the same code with either API, and
    `expect: differs` or `expect: raises`. One that only newer releases have may instead be the
    `call` of a case.

    What else the check calls could differ as well, and so could two draws at random: it calls that
    API alone, or hands its result on, and compares by `random: true` where the entry's examples do.

    ```diff
     torch: torch.abs
    -category: composite
    -text: {en: "Leaves the sign out.", zh: "去掉符号。"}
    +paddle: paddle.abs
    +category: renamed-params
    +params:
    +  - {torch: input, paddle: x}
    +  - {torch: out, paddle: out}
     examples:
       - inputs: {x: "float32[2, 3]"}
         torch: result = torch.abs(x)
    -    paddle: result = paddle.maximum(x, -x)
    +    paddle: result = paddle.abs(x)
    ```
    """
    facts = entry.facts
    torch = facts.torch.get(entry.entry.torch)
    names = [torch.name, *(torch.same or ())[:1]] if torch is not None else []
    nearest = next(filter(None, map(facts.paddle.called_like, names)), None)
    if torch is not None and nearest is not None and _is_of_another(entry, torch, nearest):
        nearest = None
    for variant in entry.variants:
        category = variant.variant.category
        if category not in _NO_COUNTERPART or torch is None or nearest is None:
            continue
        own = variant.variant
        if own.paddle or not (own.summary or own.missing) or _is_newer(variant, nearest.name):
            continue  # PM206, or said already
        texts = (own.missing, own.summary, *own.notes)
        said = all(
            any(text is not None and f"`{nearest.name}" in text.get(language) for text in texts)
            for language in ("en", "zh")
        )
        if not said:
            yield variant.at("category").finding(
                f"Paddle has `{nearest.name}`, which the texts do not mention.",
                hint="Make it the target, or say how it differs from what torch does.",
            )
        elif not any(_check_shows(check, torch, nearest, entry) for check in _checks(entry)):
            yield variant.at("category").finding(
                f"Nothing shows that `{nearest.name}` does something else than `{torch.name}`.",
                hint="Make it the target, or show it in a check of a gotcha that the entry names: "
                "the same code with either API, and `expect: differs` or `expect: raises`.",
            )


def _is_of_another(entry: EntrySubject, torch: Api, nearest: Api) -> bool:
    """Whether it is a class of this name, or what objects of another class have: `finfo.max`."""
    member = is_member(nearest, nearest.name)
    if not entry.is_member:
        return member and torch.kind == "class"
    another = _owner(nearest.name) != _owner(torch.name)
    return another and (member or torch.kind == "attribute")


def _owner(name: str) -> str:
    """The class that a member is of, without its module."""
    return name.rpartition(".")[0].rpartition(".")[2]


def _is_newer(variant: VariantSubject, name: str) -> bool:
    """Whether a case calls it, and is indeed not there on all releases."""
    lacking = any(name not in release for release in variant.facts.releases.values())
    return lacking and any(newer.paddle == name for newer in variant.variant.newer)


def _checks(entry: EntrySubject) -> Iterator[Example]:
    """The checks of all gotchas of the entry."""
    gotchas = entry.facts.corpus.gotchas
    for id_ in entry.entry.gotchas:
        if id_ in gotchas:
            yield from gotchas[id_].checks


def _check_shows(check: Example, torch: Api, nearest: Api, entry: EntrySubject) -> bool:
    """Whether running a check tells that the nearest API gives something else, or refuses.

    The code of both sides has to be the same but for the API, else it might fail for other reasons.
    """
    if check.expect is Outcome.EQUAL or check.cannot_run is not None:
        return False
    code = Code("paddle", check.paddle)
    uses = code.uses.of(nearest.name, member=is_member(nearest, nearest.name))
    taken = entry.facts.paddle.keywords(nearest)
    passed = {word.arg for use in uses for word in use.keywords}
    theirs = _pattern(check.paddle, nearest)
    drawn = any(example.compare.random for _, example in entry.entry.examples())
    if drawn and check.expect is Outcome.DIFFERS and not check.compare.random:
        return False
    return (
        bool(theirs and uses and (taken is None or passed <= taken))
        and theirs == _pattern(check.torch, torch)
        and _is_about(code, {id(use.node) for use in uses})
    )


def _is_about(code: Code, uses: set[int]) -> bool:
    """Whether all calls are those uses, or functions that get what one of them gives."""
    for call in code.calls:
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        gets = any(id(node) in uses for value in given for node in ast.walk(value))
        if id(call) not in uses and (not gets or dotted(call.func) in BUILTINS):
            return False
    return not code.of(ast.JoinedStr)


def _pattern(code: str, api: Api) -> str:
    """Code without the names of an API, of its library and of keywords; "" if it is no Python.

    A method is written like a function that gets the object, so that one is told from the other by
    what they do alone.
    """
    parsed = Code("paddle", code)
    if parsed.error is not None:
        return ""
    for node in parsed.of(ast.keyword):
        node.arg = node.arg and "keyword"
    for use in parsed.uses.of(api.name, member=is_member(api, api.name)):
        match use.node:
            case ast.Call() as call:
                call.func = ast.Name("API")
                call.args = [*([] if use.receiver is None else [use.receiver]), *use.args]
            case ast.Attribute() as named:
                named.value = use.receiver or ast.Name("API")
                named.attr = "API"
            case ast.Name() as named:
                named.id = "API"
    return ast.unparse(parsed.nodes[0]).replace("torch.", "paddle.")
