"""`words.json`: what the search knows by words, fetched with the names when it is first used.

Gotchas, handwritten pages by section, the other pages, names and what is said of entries, what
people type who meet something, and the errors of both libraries.
"""

from __future__ import annotations

import html
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mapping_model.calls.operators import keywords
from mapping_model.coverage import by_use, read_uses
from mapping_model.records import GOTCHA
from mapping_model.searching.cutting import Cutter
from mapping_model.searching.messages import messages
from mapping_model.searching.same_words import same_words
from mapping_model.searching.word_index import Searched, word_index
from render_mappings.data.synonyms import synonyms
from render_mappings.pages.names_file import names_in, pages_asked_for, urls_of
from render_mappings.pages.page import SearchEntry
from render_mappings.views.markup import plain
from render_mappings.views.page_context import Context

_LIMITS = "limits:"
_TAG = re.compile(r"<[^>]*>")
# The theme's search has cut Chinese into words with blanks of no width.
_SEPARATORS = re.compile(r"\s+")
# Of a section of a handwritten page so much is searched.
_MOST = 1500
# An error leads to so many places.
_OF_AN_ERROR = 3
# A gotcha is rarely met if what it concerns is used less often in what was counted.
_SELDOM = 60


class _Row(NamedTuple):
    """A page, or a section of one; `about` are names of APIs, or the title of the whole page."""

    url: str
    title: str
    kind: str
    about: str = ""
    text: str = ""
    rare: bool = False

    def shown(self, of_page: str) -> list[str | int]:
        """As the script shows it; a gotcha that is rarely met is marked."""
        of_a_page = "#" in self.url and self.about
        title = of_page.format(self.about, self.title) if of_a_page else self.title
        return [self.url, title, self.kind, *([1] if self.rare else [])]


def words_file(
    context: Context, pages: Iterable[SearchEntry], symptoms: Mapping[str, Sequence[str]]
) -> str:
    """What the search script reads.

    `pages` are rows `[url, title, kind]`, with 1 behind a gotcha that is rarely met, `leads` lists
    by document of what it leads to: the place of a page, or, after those, of an entry in the names.
    `terms` and `told` are those of the index, `same` lists of words with one meaning. `symptoms`
    are those of handwritten pages, by URL.
    """
    found = _Found(context, pages)
    documents = [*found.documents(symptoms)]
    same = same_words()
    index = word_index(documents, Cutter(same))
    data = {
        "labels": {kind: context.words[f"search_{kind}"] for kind in ("gotcha", "page", "rule")},
        "same": same,
        "pages": [row.shown(context.words["of_page"]) for row in found.pages],
        "leads": [one.leads for one in documents],
        "terms": " ".join(index.terms),
        "told": " ".join(index.told),
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("],[", "],\n[")


class _Found:
    """All that is searched, and the places by which it is known."""

    def __init__(self, context: Context, pages: Iterable[SearchEntry]) -> None:
        self._context = context
        self._entries = by_use(context.reference.entries)
        more = pages_asked_for(context).items()
        rows = [*_gotchas(context), *_rows(pages)]
        known = {row.url for row in rows}
        rows += [_Row(url, title, "page") for url, title in more if url not in known]
        self.pages = rows
        self._places = {row.url: place for place, row in enumerate(rows)}
        for place, name in enumerate(self._entries, len(rows)):
            self._places[context.url_of(name)] = self._places[name] = place

    def documents(self, symptoms: Mapping[str, Sequence[str]]) -> Iterator[Searched]:
        """Each document; `symptoms` are those of handwritten pages."""
        context = self._context
        for place, row in enumerate(self.pages):
            yield Searched((place,), title=row.title, name=row.about, text=row.text)
        yield from self._names()
        yield from self._said()
        asked = [*symptoms.items(), *_symptoms(context)]
        for url, phrases in asked:
            for phrase in phrases:
                yield Searched(self._leads([url]), phrase=phrase)
        for words in synonyms():
            leads = self._leads(urls_of(context, words.leads))
            for phrase in words.words if leads else ():
                yield Searched(leads, phrase=phrase)
        for words_, names in messages(context.reference.results).items():
            if leads := self._leads(sorted(_bare(names), key=self._order)[:_OF_AN_ERROR]):
                yield Searched(leads, phrase=" ".join(words_))

    def _leads(self, found: Iterable[str]) -> tuple[int, ...]:
        return tuple(self._places[one] for one in found if one in self._places)

    def _order(self, found: str) -> int:
        return self._places.get(found, 0)

    def _names(self) -> Iterator[Searched]:
        """A name is one document with those that end alike; the most used come first."""
        by_last: dict[str, list[str]] = defaultdict(list)
        for name in self._entries:
            by_last[name.rpartition(".")[2]].append(name)
        for names in by_last.values():
            targets = self._context.reference.published[names[0]].targets[:1]
            said = dict.fromkeys([names[0].removeprefix("torch."), *map(_last, targets)])
            operator = " ".join(keywords(names[0]))
            yield Searched(self._leads(names[:3]), name=" ".join(said), phrase=operator)

    def _said(self) -> Iterator[Searched]:
        """Of entries of which the same is said, those of the most used APIs."""
        found: dict[str, list[str]] = defaultdict(list)
        for name in self._entries:
            variants = self._context.reference.published[name].state.variants
            texts = [v.summary or v.context or v.missing for v in variants[:1]]
            if text := " ".join(plain(self._context.say(text)) for text in texts if text):
                found[text].append(name)
        for text, names in found.items():
            yield Searched(self._leads(names[:2]), text=text)


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _bare(names: Iterable[str]) -> dict[str, None]:
    """Entries, of which the limits have records of their own, and URLs of gotchas."""
    plain_names = (name.removeprefix(_LIMITS) for name in names)
    return dict.fromkeys(
        f"gotcha/{name.removeprefix(GOTCHA)}/" if name.startswith(GOTCHA) else name
        for name in plain_names
    )


def _gotchas(context: Context) -> Iterator[_Row]:
    """Those that concern what much code uses are meant more often than others, or no API at all."""
    concerned, uses = context.reference.concerned, read_uses().counts
    for gotcha in context.reference.gotchas.values():
        title, text = (plain(context.say(said)) for said in (gotcha.title, gotcha.text))
        names = " ".join(names_in(context, gotcha))
        about = concerned.get(gotcha.id, ())
        rare = bool(about) and sum(uses.get(name, 0) for name in about) < _SELDOM
        yield _Row(f"gotcha/{gotcha.id}/", title, "gotcha", names, text, rare)


def _rows(pages: Iterable[SearchEntry]) -> Iterator[_Row]:
    """Pages that are no gotchas; a section belongs to the page that comes before it."""
    whole = ""
    for page in pages:
        title, text = _text(page.title), _text(page.text)[:_MOST]
        kind = "rule" if page.location.startswith("rules/") else "page"
        if "#" in page.location:
            yield _Row(page.location, title, kind, whole, text)
        else:
            whole = title
            yield _Row(page.location, title, kind, "", text)


def _symptoms(context: Context) -> Iterator[tuple[str, list[str]]]:
    """Errors are in English everywhere, and people ask in their language on every page."""
    for gotcha in context.reference.gotchas.values():
        told = [phrase for phrases in gotcha.symptoms.values() for phrase in phrases]
        yield f"gotcha/{gotcha.id}/", sorted(dict.fromkeys(told))


def _text(markup: str) -> str:
    return _SEPARATORS.sub(" ", html.unescape(_TAG.sub(" ", markup)).replace("\u200b", "")).strip()
