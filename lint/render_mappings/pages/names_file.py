"""`names.json`: what the search knows by name, fetched when the search is first used.

All names of torch, with an entry or without, those of the most used APIs first; the parameters of
entries; the gotchas, by the names that they speak of; and the words of people who know no name.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from mapping_model.calls.operators import sign
from mapping_model.categories import Category
from mapping_model.coverage import by_use
from mapping_model.entry import Gotcha
from published.entry import PublishedEntry
from render_mappings.data.synonyms import synonyms
from render_mappings.views.page_context import Context

# So many entries are told of a parameter, those of the most used APIs.
_OF_PARAMETER = 5
_GOTCHA, _PARAMETER = "gotcha:", "parameter:"
_SPAN = re.compile(r"`\.?([A-Za-z_][\w.]*)(?:\(\))?`")
_UNSAID = frozenset(("True", "False", "None", "paddle", "torch"))


def names_file(context: Context) -> str:
    """What the search script reads, a line per item.

    `entries` are rows `[name, url, sign of an operator, target, …]`, `paddle` rows `[name, url,
    what maps to it]`, `missing` last parts of names by module or class, `gotchas` rows `[title,
    url, name, …]`, `parameters` rows `[entry's place, torch's name, Paddle's]` by name, `asked`
    pairs of words and URLs (or `parameter:` and a name), `pages` titles by URL.
    """
    reference = context.reference
    entries = by_use(reference.entries)
    gotchas = reference.gotchas.values()
    rows = (
        [name, context.url_of(name), sign(name), *_targets(reference.published[name])]
        for name in entries
    )
    data: dict[str, Any] = {
        "labels": {kind: context.words[f"search_{kind}"] for kind in ("missing", "gotcha")},
        "entries": list(rows),
        "paddle": list(_reverse(context)),
        "missing": _missing(context),
        "gotchas": [
            [context.say(g.title), _gotcha_url(g.id), *names_in(context, g)] for g in gotchas
        ],
        "parameters": _parameters(context, entries),
        "asked": [[one.words, list(urls_of(context, one.leads))] for one in synonyms()],
        "pages": pages_asked_for(context),
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("],[", "],\n[")


def _targets(entry: PublishedEntry) -> list[str]:
    """Its targets, those of the newest release first: a hit shows the first of them."""
    return [*dict.fromkeys((*entry.newest_targets, *entry.targets))]


def pages_asked_for(context: Context) -> dict[str, str]:
    """The titles of the pages that words may lead to, by URL."""
    words, missing = context.words, Category.MISSING
    named = {f"{key}/": words[key] for key in ("truth", "changes", "statistics", "gotchas")}
    silent = words["truth_silent"].format(context.reference.paddle.version)
    more = {"truth/#silent": silent, f"category/{missing.value}/": context.say(missing.info.name)}
    return named | more


def unmapped(context: Context) -> list[str]:
    """The names of torch that have no entry; a preview knows too few entries to tell."""
    reference = context.reference
    names = () if reference.partial else reference.torch.names()
    return [name for name in names if name not in reference.entries]


def _missing(context: Context) -> dict[str, str]:
    owners: dict[str, list[str]] = defaultdict(list)
    for name in by_use(unmapped(context)):
        owner, _, last = name.rpartition(".")
        owners[owner].append(last)
    return {owner: " ".join(names) for owner, names in owners.items()}


def _reverse(context: Context) -> Iterator[tuple[str, str, str]]:
    for name in context.reference.reverse:
        yield name, context.paddle_url(name), ", ".join(context.reference.ported_to(name))


def _gotcha_url(id: str) -> str:
    return f"gotcha/{id}/"


def names_in(context: Context, gotcha: Gotcha) -> list[str]:
    """The names that a gotcha's title and text speak of, last parts only, and those it concerns."""
    said = _SPAN.findall(f"{gotcha.title.en} {gotcha.text.en}")
    names = [*said, *context.reference.concerned.get(gotcha.id, ())]
    last = (name.rpartition(".")[2] for name in names)
    return [name for name in dict.fromkeys(last) if len(name) > 1 and name not in _UNSAID]


def _parameters(context: Context, entries: list[str]) -> dict[str, list[list[Any]]]:
    found: dict[str, list[list[Any]]] = defaultdict(list)
    for place, entry in enumerate(entries):
        rows = [
            row
            for variant in context.reference.published[entry].state.variants
            for row in variant.params
        ]
        for pair in dict.fromkeys((_plain(row.torch), _plain(row.paddle)) for row in rows):
            for name in {*pair} - {""}:
                if len(found[name]) < _OF_PARAMETER:
                    found[name].append([place, *pair])
    return dict(sorted(found.items()))


def _plain(parameter: str | None) -> str:
    return (parameter or "").lstrip("*")


def urls_of(context: Context, leads: tuple[str, ...]) -> Iterator[str]:
    """Where words lead; what a preview lacks is left out."""
    reference = context.reference
    for lead in leads:
        if lead in reference.entries:
            yield context.url_of(lead)
        elif lead.removeprefix(_GOTCHA) in reference.gotchas:
            yield _gotcha_url(lead.removeprefix(_GOTCHA))
        elif lead in pages_asked_for(context) or lead.startswith(_PARAMETER):
            yield lead
