"""What is answered about one API: plain data, which is printed as text or as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from mapping_model import remarks
from mapping_model.applying.code import Rewritten, rewrite
from mapping_model.applying.expressions import literal
from mapping_model.applying.mapping import Used
from mapping_model.applying.sentences import calls, heading
from mapping_model.categories import Text
from mapping_model.entry import Case as Written
from mapping_model.entry import Entry, Limit, Row, Variant
from mapping_model.limits.sentences import limit_remark
from mapping_model.limits.sharing import placed_limits
from mapping_model.limits.values import holds
from mapping_model.outcomes import Departure
from mapping_model.probes import current_probes, probe_path
from mapping_model.records import read_results
from mapping_model.shelf import Shelf
from mapping_model.sides import Side, compare
from mapping_model.since import covers, target_since
from mapping_model.snapshots import Snapshot, load_snapshot, torch_snapshot
from mapping_model.standings import state_of
from mapping_model.tried import sentences
from mapping_model.usages import MEASURED_ON, Usage, usages_of


@dataclass(frozen=True, slots=True)
class Undecided:
    """A use of torch that stays as it is, and why."""

    api: str
    line: int
    why: str


@dataclass(frozen=True, slots=True)
class Departing:
    """Where what is written may depart from torch: `then` says how, `remark` for which values."""

    api: str
    then: str
    remark: str


@dataclass(frozen=True, slots=True)
class Converted:
    """Paddle code for torch code; `assumed` are conditions that were taken not to hold.

    `limits` are those that the code given does not rule out, silent ones first; `gotchas` the ids
    of what else is to be known, by API.
    """

    code: str
    undecided: tuple[Undecided, ...]
    assumed: tuple[str, ...]
    limits: tuple[Departing, ...] = ()
    gotchas: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A row of the table."""

    torch: str | None
    paddle: str | None
    remark: str


@dataclass(frozen=True, slots=True)
class Case:
    """What is written instead of the plain call, and when: code, another target, or advice."""

    when: str
    code: str | None
    paddle: str | None
    advice: str | None


@dataclass(frozen=True, slots=True)
class Named:
    """A target of newer releases or a gotcha, and what is said of it."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Codes:
    """An example."""

    torch: str
    paddle: str


@dataclass(frozen=True, slots=True)
class Different:
    """What stays different, and the code that holds all the same."""

    remark: str
    instead: str | None


@dataclass(frozen=True, slots=True)
class Way:
    """One variant: its target, what it says, and an example."""

    category: str
    paddle: str | None
    when: str | None
    summary: tuple[str, ...]
    params: tuple[Parameter, ...]
    write: tuple[Case, ...]
    fields: dict[str, str]
    limits: tuple[Different, ...]
    notes: tuple[str, ...]
    newer: tuple[Named, ...]
    example: Codes | None


@dataclass(frozen=True, slots=True)
class Shown:
    """What to write for one usage, by release, and what becomes of those who change nothing.

    `variant` counts from 1; `param` is None for the plain call, `title` tells plain calls apart
    that fare otherwise than the first. `written` says whether right code
    is that of the mapping or of a newer target, `reasons` why a person must think.
    """

    variant: int
    param: str | None
    verdicts: dict[str, str]
    unchanged: dict[str, str]
    severity: dict[str, str]
    written: dict[str, str | None]
    reasons: dict[str, str]
    title: str | None = None
    measured_on: str = MEASURED_ON


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of one API.

    `tried` is what probes have shown on the newest of the releases.
    """

    torch: str
    alias_of: str | None
    form_of: str | None
    ways: tuple[Way, ...]
    usages: tuple[Shown, ...]
    gotchas: tuple[Named, ...]
    tried: tuple[str, ...]


def convert(shelf: Shelf, code: str, release: str, language: str) -> Converted:
    """The Paddle code for torch code; raise SyntaxError."""
    found: Rewritten = rewrite(code, shelf.source, load_snapshot("paddle", release))
    undone = (Undecided(u.api, u.line, u.decision.said().get(language)) for u in found.undone)
    limits = {
        Departing(used.entry.torch, limit.then.value, limit_remark(limit).get(language)): limit
        for used in found.used
        for limit in _open_limits(shelf, used, release)
    }
    gotchas = {used.entry.torch: used.entry.gotchas for used in found.used if used.entry.gotchas}
    silent_first = sorted(limits, key=lambda one: _ORDER.index(limits[one].then))
    return Converted(found.code, tuple(undone), found.assumed, tuple(silent_first), gotchas)


# Without an error first.
_ORDER = (
    *(Departure.DIFFERS, Departure.GRADIENT, Departure.CRASHES),
    *(Departure.ACCEPTED, Departure.REFUSED),
)


def _open_limits(shelf: Shelf, used: Used, release: str) -> Iterator[Limit]:
    """The limits of what was written on a release, but for those that the call rules out."""
    shared = any(isinstance(limit, str) for limit in used.variant.limits)
    entry = replace(used.entry, variants=(used.variant,))
    known = {name: literal(value) for name, value in used.scope.values.items()}
    given = _Given({name: known.get(name) for name in used.scope.given})
    defaults = {name: v[0] for name, v in known.items() if v and name not in used.scope.given}
    for placed in placed_limits(entry, shelf.limits if shared else {}):
        limit = placed.limit
        on = covers(limit.since, limit.until, release)
        if on and holds(limit.when, given, defaults) is not False:
            yield limit


