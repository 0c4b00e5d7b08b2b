"""What was converted and what is left, for people and for programs."""

from __future__ import annotations

import difflib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from convert_torch.converting import Converted, Finding, Kind

# What `--format json` prints.
FORMAT = 1
_TITLES = {
    Kind.SILENT: "Written; may give something else without an error",
    Kind.LIKELY: "Written as what it is likely to be",
    Kind.UNDECIDED: "Left as it is; a person must decide",
    Kind.POSSIBLE: "Left as it is; may be a member of something of torch",
}


@dataclass(frozen=True, slots=True)
class FileReport:
    """One file: its path, its code before, and what became of it; `error` where that is nothing.

    `encoded` are the bytes to write, which are those of before where nothing has changed.
    """

    path: str
    before: str
    converted: Converted | None
    encoded: bytes
    error: str = ""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is left of it."""
        return self.converted.findings if self.converted else ()

    @property
    def code(self) -> str:
        """The code of it now."""
        return self.converted.code if self.converted else self.before


def text(files: Sequence[FileReport], language: str) -> Iterator[str]:
    """The report for people: what is silent first, then what is left, then what may be."""
    for one in files:
        if one.error:
            yield f"{one.path}: {one.error}"
    for kind in Kind:
        found = [(one.path, finding) for one in files for finding in one.findings]
        found = [(path, finding) for path, finding in found if finding.kind is kind]
        if found:
            yield f"{_TITLES[kind]}:"
        for path, finding in found:
            yield f"  {path}:{finding.line}: {finding.api}: {finding.text.get(language)}"
    yield summary(files)


def summary(files: Sequence[FileReport]) -> str:
    """All in one line."""
    counts = Counter(finding.kind for one in files for finding in one.findings)
    uses = sum(one.converted.uses for one in files if one.converted)
    changed = sum(one.code != one.before for one in files)
    unread = sum(bool(one.error) for one in files)
    told = [f"{changed:,} of {len(files):,} files changed", f"{uses:,} uses of torch written"]
    told += [f"{counts[kind]:,} {kind}" for kind in Kind]
    told += [f"{unread:,} cannot be read"] if unread else []
    return ", ".join(told)


def diff(files: Sequence[FileReport]) -> Iterator[str]:
    """What would change, as `diff -u` has it."""
    for one in files:
        before, after = one.before.splitlines(keepends=True), one.code.splitlines(keepends=True)
        path = one.path.lstrip("/")
        for line in difflib.unified_diff(before, after, f"a/{path}", f"b/{path}"):
            ended = line if line.endswith(("\n", "\r")) else f"{line}\n\\ No newline at end of file"
            yield ended.rstrip("\r\n")


def as_json(files: Sequence[FileReport], release: str, language: str) -> str:
    """The report for programs."""
    shown = {"format": FORMAT, "paddle": release, "files": [_file(one, language) for one in files]}
    return json.dumps(shown, ensure_ascii=False, indent=2)


def _file(one: FileReport, language: str) -> dict[str, Any]:
    found = [
        {
            "kind": finding.kind.value,
            "line": finding.line,
            "api": finding.api,
            "text": finding.text.get(language),
        }
        for finding in one.findings
    ]
    told: dict[str, Any] = {"path": one.path, "changed": one.code != one.before}
    if one.error:
        told["error"] = one.error
    return {**told, "uses": one.converted.uses if one.converted else 0, "findings": found}
