"""From data of the right shape to records."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cached_property
from typing import Any

from mapping_model.applying.idioms import USUAL
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
from mapping_model.language.parsing import named_in
from mapping_model.outcomes import Departure, Outcome
from mapping_model.processors import Feature
from mapping_model.since import bounds

# Records are immutable, so one serves all examples that say nothing.
_USUAL = Compare()
_WORD = re.compile(r"[A-Za-z_]\w*")
# The condition of a case for all calls.
ALWAYS = "True"
# What `do` may say beside the idioms.
_ACTIONS = {action.value for action in Action}
_SAME_DEFAULT = "same_default"


class _Variants(Sequence[Variant]):
    """The variants of an entry, built when first looked at: few are where one file is linted."""

    def __init__(self, whole: Callable[[], dict[str, Any] | None]) -> None:
        self._whole = whole

    @cached_property
    def _built(self) -> tuple[Variant, ...]:
        codes = (self._whole() or {}).get("code", {})
        return tuple(_variant(body, codes) for body in self._bodies())

    def _bodies(self) -> Sequence[dict[str, Any]]:
        data = self._whole()
        return [] if data is None else data.get("variants") or [data]

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
        variants=_Variants(lambda: data),
        gotchas=tuple(data.get("gotchas", ())),
        form_of=data.get("form_of"),
    )


def build_form(
    data: dict[str, Any], gotchas: Sequence[str], whole: Callable[[], dict[str, Any] | None]
) -> Entry:
    """The entry that is a form of another with these gotchas; `whole` makes all of its data."""
    return Entry(
        torch=data["torch"],
        stated=Category(data["category"]) if "category" in data else None,
        variants=_Variants(whole),
        gotchas=tuple(data.get("gotchas", gotchas) or ()),
        form_of=data["form_of"],
    )


def build_gotcha(data: dict[str, Any]) -> Gotcha:
    """The gotcha that data of a valid shape describes."""
    return Gotcha(
        id=data["id"],
        title=Text(**data["title"]),
        text=Text(**data["text"]),
        topic=data["topic"],
        shows=data.get("shows"),
        checks=tuple(_example(check) for check in data.get("checks", ())),
        source=tuple(data.get("source", ())),
        symptoms={key: tuple(told) for key, told in data.get("symptoms", {}).items()},
    )


def build_glossary(data: dict[str, Any]) -> dict[str, Text]:
    """The glossary that data of a valid shape describes."""
    return {key: Text(**text) for key, text in data.items()}


def build_cases(data: dict[str, Any]) -> dict[str, tuple[Limit, ...]]:
    """The shared cases that data of a valid shape describes."""
    return {
        name: tuple(_limit(case, place, {}) for place, case in enumerate(cases))
        for name, cases in data.items()
    }


def _text(data: dict[str, Any], key: str = "text") -> Text | None:
    return Text(**data[key]) if key in data else None


def _variant(data: dict[str, Any], codes: dict[str, str]) -> Variant:
    category = Category(data["category"])
    target = data.get("paddle")
    outside = target is not None and target.partition(".")[0] != "paddle"
    cases = _Cases(target, codes)
    for place, case in enumerate(data.get("cases", ())):
        cases.add(place, case)
    rows = tuple(_row(row) for row in data.get("params", ()))
    return Variant(
        category=category,
        paddle=None if outside else target,
        params=_rewritten(rows, cases.write, cases.parts),
        returns=_returns(data["returns"]) if "returns" in data else None,
        summary=None if category is Category.MISSING else _text(data),
        formula=data.get("formula"),
        context=_text(data, "context"),
        missing=_text(data) if category is Category.MISSING else None,
        outside=_outside(target) if target is not None and outside else None,
        newer=tuple(cases.newer),
        notes=tuple(Text(**note) for note in data.get("notes", ())),
        examples=tuple(_example(example) for example in data.get("examples", ())),
        when=data.get("when"),
        write=tuple(cases.write),
        fields=tuple(cases.parts.items()),
        limits=tuple(cases.limits),
        parts_place=cases.parts_place,
        shared_places=cases.places,
    )


def _outside(api: str) -> Outside:
    package = api.partition(".")[0]
    return Outside(package, api, f"pip install {package}")


class _Cases:
    """The cases of a variant, by what they say: code or advice, another target, a departure."""

    def __init__(self, target: str | None, codes: dict[str, str]) -> None:
        self._target = target
        self._codes = codes
        self.write: list[Case] = []
        self.newer: list[Newer] = []
        self.limits: list[Limit | str] = []
        self.places: dict[str, int] = {}
        self.parts: dict[str, str] = {}
        self.parts_place = 0

    def add(self, place: int, data: dict[str, Any] | str) -> None:
        """Take in the case at a place of the list."""
        if isinstance(data, str):
            self.limits.append(data)
            self.places[data] = place
        elif "departs" in data:
            self.limits.append(_limit(data, place, self._codes))
        elif isinstance(data.get("code"), dict):
            self.parts = {name: code.rstrip("\n") for name, code in data["code"].items()}
            self.parts_place = place
        elif "call" in data and data["call"] != self._target:
            self.newer.append(self._newer(data, place))
        else:
            self.write.append(self._case(data, place))

    def _case(self, data: dict[str, Any], place: int) -> Case:
        code = _code(data, self._codes)
        since, until = bounds(data.get("paddle", ""))
        return Case(
            when=data.get("when"),
            code=code,
            paddle=data.get("call"),
            advice=_text(data) if "call" not in data else None,
            since=since,
            until=until,
            place=place,
        )

    def _newer(self, data: dict[str, Any], place: int) -> Newer:
        """What comes before it in the list holds before it: there the main target serves."""
        code = _code(data, self._codes)
        before = tuple(replace(case, code=None, advice=_ELSEWHERE) for case in self.write)
        own = (Case(code=code, place=place),) if code is not None else ()
        since, _ = bounds(data.get("paddle", ""))
        return Newer(
            paddle=data["call"],
            since=since,
            when=data.get("when"),
            params=tuple(_row(row) for row in data.get("params", ())),
            write=(*before, *own),
            note=_text(data),
            place=place,
        )


# Where a person must decide, the main target serves.
_ELSEWHERE = Text("An earlier case holds.", "适用前面的情况。")


def _code(data: dict[str, Any], codes: dict[str, str]) -> str | None:
    code = data.get("code")
    return codes.get(code, code) if code is not None else None


def _limit(data: dict[str, Any], place: int, codes: dict[str, str]) -> Limit:
    sometimes, _, word = data["departs"].rpartition(" ")
    where = data.get("place")
    since, until = bounds(data.get("paddle", ""))
    return Limit(
        when=data.get("when", ALWAYS),
        then=Departure.of(word),
        example=_example({"paddle": "", **data["example"]}),
        since=since,
        until=until,
        cpu=where == "cpu",
        processor=Feature(where) if where not in (None, "cpu") else None,
        sometimes=bool(sometimes),
        instead=_code(data, codes),
        text=_text(data),
        place=place,
    )


def _returns(data: dict[str, Any]) -> Returns:
    return Returns(Action(data.get("do", "rewrite")), Text(**data["text"]), data.get("value"))


def _rewritten(
    rows: tuple[Row, ...], cases: Sequence[Case], parts: Mapping[str, str]
) -> tuple[Row, ...]:
    """The rows; those that cases or other rows take up are rewritten there.

    Cases for older releases alone make no difference.
    """
    values = [row.value or row.set for row in rows if row.torch is None or row.value]
    lasting = [case for case in cases if case.until is None]
    asked = [case.when for case in lasting]
    code = [case.code for case in lasting] + list(parts.values())
    # Most names stand in none of these texts, and need no syntax trees to know it.
    words = set(_WORD.findall(" ".join(filter(None, [*asked, *values, *code]))))
    if not any(_is_open(row) and {_key(row), "same"} & words for row in rows):
        return rows
    asking, own = (frozenset().union(*map(named_in, texts)) for texts in (asked, [*values, *code]))
    if "same" in own:
        own |= {_key(row) for row in rows if row.torch}
    return tuple(_taken_up(row, asking | own if row.paddle is None else asking) for row in rows)


def _key(row: Row) -> str:
    return (row.torch or "").strip("*")


def _is_open(row: Row) -> bool:
    """Whether nothing is said yet of what becomes of torch's parameter."""
    free = row.action is None or (row.action is Action.NONE and row.paddle is not None)
    return free and not row.set and row.torch is not None


