"""The real mappings with all that is worked out of them, made once for all tests of a process."""

from __future__ import annotations

import contextlib
from functools import cache
from pathlib import Path

import pytest

from mapping_model.corpus import Corpus
from mapping_model.ending import UsageError
from render_mappings.data.reference import Reference, load_reference
from verify_mappings.command.selection import changed_names

MAPPINGS = Path(__file__).parents[1] / "mappings"
_load = Corpus.load


@cache
def corpus() -> Corpus:
    """As it is read; nobody may change it."""
    return _load(MAPPINGS)


@cache
def reference() -> Reference:
    return load_reference(MAPPINGS)


@cache
def changed() -> tuple[str, ...]:
    """The entries that are not as on the main branch, by their files, their bases or their records.

    Of what goes over all entries only in `make test`, `make quick` has these: whoever changes an
    entry hears of it. None where git cannot tell.
    """
    for base in ("origin/main", "main", "HEAD"):
        with contextlib.suppress(UsageError):
            names = changed_names(corpus(), base)
            return tuple(name for name in names if name in corpus().entries)
    return ()


def read_once(patch: pytest.MonkeyPatch) -> None:
    """Have the files of this checkout, which no test changes, read once by all that loads them.

    A process would read them, and work out what follows from one another, some thirty times.
    """

    def load(root: Path) -> Corpus:
        return corpus() if root.absolute() == MAPPINGS else _load(root)

    patch.setattr(Corpus, "load", load)
