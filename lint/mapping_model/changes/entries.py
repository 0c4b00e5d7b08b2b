"""What entries and gotchas say of a Paddle release that they do not say of the one before it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from mapping_model.categories import Category, Text
from mapping_model.differences import derive_category
from mapping_model.entry import Action, Entry, Gotcha, Limit, Row, Variant
from mapping_model.limits.examples import departure_on
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.probes import Dtypes
from mapping_model.sides import compare
from mapping_model.snapshots import Snapshot, torch_snapshot
from mapping_model.standings import Execution, Executions
from mapping_model.usages import Judgement, Usage, Verdict


class Simplest(StrEnum):
    """What is right and takes least to write; the first that holds."""

    UNCHANGED = "unchanged"
    COMPAT = "compat"  # unchanged after `paddle.enable_compat()`
    NEWER = "newer"  # a closer target, as in PyTorch
    MAPPING = "mapping"
    THINK = "think"
    MISSING = "no-counterpart"
    FAILS = "fails"

    @classmethod
    def of(cls, judgement: Judgement) -> Simplest:
        """The simplest right code by a verdict that is known."""
        if judgement.verdict is Verdict.CODE and judgement.way:
            return cls(judgement.way.value)
        return cls(judgement.verdict.value)


_ORDER = list(Simplest)


@dataclass(frozen=True, slots=True)
class Move:
    """A usage for which something else is the simplest right code than before.

    `variant` is None where the entry has just one. `silent` tells that unchanged code gives
    something else without an error, which it did not before. `title` is that of the usage.
    """

    torch: str
    variant: int | None
    param: str | None
    old: Simplest
    new: Simplest
    silent: bool
    title: Text | None = None

    @property
    def better(self) -> bool:
        """Whether what is to be written has become simpler."""
        return _ORDER.index(self.new) < _ORDER.index(self.old)

    @property
    def worse(self) -> bool:
        """Whether it takes more than before."""
        return _ORDER.index(self.new) > _ORDER.index(self.old)


def moves(torch: str, usages: Sequence[Usage], older: str, newer: str) -> Iterator[Move]:
    """The usages of an entry that have changed, as far as both releases are known."""
    several = len({usage.variant for usage in usages}) > 1
    for usage in usages:
        on = {one.release: one for one in usage.releases}
        old, new = on[older], on[newer]
        if Verdict.UNKNOWN in (old.verdict, new.verdict):
            continue
        known = (DropIn.EQUAL, DropIn.REFUSED)
        silent = new.unchanged is DropIn.DIFFERS and old.unchanged in known
        number = usage.variant if several else None
        simplest = Simplest.of(old), Simplest.of(new)
        move = Move(torch, number, usage.param, *simplest, silent, usage.title)
        if move.old is not move.new or silent:
            yield move


@dataclass(frozen=True, slots=True)
class Moved:
    """A variant whose signatures lead to another category; None where a release has no target."""

    torch: str
    variant: int | None
    old: Category | None
    new: Category | None


def moved(entry: Entry, older: Snapshot, newer: Snapshot) -> Iterator[Moved]:
    """The variants of an entry whose category is not what it was."""
    several = len(entry.variants) > 1
    for number, variant in enumerate(entry.variants, 1):
        if variant.paddle is None or older.records.get(variant.paddle) == newer.records.get(
            variant.paddle
        ):
            continue
        old, new = (category_on(entry.torch, variant, one) for one in (older, newer))
        if old is not new:
            yield Moved(entry.torch, number if several else None, old, new)


def category_on(torch: str, variant: Variant, release: Snapshot) -> Category | None:
    """The category that the signatures of a release give; None where it lacks the target.

    Rows are read as they would have to be there: a parameter that the release lacks is torch's
    alone, one without a row is Paddle's alone, or the partner of torch's own of the same name.
    """
    target = release.get(variant.paddle or "")
    if target is None:
        return None
    side = compare(torch, torch_snapshot().get(torch), target, variant.params)[1]
    rows = variant.params
    if side.signature is not None and not side.open:
        lacking = side.lacking([*(row.paddle for row in rows), "name"])
        rows = tuple(_rows(rows, side.signature.names, lacking))
    return derive_category(replace(variant, params=rows))


def _rows(rows: Sequence[Row], known: Collection[str], lacking: Sequence[str]) -> Iterator[Row]:
    partners = {row.torch for row in rows if row.paddle is None}
    for row in rows:
        if row.paddle is not None and row.paddle not in known:
            if row.torch is not None:
                yield replace(row, paddle=None, action=Action.REWRITE)
        elif row.paddle is None and row.torch in lacking:
            yield replace(row, paddle=row.torch, action=None)
        else:
            yield row
    yield from (Row(None, name) for name in lacking if name not in partners)


@dataclass(frozen=True, slots=True)
class Retyped:
    """The dtypes that calls of an API are now taken with in all cases, and no longer so."""

    torch: str
    taken: tuple[str, ...]
    refused: tuple[str, ...]


def retyped(torch: str, old: Dtypes, new: Dtypes) -> Retyped | None:
    """What changed of the dtypes that were tried on both releases; None where nothing did."""
    both = set(old.all) & set(new.all)
    taken = tuple(one for one in new.taken if one in both and one not in old.taken)
    refused = tuple(one for one in old.taken if one in both and one not in new.taken)
    return Retyped(torch, taken, refused) if taken or refused else None


@dataclass(frozen=True, slots=True)
class Bound:
    """A limit that is for one of the two releases only."""

    torch: str
    limit: Limit


def bounds(
    torch: str, limits: Iterable[Limit], older: str, newer: str
) -> tuple[list[Bound], list[Bound]]:
    """The limits of an entry that end before the newer release, and those that begin there."""
    ended, began = [], []
    for limit in limits:
        there, here = (departure_on(limit, release) for release in (older, newer))
        if there and not here:
            ended.append(Bound(torch, limit))
        elif here and not there:
            began.append(Bound(torch, limit))
    return ended, began


def traps(gotcha: Gotcha, executions: Executions) -> list[Execution]:
    """The checks that show a trap; of a gotcha without such, all of them."""
    found = [executions[k] for k, one in gotcha.examples() if one.expect is not Outcome.EQUAL]
    return found or list(executions.values())


def holds(executions: Collection[Execution], release: str) -> bool | None:
    """Whether all of some checks are as described on a release; None where that is not known."""
    outcomes = {execution.on(release).outcome for execution in executions}
    if not outcomes or outcomes & {Outcome.PENDING, Outcome.NOT_EXECUTABLE}:
        return None
    return outcomes == {Outcome.EQUAL}


def snapped(
    gotchas: Mapping[str, tuple[Gotcha, Executions]], older: str, newer: str
) -> tuple[list[str], list[str]]:
    """The traps that are gone on the newer release, and those that are new there."""
    gone, new = [], []
    for id_, (gotcha, executions) in gotchas.items():
        shown = traps(gotcha, executions)
        match holds(shown, older), holds(shown, newer):
            case True, False:
                gone.append(id_)
            case False, True:
                new.append(id_)
    return gone, new