def _taken_up(row: Row, names: Set[str]) -> Row:
    if not _is_open(row) or _key(row) not in names:
        return row
    return replace(row, action=row.action or Action.REWRITE, in_code=True)


def _row(data: dict[str, Any]) -> Row:
    torch, paddle, value, do = (data.get(key) for key in ("torch", "paddle", "value", "do"))
    action = Action(do) if do in _ACTIONS else None
    form = do if do is not None and action is None and do != _SAME_DEFAULT else None
    alone = value is not None and is_default(data)
    if torch is not None and (form is not None or (value is not None and not alone)):
        action = Action.REWRITE
    desc = data.get("desc")
    return Row(
        torch=torch,
        paddle=paddle,
        action=action,
        set=value if alone else None,
        same_default=do == _SAME_DEFAULT,
        desc=None if desc is None or isinstance(desc, str) else Text(**desc),
        term=desc if isinstance(desc, str) else None,
        note=_text(data),
        value=None if alone else value,
        form=form,
        older=USUAL.get(torch or "") if paddle and value is None and do is None else None,
    )


def is_default(row: dict[str, Any]) -> bool:
    """Whether a row's value is a default alone, which does not ask for its own parameter.

    Where only Paddle has the parameter it asks for none.
    """
    named = named_in(row.get("value"))
    return row["torch"].strip("*") not in named if "torch" in row else not named


def _example(data: dict[str, Any]) -> Example:
    return Example(
        torch=_lines(data["torch"]),
        paddle=_lines(data["paddle"]),
        inputs=tuple(data.get("inputs", {}).items()),
        param=data.get("param"),
        title=_text(data, "title"),
        call=tuple(data["called_with"]) if "called_with" in data else None,
        compare=_compare(data["compare"]) if "compare" in data else _USUAL,
        cannot_run=CannotRun(data["cannot_run"], _text(data)) if "cannot_run" in data else None,
        expect=Outcome(data.get("expect", "equal")),
        processes=data.get("processes", 1),
    )


def _lines(code: str) -> str:
    """Code as whole lines, however YAML has it."""
    return f"{code.rstrip()}\n" if code else ""


def _compare(data: dict[str, Any]) -> Compare:
    random, text = data.get("random", False), _text(data)
    return Compare(
        random=bool(random),
        property=random if isinstance(random, str) else None,
        raises=Raises(**data["raises"]) if "raises" in data else None,
        rtol=data.get("rtol"),
        why=text if "rtol" in data else None,
        gradient_skip=text if "gradient" in data else None,
        dtype_ignore=text if "dtype" in data else None,
    )
