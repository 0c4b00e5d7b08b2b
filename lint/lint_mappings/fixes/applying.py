"""`--fix` and `--diff`: applies the fixes of the very problems that a run reports.

Everything happens in memory. A pass applies what does not overlap, and lints again; what is not
certain to read back as meant, or has made anything worse, is taken back.
"""

from __future__ import annotations

import difflib
import io
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lint_mappings.fixes.fix import Edit, Fix, changed, edited
from mapping_model.files import NoOrdinaryFile, read_ordinary, write_atomically
from mapping_model.problems import Problem
from mapping_model.reading import MAX_BYTES, Document, read_text

MAX_PASSES = 20

# The content of a file as it was read, None where there is none to work on.
Content = Callable[[str], bytes | None]
# All problems, each with its fix, after some files have got another content.
Check = Callable[[Mapping[str, bytes]], Mapping[Problem, Fix | None]]
Fixes = list[tuple[Problem, Fix]]


@dataclass(slots=True)
class Fixed:
    """The new contents of files after all passes, and the problems that there are then.

    `applied` is the number of fixes. `refused` are edits that are not to be tried again. Files of
    `singly` get one fix at a time, since several together had made them worse.
    """

    before: Content
    problems: Mapping[Problem, Fix | None]
    changed: dict[str, bytes] = field(default_factory=dict)
    applied: int = 0
    refused: set[tuple[str, str, Edit]] = field(default_factory=set)
    singly: set[str] = field(default_factory=set)

    def content(self, name: str) -> bytes | None:
        """A file as it is now."""
        return self.changed.get(name, self.before(name))


def apply_fixes(before: Content, check: Check, codes: Collection[str]) -> Fixed:
    """Fix problems of the codes until none of them is left, or nothing more can be done.

    `check` has to apply all rules, since a fix for one must not break another.
    """
    fixed = Fixed(before, check({}))
    for _ in range(MAX_PASSES):
        chosen = _choose(fixed, codes)
        if not chosen:
            break
        _take_over(fixed, chosen, check)
    return fixed


def _choose(fixed: Fixed, codes: Collection[str]) -> dict[str, tuple[Fixes, bytes]]:
    """For every file that has fixes: those of this pass, and the content they lead to."""
    found = {}
    for name, fixes in _by_file(fixed, codes).items():
        raw = fixed.content(name)
        chosen = fixes[:1] if name in fixed.singly else _apart(fixes)
        new = None if raw is None else _applied(raw, name, [fix for _, fix in chosen])
        if new is not None:
            found[name] = (chosen, new)
        else:
            _give_up(fixed, name, chosen)
    return found


def _take_over(fixed: Fixed, chosen: dict[str, tuple[Fixes, bytes]], check: Check) -> None:
    """Make the new contents the current ones, but for files that have more problems by it."""
    texts = {name: content for name, (_, content) in chosen.items()}
    problems = check({**fixed.changed, **texts})
    worse = _worse(fixed.problems, problems, texts)
    if worse:
        for name in worse:
            _give_up(fixed, name, chosen[name][0])
            del texts[name]
        problems = check({**fixed.changed, **texts})
    fixed.problems = problems
    fixed.changed.update(texts)
    fixed.applied += sum(len(chosen[name][0]) for name in texts)


def _give_up(fixed: Fixed, name: str, fixes: Fixes) -> None:
    """Do not try these fixes again; of several, try each by itself first."""
    if len(fixes) > 1:
        fixed.singly.add(name)
    else:
        fixed.refused.update(_keys(fixes))


def _by_file(fixed: Fixed, codes: Collection[str]) -> dict[str, Fixes]:
    found: dict[str, Fixes] = {}
    for problem, fix in fixed.problems.items():
        if fix is None or problem.code not in codes:
            continue
        if not fixed.refused.intersection(_keys([(problem, fix)])):
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


def _worse(before: Iterable[Problem], after: Iterable[Problem], names: Collection[str]) -> set[str]:
    """Those of some files that have more problems of some code than they had."""
    old = Counter((problem.path, problem.code) for problem in before)
    new = Counter((problem.path, problem.code) for problem in after)
    return {path for (path, code), n in new.items() if path in names and n > old[path, code]}


def write(root: Path, fixed: Fixed) -> list[str]:
    """Write what was changed below `root`; return what could not be written, in words."""
    failed = []
    for name, content in sorted(fixed.changed.items()):
        path = root / name
        try:
            if read_ordinary(path, MAX_BYTES) != fixed.before(name):
                failed.append(f"{name}: not written, since it has been changed meanwhile.")
            else:
                write_atomically(path, content)
        except NoOrdinaryFile:
            failed.append(f"{name}: not written, since it has been changed meanwhile.")
        except OSError as error:
            failed.append(f"{name}: cannot be written: {error.strerror or error}.")
    return failed


def diff(fixed: Fixed) -> str:
    """What `--fix` would change, as a unified diff that `git apply` takes."""
    parts = []
    for name, content in sorted(fixed.changed.items()):
        old, new = _lines(fixed.before(name) or b""), _lines(content)
        for line in difflib.unified_diff(old, new, f"a/{name}", f"b/{name}"):
            parts.append(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
    return "".join(parts)


def _lines(raw: bytes) -> list[str]:
    return io.StringIO(raw.decode("utf-8"), newline="\n").readlines()
