"""`--fix` and `--diff`: applies the fixes of the very problems that a run reports.

Everything happens in memory. A pass applies what does not overlap, and lints again; what is not
certain to read back as meant, or has made anything worse, is taken back.
"""

from __future__ import annotations

import difflib
import io
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from lint_mappings.engine import Report
from lint_mappings.fix import Edit, Fix, changed, edited
from lint_mappings.sources import Sources
from mapping_model.files import write_atomically
from mapping_model.problems import Problem
from mapping_model.reading import Document, read_text

MAX_PASSES = 20

Check = Callable[[Sources], Report]
Fixes = list[tuple[Problem, Fix]]


@dataclass(slots=True)
class Mended:
    """The files as they are after all passes, what is then still wrong, and what was mended.

    `applied` is the number of fixes. `refused` are edits that are not to be tried again. Files of
    `singly` get one fix at a time, since several together had made them worse.
    """

    sources: Sources
    report: Report
    changed: dict[str, bytes] = field(default_factory=dict)
    applied: int = 0
    refused: set[tuple[str, str, Edit]] = field(default_factory=set)
    singly: set[str] = field(default_factory=set)


def mend(sources: Sources, check: Check, codes: Collection[str]) -> Mended:
    """Fix problems of the codes until none of them is left, or nothing more can be done.

    `check` has to apply all rules, since a fix for one must not break another.
    """
    mended = Mended(sources, check(sources))
    for _ in range(MAX_PASSES):
        chosen = _choose(mended, codes)
        if not chosen:
            break
        _take_over(mended, chosen, check)
    return mended


def _choose(mended: Mended, codes: Collection[str]) -> dict[str, tuple[Fixes, bytes]]:
    """For every file that has fixes: those of this pass, and the content they lead to."""
    found = {}
    for name, fixes in _by_file(mended, codes).items():
        raw = mended.sources.raw(name)
        chosen = fixes[:1] if name in mended.singly else _apart(fixes)
        new = _applied(raw, name, [fix for _, fix in chosen]) if isinstance(raw, bytes) else None
        if new is not None:
            found[name] = (chosen, new)
        else:
            _give_up(mended, name, chosen)
    return found


def _take_over(mended: Mended, chosen: dict[str, tuple[Fixes, bytes]], check: Check) -> None:
    """Make the new contents the current ones, but for files that have more problems by it."""
    texts = {name: content for name, (_, content) in chosen.items()}
    sources, report = _checked(mended.sources, texts, check)
    worse = _worse(mended.report, report, texts)
    if worse:
        for name in worse:
            _give_up(mended, name, chosen[name][0])
            del texts[name]
        sources, report = _checked(mended.sources, texts, check)
    mended.sources, mended.report = sources, report
    mended.changed.update(texts)
    mended.applied += sum(len(chosen[name][0]) for name in texts)


def _checked(sources: Sources, texts: dict[str, bytes], check: Check) -> tuple[Sources, Report]:
    for name, content in texts.items():
        sources = sources.having(name, content)
    return sources, check(sources)


def _give_up(mended: Mended, name: str, fixes: Fixes) -> None:
    """Do not try these fixes again; of several, try each by itself first."""
    if len(fixes) > 1:
        mended.singly.add(name)
    else:
        mended.refused.update(_keys(fixes))


def _by_file(mended: Mended, codes: Collection[str]) -> dict[str, Fixes]:
    found: dict[str, Fixes] = {}
    for problem in mended.report.problems:
        fix = mended.report.fixes.get(problem) if problem.code in codes else None
        if fix is not None and not mended.refused.intersection(_keys([(problem, fix)])):
            found.setdefault(problem.path, []).append((problem, fix))
    return found


def _keys(fixes: Fixes) -> Iterator[tuple[str, str, Edit]]:
    return ((problem.path, problem.code, edit) for problem, fix in fixes for edit in fix.edits)


def _apart(fixes: Fixes) -> Fixes:
    """The first fixes whose edits neither overlap nor touch; the others wait for another pass."""
    chosen: Fixes = []
    taken: list[Edit] = []
    for problem, fix in fixes:
        if all(e.end < t.start or t.end < e.start for e in fix.edits for t in taken):
            chosen.append((problem, fix))
            taken.extend(fix.edits)
    return chosen


def _applied(raw: bytes, name: str, fixes: list[Fix]) -> bytes | None:
    """The file with the fixes, None if it would not read back as meant."""
    text = raw.decode("utf-8")
    new = edited(text, (edit for fix in fixes for edit in fix.edits)).encode("utf-8")
    try:
        meant = changed(_data(raw, name), (c for fix in fixes for c in fix.changes))
    except (LookupError, TypeError):
        return None
    return new if meant is not None and _same(_data(new, name), meant) else None


def _same(one: Any, other: Any) -> bool:
    """Equal in kind and order too; `repr` also takes `.nan` for what it is."""
    return repr(one) == repr(other)


def _data(raw: bytes, name: str) -> Any:
    """What a file says: its data, or its lines if it is not YAML."""
    if not name.endswith((".yaml", ".yml")):
        return raw.decode("utf-8").splitlines()
    document: Document = read_text(raw, name)
    return document.data


def _worse(before: Report, after: Report, texts: dict[str, bytes]) -> set[str]:
    """Changed files that have more problems of some code than they had."""
    old = Counter((problem.path, problem.code) for problem in before.problems)
    new = Counter((problem.path, problem.code) for problem in after.problems)
    return {path for (path, code), n in new.items() if path in texts and n > old[path, code]}


def write(before: Sources, mended: Mended) -> list[str]:
    """Write what was changed; return what could not be written, in words."""
    failed = []
    for name, content in sorted(mended.changed.items()):
        path = before.mappings.parent / name
        try:
            if path.read_bytes() != before.raw(name):
                failed.append(f"{name}: not written, since it has been changed meanwhile.")
            else:
                write_atomically(path, content)
        except OSError as error:
            failed.append(f"{name}: cannot be written: {error.strerror or error}.")
    return failed


def diff(before: Sources, mended: Mended) -> str:
    """What `--fix` would change, as a unified diff that `git apply` takes."""
    parts = []
    for name, content in sorted(mended.changed.items()):
        old, new = _lines(before.raw(name)), _lines(content)
        for line in difflib.unified_diff(old, new, f"a/{name}", f"b/{name}"):
            parts.append(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
    return "".join(parts)


def _lines(raw: bytes | Document | None) -> list[str]:
    text = raw.decode("utf-8") if isinstance(raw, bytes) else ""
    return io.StringIO(text, newline="\n").readlines()
