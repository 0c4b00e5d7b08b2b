"""The command `check`: all that an entry takes before it is proposed, one after another."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from mapping_model.corpus import Corpus
from mapping_model.ending import CLEAN, UsageError
from mapping_model.naming import GOTCHAS, path_for
from mapping_model.records import GOTCHA
from mapping_model.results import Applied
from mapping_model.snapshots import PADDLE
from verify_mappings.command.commands import run_older
from verify_mappings.command.environments import find_interpreter, has_environment, installed
from verify_mappings.command.lacking import cases_of_all, unfalsified, unprobed, unrun
from verify_mappings.command.report import errors, output, print_applied, print_unexpected
from verify_mappings.command.selection import MAPPINGS, Chosen, choose, find_root
from verify_mappings.processor import this_processor
from verify_mappings.runs.cases import ExampleCase, Task, Verified

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
    # With the entries that follow, whose results are kept as well.
    chosen = replace(chosen, cases=cases_of_all(chosen.corpus, names), whole=False)
    console = errors()
    unseen = CLEAN
    older = _Older(chosen, options)
    for number, (title, step, then) in enumerate(_steps(parse, chosen, names, options, older), 1):
        console.print(f"[bold]{number}. {title}[/bold]")
        code = step()
        if code == CLEAN:
            continue
        console.print(f"[bold]Not yet.[/bold] {then}", soft_wrap=True)
        if title != _FALSIFY:
            return code
        # What examples do not see hinders no other step.
        unseen = code
    told = "All is well" if unseen == CLEAN else "The rest is well"
    console.print(
        f"[bold]{told}{older.where}.[/bold] Commit what changed in {MAPPINGS}/, the records with "
        f"it.{older.told(names)}",
        soft_wrap=True,
        highlight=False,
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
    parse: _Parse,
    chosen: Chosen,
    names: list[str],
    options: argparse.Namespace,
    older: _Older,
) -> Iterator[tuple[str, Callable[[], int], str]]:
    """Each step: what it does, the doing, and what to do where it finds something."""
    shared = ["--root", str(chosen.root), "--timeout", str(options.timeout)]
    if options.jobs:
        shared += ["--jobs", str(options.jobs)]
    if options.unconfined:
        shared.append("--unconfined")

    def do(command: str, names: Iterable[str], *more: str) -> int:
        own = parse([command, *names, *shared, *more])
        return int(own.command(own))

    def do_of(command: str, cases: Collection[ExampleCase], *more: str) -> int:
        subjects = dict.fromkeys(case.subject for case in cases)
        own = parse([command, *subjects, *shared, *more])
        own.wanted = {(case.name, case.key) for case in cases}
        return int(own.command(own))

    def run() -> int:
        python = find_interpreter(None, ("torch", "paddle"))
        release, torch = str(installed(python, "paddle")), str(installed(python, "torch"))
        tasks = unrun(chosen, chosen.cases, (release,), torch, as_expected=True)
        if tasks:
            ran.append("run")
            return do_of("run", [task.case for task in tasks], "--write")
        chosen.keeper(this_processor())({}).save()  # without results of examples that are gone
        return _nothing("all results are of the examples as they are")

    def falsify() -> int:
        cases = list(unfalsified(chosen, chosen.cases))
        return do_of("falsify", cases) if cases else _nothing("no example has changed")

    def probe() -> int:
        wanted = list(unprobed(chosen, entries))
        if wanted:
            ran.append("probe")
            return do("probe", wanted, "--write")
        return _nothing("all are probed as they are")

    ran: list[str] = []
    entries = [name for name in names if not name.startswith(GOTCHA)]
    files = [str(chosen.mappings / _file(name)) for name in names]
    yield (
        "Form and signatures (lint-mappings)",
        lambda: _lint(chosen.root, [*files, "--ignore", _RECORDED]),
        "Correct the file; `lint-mappings --fix` does what is certain. Then check it again.",
    )
    yield (
        "Examples on PyTorch and the newest Paddle (run --write)",
        run,
        "Correct the Paddle code or the mapping; what differs by nature goes into `compare`. "
        "`limits:NAME` 2.1 is the example of the second case that departs, 2.2 its code: correct "
        "`when`, `departs` or the example, or take the case out.",
    )
    yield (
        _FALSIFY,
        falsify,
        "Choose inputs on which it matters, or leave it out of the example.",
    )
    if entries:
        yield (
            "Inputs that nobody here chose (probe --write)",
            probe,
            "Change the mapping so that it holds there too, or add a case that `departs`.",
        )
    if older.there:
        yield f"Examples on Paddle {', '.join(older.there)}, which are here (matrix)", older.run, ""
    if older.ran or ran:
        yield (
            "Everything, with what follows from these (lint-mappings)",
            lambda: _lint(chosen.root, []),
            "Correct what is named, or check it too.",
        )
    else:
        # Of new texts hardly anything follows elsewhere, and CI looks at everything in any case.
        yield (
            "The same with their records (lint-mappings)",
            lambda: _lint(chosen.root, files),
            "Correct what is named.",
        )


class _Older:
    """The older releases: those whose environments are there are run, of the others it is told."""

    def __init__(self, chosen: Chosen, options: argparse.Namespace) -> None:
        self._chosen, self._options = chosen, options
        older = PADDLE[:-1]
        self.there = [release for release in older if has_environment(chosen.root, release)]
        self.ran = False
        self._wrong: list[str] = []

    def run(self) -> int:
        """Run what has no result there. What fails is told; there may be no way on a release."""
        tasks = self._lacking(self.there)
        if not tasks:
            return _nothing("all results are of the examples as they are")
        self.ran = True
        verified = run_older(self._options, self._chosen, tasks)
        of_limits = [one for one in verified if one.case.of_limit]
        print_unexpected(of_limits, output())
        print_applied(verified, output())
        wrong = {one.release for one in verified if _is_wrong(one)}
        self._wrong = [release for release in self.there if release in wrong]
        if self._wrong:
            errors().print(
                f"On Paddle {self._through} what the mapping gives is not right. Where there is a "
                f'way there, a case says it: `paddle: "<{_after(self._wrong[-1])}"` with `code` or '
                "`call`.",
                soft_wrap=True,
                highlight=False,
            )
        else:
            count, releases = len(tasks), ", ".join(self.there)
            said = f"{count} examples on Paddle {releases}: the mapping is right there, too."
            errors().print(said, highlight=False)
        return CLEAN

    @property
    def _through(self) -> str:
        """The releases on which something is not right."""
        first, last = self._wrong[0], self._wrong[-1]
        return first if first == last else f"{first} to {last}"

    @property
    def where(self) -> str:
        """On which releases all is well, where that is not on all that were run."""
        return f" on Paddle {PADDLE[-1]}, but not on {self._through}" if self._wrong else ""

    def told(self, names: Sequence[str]) -> str:
        """What was not run of older releases."""
        lacking = self._lacking([one for one in PADDLE[:-1] if one not in self.there])
        left = [one for one in PADDLE if any(one in task.releases for task in lacking)]
        if not left:
            return ""
        return (
            f"\nNot run on Paddle {', '.join(left)}: a workflow does that once you propose it. To "
            f"see it before, which installs them: verify-mappings matrix {' '.join(names)}"
        )

    def _lacking(self, releases: Sequence[str]) -> list[Task]:
        torch = str(installed(find_interpreter(None, ("torch",)), "torch"))
        return unrun(self._chosen, self._chosen.cases, releases, torch)


def _is_wrong(one: Verified) -> bool:
    """Whether the code that the mapping gives is not right on a release, or a limit is not."""
    if one.case.of_sample:
        return False
    if one.case.of_limit:
        return not one.result.as_expected
    return one.result.applied in (Applied.DIFFERS, Applied.RAISES)


def _after(release: str) -> str:
    """The supported release that comes after one."""
    return PADDLE[PADDLE.index(release) + 1]


def _nothing(why: str) -> int:
    errors().print(f"Nothing is run: {why}.", highlight=False)
    return CLEAN


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
