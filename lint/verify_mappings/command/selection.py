"""Which examples a run is about."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from mapping_model.corpus import Corpus
from mapping_model.ending import UsageError
from mapping_model.problems import did_you_mean
from mapping_model.records import GOTCHA
from verify_mappings.runs.cases import Case, all_cases, cases_of

MAPPINGS = "mappings"


def find_root(given: str | None) -> Path:
    """The directory that holds `mappings`: the given one, or the nearest from here upwards.

    Raises UsageError if there is none.
    """
    if given is not None:
        if not Path(given, MAPPINGS).is_dir():
            raise UsageError(f"--root {given}: there is no directory `{MAPPINGS}` in it.")
        return Path(given).resolve()
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / MAPPINGS).is_dir():
            return folder
    raise UsageError(
        f"There is no directory `{MAPPINGS}` in {here} or above it. "
        "Run the command inside the project, or name its root with --root."
    )


def in_shard(name: str, shard: tuple[int, int] | None) -> bool:
    """Whether a name is of the I-th of N parts, in which it stays as long as N does."""
    return shard is None or zlib.crc32(name.encode()) % shard[1] == shard[0] - 1


def choose_cases(corpus: Corpus, names: Iterable[str], root: Path) -> list[Case]:
    """The examples of the named entries, gotchas, files or folders; all where none is named.

    Those of an entry's limits are among them.

    An alias stands for the entry it points to. Raises UsageError for a name that means nothing.
    """
    names = list(names)
    if not names:
        return [case for examples in all_cases(corpus).values() for case in examples]
    chosen: dict[str, None] = {}
    for name in names:
        chosen |= dict.fromkeys(_meant(name, corpus, root))
    return [case for name in chosen for case in cases_of(corpus, name)]


def subjects(corpus: Corpus) -> dict[str, str]:
    """The entry or gotcha that each file holds."""
    entries = {document.name: entry.torch for document, entry in corpus.entry_files}
    return entries | {document.name: f"{GOTCHA}{g.id}" for document, g in corpus.gotcha_files}


def _meant(name: str, corpus: Corpus, root: Path) -> Iterator[str]:
    """The names of subjects that one argument means."""
    if name.startswith(GOTCHA):
        if name.removeprefix(GOTCHA) not in corpus.gotchas:
            hint = did_you_mean(name, (f"{GOTCHA}{id_}" for id_ in corpus.gotchas))
            raise UsageError(f"There is no gotcha `{name.removeprefix(GOTCHA)}`.{hint}")
        yield name
    elif name in corpus.entries:
        entry = corpus.resolve(name)
        if entry is not None:
            yield entry.torch
    elif os.sep in name or name.endswith((".yaml", ".yml")) or os.path.lexists(name):
        yield from _in_path(name, corpus, root)
    else:
        hint = did_you_mean(name, corpus.entries)
        raise UsageError(f"There is no entry `{name}`.{hint}")


def _in_path(given: str, corpus: Corpus, root: Path) -> Iterator[str]:
    """The subjects that a file, or the files of a folder, hold."""
    path = Path(given).resolve()
    if not os.path.lexists(path):  # `Path.exists` raises for a name that is too long
        raise UsageError(f"{given}: there is no such file.")
    found = [name for file, name in subjects(corpus).items() if (root / file).is_relative_to(path)]
    if not found:
        raise UsageError(f"{given}: holds no readable entry; `lint-mappings {given}` says why.")
    yield from found
