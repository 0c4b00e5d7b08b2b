"""The data of an entry that is a form of another: those of the other, and what it writes itself.

What an entry writes as `~` does not hold of it, though the other entry says it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mapping_model.building import build_entry
from mapping_model.categories import Category
from mapping_model.differences import derive_category, highest
from mapping_model.forms.calls import Turn
from mapping_model.forms.relation import Relation, Underivable, relation
from mapping_model.forms.rows import Rows, turned_rows
from mapping_model.forms.targets import newer_target_of, target_of
from mapping_model.forms.terms import Terms, assigned
from mapping_model.forms.texts import Texts
from mapping_model.reading import Path_
from mapping_model.since import bounds, covers
from mapping_model.snapshots import paddle_releases

Data = dict[str, Any]
# Keys that do not follow from another entry's; named code is put where it is named.
OWN = ("torch", "form_of", "code")
_BODY = "variants"
# Keys that are of an entry, whether it has variants or not.
_COMMON = ("category", "gotchas")
_TEXTS = ("text", "context")
# Of these lists an entry writes parts, and the others follow.
_MERGED = ("params", "cases", "examples")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a part of the data is written: in the entry itself (`own`) or in the other one."""

    own: bool
    path: Path_


@dataclass(frozen=True, slots=True)
class Fault:
    """What does not follow: the place in the other entry, why, and the key to write instead."""

    path: Path_
    why: str
    write: str


@dataclass(slots=True)
class Derived:
    """The whole data of an entry, where each part comes from, and what does not follow."""

    data: Data
    origins: dict[Path_, Origin] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


def derive(own: Data, base: Data) -> Derived:
    """The data of the entry that `own` says of a form of `base`, an entry of its own.

    Raise Underivable where it can be no form of it.
    """
    related = relation(own["torch"], base["torch"])
    derived = Derived({"torch": own["torch"], "form_of": own["form_of"]})
    if _BODY not in base:
        if _BODY in own:
            raise Underivable("it has no `variants`; write what differs without them")
        derived.data |= _Body(related, own, base, (), derived, base.get("code", {})).made()
    else:
        stray = own.keys() - {*OWN, *_COMMON, _BODY}
        if stray:
            raise Underivable(f"it has variants; write `{min(stray)}` in one of `variants`")
        given = own.get(_BODY) or [{}] * len(base[_BODY])
        if len(given) != len(base[_BODY]):
            why = f"it has {len(base[_BODY])} variants, not {len(given)}"
            raise Underivable(f"{why}; write `{{}}` for one that follows as it is")
        bodies = zip(given, base[_BODY], strict=True)
        derived.data[_BODY] = made = [
            _Body(related, one, other, (_BODY, index), derived, base.get("code", {})).made()
            for index, (one, other) in enumerate(bodies)
        ]
        top = highest(Category(body["category"]) for body in made)
        derived.data["category"] = own.get("category", top.value)
    for key in ("code", *_COMMON):
        if key in own:
            derived.data[key] = own[key]
            derived.origins[(key,)] = Origin(True, (key,))
    if own.get("gotchas", ()) is None:
        del derived.data["gotchas"]
    elif "gotchas" in base and "gotchas" not in own:
        derived.data["gotchas"] = base["gotchas"]
        derived.origins[("gotchas",)] = Origin(False, ("gotchas",))
    return derived


# What a case is for, in the order in which cases of two files are put together.
_KINDS = ("call", "code", "parts", "departs")


def _kind(case: Data | str, target: str | None) -> str:
    """What a case is for; the entry's own `target` is called by its rows, as code would."""
    if isinstance(case, str) or "departs" in case:
        return "departs"
    if isinstance(case.get("code"), dict):
        return "parts"
    return "call" if "call" in case and case["call"] != target else "code"


