"""The rows of a form: those of the other entry, but for what the form or its target has not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from mapping_model.building import build_entry, is_default
from mapping_model.forms.relation import Kind, Relation, Underivable
from mapping_model.forms.targets import target_of
from mapping_model.forms.terms import Terms
from mapping_model.forms.texts import Texts
from mapping_model.sides import Side, best_overload, compare, is_member
from mapping_model.snapshots import Api, Signature, paddle_snapshot

Data = dict[str, Any]
# Paddle functions write their result to it; where torch's form lacks it, it is left alone.
_OUT = "out"


class Rows:
    """The parameters of both sides in both forms, as far as rows and signatures tell."""

    def __init__(self, related: Relation, own: Data, base: Data) -> None:
        self.related = related
        self.own: Sequence[Data] = own.get("params") or ()
        self.base: Sequence[Data] = base.get("params", ())
        names = [row["torch"] for row in self.base if "torch" in row]
        self.theirs = best_overload(related.base, names)
        written = [row["torch"] for row in self.own if "torch" in row]
        several = [f"*{name}" for name in names]
        self.ours = best_overload(related.form, [*names, *several, *written])
        newest = paddle_snapshot()
        self.old: Api | None = newest.get(base["paddle"]) if "paddle" in base else None
        self.target: Api | None = None
        self.missing_target = ""
        if "paddle" in own:
            self.target = newest.get(own["paddle"])
        elif self.old is not None:
            self.target = self._target()
            if self.target is None:
                form = "in-place form" if related.in_place else related.kind.value
                self.missing_target = f"`{self.old.name}` has no {form} on all Paddle releases"

    def _target(self) -> Api | None:
        """Paddle's form of the target, where its own tensor is the receiver, too."""
        assert self.old is not None
        found = target_of(self.old.name, self.related)
        if found is None or found == self.old or self.receiver is None:
            return found
        taken = self.old.signatures[0].names[:1] if self.old.signatures else ()
        if not is_member(found, found.name) or (self._counterpart(self.receiver),) == taken:
            return found
        return None if self.related.in_place else self.old

    @cached_property
    def _names(self) -> tuple[tuple[str, ...], frozenset[str]]:
        """The parameters of the other entry's API, and those of the form."""
        theirs = self.theirs.names if self.theirs else ()
        return theirs, frozenset(self.ours.names if self.ours else ())

    @cached_property
    def gone(self) -> list[str]:
        """What the form does not take by name, in order."""
        theirs, ours = self._names
        return [name for name in theirs if not {name, f"*{name}"} & ours]

    def starred(self, name: str | None) -> str | None:
        """A parameter as the form has it: with a star where only the form takes several values."""
        return f"*{name}" if f"*{name}" in self._names[1] else name

    @property
    def operand(self) -> str:
        """What a function works on."""
        theirs, _ = self._names
        return theirs[0] if theirs else ""

    @cached_property
    def receiver(self) -> str | None:
        """The parameter that is the tensor itself in a method."""
        member = is_member(self.related.base, self.related.base.name)
        if self.related.kind is not Kind.METHOD or member:
            return None
        found = next((name for name in self.gone if self._by_position(name)), None)
        if found is None:
            raise Underivable(f"it takes all that `{self.related.base.name}` does")
        return found

    @cached_property
    def later(self) -> tuple[str, ...]:
        """What a layer is called with: the tensors that a function takes first."""
        if self.related.kind is not Kind.CLASS:
            return ()
        found = []
        for name in self._names[0]:
            if name not in self.gone:
                break
            found.append(name)
        return tuple(found)

    @cached_property
    def lost(self) -> Mapping[str, str | None]:
        """What the form takes in no way, with the default; in place is `inplace` for good."""
        names = [n for n in self.gone if n != self.receiver and n not in self.later]
        found = {n: p.default if (p := self._theirs(n)) else None for n in names}
        if self.related.in_place and "inplace" in found:
            found["inplace"] = "True"
        return found

    @property
    def paddle_receiver(self) -> str | None:
        """The Paddle parameter of the tensor itself, where the target is a method."""
        if self.target is None or self.old is None or self.receiver is None:
            return None
        if is_member(self.old, self.old.name) or not is_member(self.target, self.target.name):
            return None
        return self._counterpart(self.receiver)

    @property
    def paddle_later(self) -> tuple[str, ...]:
        """What Paddle's layer is called with."""
        return tuple(name for one in self.later if (name := self._counterpart(one)))

    def _counterpart(self, torch: str) -> str | None:
        return next((row.get("paddle") for row in self.base if row.get("torch") == torch), None)

    def _theirs(self, name: str) -> Any:
        return self.theirs.get(name) if self.theirs else None

    def _by_position(self, name: str) -> bool:
        parameter = self._theirs(name)
        return bool(parameter and parameter.by_position)

    def has(self, row: Data) -> bool:
        """Whether the form has the parameter of a row of a newer target."""
        return row.get("torch") not in self.gone


