"""What a branch has changed, as git tells it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

from mapping_model.corpus import Corpus
from mapping_model.ending import UsageError
from mapping_model.naming import LIMITS, document_name
from mapping_model.probes import probe_path
from mapping_model.records import GOTCHA, LIMITS_OF, record_path
from verify_mappings.command.selection import subjects

_COMMIT = "^{commit}"


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
    shared = document_name(mappings, mappings / LIMITS)
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
    """Where results of an entry, with those of its limits and probes, or of a gotcha are."""
    yield record_path(mappings, name)
    if not name.startswith(GOTCHA):
        yield record_path(mappings, f"{LIMITS_OF}{name}")
        yield probe_path(mappings, name)


def _shares(corpus: Corpus, name: str) -> bool:
    """Whether an entry names shared limits."""
    entry = corpus.entries.get(name)
    limits = (one for variant in entry.variants for one in variant.limits) if entry else ()
    return any(isinstance(limit, str) for limit in limits)


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
