"""What the page that converts code runs in a reader's browser, by Pyodide.

It is no second converter: `pages/converter_files.py` packs it together with the modules of
`torch-to-paddle`, and what is told here is how the page shows what these give.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from types import MappingProxyType
from typing import Any

from convert_torch.converting import Wanted, convert
from convert_torch.finding import Finding, Kind
from mapping_model.naming import slug_of
from mapping_model.shelf import Shelf
from mapping_model.snapshots import load_snapshot

# What is pasted may be a part of a file.
_PASTED = Wanted(snippet=True)
# A part of a line, and whether the converter has written it.
Part = tuple[str, bool]
_TOKEN = re.compile(r"\n|[^\S\n]+|\w+|.")
# More than so many tokens that have been replaced by as many are not compared one by one.
_MANY = 2000


class Converter:
    """Converts what a reader writes; an entry is taken in when it is first needed."""

    def __init__(self, documents: str) -> None:
        """`documents` is the path of the entries' data, as JSON."""
        data: dict[str, Any] = json.loads(Path(documents).read_text("utf-8"))
        self._shelf = Shelf(Path("mappings"), data)

    def answer(self, source: str, release: str, language: str) -> str:
        """What the page shows, as JSON: code by lines, findings; or what keeps it from that."""
        try:
            converted = convert(source, self._shelf, load_snapshot("paddle", release), _PASTED)
        except SyntaxError as error:
            return json.dumps({"error": "syntax", "line": error.lineno, "said": error.msg})
        except (RecursionError, MemoryError, ValueError) as error:
            return json.dumps({"error": "unreadable", "said": str(error)})
        lines = compared(source, converted.code, _possible(converted.findings))
        return json.dumps(
            {
                "code": converted.code,
                "uses": converted.uses,
                "lines": list(lines),
                "findings": [
                    self._told(one, language)
                    for one in converted.findings
                    if one.kind is not Kind.RARE
                ],
            }
        )

    def _told(self, finding: Finding, language: str) -> dict[str, Any]:
        return {
            "kind": finding.kind.value,
            "line": finding.line,
            "api": finding.api,
            "text": finding.text.get(language),
            "url": self._url(finding.api),
        }

    def _url(self, api: str) -> str | None:
        """The page of an entry, from the root of the language; None where there is none."""
        known = self._shelf.source(api) is not None
        return f"api/{slug_of(api)}/" if known else None


def _possible(findings: Sequence[Finding]) -> dict[int, list[str]]:
    """The members that may be torch's, by the lines that the code had."""
    found: dict[int, list[str]] = {}
    for one in findings:
        if one.kind is Kind.POSSIBLE:
            found.setdefault(one.line, []).append(one.api)
    return found


def compared(
    before: str, after: str, possible: Mapping[int, Sequence[str]] = MappingProxyType({})
) -> Iterator[dict[str, Any]]:
    """The lines of `after`, held against those of `before`.

    `new` says whether a line is changed, `parts` what of it is; `gone` are the lines that stood
    there and have no line of their own any more. `maybe` has what may be torch's in a line, of what
    is `possible` by the lines of `before`.
    """
    for row, of in _lines(before.splitlines(), after.splitlines()):
        maybe = [
            name
            for line in of
            for name in possible.get(line, ())
            if len(of) == 1 or _has(row["parts"], name)
        ]
        yield {**row, "maybe": [*dict.fromkeys(maybe)]} if maybe else row


def _has(parts: Sequence[Part], member: str) -> bool:
    """Whether a line has a member; of several that stand for several nobody knows more."""
    return member.rpartition(".")[2] in "".join(text for text, _ in parts)


def _lines(old: list[str], new: list[str]) -> Iterator[tuple[dict[str, Any], range]]:
    """Each line as the page has it, and the old lines, counted from 1, that it may stand for."""
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for what, start, end, first, last in matcher.get_opcodes():
        if what == "delete":
            yield {"gone": old[start:end]}, range(0)
            continue
        one_by_one = end - start == last - first
        made = _marked(old[start:end], new[first:last])
        for place, parts in enumerate(made, start + 1):
            of = range(place, place + 1) if one_by_one else range(start + 1, end + 1)
            if what == "equal":
                yield {"parts": parts}, of
            else:
                yield {"new": True, "parts": list(_without_blanks(parts))}, of


def _marked(old: Sequence[str], new: Sequence[str]) -> Iterator[list[Part]]:
    """New lines in the place of old ones, each in parts."""
    if len(old) == len(new):
        for before, after in zip(old, new, strict=True):
            yield _parts(before, after)
        return
    line: list[Part] = []
    for text, written in _parts("\n".join(old), "\n".join(new)):
        first, *others = text.split("\n")
        line.append((first, written))
        for other in others:
            yield line
            line = [(other, written)]
    yield line


def _without_blanks(parts: Sequence[Part]) -> Iterator[Part]:
    """The parts, of which none begins with blanks that count as written."""
    for text, written in parts:
        rest = text.lstrip() if written else text
        found = ((text[: len(text) - len(rest)], False), (rest, written))
        yield from (part for part in found if part[0])


def _parts(before: str, after: str) -> list[Part]:
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    if not old or max(len(old), len(new)) > _MANY:
        return [(after, True)]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    codes = ((what, first, last) for what, _, _, first, last in matcher.get_opcodes())
    return [("".join(new[a:b]), what != "equal") for what, a, b in codes if a < b]