class _Body:
    """Makes one variant, or all of an entry that has only one."""

    def __init__(
        self,
        related: Relation,
        own: Data,
        base: Data,
        path: Path_,
        derived: Derived,
        codes: Mapping[str, str],
    ) -> None:
        self.related, self.own, self.base = related, own, base
        self.path, self.derived, self.codes = path, derived, codes
        self.rows = Rows(related, own, base)
        old, new = self.rows.old, self.rows.target
        receiver, lost = self.rows.receiver, self.rows.lost
        torch = Turn(related.base, related.form, receiver, self.rows.later, lost)
        turns = [torch]
        self.paddle: Turn | None = None
        if old is not None and new is not None and old.name != new.name:
            self.paddle = Turn(old, new, self.rows.paddle_receiver, self.rows.paddle_later)
            turns.append(self.paddle)
        self.torch = torch
        gone = {name.lstrip("*") for name in self.rows.lost}
        method = self.rows.receiver is not None and not self.rows.later
        receiver = self.rows.receiver if method else None
        # Many Paddle functions call their tensor `x`, as examples do.
        receivers = {receiver, self.rows.paddle_receiver} - {None, "x"} if method else set()
        moved = method or bool(self.rows.later)
        self.texts = Texts(tuple(turns), [name for name in receivers if name], gone, moved)
        place = (receiver and "self") or self.rows.operand
        overwritten = place if related.in_place else None
        self.terms = Terms(receiver, self.rows.lost, old.name if old else None, new, overwritten)

    def made(self) -> Data:
        """The data of the variant."""
        if self.rows.missing_target:
            self._fault("paddle", (), self.rows.missing_target)
        made: Data = {}
        for key, value in self.base.items():
            if key in (*OWN, *_MERGED, *_COMMON, _BODY):
                continue
            if key not in self.own:
                self._derive(made, key, value)
        for key, value in self.own.items():
            if key not in (*OWN, *_MERGED, *_COMMON) and value is not None:
                self._note(made, key, value, own=True)
        self._rows(made)
        self._cases(made)
        self._examples(made)
        category = self.own.get("category") or self._category(made)
        if "category" in self.own:
            self.derived.origins[(*self.path, "category")] = Origin(True, (*self.path, "category"))
        return {"category": category, **made}

    def _category(self, made: Data) -> str:
        written = Category(self.base["category"])
        if not written.one_to_one:
            return written.value
        torch = self.related.form.name
        entry = build_entry({"torch": torch, "category": written.value, **made})
        return derive_category(entry.variants[0]).value

    def _derive(self, made: Data, key: str, value: Any) -> None:
        if isinstance(value, list):
            found = self._items(key, value, self._maker(key))
            if found:
                made[key] = found
            return
        try:
            new = self._maker(key)(value)
        except Underivable as why:
            self._fault(key, (key,), why)
            return
        if new is not None:
            self._note(made, key, new)

    def _items(self, key: str, values: Sequence[Any], make: Callable[[Any], Any]) -> list[Any]:
        """The items of a list that follow; `make` gives None for one that is not to be."""
        found: list[Any] = []
        for index, value in enumerate(values):
            try:
                new = make(value)
            except Underivable as why:
                self._fault(key, (key, index), why)
                continue
            if new is not None:
                path = (*self.path, key, len(found))
                self.derived.origins[path] = Origin(False, (*self.path, key, index))
                found.append(new)
        return found

    def _maker(self, key: str) -> Callable[[Any], Any]:
        makers: Mapping[str, Callable[[Any], Any]] = {
            **dict.fromkeys((*_TEXTS, "notes"), self.texts.text),
            "paddle": lambda value: self.rows.target and self.rows.target.name,
            "returns": self._returns,
            "when": self.terms.condition,
            "formula": self._formula,
        }
        return makers.get(key, lambda value: value)

    def _cases(self, made: Data) -> None:
        """Its own cases, and those of the other entry that say what none of its own says."""
        given = self.own.get("cases", ())
        if given is None:
            return
        target = self.rows.target.name if self.rows.target else None
        kinds = {_kind(case, target) for case in given}
        base = self.base.get("cases", ())
        found: list[tuple[int, Any, Origin]] = []
        for index, case in enumerate(base):
            kind = _kind(case, self.base.get("paddle"))
            if kind in kinds:
                continue
            try:
                new = self._case(case, kind)
            except Underivable as why:
                self._fault("cases", ("cases", index), why)
                continue
            if new is not None:
                found.append((_KINDS.index(kind), new, Origin(False, (*self.path, "cases", index))))
        for index, case in enumerate(given):
            rank = _KINDS.index(_kind(case, target))
            found.append((rank, case, Origin(True, (*self.path, "cases", index))))
        if given:
            found.sort(key=lambda one: one[0])
        for place, (_, _, origin) in enumerate(found):
            self.derived.origins[(*self.path, "cases", place)] = origin
        if found:
            made["cases"] = [case for _, case, _ in found]

    def _case(self, case: Data | str, kind: str) -> Data | str | None:
        """A case in this form, None where it can never hold."""
        if isinstance(case, str):
            if self.rows.later:
                raise Underivable("shared cases are of functions and methods")
            return case
        when = self.terms.condition(case["when"]) if "when" in case else "True"
        if when is None:
            return None
        made = {**case, "when": when}
        if when == "True":
            del made["when"]
        if self.rows.later and kind in ("parts", "code"):
            raise Underivable("the code of a function is none of a layer")
        if "code" in case:
            made["code"] = self._code(case["code"])
            if self.rows.later:
                del made["code"]
        if "text" in case:
            made["text"] = self.texts.text(case["text"])
        if "call" in case and not self._called(case, made, kind):
            return None
        if "example" in case:
            example = case["example"]
            made["example"] = {**example, "torch": self.torch.code(example["torch"])}
            if "paddle" in example:
                made["example"]["paddle"] = self._paddle_code(example, made["example"])
        return made

    def _code(self, code: str | Data) -> str | Data:
        if isinstance(code, str):
            return self.terms.code(self.codes.get(code, code))
        if self.related.in_place:
            raise Underivable("the parts of a result are none of this form")
        return {name: self.terms.code(part) for name, part in code.items()}

    def _called(self, case: Data, made: Data, kind: str) -> bool:
        """Put the same form of the target that a case calls; False where there is none."""
        if kind == "code":
            own = target_of(case["call"], self.related)
            if own is None:
                raise Underivable(f"Paddle has no such form of `{case['call']}`")
            made["call"] = own.name
            return True
        target = newer_target_of(case["call"], self.related)
        if target is None:
            return False
        made["call"] = target.name
        since, _ = bounds(case.get("paddle", ""))
        if since is not None and not self._there(target.name, since):
            del made["paddle"]
        if "params" in case:
            made["params"] = [row for row in case["params"] if self.rows.has(row)]
            if not made["params"]:
                del made["params"]
        return True

    def _returns(self, returns: Data) -> Data:
        if self.related.in_place or self.rows.later:
            raise Underivable("this form returns something else")
        return {**returns, "text": self.texts.text(returns["text"])}

    def _formula(self, formula: str) -> str:
        if self.rows.receiver is not None and not self.rows.later:
            raise Underivable("a formula names the tensor")
        return formula

    def _there(self, name: str, since: str) -> bool:
        """Whether a name is in all releases from one on."""
        releases = paddle_releases().items()
        return all(name in known for release, known in releases if covers(since, None, release))

    def _rows(self, made: Data) -> None:
        if self.own.get("params", ()) is None:
            return
        found = turned_rows(self.rows, self.texts, self.terms)
        for index, (_, (own, place)) in enumerate(found.rows):
            path = (*self.path, "params")
            self.derived.origins[(*path, index)] = Origin(
                own, (*path, place) if place >= 0 else path
            )
        for place, why in found.faults:
            self._fault("params", ("params", place) if place >= 0 else ("params",), why)
        if found.rows:
            made["params"] = [row for row, _ in found.rows]

    def _examples(self, made: Data) -> None:
        given = self.own.get("examples", ())
        if given is None:
            return
        replaced = {example.get("param") for example in given} - {None}
        plain = any("param" not in example for example in given)
        found: list[Data] = []

        def make(example: Data) -> Data | None:
            if self.rows.starred(example.get("param")) in replaced:
                return None
            return self._example(example, found)

        if not plain:
            found = self._items("examples", self.base.get("examples", ()), make)
        for index, example in enumerate(given):
            path = (*self.path, "examples")
            self.derived.origins[(*path, len(found))] = Origin(True, (*path, index))
            found.append(example)
        if found:
            made["examples"] = found

    def _example(self, example: Data, before: Sequence[Data]) -> Data | None:
        param = example.get("param")
        if param in self.rows.lost:
            return None
        made = dict(example)
        if param in (self.rows.receiver, *self.rows.later):
            made.pop("param", None)
        elif param is not None:
            made["param"] = self.rows.starred(param)
        made["torch"] = self.torch.code(example["torch"])
        uses = self.torch.made(made["torch"])
        if made["torch"] == example["torch"] or not uses:
            raise Underivable(f"it does not call `{self.related.base.name}`")
        if param is not None and any(isinstance(use.receiver, ast.Constant) for use in uses):
            return None  # numbers do not have the method
        made["paddle"] = self._paddle_code(example, made)
        if "title" in example:
            title = self.texts.title(example["title"], max(len(use.keywords) for use in uses))
            if title is None:
                del made["title"]
            else:
                made["title"] = title
        same = ("torch", "paddle", "inputs")
        seen = ([other.get(key) for key in same] for other in before)
        return None if [made.get(key) for key in same] in seen else made

    def _paddle_code(self, example: Data, made: Data) -> str:
        code: str = example["paddle"]
        if self.paddle is not None:
            code = self.paddle.code(code)
        if not self.related.in_place or (self.paddle and self.paddle.made(code)):
            return code
        used = self.torch.made(made["torch"])[0]
        name = used.receiver or (used.args[0] if used.args else None)
        place = getattr(name, "id", None)
        if place is None or len(self.torch.made(made["torch"])) > 1:
            raise Underivable("what it overwrites is no variable")
        return assigned(code, place)

    def _note(self, made: Data, key: str, value: Any, own: bool = False) -> None:
        made[key] = value
        self.derived.origins[(*self.path, key)] = Origin(own, (*self.path, key))

    def _fault(self, key: str, path: Path_, why: Underivable | str) -> None:
        self.derived.faults.append(Fault((*self.path, *path), str(why), key))
