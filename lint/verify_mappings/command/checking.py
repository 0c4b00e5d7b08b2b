"""The command `check`: all that an entry takes before it is proposed, one after another."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from mapping_model.corpus import Corpus
from mapping_model.ending import CLEAN, UsageError
from mapping_model.naming import GOTCHAS, path_for
from mapping_model.records import GOTCHA
from verify_mappings.command.report import errors
from verify_mappings.command.selection import MAPPINGS, Chosen, choose, find_root

# The rules that ask for what the steps between make: records of runs and probes.
_RECORDED = "PM8"
_FALSIFY = "What the examples do not see (falsify)"
_Parse = Callable[[list[str]], argparse.Namespace]


def check(parse: _Parse, options: argparse.Namespace) -> int:
    """`verify-mappings check`; `parse` reads the options of the commands that are the steps."""
    if not options.names and options.changed is None:
        raise UsageError("Name what is to be checked, or a commit with --changed.")
    try:
        chosen = choose(options)
    except UsageError:
        # Files that cannot be read have no entries; the linter says why.
        unread = [str(path) for path in _files_of(options) if path.is_file()]
        if not unread or (code := _lint(find_root(options.root), unread)) == CLEAN:
            raise
        errors().print("[bold]Not yet.[/bold] Correct the file, and check it again.")
        return code
    names = list(dict.fromkeys(case.subject for case in chosen.cases))
    names += _following(chosen.corpus, names)
    if not names:
        errors().print("Nothing is to be checked.")
        return CLEAN
    console = errors()
    unseen = CLEAN
    for number, (title, step, then) in enumerate(_steps(parse, chosen, names, options), 1):
        console.print(f"[bold]{number}. {title}[/bold]")
        code = step()
        if code == CLEAN:
            continue
        console.print(f"[bold]Not yet.[/bold] {then}", soft_wrap=True)
        if title != _FALSIFY:
            return code
        # What examples do not see hinders no other step.
        unseen = code
    told = "All is well." if unseen == CLEAN else "The rest is well."
    console.print(
        f"[bold]{told}[/bold] Commit what changed in {MAPPINGS}/, the records with it.",
        soft_wrap=True,
    )
    return unseen


def _following(corpus: Corpus, names: Collection[str]) -> list[str]:
    """The entries that follow from some others by `form_of`, which change with them."""
    found: list[str] = []
    while more := [
        name
        for name, entry in corpus.entries.items()
        if entry.form_of in {*names, *found} and name not in {*names, *found}
    ]:
        found += sorted(more)
    return found


def _steps(
    parse: _Parse, chosen: Chosen, names: list[str], options: argparse.Namespace
) -> Iterator[tuple[str, Callable[[], int], str]]:
    """Each step: what it does, the doing, and what to do where it finds something."""
    shared = [*names, "--root", str(chosen.root), "--timeout", str(options.timeout)]
    if options.jobs:
        shared += ["--jobs", str(options.jobs)]
    if options.unconfined:
        shared.append("--unconfined")

    def run(command: str, *more: str) -> Callable[[], int]:
        own = parse([command, *shared, *more])
        return lambda: int(own.command(own))

    entries = [name for name in names if not name.startswith(GOTCHA)]
    files = [str(chosen.mappings / _file(name)) for name in names]
    yield (
        "Form and signatures (lint-mappings)",
        lambda: _lint(chosen.root, [*files, "--ignore", _RECORDED]),
        "Correct the file; `lint-mappings --fix` does what is certain. Then check it again.",
    )
    yield (
        "Examples on PyTorch and the newest Paddle (run --write)",
        run("run", "--write"),
        "Correct the Paddle code or the mapping; what differs by nature goes into `compare`. "
        "`limits:NAME` 2.1 is the example of the second case that departs, 2.2 its code: correct "
        "`when`, `departs` or the example, or take the case out.",
    )
    yield (
        _FALSIFY,
        run("falsify"),
        "Choose inputs on which it matters, or leave it out of the example.",
    )
    if entries:
        yield (
            "Inputs that nobody here chose (probe --write)",
            run("probe", "--write"),
            "Change the mapping so that it holds there too, or add a case that `departs`.",
        )
    yield (
        "Everything, with what follows from these (lint-mappings)",
        lambda: _lint(chosen.root, []),
        "Correct what is named, or check it too.",
    )


def _files_of(options: argparse.Namespace) -> Iterator[Path]:
    """The files of what is named, be it by its name or as a file."""
    mappings = find_root(options.root) / MAPPINGS
    for name in options.names:
        yield Path(name) if name.endswith(".yaml") else mappings / _file(name)


def _file(name: str) -> Path:
    if name.startswith(GOTCHA):
        return Path(GOTCHAS, f"{name.removeprefix(GOTCHA)}.yaml")
    return Path(path_for(name))


def _lint(root: Path, more: list[str]) -> int:
    command = [sys.executable, "-m", "lint_mappings", "--root", str(root), *more]
    return subprocess.run(command, check=False).returncode