@dataclass(slots=True)
class Turned:
    """Rows, each with whether the entry writes it itself and its place; and what does not follow.

    A place of -1 is none.
    """

    rows: list[tuple[Data, tuple[bool, int]]] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)


def turned_rows(rows: Rows, texts: Texts, terms: Terms) -> Turned:
    """The rows of a form, in the order of its signatures."""
    found = Turned()
    own = {_name(row) for row in rows.own}
    for index, row in enumerate(rows.base):
        if (rows.starred(row.get("torch")) or row["paddle"]) in own:
            continue
        try:
            made = _turned(row, rows, texts, terms)
        except Underivable as why:
            found.faults.append((index, f"the row `{_name(row)}`: {why}"))
            continue
        if made is not None:
            found.rows.append((made, (False, index)))
    found.rows += [(row, (True, index)) for index, row in enumerate(rows.own)]
    _complete(found, rows)
    return found


def _name(row: Data) -> str:
    name: str = row.get("torch") or row["paddle"]
    return name


def _turned(row: Data, rows: Rows, texts: Texts, terms: Terms) -> Data | None:
    torch, paddle = row.get("torch"), row.get("paddle")
    if torch is not None and (torch == rows.receiver or torch in rows.later):
        return None
    if rows.starred(torch) != torch:
        raise Underivable(f"`{rows.related.form.name}` takes several values for it")
    made = dict(row)
    taken = _takes(rows.target, paddle)
    if torch is None or torch in rows.lost:
        if paddle is None or not taken:
            return None
        if torch is not None:
            made = _only_in_paddle(made)
    elif paddle is not None and not taken and rows.target is not None:
        raise Underivable(f"`{rows.target.name}` has no `{paddle}`")
    for key in ("desc", "text"):
        if isinstance(made.get(key), dict):
            made[key] = texts.text(made[key])
    if "value" in made:
        made["value"] = terms.code(made["value"], value=True)
        if terms.receiver is None and any(name in made["value"] for name in rows.later):
            raise Underivable("`value` names what the layer is called with")
    return made


def _only_in_paddle(row: Data) -> Data:
    """A row whose torch parameter the form lacks; its value is that of the default."""
    if row.get("do", "same_default") != "same_default" or not is_default(row):
        raise Underivable("what Paddle's parameter gets depends on it")
    made = {key: value for key, value in row.items() if key not in ("torch", "do")}
    if row["torch"] != row["paddle"]:
        made.setdefault("desc", row["torch"])
    return made


def _takes(target: Api | None, name: str | None) -> bool:
    if target is None or name is None:
        return False
    return any(signature.get(name) for signature in target.overloads)


def _complete(found: Turned, rows: Rows) -> None:
    """Add what follows without a row, tell of what does not, and put all in order.

    An entry without a table, such as that of a composite, has none in another form.
    """
    if not (rows.base or rows.own):
        return
    data = [row for row, _ in found.rows]
    ours, theirs = _sides(data, rows)
    for name in ours.needing_rows():
        if name not in [row.get("torch") for row in data]:
            found.faults.append((-1, f"`{rows.related.form.name}` has `{name}`, too"))
    for name in theirs.needing_rows():
        if name in (*(row.get("paddle") for row in data), "name"):
            continue
        if name == _OUT:
            found.rows.append(({"paddle": name}, (False, -1)))
        elif rows.target is not rows.old:
            assert rows.target is not None
            found.faults.append((-1, f"`{rows.target.name}` has `{name}`, too"))
    first, then = _places(ours.signature), _places(theirs.signature)

    def place(item: tuple[Data, Any]) -> int:
        torch, paddle = item[0].get("torch"), item[0].get("paddle")
        if torch is not None:
            return first.index(torch) if torch in first else 0
        return len(first) + (then.index(paddle) if paddle in then else 0)

    found.rows.sort(key=place)


def _places(signature: Signature | None) -> list[str]:
    return list(signature.names) if signature else []


def _sides(data: Sequence[Data], rows: Rows) -> tuple[Side, Side]:
    body = {"torch": "torch.x", "category": "same-params", "params": list(data)}
    records = build_entry(body).variants[0].params if data else ()
    target = rows.target
    return compare(rows.related.form.name, rows.related.form, target, records)
