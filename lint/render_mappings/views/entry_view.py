"""What the page of an entry says beside what is published of it: what to mind, its sections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from mapping_model.categories import Text
from mapping_model.outcomes import Departure
from published.entry import PublishedEntry
from published.variants import PublishedVariant
from render_mappings.views.speech import Speech

# So many things to mind are told at most; the page has all of them below.
_MINDED = 3
_SILENT = (Departure.DIFFERS, Departure.GRADIENT, Departure.CRASHES)


@dataclass(frozen=True, slots=True)
class Minded:
    """Something to mind, and where on the site there is more of it; from the page itself, a #.

    `on` are the releases for which it is told, none if it is all.
    """

    text: Text
    url: str
    on: tuple[str, ...]


def minded(speech: Speech, entry: PublishedEntry) -> Iterator[Minded]:
    """What departs silently, then gotchas: of each release the first that hold there."""
    releases = tuple(speech.reference.releases)
    found = tuple(_to_mind(speech, entry))
    told: dict[int, list[str]] = {}
    for release in releases:
        holding = [place for place, one in enumerate(found) if not one.on or release in one.on]
        for place in holding[:_MINDED]:
            told.setdefault(place, []).append(release)
    for place, on in sorted(told.items()):
        yield replace(found[place], on=() if len(on) == len(releases) else tuple(on))


def _to_mind(speech: Speech, entry: PublishedEntry) -> Iterator[Minded]:
    for variant in entry.variants:
        for one in variant.limits:
            if one.limit.then in _SILENT:
                yield Minded(one.remark, f"#{section(entry, variant.number, 'limits')}", one.on)
    for gotcha in entry.gotchas:
        on = speech.reference.published_gotchas[gotcha.id].on
        yield Minded(gotcha.title, f"gotcha/{gotcha.id}/", on)


def section(entry: PublishedEntry, number: int, name: str = "") -> str:
    """Where the page shows a section of a variant; several variants have sections of their own."""
    if len(entry.state.variants) == 1:
        return name
    return f"variant-{number}-{name}" if name else f"variant-{number}"


def sections(variant: PublishedVariant) -> list[str]:
    """The sections of a variant for which there is something to show."""
    shown = {
        "parameters": variant.rows or variant.returns,
        "written": variant.writing,
        "examples": variant.examples or variant.without_way,
        "newer": variant.newer,
        "notes": variant.variant.notes,
        "limits": variant.limits,
    }
    return [name for name, there in shown.items() if there]


def lead(variant: PublishedVariant, language: str) -> Text | None:
    """The sentence that leads to the table, for which the others make room."""
    leading = [text for text in variant.summary if text.get(language).endswith((":", "："))]
    return leading[-1] if leading and (variant.rows or variant.returns) else None
