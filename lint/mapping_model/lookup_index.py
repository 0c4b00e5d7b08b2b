"""What is looked up across all entries and gotchas, worked out once: see `lookup_index`.

A wheel brings it ready made. For a checkout it is made when it is first asked for, and kept.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from mapping_model.corpus import Corpus
from mapping_model.coverage import by_use
from mapping_model.entry import Gotcha, Variant
from mapping_model.records import GOTCHA, subject_of
from mapping_model.results import Results
from mapping_model.searching.cutting import Cutter
from mapping_model.searching.messages import messages
from mapping_model.searching.same_words import same_words
from mapping_model.searching.word_index import Searched, word_index

# An error leads to so many places.
_OF_AN_ERROR = 3
_SPAN = re.compile(r"`\.?([A-Za-z_][\w.]*)(?:\(\))?`")
_CODE = re.compile(r"(?<![\w.])(?:torch|optim|nn|F)((?:\.[A-Za-z_]\w*)+)")
_UNSAID = frozenset(("True", "False", "None", "paddle", "torch"))


class Way(StrEnum):
    """As what an entry names a Paddle API."""

    TARGET = "target"
    OUTSIDE = "outside"
    CASE = "case"
    NEWER = "newer"


def targets_of(variant: Variant) -> Iterator[tuple[str, Way, str | None]]:
    """The Paddle names of a variant, as what they are named, and the calls that each is for."""
    if variant.paddle:
        yield variant.paddle, Way.TARGET, variant.when
    if variant.outside:
        yield variant.outside.api, Way.OUTSIDE, variant.when
    for case in variant.write:
        if case.paddle and case.paddle != variant.paddle:
            yield case.paddle, Way.CASE, case.when
    for newer in variant.newer:
        yield newer.paddle, Way.NEWER, newer.when


def lookup_index(corpus: Corpus, results: Iterable[Results]) -> dict[str, Any]:
    """What JSON can hold of it.

    `paddle`: by the name on Paddle's side what is written so, as pairs of a torch API and a `Way`,
    the most used first. `gotchas`: by the last part of a name the gotchas that speak of it, those
    first that concern few names. `words`: an index of words, as `asking.ranked` takes it, which
    leads to APIs and to `gotcha:` with an id.
    """
    names = by_use(corpus.entries)
    concerned: dict[str, list[str]] = defaultdict(list)
    for name in names:
        for id_ in corpus.entries[name].gotchas:
            concerned[id_].append(name)
    words = [*_documents(corpus, names, concerned, results)]
    same = same_words()
    index = word_index([searched for searched, _ in words], Cutter(same))
    return {
        "paddle": _by_target(corpus, names),
        "gotchas": _by_name(corpus, concerned),
        "words": {
            "same": same,
            "leads": [leads for _, leads in words],
            "terms": " ".join(index.terms),
            "told": " ".join(index.told),
        },
    }


def _by_target(corpus: Corpus, names: Sequence[str]) -> dict[str, list[tuple[str, Way]]]:
    found: dict[str, dict[tuple[str, Way], None]] = defaultdict(dict)
    for name in names:
        source = corpus.resolve(name)
        for variant in source.variants if source else ():
            for target, way, _ in targets_of(variant):
                found[target][name, way] = None
    ways = list(Way)
    return {
        target: sorted(pairs, key=lambda pair: ways.index(pair[1]))
        for target, pairs in sorted(found.items())
    }


def _by_name(corpus: Corpus, concerned: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    found: dict[str, list[tuple[bool, int, str]]] = defaultdict(list)
    for gotcha in corpus.gotchas.values():
        said = names_said(gotcha)
        code = [last for check in gotcha.checks for last in _lasts(_CODE.findall(check.torch))]
        names = dict.fromkeys([*said, *_lasts(concerned.get(gotcha.id, ())), *code])
        for name in names:
            found[name].append((name not in said, len(names), gotcha.id))
    return {name: [id_ for *_, id_ in sorted(of)] for name, of in sorted(found.items())}


def names_said(gotcha: Gotcha) -> list[str]:
    """The names in a gotcha's title and text, their last parts."""
    return _lasts(_SPAN.findall(f"{gotcha.title.en} {gotcha.text.en}"))


def _lasts(names: Iterable[str]) -> list[str]:
    last = (name.rpartition(".")[2] for name in names)
    return [name for name in dict.fromkeys(last) if len(name) > 1 and name not in _UNSAID]


def _documents(
    corpus: Corpus,
    names: Sequence[str],
    concerned: Mapping[str, Sequence[str]],
    results: Iterable[Results],
) -> Iterator[tuple[Searched, list[str]]]:
    """What is searched, each with where it leads: gotchas, what people type, recorded errors."""
    order = {name: place for place, name in enumerate(names)}
    for gotcha in corpus.gotchas.values():
        lead = [f"{GOTCHA}{gotcha.id}"]
        about = " ".join([*names_said(gotcha), *_lasts(concerned.get(gotcha.id, ()))])
        for text in (gotcha.title, gotcha.text):
            # One language stands beside the other, since either may be typed.
            part = "title" if text is gotcha.title else "text"
            for said in (text.en, text.zh):
                yield Searched((), **{part: said}, name=about), lead
        for phrases in gotcha.symptoms.values():
            for phrase in phrases:
                yield Searched((), phrase=phrase), lead
    for telling, found in messages(results).items():
        bare = dict.fromkeys(map(subject_of, found))
        known = [one for one in bare if one in order or one.startswith(GOTCHA)]
        leads = sorted(known, key=lambda one: order.get(one, -1))[:_OF_AN_ERROR]
        if leads:
            yield Searched((), phrase=" ".join(telling)), leads
