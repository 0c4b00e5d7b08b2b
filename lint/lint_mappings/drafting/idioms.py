"""How entries carry a parameter over that does not simply keep its value: for drafts of others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from lint_mappings.subjects.lookup import Library
from mapping_model.corpus import Corpus
from mapping_model.entry import Action, Row
from mapping_model.language.parsing import named_in
from mapping_model.sides import Side

# An idiom is what at least so many rows say, and most of those that pair the same.
_ENOUGH = 2


class Way(NamedTuple):
    """What a row says: a form, the value that Paddle's parameter gets, or that it is dropped."""

    form: str | None = None
    value: str | None = None
    action: Action | None = None


# Both are used differently, but not always in the same way.
_UNLIKE = Way(action=Action.REWRITE)


class Place(NamedTuple):
    """Where a row stands: its parameters, and whether of a class, of a result with parts."""

    torch: str
    paddle: str | None
    of_class: bool
    with_parts: bool


KnownWays = Mapping[Place, Way]


def known_ways(corpus: Corpus, torch: Library) -> KnownWays:
    """The idioms of existing entries."""
    counts: dict[Place, Counter[Way]] = {}
    for entry in corpus.entries.values():
        api = torch.get(entry.torch)
        of_class = api is not None and api.kind == "class"
        for variant in entry.variants:
            for row in variant.params:
                if row.torch is not None:
                    place = Place(row.torch, row.paddle, of_class, bool(variant.fields))
                    counts.setdefault(place, Counter())[_way(row)] += 1
    ways = {place: _most(place, found) for place, found in counts.items()}
    return {place: way for place, way in ways.items() if way != Way()}


def _most(place: Place, found: Counter[Way]) -> Way:
    (way, count), *_ = found.most_common(1)
    if way not in (Way(), _UNLIKE) and count >= _ENOUGH and 2 * count > found.total():
        return way
    unlike = found.total() - found[Way()]
    return _UNLIKE if place.paddle is not None and 2 * unlike > found.total() else Way()


def usual_way(torch: Side, name: str, paddle: str | None, known: KnownWays) -> Way:
    """How a parameter is likely to be carried over; `Way()` where nothing is known."""
    if paddle is not None and name.startswith("*") and not paddle.startswith("*"):
        return Way(form="list")
    returns = torch.signature.returns if torch.signature else None
    of_class = torch.api is not None and torch.api.kind == "class"
    place = Place(name, paddle, of_class, bool(returns and returns.fields))
    return known.get(place, Way())


def _way(row: Row) -> Way:
    value = row.value
    if value is not None and named_in(value) != {(row.torch or "").lstrip("*")}:
        return _UNLIKE
    if row.form or value:
        return Way(row.form, value)
    return Way(action=None if row.action is Action.NONE else row.action)