class _Given(dict[str, tuple[Any] | None]):
    """What a call passes: the values that are written out; of others only that they are there."""

    def __getitem__(self, name: str) -> Any:
        found = super().__getitem__(name)
        if found is None:
            raise KeyError(name)
        return found[0]


def answer(
    shelf: Shelf, mappings: Path, entry: Entry, releases: list[str], language: str
) -> Answer:
    """What is known of an entry, on some Paddle releases."""
    source = shelf.source(entry.torch)
    snapshots = {release: load_snapshot("paddle", release) for release in releases}
    variants = source.variants if source else ()
    results = read_results(mappings, [entry.alias_of or entry.torch])
    state = state_of(entry, source, results, snapshots)
    ways = (_way(shelf, source, n, snapshots, language) for n in range(len(variants)) if source)
    gotchas = (shelf.gotcha(id_) for id_ in (source.gotchas if source else ()))
    return Answer(
        entry.torch,
        entry.alias_of,
        source.form_of if source else None,
        tuple(ways),
        tuple(_shown(usage, language) for usage in usages_of(state, list(snapshots.values()))),
        tuple(Named(g.id, g.title.get(language)) for g in gotchas if g is not None),
        tuple(_tried(shelf, mappings, source, releases[-1], language)),
    )


def _tried(
    shelf: Shelf, mappings: Path, entry: Entry | None, release: str, language: str
) -> Iterator[str]:
    """What probes have shown of an entry as it is."""
    if entry is not None and probe_path(mappings, entry.torch).is_file():
        probed = current_probes(mappings, entry, shelf.limits).get(release)
        said = sentences(release, probed) if probed else ()
        yield from (text.get(language) for text in said)


def _shown(usage: Usage, language: str) -> Shown:
    on = {one.release: one for one in usage.releases}
    return Shown(
        usage.variant,
        usage.param,
        {release: one.verdict.value for release, one in on.items()},
        {release: one.unchanged.word for release, one in on.items()},
        {release: one.severity.value for release, one in on.items()},
        {release: one.way and one.way.value for release, one in on.items()},
        {release: one.reason.get(language) for release, one in on.items() if one.reason},
        usage.title.get(language) if usage.title else None,
    )


def _way(
    shelf: Shelf, entry: Entry, number: int, snapshots: Mapping[str, Snapshot], language: str
) -> Way:
    name, variant = entry.torch, entry.variants[number]
    shared = any(isinstance(limit, str) for limit in variant.limits)
    placed = placed_limits(entry, shelf.limits if shared else {})
    limits = (one.limit for one in placed if one.variant == number)
    newest = list(snapshots.values())[-1]
    target = newest.get(variant.paddle) if variant.paddle else None
    sides = compare(name, torch_snapshot().get(name), target, variant.params)
    first = next(iter(variant.examples), None)
    return Way(
        f"{variant.category.info.id} {variant.category.info.name.get(language)}",
        variant.outside.api if variant.outside else variant.paddle,
        calls(variant.when).get(language) if variant.when else None,
        tuple(text.get(language) for text in remarks.summary(variant)),
        tuple(_rows(shelf, variant, sides, language)),
        tuple(_cases(variant.write, language)),
        dict(variant.fields),
        tuple(Different(limit_remark(one).get(language), one.instead) for one in limits),
        tuple(note.get(language) for note in variant.notes),
        tuple(_newer(variant, snapshots, language)),
        Codes(first.torch.strip(), first.paddle.strip()) if first else None,
    )


def _cases(cases: Sequence[Written], language: str) -> Iterator[Case]:
    for index, case in enumerate(cases):
        advice = case.advice.get(language) if case.advice else None
        code = case.code.strip() if case.code else None
        yield Case(heading(case, index == 0).get(language), code, case.paddle, advice)


def _newer(variant: Variant, snapshots: Mapping[str, Snapshot], language: str) -> Iterator[Named]:
    """The closer targets that the releases have, with how they are called."""
    for newer in variant.newer:
        since = target_since(snapshots, newer.paddle)
        if since is not None and covers(newer.since, None, list(snapshots)[-1]):
            told = newer.since or since if len(snapshots) > 1 else None
            yield Named(newer.paddle, remarks.newer_remark(newer, told).get(language))


def _rows(
    shelf: Shelf, variant: Variant, sides: tuple[Side, Side], language: str
) -> Iterator[Parameter]:
    for row in variant.params:
        remark = remarks.row_remark(row, _description(shelf, row), *_defaults(row, sides))
        yield Parameter(row.torch, row.paddle, remark.get(language))
    if variant.returns is not None:
        title = remarks.RETURN_VALUE.get(language)
        yield Parameter(title, title, remarks.returns_remark(variant.returns).get(language))


def _defaults(row: Row, sides: tuple[Side, Side]) -> Iterator[str | None]:
    for side, name in zip(sides, (row.torch, row.paddle), strict=True):
        default = side.default(name)
        yield default.text if default else None


def _description(shelf: Shelf, row: Row) -> Text | None:
    return row.desc or shelf.glossary.get(row.term or row.torch or row.paddle or "")
