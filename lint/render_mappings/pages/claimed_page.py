"""What a converter claims of torch names, and what running their calls has shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from mapping_model.conformance.claimed import Claim, Claims, kept
from mapping_model.conformance.frozen import calls_of
from mapping_model.conformance.states import MAPPING, Conformance, State, Way
from mapping_model.coverage import by_use
from mapping_model.modes import UNCHANGED
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, Heading, SitePage
from render_mappings.views.entry_view import anchor
from render_mappings.views.page_context import Context, Item

# As a reader asks for them: what goes wrong unseen first.
SILENT = (State.SILENT, State.GRADIENT)
STATES = (State.EQUAL, *SILENT, State.REFUSED, State.CRASH, State.NOT_RUN)


@dataclass(frozen=True, slots=True)
class Fallen:
    """A name that is said to take nothing but a prefix and gives something else, with a call."""

    name: str
    url: str
    code: str
    detail: str


def claimed_page(context: Context) -> SitePage:
    """The page of the kept list."""
    ids = ("claims", "silent", "refused", "written")
    headings = [Heading(f"claimed-{id}", context.words[f"claimed_{id}"]) for id in ids]
    values = partial(_values, context)
    template = "claimed/claimed.html"
    return named_page(context, "paconvert", Area.GOTCHAS, template, values, headings)


def by_state(context: Context, claim: Claim, way: Way) -> Counter[State | None]:
    """How the names of which something is claimed fare; None are those without an entry."""
    return Counter(_state(context, name, way) for name in _names(kept(), claim))


def _names(claims: Claims, claim: Claim) -> list[str]:
    return [name for name, one in claims.claims.items() if one is claim]


def _state(context: Context, name: str, way: Way) -> State | None:
    entry = context.reference.resolve(name)
    return context.reference.conformance().state(way, entry.torch) if entry else None


def _values(context: Context) -> dict[str, Any]:
    reference, claims = context.reference, kept()
    found, newest = reference.conformance(), reference.paddle.version
    way = Way(newest, UNCHANGED)
    prefix = by_use(_names(claims, Claim.PREFIX))
    unwritten = by_use(_names(claims, Claim.NONE))
    ported = Way(newest, MAPPING)
    return {
        "claims": claims,
        "newest": newest,
        "number": len(claims.claims),
        "releases": found.releases,
        "rows": [
            (
                state,
                [
                    by_state(context, Claim.PREFIX, Way(release, UNCHANGED))[state]
                    for release in found.releases
                ],
            )
            for state in (*STATES, None)
        ],
        "silent": [
            fallen
            for name in prefix
            if _state(context, name, way) in SILENT
            and (fallen := _fallen(context, found, name, way))
        ],
        "refused": _items(context, prefix, way, (State.REFUSED, State.CRASH)),
        "written": _items(context, unwritten, ported, (State.EQUAL,)),
    }


def _items(context: Context, names: list[str], way: Way, states: tuple[State, ...]) -> list[Item]:
    return [context.item(name) for name in names if _state(context, name, way) in states]


def _fallen(context: Context, found: Conformance, name: str, way: Way) -> Fallen | None:
    """The first call of a name that gives something else, and what is told of it."""
    entry = context.reference.resolve(name)
    assert entry is not None
    examples = dict(entry.examples())
    keys = dict(calls_of(examples))
    published = context.reference.published[entry.torch]
    for digest, state in _calls(found, entry.torch, way):
        if state in SILENT and (key := keys.get(digest)) is not None:
            result = published.state.executions[key].on(way.release).result
            url = f"{context.url_of(entry.torch)}#{anchor(key)}"
            detail = (result and result.drop_in_detail) or ""
            return Fallen(name, url, examples[key].torch.strip(), detail)
    return None


def _calls(found: Conformance, name: str, way: Way) -> Iterator[tuple[str, State]]:
    return zip(found.frozen.calls[name], found.ways[way][name], strict=True)
