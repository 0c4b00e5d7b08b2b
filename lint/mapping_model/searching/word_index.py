"""An index of words: what each tells of each document, worked out when the site is built.

It is BM25F. So the script that asks has no index to make, which takes a phone seconds, and adds
up; and what is sent are words and small numbers instead of texts.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from mapping_model.searching.cutting import Cutter, is_han

# What a word counts in each part of a document, and how much the length of the part matters.
_BOOSTS = {"title": 2.2, "phrase": 2.2, "name": 1.6, "text": 0.8}
_LENGTHS = {"title": 0.3, "phrase": 0.5, "name": 0.3, "text": 0.6}
_SATURATED = 1.2
# Levels of what a word tells, "A" the least, each so many times the one below.
_LEVELS, STEP, LEAST = 13, 1.55, 0.1
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Searched:
    """A document: its parts, of which most have one or two, and where it leads, best first."""

    leads: tuple[int, ...]
    title: str = ""
    phrase: str = ""
    name: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class WordIndex:
    """`terms` in order; of each the documents that have it, see `told`."""

    terms: tuple[str, ...]
    told: tuple[str, ...]


def word_index(documents: Sequence[Searched], cutter: Cutter) -> WordIndex:
    """The index of documents, which are known by their places."""
    parts = {part: [Counter(cutter.cut(getattr(d, part))) for d in documents] for part in _BOOSTS}
    weights: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for part, counted in parts.items():
        lengths = [counts.total() for counts in counted]
        usual = sum(lengths) / max(1, sum(map(bool, lengths)))
        for place, counts in enumerate(counted):
            share = 1 - _LENGTHS[part] + _LENGTHS[part] * lengths[place] / max(usual, 1)
            for word, times in counts.items():
                weights[word][place] += _BOOSTS[part] * times / share
    # Most pairs of Chinese that one text alone has are of two words.
    chance = {
        word
        for word, places in weights.items()
        if len(places) == 1 and is_han(word) and word in parts["text"][next(iter(places))]
    }
    terms = sorted(weights.keys() - chance)
    return WordIndex(tuple(terms), tuple(_told(weights[term], len(documents)) for term in terms))


def _told(weights: dict[int, float], total: int) -> str:
    """A letter for what the word tells, and in base 36 how far on the next document is."""
    rare = math.log(1 + (total - len(weights) + 0.5) / (len(weights) + 0.5))
    said, before = [], -1
    for place, weight in sorted(weights.items()):
        tells = rare * weight * (_SATURATED + 1) / (weight + _SATURATED)
        level = round(math.log(max(tells, LEAST) / LEAST, STEP))
        said.append(chr(ord("A") + min(level, _LEVELS - 1)) + _digits(place - before - 1))
        before = place
    return "".join(said)


def _digits(number: int) -> str:
    """In base 36, 0 as nothing."""
    text = ""
    while number:
        number, rest = divmod(number, 36)
        text = _DIGITS[rest] + text
    return text
