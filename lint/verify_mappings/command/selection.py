"""Which examples a run is about: those that are named, or that a branch has changed."""

from __future__ import annotations

import argparse
import os
import subprocess
import zlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path

from mapping_model.corpus import Corpus
from mapping_model.ending import UsageError, say
from mapping_model.naming import CASES, document_name
from mapping_model.probes import probe_path
from mapping_model.problems import did_you_mean
from mapping_model.processors import Processor
from mapping_model.records import (
    GOTCHA,
    LIMITS_OF,
    SAMPLES_OF,
    Record,
    placed_records,
    record_path,
)
from mapping_model.snapshots import PADDLE
from verify_mappings.runs.cases import ExampleCase, all_cases, cases_of
from verify_mappings.runs.executing import KeeperOf
from verify_mappings.runs.records import Keeper, read_records

MAPPINGS = "mappings"
_COMMIT = "^{commit}"


@dataclass(frozen=True, slots=True)
class Chosen:
    """The examples that a run is about, of those of a corpus below `root`.

    `whole` tells that they are of a `shard` of all there is, so that other records there are of
    what is gone. Examples of limits are those for some `releases`.
    """

    root: Path
    corpus: Corpus
    cases: list[ExampleCase]
    whole: bool
    shard: tuple[int, int] | None
    releases: Collection[str] = PADDLE

    @property
    def mappings(self) -> Path:
        """The directory of the corpus."""
        return self.root / MAPPINGS

    def records(self) -> dict[str, Record]:
        """What is recorded of them, and of what is gone where they are all there is."""
        names: Iterator[str] = (case.name for case in self.cases)
        if self.whole:
            found = (name for name, _ in placed_records(self.mappings))
            names = chain(names, (name for name in found if in_shard(name, self.shard)))
        return read_records(self.mappings, names)

    def keeper(self, processor: Processor) -> KeeperOf:
        """What makes the keeper of a run, once the versions of the libraries are known."""
        whole = self.whole and self.shard is None
        return partial(Keeper, self.mappings, self.cases, whole, processor)


def choose(options: argparse.Namespace, releases: Collection[str] = PADDLE) -> Chosen:
    """What the options that `run` and others share choose; tells of files that cannot be read.

    Examples of limits are those for some `releases`, as `cases_of` gives them.
    """
    root = find_root(options.root)
    corpus = loaded(root)
    names, shard = options.names, options.shard
    whole = not names and options.changed is None and not corpus.problems
    if options.changed is not None:
        if names:
            raise UsageError("--changed says what to run; leave the names out.")
        names = changed_names(corpus, options.changed)
        if not names:
            return Chosen(root, corpus, [], False, shard)
    found = choose_cases(corpus, names, root, releases)
    cases = [case for case in found if in_shard(case.name, shard)]
    return Chosen(root, corpus, cases, whole, shard, releases)


def loaded(root: Path) -> Corpus:
    """All mappings; tells of files that cannot be read."""
    corpus = Corpus.load(root / MAPPINGS)
    unreadable = sorted({problem.path for problem in corpus.problems})
    if unreadable:
        more = f" and {len(unreadable) - 1} more" if unreadable[1:] else ""
        told = f"{unreadable[0]}{more} cannot be read, left out; `lint-mappings` says why"
        say(f"verify-mappings: {told}")
    return corpus


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


def choose_cases(
    corpus: Corpus, names: Iterable[str], root: Path, releases: Collection[str] = PADDLE
) -> list[ExampleCase]:
    """The examples of the named entries, gotchas, files or folders; all where none is named.

    Those of an entry's limits and samples are among them.

    An alias stands for the entry it points to. Raises UsageError for a name that means nothing.
    """
    names = list(names)
    if not names:
        return [case for examples in all_cases(corpus, releases).values() for case in examples]
    meant = dict.fromkeys(subject for name in names for subject in _meant(name, corpus, root))
    return [case for name in meant for case in cases_of(corpus, name, releases)]


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


def changed_names(corpus: Corpus, base: str) -> list[str]:
    """The entries and gotchas whose file or record is not what it was where `base` was left.

    Files that are not committed count, too. Raises UsageError where git cannot tell.
    """
    mappings = corpus.root
    # What begins with a dash is a commit that is not there, and no option.
    _git(mappings, "rev-parse", "--verify", "--quiet", "--end-of-options", base + _COMMIT)
    options = ("--name-only", "--no-renames", "-z", "--relative", "--merge-base")
    told = _git(mappings, "diff", *options, base, "--", ".")
    told += _git(mappings, "ls-files", "-z", "--others", "--exclude-standard", "--", ".")
    changed = {document_name(mappings, mappings / path) for path in told.split("\0") if path}
    shared = document_name(mappings, mappings / CASES)
    return [
        name
        for file, name in subjects(corpus).items()
        if changed & {file, *(document_name(mappings, path) for path in _records(mappings, name))}
        or (shared in changed and _shares(corpus, name))
        or (file in corpus.forms and _base_file(corpus, file) in changed)
    ]


def _base_file(corpus: Corpus, file: str) -> str:
    """The file that the entry in a file follows from."""
    base = corpus.forms[file].base
    return base.name if base else ""


def _records(mappings: Path, name: str) -> Iterator[Path]:
    """Where results of an entry, of its limits, samples and probes, or of a gotcha are."""
    yield record_path(mappings, name)
    if not name.startswith(GOTCHA):
        for of in (LIMITS_OF, SAMPLES_OF):
            yield record_path(mappings, f"{of}{name}")
        yield probe_path(mappings, name)


def _shares(corpus: Corpus, name: str) -> bool:
    """Whether an entry names shared limits."""
    entry = corpus.entries.get(name)
    limits = (one for variant in entry.variants for one in variant.limits) if entry else ()
    return any(isinstance(limit, str) for limit in limits)


def committed(path: Path) -> bytes:
    """A file as the last commit has it; raises UsageError where git cannot tell."""
    return _git(path.parent, "show", f"HEAD:./{path.name}").encode()


def _git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        raise UsageError(f"--changed needs git, which cannot be run: {error}") from error
    if done.returncode:
        unknown = arguments[-1].removesuffix(_COMMIT)
        why = done.stderr.strip() or f"git knows no commit `{unknown}`"
        raise UsageError(f"--changed: {why}.")
    return done.stdout
