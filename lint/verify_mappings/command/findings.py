"""Printing what `falsify` found: where it is, and what to do about it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from mapping_model.corpus import Corpus
from mapping_model.reading import Document
from verify_mappings.command.selection import subjects
from verify_mappings.falsify.exemptions import Needless
from verify_mappings.falsify.survivors import Survivor
from verify_mappings.runs.cases import Case

Finding = Survivor | Needless

_UNSEEN = "does not see `{}`: with `{}` it is equal, too."
_FIX_UNSEEN = "Choose inputs or values for which it matters, or leave it out."
_NEEDLESS = "fares the same on every Paddle release without {} in `compare`."
_KEYS = {"gradient": "`gradient`", "dtype": "`dtype`", "why": "the tolerance"}
_FIX_NEEDLESS = "Remove that, and run `verify-mappings matrix {}`."


def findings_text(found: Sequence[Finding], corpus: Corpus) -> str:
    """A line for each, with file, line and how to fix it; and whether all is well."""
    lines = [
        f"{row['path']}:{row['line']}: example {row['example']} {row['message']} {row['fix']}"
        for row in _rows(found, corpus)
    ]
    count = f"{len(lines)} finding{'s' if len(lines) > 1 else ''}" if lines else "nothing found"
    return "\n".join((*lines, f"falsified: {count}"))


def findings_json(found: Sequence[Finding], corpus: Corpus) -> str:
    """An array with one object for each."""
    return json.dumps(list(_rows(found, corpus)), indent=1, ensure_ascii=False)


def _rows(found: Sequence[Finding], corpus: Corpus) -> Iterator[dict[str, str | int]]:
    names = subjects(corpus)
    documents = {names[name]: corpus.whole(name) for name in names}
    for one in found:
        case = one.case
        path = _path(case, documents[case.name])
        if isinstance(one, Survivor):
            line = _code_line(documents[case.name], (*path, "paddle")) + one.change.line
            message, fix = _UNSEEN.format(one.change.name, one.change.shown), _FIX_UNSEEN
        else:
            line, _ = documents[case.name].position((*path, "compare", one.key), key=True)
            message, fix = _NEEDLESS.format(_KEYS[one.key]), _FIX_NEEDLESS.format(case.name)
        yield {
            "name": case.name,
            "example": case.key,
            "path": documents[case.name].name,
            "line": line,
            "message": message,
            "fix": fix,
        }


def _path(case: Case, document: Document) -> tuple[str | int, ...]:
    """Where an example stands in its file."""
    *variant, number = (int(part) - 1 for part in case.key.split("."))
    where = "checks" if "checks" in document.data else "examples"
    return (*(("variants", variant[0]) if variant else ()), where, number)


def _code_line(document: Document, path: tuple[str | int, ...]) -> int:
    """The line of the first line of code."""
    node = document.node(path)
    below = getattr(node, "style", None) == "|"
    return document.position(path)[0] + below
