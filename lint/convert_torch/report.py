"""What was converted and what is left, for people and for programs."""

from __future__ import annotations

import difflib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from convert_torch.finding import TITLES, Finding, Kind
from convert_torch.notebooks import Notebook, lines_of
from mapping_model.categories import Text
from mapping_model.printable import printable

# What `--format json` prints.
FORMAT = 2
# Kinds that a person must look at, as the list of files counts them.
_TO_DECIDE = (Kind.UNDECIDED, Kind.LIBRARY)
# Of these all say what the title says.
_ALIKE = (Kind.POSSIBLE,)
_MOST_FILES = 20
# As `patch` counts them.
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


@dataclass(frozen=True)
class FileReport:
    """One file: its path, its code before and now, and what is left of it.

    `encoded` are the bytes to write, which are those of before where nothing has changed; `error`
    tells why nothing could be done, and `encoded` is None for what could not even be opened. Of a
    notebook, `before` and `code` are its code cells.
    """

    path: str
    before: str
    code: str
    encoded: bytes | None
    findings: tuple[Finding, ...] = ()
    uses: int = 0
    error: str = ""
    notebook: Notebook | None = None
    known: int = 0

    @cached_property
    def _lines(self) -> list[str]:
        return lines_of(self.before)

    def line(self, number: int) -> str:
        """A line of the code before, counted from 1; empty where there is none."""
        return self._lines[number - 1] if 0 < number <= len(self._lines) else ""

    def place(self, line: int) -> dict[str, int]:
        """The line, and the cell of a notebook that it is in."""
        if self.notebook is None:
            return {"line": line}
        cell, inside = self.notebook.place(line)
        return {"cell": cell, "line": inside}


_Places = list[tuple[FileReport, Finding]]


def text(files: Sequence[FileReport], language: str, rare: bool) -> Iterator[str]:
    """The report for people: each statement once, with all places that it is true of.

    What is silent comes first, then what is left, then what may be; `rare` adds what few inputs
    meet. It ends with the files, those first that ask most of a person, and all in one line.
    """
    for one in files:
        if one.error:
            yield f"{one.path}: {one.error}"
    for kind in Kind:
        grouped = _grouped(files, kind)
        if not grouped or (kind is Kind.RARE and not rare):
            continue
        places = sum(len(found) for found in grouped.values())
        yield f"{TITLES[kind].get(language)} ({places:,}):"
        for (api, said), found in sorted(grouped.items(), key=_weight):
            # What the title says is the same of all.
            yield f"  {api}" if kind in _ALIKE else f"  {api}: {said.get(language)}"
            if kind is not Kind.RARE:
                yield from (f"      {line}" for line in _places(found))
        yield ""
    yield from _by_file(files, language)
    yield summary(files, language)


def _weight(group: tuple[tuple[str, Text], _Places]) -> tuple[int, str, str]:
    """Most places first."""
    (api, said), found = group
    return -len(found), api, said.en


def _grouped(files: Sequence[FileReport], kind: Kind) -> dict[tuple[str, Text], _Places]:
    """The findings of a kind by what they say, each with its places."""
    found: dict[tuple[str, Text], _Places] = {}
    for one in files:
        for finding in one.findings:
            if finding.kind is kind:
                found.setdefault((finding.api, finding.text), []).append((one, finding))
    return found


def _places(found: _Places) -> Iterator[str]:
    """`path:3, 7` for each file, or for each cell of a notebook."""
    lines: dict[str, list[int]] = {}
    for one, finding in found:
        place = one.place(finding.line)
        cell = f" cell {place['cell']}" if "cell" in place else ""
        lines.setdefault(f"{one.path}{cell}", []).append(place["line"])
    for where, numbers in lines.items():
        yield f"{where}:{', '.join(map(str, dict.fromkeys(numbers)))}"


def _by_file(files: Sequence[FileReport], language: str) -> Iterator[str]:
    """The files that ask most of a person."""
    effort = []
    for one in files:
        kinds = Counter(finding.kind for finding in one.findings)
        decide, silent = sum(kinds[kind] for kind in _TO_DECIDE), kinds[Kind.SILENT]
        if decide or silent:
            effort.append((-decide, -silent, one.path))
    if len(effort) < 2:
        return
    yield _FILES.get(language)
    for decide, silent, path in sorted(effort)[:_MOST_FILES]:
        yield _FILE.get(language).format(-decide, -silent, path)
    if len(effort) > _MOST_FILES:
        yield _MORE.get(language).format(len(effort) - _MOST_FILES)
    yield ""


_FILES = Text("Files by what a person must decide:", "各文件需人工处理的数量：")
_FILE = Text("  {:5,} to decide, {:5,} silent  {}", "  {:5,} 处待决定，{:5,} 处静默差异  {}")
_MORE = Text("  and {:,} more files", "  另有 {:,} 个文件")
_CHANGED = Text(
    "{:,} of {:,} files changed, {:,} uses of torch written",
    "{1:,} 个文件中有 {0:,} 个改动，转写 {2:,} 处 torch 用法",
)
_COUNTS = {
    Kind.SILENT: Text("{:,} silent", "静默差异 {:,} 处"),
    Kind.LIKELY: Text("{:,} likely", "推测转写 {:,} 处"),
    Kind.UNDECIDED: Text("{:,} undecided", "待人工决定 {:,} 处"),
    Kind.LIBRARY: Text("{:,} of other libraries", "其他库 {:,} 处"),
    Kind.POSSIBLE: Text("{:,} possible", "可能相关 {:,} 处"),
    Kind.RARE: Text("{:,} for rare inputs (--rare)", "少见输入 {:,} 处（--rare）"),
}
_KNOWN = Text("{:,} in the baseline", "基线已记录 {:,} 处")
_UNREAD = Text("{:,} cannot be read", "无法读取 {:,} 个")


def summary(files: Sequence[FileReport], language: str) -> str:
    """All in one line."""
    counts = Counter(finding.kind for one in files for finding in one.findings)
    changed = sum(one.code != one.before for one in files)
    told = [_CHANGED.get(language).format(changed, len(files), sum(one.uses for one in files))]
    told += [_COUNTS[kind].get(language).format(counts[kind]) for kind in Kind if counts[kind]]
    for count, said in (
        (sum(one.known for one in files), _KNOWN),
        (sum(bool(one.error) for one in files), _UNREAD),
    ):
        told += [said.get(language).format(count)] if count else []
    return ("，" if language == "zh" else ", ").join(told)


def diff(files: Sequence[FileReport]) -> Iterator[str]:
    """What would change, as `diff -u` has it."""
    for one in files:
        before, after = _LINE.findall(one.before), _LINE.findall(one.code)
        path = printable(one.path.lstrip("/"))
        for line in difflib.unified_diff(before, after, f"a/{path}", f"b/{path}"):
            ended = line.endswith("\n")
            yield line[:-1] if ended else f"{line}\n\\ No newline at end of file"


def as_json(files: Sequence[FileReport], release: str, language: str) -> str:
    """The report for programs."""
    shown = {"format": FORMAT, "paddle": release, "files": [_file(one, language) for one in files]}
    return json.dumps(shown, ensure_ascii=False, indent=2)


def _file(one: FileReport, language: str) -> dict[str, Any]:
    found = [
        {
            "kind": finding.kind.value,
            **one.place(finding.line),
            "api": finding.api,
            "text": finding.text.get(language),
        }
        for finding in one.findings
    ]
    told: dict[str, Any] = {"path": one.path, "changed": one.code != one.before}
    if one.error:
        told["error"] = one.error
    return {**told, "uses": one.uses, "known": one.known, "findings": found}
