"""Notebooks: their code cells as one module, and what has become of it put back into the cells.

Cells see each other's imports and variables, so they are converted together. Lines for IPython
(`%time`, `!pip`) stand aside meanwhile; a cell that is not Python stays as it is.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mapping_model.syntax import parsed

SUFFIX = ".ipynb"
_HEAD = "# torch-to-paddle: cell "
_BREAK = re.compile(rf"^{_HEAD}(\d+)\n", re.M)
# A line for IPython within Python, as a statement that keeps its place.
_MAGIC = re.compile(r"^([ \t]*)([%!?].*)$", re.M)
_ASIDE = "pass  # torch-to-paddle: line "
_LAID_ASIDE = re.compile(rf"^([ \t]*){_ASIDE}(.*)$", re.M)
_TORCH = re.compile(r"\btorch\b")
_LINE_END = re.compile(r"\r\n?|\n")
_INDENTS = (1, 2, 4, "\t", None)


@dataclass(frozen=True, slots=True)
class Notebook:
    """A notebook: what its file holds, and its code cells as one module, `code`.

    `skipped` are the cells that speak of torch and are not Python, counted from 1 over all cells.
    """

    data: dict[str, Any]
    raw: bytes
    code: str
    skipped: tuple[int, ...]

    def place(self, line: int) -> tuple[int, int]:
        """The cell and the line in it of a line of `code`; line -n stands for all of cell n."""
        if line < 0:
            return -line, 1
        before = lines_of(self.code)[:line]
        start = max(i for i, text in enumerate(before) if text.startswith(_HEAD))
        return int(before[start].removeprefix(_HEAD)), line - start - 1

    def encoded(self, code: str) -> bytes:
        """The file with other code in its cells; all else as it was, the layout too."""
        cells = [*self.data["cells"]]
        for number, text in _cells(code):
            old = cells[number - 1]["source"]
            if "".join(old) != text:
                new = text.splitlines(keepends=True) if isinstance(old, list) else text
                cells[number - 1] = {**cells[number - 1], "source": new}
        return _dumped({**self.data, "cells": cells}, self.raw)


def lines_of(code: str) -> list[str]:
    """The lines of code as Python counts them."""
    return _LINE_END.split(code)


def read_notebook(raw: bytes) -> Notebook:
    """The notebook that a file holds; raise SyntaxError where it holds none."""
    try:
        data = json.loads(raw)
        sources = [
            "".join(cell["source"]) if cell["cell_type"] == "code" else None
            for cell in data["cells"]
        ]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise SyntaxError("it is no notebook of format 4") from error
    joined, skipped = [], []
    for number, source in enumerate(sources, 1):
        if source is not None and (text := _python(source)) is not None:
            joined.append(f"{_HEAD}{number}\n{text}\n")
        elif source is not None and _TORCH.search(source):
            skipped.append(number)
    return Notebook(data, raw, "".join(joined), tuple(skipped))


def _python(source: str) -> str | None:
    """A cell as Python; None where it is something else, or could be taken for our own lines."""
    if source.startswith("%%") or _HEAD in source or _ASIDE in source:
        return None
    for text in (source, _MAGIC.sub(rf"\1{_ASIDE}\2", source)):
        with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
            parsed(text)
            return text
    return None


def _cells(code: str) -> Iterator[tuple[int, str]]:
    """Each cell's number and code."""
    parts = _BREAK.split(code)[1:]
    for number, text in zip(parts[::2], parts[1::2], strict=True):
        yield int(number), _LAID_ASIDE.sub(r"\1\2", text.removesuffix("\n"))


def _dumped(data: Mapping[str, Any], raw: bytes) -> bytes:
    """JSON in the layout of a file, where that can be found; else as Jupyter writes it."""
    before = json.loads(raw)
    end = b"\n" if raw.endswith(b"\n") else b""
    newline = b"\r\n" if b"\r\n" in raw else b"\n"
    for indent in _INDENTS:
        for ascii_ in (False, True):
            if (_json(before, indent, ascii_) + end).replace(b"\n", newline) == raw:
                return (_json(data, indent, ascii_) + end).replace(b"\n", newline)
    return _json(data, 1, False) + b"\n"


def _json(data: Mapping[str, Any], indent: int | str | None, ascii_: bool) -> bytes:
    # Half a character has an escape in JSON, and no bytes.
    return json.dumps(data, indent=indent, ensure_ascii=ascii_).encode("utf-8", "backslashreplace")
