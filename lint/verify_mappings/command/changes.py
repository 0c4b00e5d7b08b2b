"""What a branch has changed, as git tells it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from mapping_model.corpus import Corpus, document_name
from mapping_model.ending import UsageError
from mapping_model.records import record_path
from verify_mappings.command.selection import subjects

_COMMIT = "^{commit}"


def changed_names(corpus: Corpus, base: str) -> list[str]:
    """The entries and gotchas whose file or record is not what it was where `base` was left.

    Files that are not committed count, too. Raises UsageError where git cannot tell.
    """
    mappings = corpus.root
    # What begins with a dash is a commit that is not there, and no option.
    _git(mappings, "rev-parse", "--verify", "--quiet", "--end-of-options", base + _COMMIT)
    options = ("--name-only", "-z", "--relative", "--merge-base")
    told = _git(mappings, "diff", *options, base, "--", ".")
    told += _git(mappings, "ls-files", "-z", "--others", "--exclude-standard", "--", ".")
    changed = {document_name(mappings, mappings / path) for path in told.split("\0") if path}
    return [
        name
        for file, name in subjects(corpus).items()
        if {file, document_name(mappings, record_path(mappings, name))} & changed
    ]


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
