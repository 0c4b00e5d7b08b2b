"""The page of how far Paddle is torch, by release and mode."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from markupsafe import Markup

from mapping_model.conformance.frozen import Part
from mapping_model.conformance.states import MAPPING, Conformance, State, Way
from mapping_model.modes import UNCHANGED, all_modes, supported_modes
from render_mappings.data.conformance import equal_though_signatures_differ
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, Heading, SitePage
from render_mappings.views.charts import Segment, StackedBar, stacked_bars
from render_mappings.views.page_context import Context, Item

# The order of the parts of a bar.
_STATES = (
    *(State.EQUAL, State.GRADIENT, State.SILENT, State.REFUSED),
    *(State.CRASH, State.UNWRITTEN, State.NOT_RUN),
)
_COMMAND = "verify-mappings conformance"
# A module with fewer calls is folded.
_FEWEST = 20


@dataclass(frozen=True, slots=True)
class PartView:
    """A part of the set in a mode, by release.

    `rows` have a class for the colour, a label, and a number for each release, `shares` what part
    of all is equal, rounded down.
    """

    title: str
    chart: Markup
    rows: Sequence[tuple[str, str, Sequence[int]]]
    apis: Sequence[int]
    shares: Sequence[int]


@dataclass(frozen=True, slots=True)
class ModeView:
    """A mode over releases, with the parts of the set, which are never counted together."""

    id: str
    title: Markup
    text: str
    legend: Sequence[tuple[str, str]]
    releases: Sequence[str]
    parts: Sequence[PartView]
    command: str


@dataclass(frozen=True, slots=True)
class ModuleView:
    """A module or class: its page, its calls, and of each mode how many are equal of how many."""

    name: str
    url: str | None
    calls: int
    equal: Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class TurnView:
    """What became equal at a release, and what stopped to be."""

    release: str
    mode: Markup
    came: Sequence[Item]
    went: Sequence[Item]


def conformance_page(context: Context) -> SitePage:
    """The page of all modes."""
    words = context.words
    ids = ("modules", "turns", "unexpected")
    shares = Heading("shares", words["conformance_shares"])
    modes = [UNCHANGED, *(mode.name for mode in supported_modes()), MAPPING]
    headings = [shares, *(Heading(mode, _title(context, mode)) for mode in modes)]
    headings += [Heading(id, words[f"conformance_{id}"]) for id in ids]
    values = partial(_values, context)
    template = "conformance/conformance.html"
    return named_page(context, "conformance", Area.APIS, template, values, headings)


def _title(context: Context, mode: str) -> Markup:
    """A mode by its name, or by the call that switches it on."""
    calls = {one.name: one.call for one in all_modes()}
    if mode in calls:
        return context.fill("conformance_after", Markup("<code>{}</code>").format(calls[mode]))
    return context.fill(f"conformance_{mode}")


def _values(context: Context) -> dict[str, Any]:
    found, newest = context.reference.conformance(), context.reference.paddle.version
    parts = [context.reference.conformance(part) for part in Part]
    modules = list(_modules(context, found, newest))
    return {
        "number": found.frozen.number,
        "counted": [
            number for part in parts for number in (part.frozen.total, len(part.frozen.calls))
        ],
        "releases": found.releases,
        "newest": newest,
        "torch": context.reference.torch.version,
        "modes": [_mode(context, parts, mode) for mode in found.modes],
        "titles": [_title(context, mode) for mode in found.modes],
        "modules": [one for one in modules if one.calls >= _FEWEST],
        "small": [one for one in modules if one.calls < _FEWEST],
        "turns": list(_turns(context, found)),
        "unexpected": _items(context, equal_though_signatures_differ(context.reference)),
        "command": _COMMAND,
    }


def _mode(context: Context, parts: Sequence[Conformance], mode: str) -> ModeView:
    words, releases = context.words, parts[0].releases_with(mode)
    views = [_part(context, part, mode) for part in parts]
    return ModeView(
        id=mode,
        title=_title(context, mode),
        text=words[f"conformance_{mode if mode in (UNCHANGED, MAPPING) else 'mode'}_text"],
        legend=list(dict.fromkeys((css, label) for view in views for css, label, _ in view.rows)),
        releases=releases,
        parts=views,
        command=f"{_COMMAND} --paddle {releases[-1]} --run",
    )


def _part(context: Context, found: Conformance, mode: str) -> PartView:
    words, part = context.words, found.frozen.part
    ways = [Way(release, mode) for release in found.releases_with(mode)]
    counted = [found.calls(way) for way in ways]
    labels = {
        state: words[f"conformance_{state.value}"]
        for state in _STATES
        if any(numbers[state] for numbers in counted)
    }
    bars = [
        StackedBar(
            f"Paddle {way.release}",
            tuple(Segment(label, numbers[s], f"pm-state-{s.value}") for s, label in labels.items()),
        )
        for way, numbers in zip(ways, counted, strict=True)
    ]
    title = context.fill(f"conformance_{part.value}", found.frozen.number).striptags()
    told = f"{_title(context, mode).striptags()}{words['colon']}{title}"
    return PartView(
        title=title,
        chart=stacked_bars(f"{mode}-{part.value}", told, bars),
        rows=[
            (f"pm-state-{state.value}", label, [numbers[state] for numbers in counted])
            for state, label in labels.items()
        ],
        apis=[found.apis(way)[State.EQUAL] for way in ways],
        shares=[100 * numbers[State.EQUAL] // (numbers.total() or 1) for numbers in counted],
    )


def _modules(context: Context, found: Conformance, release: str) -> Iterator[ModuleView]:
    ways = [way for mode in found.modes if (way := Way(release, mode)) in found.ways]
    known = context.reference.modules
    for name, calls in found.modules().items():
        counted = [found.calls(way, name) for way in ways]
        yield ModuleView(
            name,
            context.module_url(name) if name in known else None,
            calls,
            [(numbers[State.EQUAL], numbers.total()) for numbers in counted],
        )


def _turns(context: Context, found: Conformance) -> Iterator[TurnView]:
    for mode in found.modes:
        for release, came, went in found.turns(mode):
            if came or went:
                items = (_items(context, names) for names in (came, went))
                yield TurnView(release, _title(context, mode), *items)


def _items(context: Context, names: Iterable[str]) -> list[Item]:
    return [context.item(name) for name in names if name in context.reference.entries]
