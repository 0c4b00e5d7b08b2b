"""What the page that converts code runs in a reader's browser, by Pyodide.

It is no second converter: `pages/converter_files.py` packs it together with the modules of
`torch-to-paddle`, and what is told here is how the page shows what these give.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from convert_torch.converting import convert
from convert_torch.finding import Finding, Kind
from mapping_model.naming import slug_of
from mapping_model.shelf import Shelf
from mapping_model.snapshots import load_snapshot

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
            converted = convert(source, self._shelf, load_snapshot("paddle", release))
        except SyntaxError as error:
            return json.dumps({"error": "syntax", "line": error.lineno, "said": error.msg})
        except (RecursionError, MemoryError, ValueError) as error:
            return json.dumps({"error": "unreadable", "said": str(error)})
        return json.dumps(
            {
                "code": converted.code,
                "uses": converted.uses,
                "lines": list(compared(source, converted.code)),
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


def compared(before: str, after: str) -> Iterator[dict[str, Any]]:
    """The lines of `after`, held against those of `before`.

    `new` says whether a line is changed, `parts` what of it is; `gone` are the lines that stood
    there and have no line of their own any more.
    """
    old, new = before.splitlines(), after.splitlines()
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for what, start, end, first, last in matcher.get_opcodes():
        if what == "equal":
            yield from ({"parts": [(line, False)]} for line in new[first:last])
        elif what == "delete":
            yield {"gone": old[start:end]}
        else:
            for parts in _marked(old[start:end], new[first:last]):
                yield {"new": True, "parts": list(_without_blanks(parts))}


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
