"""What becomes of whole packages when Paddle stands in the place of torch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from mapping_model.conformance.states import Way
from mapping_model.modes import supported_modes
from mapping_model.packages.converted import Done, converted
from mapping_model.packages.prediction import Predicted, Said, predicted, said_of
from mapping_model.packages.record import (
    Blocker,
    Fate,
    Measured,
    Run,
    Why,
    measured,
    most_blocking,
)
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, Heading, SitePage
from render_mappings.views.page_context import Context

_COMMAND = "verify-mappings package"
_TABLES = (
    *("packages_first", "packages_most", "packages_causes"),
    *("packages_predicted", "packages_converted"),
)
_CAUSES = tuple(Why)


@dataclass(frozen=True, slots=True)
class Api:
    """A name of torch: its page, None where it has no entry, and what the record says of it.

    Of a module the page is that of its APIs.
    """

    name: str
    url: str | None
    said: Said


@dataclass(frozen=True, slots=True)
class Row:
    """A package on a release in a mode; `first` is where it broke first, with the `error`."""

    package: Measured
    run: Run
    first: Api | None
    cause: Blocker | None
    command: str

    @property
    def passed(self) -> int:
        """How many of the tests that count pass."""
        return self.run.fates[Fate.PASSED]

    @property
    def causes(self) -> Sequence[int]:
        """How many tests did not pass for each kind of cause."""
        found: Counter[Why] = Counter()
        for one in self.run.blockers:
            found[one.why] += one.tests
        return [found[why] for why in _CAUSES]


@dataclass(frozen=True, slots=True)
class Part:
    """A mode on a release: its rows, and which APIs stop how many packages and tests."""

    release: str
    mode: str
    rows: Sequence[Row]
    most: Sequence[tuple[Api, int, int]]


def packages_page(context: Context) -> SitePage:
    """The page of all packages that were measured."""
    headings = [Heading(id.replace("_", "-"), context.words[id]) for id in _TABLES]
    values = partial(_values, context)
    return named_page(context, "packages", Area.APIS, "packages/packages.html", values, headings)


def _values(context: Context) -> dict[str, Any]:
    found = list(measured().values())
    ways = dict.fromkeys((run.paddle, run.mode) for one in found for run in one.runs)
    calls = {mode.name: mode.call for mode in supported_modes()}
    having = {release for release, _ in ways}
    return {
        "parts": [_part(context, found, *way) for way in ways],
        "calls": calls,
        "causes": _CAUSES,
        "without": [release for release in context.reference.releases if release not in having],
        "about": found[0] if found else None,
        "predicted": predicted(found, context.reference.conformance(), partial(_entry, context)),
        "share": _share,
        "Said": Said,
        "Done": Done,
        "done": Counter(done for of in converted().values() for done in of.values()),
        "command": _COMMAND,
    }


def _share(told: Predicted) -> int:
    """Percent of the APIs that were run which are not equal."""
    return round(100 * told.usual / told.many) if told.many else 0


def _part(context: Context, found: Iterable[Measured], release: str, mode: str) -> Part:
    found = list(found)
    way = Way(release, mode)
    most = [
        (_api(context, name, way), packages, tests)
        for name, packages, tests in most_blocking(found, release, mode)
    ]
    return Part(release, mode, list(_rows(context, found, way)), most)


def _rows(context: Context, found: Iterable[Measured], way: Way) -> Iterator[Row]:
    for one in found:
        for run in one.runs:
            if (run.paddle, run.mode) == (way.release, way.mode):
                cause = next(iter(run.apis), None)
                first = _api(context, str(cause.api), way) if cause else None
                command = f"{_COMMAND} {one.package} --paddle {run.paddle}"
                yield Row(one, run, first, cause, command)


def _api(context: Context, name: str, way: Way) -> Api:
    entry, found = _entry(context, name), context.reference.conformance()
    said = (
        said_of(name, way, found, partial(_entry, context)) if way in found.ways else Said.NOTHING
    )
    if entry is None and name in context.reference.modules:
        return Api(name, context.module_url(name), said)
    return Api(name, context.url_of(name) if entry else None, said)


def _entry(context: Context, name: str) -> str | None:
    """The name of the entry that says how an API is ported."""
    entry = context.reference.resolve(name)
    return entry.torch if entry else None
