"""Texts cut into words, as `looks/search/words.js` cuts what is typed: a test holds them equal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

_HAN = re.compile(r"[\u4e00-\u9fff]")
_CAMEL = re.compile(r"\b[A-Za-z]*[a-z][A-Z]\w*", re.ASCII)
_HUMP = re.compile(r"([a-z\d])([A-Z])", re.ASCII)
_PIECES = re.compile(r"[\u4e00-\u9fff]+|[a-z\d]+(?:[_.][a-z\d]+)*", re.ASCII)
_SIMPLE = re.compile(r"[a-z\d]+", re.ASCII)
_NUMBER = re.compile(r"\d+", re.ASCII)
_OTHER = re.compile(r"[^a-z\d]", re.ASCII)
_ENDINGS = (
    (re.compile(r"ies$"), "y"),
    (re.compile(r"(?<=[^s])s$"), ""),
    (re.compile(r"i[sz](?:e|ed|ing|ation|er)$"), "iz"),
)
_VERB = re.compile(r"(?:ing|ed)$")
_DOUBLED = re.compile(r"([bdgmnprt])\1$")


def stem(word: str) -> str:
    """A word without its ending: "transposed", "transposes", "transposing" are one."""
    if len(word) < 4 or _NUMBER.search(word):
        return word
    bare = word
    for ending, plain in _ENDINGS:
        bare = ending.sub(plain, bare)
    if len(bare) > 5:
        bare = _VERB.sub("", bare)
    if bare != word:
        bare = _DOUBLED.sub(r"\1", bare)
    return bare.removesuffix("e") if len(bare) > 3 else bare


def is_han(word: str) -> bool:
    """Whether a word is Chinese."""
    return bool(_HAN.match(word))


class Cutter:
    """Cuts texts; `same` has lists of words with one meaning, of which the first is kept."""

    def __init__(self, same: Sequence[Sequence[str]]) -> None:
        self._words: dict[str, str] = {}
        self._phrases: dict[str, str] = {}
        for first, *others in same:
            kept = _OTHER.sub("", first)
            for word in filter(None, (first, *others)):
                if _SIMPLE.fullmatch(word):
                    self._words[stem(word)] = kept
                else:
                    self._phrases[word] = kept
        longest = sorted(self._phrases, key=len, reverse=True)
        ends = ("" if _HAN.search(p) else r"\b" for p in longest)
        alternatives = (f"{b}{re.escape(p)}{b}" for b, p in zip(ends, longest, strict=True))
        self._phrase = re.compile("|".join(alternatives), re.ASCII)
        self._simple = lru_cache(maxsize=None)(self._one)

    def cut(self, text: str) -> list[str]:
        """The words of a text, in their order.

        Names such as `BatchNorm2d` count as one word, and as those that they are made of; so do
        phrases, of which one word may be mistyped. Chinese is cut into pairs.
        """
        parted = _CAMEL.sub(_with_parts, text).lower()
        plain = self._phrase.sub(self._with_meaning, parted)
        return [word for piece in _PIECES.findall(plain) for word in self._of(piece)]

    def _with_meaning(self, found: re.Match[str]) -> str:
        return f" {self._phrases[found[0]]} {'' if _HAN.search(found[0]) else found[0]} "

    def _of(self, piece: str) -> Iterator[str]:
        if _HAN.search(piece):
            yield from (piece[at : at + 2] for at in range(len(piece) - 1))
            return
        parts = re.split(r"[_.]", piece)
        if len(parts) > 1:
            yield piece.rpartition(".")[2]
        for word in map(self._simple, parts):
            if len(word) > 1 and not _NUMBER.fullmatch(word):
                yield word

    def _one(self, word: str) -> str:
        bare = stem(word)
        return self._words.get(bare, bare)


def _with_parts(name: re.Match[str]) -> str:
    return name[0] + " " + _HUMP.sub(r"\1 \2", name[0])
