"""All that changed from one release to the next: of the library, and for the entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mapping_model.categories import Text
from mapping_model.changes.entries import (
    Bound,
    Move,
    Moved,
    Retyped,
    bounds,
    moved,
    moves,
    retyped,
    snapped,
)
from mapping_model.changes.names import Names, compare_snapshots
from mapping_model.entry import Entry, Gotcha, Limit
from mapping_model.limits.sharing import Shared, placed_limits
from mapping_model.probes import Finding, ProbeRecord
from mapping_model.records import GOTCHA, LIMITS_OF
from mapping_model.results import Results
from mapping_model.snapshots import Snapshot
from mapping_model.standings import EntryState, Executions, executions_of
from mapping_model.usages import Usage, usages_of


@dataclass(frozen=True, slots=True)
class Changes:
    """What is different on the release `newer` of a library than on `older`.

    `used` leads from a name of the library to the entries that name it, `usages` from an entry to
    the number of its usages. `ended` and `began` are limits, `gone` and `new` ids of gotchas whose
    trap snaps on one of the two only, `titles` those of all. `unlike` are limits that do not show
    on the newer release as they say, by entry and number. `retyped` are entries that other dtypes
    are taken with; `lost` and `found` classes of findings of probes.
    """

    library: str
    older: str
    newer: str
    names: Names
    used: Mapping[str, Sequence[str]]
    usages: Mapping[str, int] = field(default_factory=dict)
    moves: tuple[Move, ...] = ()
    moved: tuple[Moved, ...] = ()
    ended: tuple[Bound, ...] = ()
    began: tuple[Bound, ...] = ()
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    unlike: tuple[tuple[str, str], ...] = ()
    retyped: tuple[Retyped, ...] = ()
    lost: tuple[tuple[str, Finding], ...] = ()
    found: tuple[tuple[str, Finding], ...] = ()
    titles: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known on all releases: usages, limits and probes by entry, checks by gotcha."""

    entries: Sequence[Entry]
    usages: Mapping[str, tuple[Usage, ...]]
    limits: Mapping[str, Sequence[Limit]]
    checks: Mapping[str, tuple[Gotcha, Executions]]
    results: Sequence[Results]
    probes: Mapping[str, ProbeRecord]


def what_is_known(
    states: Mapping[str, EntryState],
    gotchas: Mapping[str, Gotcha],
    shared: Shared,
    results: Sequence[Results],
    releases: Mapping[str, Snapshot],
    probes: Mapping[str, ProbeRecord] | None = None,
) -> Known:
    """Gather it, once for all releases; without `probes` nothing is told of them."""
    entries = [state.entry for state in states.values() if state.source]
    return Known(
        entries,
        {name: usages_of(state, list(releases.values())) for name, state in states.items()},
        {one.torch: [placed.limit for placed in placed_limits(one, shared)] for one in entries},
        {
            id_: (gotcha, executions_of(f"{GOTCHA}{id_}", gotcha, results))
            for id_, gotcha in gotchas.items()
        },
        results,
        probes or {},
    )


def torch_changes(older: Snapshot, newer: Snapshot, entries: Iterable[str]) -> Changes:
    """What changed in torch; of entries, whether it concerns one."""
    used = {name: (name,) for name in entries}
    return Changes("torch", older.version, newer.version, compare_snapshots(older, newer), used)


def paddle_changes(older: Snapshot, newer: Snapshot, known: Known) -> Changes:
    """What changed in Paddle."""
    releases = older.version, newer.version
    limits = [bounds(torch, found, *releases) for torch, found in known.limits.items()]
    gone, new = snapped(known.checks, *releases)
    lost, found = _findings(known.probes, *releases)
    return Changes(
        "paddle",
        *releases,
        compare_snapshots(older, newer),
        _used(known.entries),
        {name: len(found) for name, found in known.usages.items()},
        tuple(one for name, found in known.usages.items() for one in moves(name, found, *releases)),
        tuple(one for entry in known.entries for one in moved(entry, older, newer)),
        tuple(bound for ended, _ in limits for bound in ended),
        tuple(bound for _, began in limits for bound in began),
        tuple(gone),
        tuple(new),
        tuple(_unlike(known.results, newer.version)),
        tuple(_retyped(known.probes, *releases)),
        tuple(lost),
        tuple(found),
        {id_: gotcha.title for id_, (gotcha, _) in known.checks.items()},
    )


def _used(entries: Iterable[Entry]) -> dict[str, list[str]]:
    """The names of Paddle that entries say may be called, each with these entries."""
    found: dict[str, dict[str, None]] = {}
    for entry in entries:
        for variant in entry.variants:
            named = [variant.paddle, *(new.paddle for new in variant.newer)]
            for name in filter(None, (*named, *(case.paddle for case in variant.write))):
                found.setdefault(name, {})[entry.torch] = None
    return {name: list(torch) for name, torch in found.items()}


def _unlike(results: Iterable[Results], release: str) -> Iterator[tuple[str, str]]:
    """The limits that did not show on a release as they say."""
    of_release = (one.entries for one in results if one.paddle == release)
    for name, found in (pair for entries in of_release for pair in sorted(entries.items())):
        if name.startswith(LIMITS_OF):
            wrong = dict.fromkeys(
                k.partition(".")[0] for k, r in found.items() if not r.as_expected
            )
            yield from ((name.removeprefix(LIMITS_OF), number) for number in wrong)


def _retyped(probes: Mapping[str, ProbeRecord], older: str, newer: str) -> Iterator[Retyped]:
    for name, record in probes.items():
        if older in record and newer in record:
            found = retyped(name, record[older].dtypes, record[newer].dtypes)
            if found is not None:
                yield found


def _findings(
    probes: Mapping[str, ProbeRecord], older: str, newer: str
) -> tuple[list[tuple[str, Finding]], list[tuple[str, Finding]]]:
    """The classes of findings that only the older release has, and those that only the newer."""
    lost, found = [], []
    for name, record in probes.items():
        if older in record and newer in record:
            before, after = (
                {(one.outcome, one.on, one.reason): one for one in record[release].findings}
                for release in (older, newer)
            )
            lost += [(name, one) for key, one in before.items() if key not in after]
            found += [(name, one) for key, one in after.items() if key not in before]
    return lost, found
