"""The index of Paddle's names, of gotchas and of words: that of a wheel, or one made and kept."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any

from mapping_model.cache import Cache, digest, open_cache
from mapping_model.ending import UsageError
from mapping_model.shelf import Shelf
from mapping_model.stores import INDEX, Folder, Layered, Packed, Store

_KEPT = "index"


@lru_cache(maxsize=1)
def index_of(shelf: Shelf) -> Index:
    """The index of what a shelf has: whether it is as it was is looked for once."""
    return Index(_whole(shelf.store))


class Index:
    """What is known of names and words that are no name of an entry."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def ported_to(self, target: str) -> list[tuple[str, str]]:
        """The torch APIs that are written as a Paddle name, the most used first, and as what."""
        return [(name, way) for name, way in self.paddle.get(target, ())]

    @property
    def paddle(self) -> Mapping[str, Any]:
        """By each name on Paddle's side what is written so."""
        return self._part("paddle")

    @property
    def gotchas(self) -> Mapping[str, Any]:
        """By the last part of a name the gotchas that speak of it."""
        return self._part("gotchas")

    @property
    def words(self) -> Mapping[str, Any]:
        """The index of words."""
        return self._part("words")

    def _part(self, part: str) -> Mapping[str, Any]:
        if isinstance(self._store, Packed):
            packed: dict[str, Any] = self._store.lines.get(f"{INDEX}/{part}") or {}
            return packed
        made: dict[str, Any] = self._made.get(part, {})
        return made

    @cached_property
    def _made(self) -> dict[str, Any]:
        """The index of a checkout, made anew when a file of it has changed."""
        root = self._store.root
        cache = open_cache(root.parent, wanted=True)
        key = digest(_stamps(root)) if cache.directory else ""
        name = f"{_KEPT}-{digest([str(root)])[:16]}"
        kept = cache.get(name, key)
        return kept if isinstance(kept, dict) else _make(self._store, cache, name, key)


def _whole(store: Store) -> Store:
    """What has an index: a project's few entries of its own are not in it."""
    return store.beneath if isinstance(store, Layered) else store


def _make(store: Store, cache: Cache, name: str, key: str) -> dict[str, Any]:
    # Costs seconds, and is rarely done.
    from mapping_model.corpus import Corpus
    from mapping_model.lookup_index import lookup_index
    from mapping_model.records import BrokenRecord, read_results

    corpus = Corpus.load(store.root) if isinstance(store, Folder) else Corpus(store.root)
    try:
        made = lookup_index(corpus, read_results(store.root))
    except BrokenRecord as error:
        raise UsageError(f"{error}. Restore it with git.") from None
    cache.put(name, key, made)
    return made


def _stamps(folder: os.PathLike[str]) -> Iterator[str]:
    """Every file below a folder with what tells that it has changed."""
    import mapping_model.lookup_index as code

    yield str(os.lstat(code.__file__).st_mtime_ns)
    for place, folders, files in os.walk(folder):
        folders.sort()
        for file in sorted(files):
            status = os.lstat(f"{place}/{file}")
            yield f"{place}/{file} {status.st_mtime_ns} {status.st_size}"
