"""What words are about, by an index of words; `looks/search/words.js` does the same on the site."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mapping_model.searching.cutting import Cutter
from mapping_model.searching.word_index import LEAST, STEP

_POSTING = re.compile(r"([A-Z])([\da-z]*)")
# As in the script: what a document is worth that answers next to nothing of a question; how much
# what comes second counts; what has less than this of the best is about something else.
_LATER, _PART, _SECOND, _ENOUGH = 0.06, 0.25, 0.5, 0.35


def ranked(typed: str, index: Mapping[str, Any]) -> list[tuple[str, float]]:
    """What the words of a question or of an error lead to, best first, with how well it fits.

    `index` has `same` words, `terms`, what is `told` of them, and `leads` by document.
    """
    leads: Sequence[Sequence[str]] = index["leads"]
    terms = {term: place for place, term in enumerate(index["terms"].split(" "))}
    told = index["told"].split(" ")
    words = []
    for word in dict.fromkeys(Cutter(index["same"]).cut(typed)):
        documents = dict(_postings(told[terms[word]])) if word in terms else {}
        words.append((documents, math.log(1 + len(leads) / (len(documents) + 0.5))))
    whole = sum(matters for _, matters in words) or 1
    found: dict[int, tuple[float, float]] = {}
    for documents, matters in words:
        for document, tells in documents.items():
            before = found.get(document, (0.0, 0.0))
            found[document] = before[0] + tells, before[1] + matters
    best: dict[str, list[float]] = {}
    for document, (tells, answered) in found.items():
        worth = tells * (_PART + (1 - _PART) * (answered / whole))
        for later, lead in enumerate(leads[document]):
            best.setdefault(lead, []).append(worth * (1 - _LATER * later))
    scores = {}
    for lead, worths in best.items():
        first, second = [*sorted(worths, reverse=True), 0.0][:2]
        scores[lead] = first + _SECOND * second
    order = sorted(scores.items(), key=lambda pair: -pair[1])
    return [pair for pair in order if pair[1] >= _ENOUGH * order[0][1]]


def _postings(text: str) -> Iterator[tuple[int, float]]:
    document = -1
    for level, further in _POSTING.findall(text):
        document += (int(further, 36) if further else 0) + 1
        yield document, LEAST * STEP ** (ord(level) - ord("A"))
