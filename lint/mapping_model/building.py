"""From data of the right shape to records."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from mapping_model.categories import Category, Text
from mapping_model.entry import (
    Action,
    CannotRun,
    Case,
    Compare,
    Entry,
    Example,
    Gotcha,
    Limit,
    Newer,
    Outside,
    Raises,
    Returns,
    Row,
    Variant,
)
from mapping_model.outcomes import Departure, Outcome
from mapping_model.processors import Feature

# Records are immutable, so one serves all examples that say nothing.
_USUAL = Compare()
_WORD = re.compile(r"[A-Za-z_]\w*")
# In `isa(x, dtype)` the second word is no name of the call.
_KIND = re.compile(r"(?<=\bisa\()(\w+), *\w+")


class _Variants(Sequence[Variant]):
    """The variants of an entry, built when first looked at: few are where one file is linted."""

    def __init__(self, bodies: Callable[[], Sequence[dict[str, Any]]]) -> None:
        self._bodies = bodies

    @cached_property
    def _built(self) -> tuple[Variant, ...]:
        return tuple(map(_variant, self._bodies()))

    def __len__(self) -> int:
        return len(self._bodies())

    def __getitem__(self, index: Any) -> Any:
        return self._built[index]

    def __iter__(self) -> Iterator[Variant]:
        return iter(self._built)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._built == tuple(other)

    __hash__ = None  # type: ignore[assignment]


def build_entry(data: dict[str, Any]) -> Entry:
    """The entry that data of a valid shape describes."""
    if "alias_of" in data:
        return Entry(data["torch"], None, alias_of=data["alias_of"])
    return Entry(
        torch=data["torch"],
        stated=Category(data["category"]),
        variants=_Variants(lambda: _bodies(data)),
        gotchas=tuple(data.get("gotchas", ())),
        form_of=data.get("form_of"),
    )


def build_form(
    data: dict[str, Any], gotchas: Sequence[str], whole: Callable[[], dict[str, Any] | None]
) -> Entry:
    """The entry that is a form of another with these gotchas; `whole` makes all of its data."""

    def bodies() -> Sequence[dict[str, Any]]:
        made = whole()
        return [] if made is None else _bodies(made)

    return Entry(
        torch=data["torch"],
        stated=Category(data["category"]) if "category" in data else None,
        variants=_Variants(bodies),
        gotchas=tuple(data.get("gotchas", () if "gotchas" in data.get("without", ()) else gotchas)),
        form_of=data["form_of"],
    )


def _bodies(data: dict[str, Any]) -> Sequence[dict[str, Any]]:
    return data.get("variants") or [data]


def build_gotcha(data: dict[str, Any]) -> Gotcha:
    """The gotcha that data of a valid shape describes."""
    return Gotcha(
        id=data["id"],
        title=Text(**data["title"]),
        text=Text(**data["text"]),
        topic=data["topic"],
        checks=tuple(_example(check) for check in data.get("checks", ())),
        source=tuple(data.get("source", ())),
    )


def build_glossary(data: dict[str, Any]) -> dict[str, Text]:
    """The glossary that data of a valid shape describes."""
    return {key: Text(**text) for key, text in data.items()}


def build_limits(data: dict[str, Any]) -> dict[str, tuple[Limit, ...]]:
    """The shared limits that data of a valid shape describes."""
    return {name: tuple(map(_limit, limits)) for name, limits in data.items()}


def _text(data: dict[str, Any], key: str) -> Text | None:
    return Text(**data[key]) if key in data else None


def _variant(data: dict[str, Any]) -> Variant:
    returns = data.get("returns")
    cases = tuple(_case(case) for case in data.get("write", ()))
    fields = tuple(data.get("fields", {}).items())
    rows = tuple(_row(row) for row in data.get("params", ()))
    return Variant(
        category=Category(data["category"]),
        paddle=data.get("paddle"),
        params=_rewritten(rows, cases, fields),
        returns=returns and _returns(returns),
        summary=_text(data, "summary"),
        formula=data.get("formula"),
        context=_text(data, "context"),
        missing=_text(data, "missing"),
        outside=Outside(**data["outside"]) if "outside" in data else None,
        newer=tuple(_newer(newer) for newer in data.get("newer", ())),
        notes=tuple(Text(**note) for note in data.get("notes", ())),
        examples=tuple(_example(example) for example in data.get("examples", ())),
        when=data.get("when"),
        write=cases,
        fields=fields,
        limits=tuple(
            one if isinstance(one, str) else _limit(one) for one in data.get("limits", ())
        ),
    )


def _limit(data: dict[str, Any]) -> Limit:
    return Limit(
        when=data["when"],
        then=Departure(data["then"]),
        example=_example({"paddle": "", **data["example"]}),
        since=data.get("since"),
        until=data.get("until"),
        cpu="place" in data,
        processor=Feature(data["processor"]) if "processor" in data else None,
        sometimes="sometimes" in data,
        instead=data.get("instead"),
        text=_text(data, "text"),
    )


def _newer(data: dict[str, Any]) -> Newer:
    return Newer(
        paddle=data["paddle"],
        since=data.get("since"),
        when=data.get("when"),
        params=tuple(_row(row) for row in data.get("params", ())),
        write=tuple(_case(case) for case in data.get("write", ())),
        note=_text(data, "note"),
    )


def _returns(data: dict[str, Any]) -> Returns:
    return Returns(Action(data["action"]), Text(**data["note"]), data.get("as"))


def _case(data: dict[str, Any]) -> Case:
    return Case(
        when=data.get("when"),
        code=data.get("code"),
        paddle=data.get("paddle"),
        advice=_text(data, "advice"),
        since=data.get("since"),
        until=data.get("until"),
    )


def _rewritten(
    rows: tuple[Row, ...], cases: tuple[Case, ...], fields: tuple[tuple[str, str], ...]
) -> tuple[Row, ...]:
    """The rows; those that cases or other rows take up are rewritten there.

    Cases for older releases alone make no difference.
    """
    values = [row.value or row.set for row in rows if row.torch is None or row.value]
    lasting = [case for case in cases if case.until is None]
    asked = [case.when for case in lasting]
    code = [case.code for case in lasting] + [code for _, code in fields]
    asking, own = (_words(texts) for texts in (asked, [*values, *code]))
    if "same" in own:
        own |= {row.torch for row in rows if row.torch}
    return tuple(_taken_up(row, asking | own if row.paddle is None else asking) for row in rows)


def _words(texts: list[str | None]) -> set[str]:
    return set(_WORD.findall(_KIND.sub(r"\1", " ".join(filter(None, texts)))))


def _taken_up(row: Row, words: set[str]) -> Row:
    free = row.action is None or (row.action is Action.NONE and row.paddle is not None)
    if not free or row.set or row.torch is None or row.torch.strip("*") not in words:
        return row
    return replace(row, action=row.action or Action.REWRITE, in_code=True)


def _row(data: dict[str, Any]) -> Row:
    value, form = data.get("as"), data.get("form")
    rewritten = Action.REWRITE if data["torch"] and (value or form) else None
    return Row(
        torch=data["torch"],
        paddle=data["paddle"],
        action=Action(data["action"]) if "action" in data else rewritten,
        set=data.get("set"),
        same_default=data.get("same_default", False),
        desc=_text(data, "desc"),
        term=data.get("term"),
        note=_text(data, "note"),
        older=data.get("older", {}).get("form"),
        value=value,
        form=form,
    )


def _example(data: dict[str, Any]) -> Example:
    cannot = data.get("cannot_run")
    return Example(
        torch=data["torch"],
        paddle=data["paddle"],
        inputs=tuple(data.get("inputs", {}).items()),
        param=data.get("param"),
        title=_text(data, "title"),
        call=tuple(data["call"]) if "call" in data else None,
        compare=_compare(data["compare"]) if "compare" in data else _USUAL,
        cannot_run=cannot and CannotRun(cannot["reason"], _text(cannot, "note")),
        expect=Outcome(data.get("expect", "equal")),
    )


def _compare(data: dict[str, Any]) -> Compare:
    random = data.get("random", False)
    return Compare(
        random=bool(random),
        property=random["property"] if isinstance(random, dict) else None,
        raises=Raises(**data["raises"]) if "raises" in data else None,
        rtol=data.get("rtol"),
        atol=data.get("atol"),
        why=_text(data, "why"),
        gradient_skip=_text(data.get("gradient", {}), "skip"),
        dtype_ignore=_text(data.get("dtype", {}), "ignore"),
    )
