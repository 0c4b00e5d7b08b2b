"""One run: all files converted, on all processors, from the cache where nothing has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import convert_torch
import mapping_model
from convert_torch import libraries
from convert_torch.converting import Converted, Wanted, convert
from convert_torch.files import Source, Text, content_of, read
from convert_torch.finding import Finding, Kind
from convert_torch.notebooks import SUFFIX, Notebook, read_notebook
from convert_torch.report import FileReport
from mapping_model.applying import attributes
from mapping_model.cache import code_digest, digest, open_cache
from mapping_model.categories import Text as Said
from mapping_model.ending import UsageError
from mapping_model.processes import spread
from mapping_model.shelf import Shelf
from mapping_model.snapshots import load_snapshot
from mapping_model.stores import checked_root, opened

# A process more, or the cache, is worth it for so many files.
_MANY = 24
_KEPT = Said("This cell is not Python and stays as it is.", "该单元不是 Python 代码，未作改动。")
# What became of a file, as the cache has it: its code, None where that has not changed; the
# findings; how many uses were written.
_Plain = tuple[str | None, list[list[Any]], int]


@dataclass(frozen=True, slots=True)
class _Read:
    """A file as it was read: its code, that of the cells of a notebook."""

    text: Text
    notebook: Notebook | None

    @property
    def code(self) -> str:
        return self.text.code if self.notebook is None else self.notebook.code

    def encoded(self, code: str) -> bytes:
        return self.text.encoded(code) if self.notebook is None else self.notebook.encoded(code)


class Job:
    """What is the same for all files: the mappings, the release, what is asked for."""

    def __init__(self, root: Path | None, release: str, wanted: Wanted) -> None:
        self.release = release
        self._wanted = wanted
        self._shelf = Shelf(opened(root and checked_root(root)))
        self._snapshot = load_snapshot("paddle", release)

    def convert(self, path: str, raw: bytes | str, kept: _Plain | None = None) -> FileReport:
        """One file, or why it cannot be read; `kept` is what is known to become of it.

        Raise UsageError where a mapping that it needs cannot be read.
        """
        if isinstance(raw, str):
            return FileReport(path, "", "", None, error=raw)
        try:
            opened = _opened(path, raw)
        except SyntaxError as error:
            return FileReport(path, "", "", raw, error=_not_python(error))
        before = opened.code
        try:
            if kept is None:
                made = convert(before, self._shelf, self._snapshot, self._wanted)
            else:
                made = _converted(before, *kept)
            encoded = raw if made.code == before else opened.encoded(made.code)
        except SyntaxError as error:
            return FileReport(path, before, before, raw, error=_not_python(error))
        except (RecursionError, MemoryError):
            return FileReport(path, before, before, raw, error="it nests too deeply")
        except ValueError as error:
            return FileReport(path, before, before, raw, error=f"cannot be read: {error}")
        for problem in self._shelf.problems:
            raise UsageError(f"{problem.path}:{problem.line}: {problem.message}")
        if opened.notebook is not None:
            left = (
                Finding(Kind.UNDECIDED, -n, f"cell {n}", _KEPT) for n in opened.notebook.skipped
            )
            made = replace(made, findings=(*left, *made.findings))
        return FileReport(
            *(path, before, made.code, encoded, made.findings, made.uses),
            notebook=opened.notebook,
        )

    def convert_all(
        self, sources: Sequence[Source], caching: bool, told: Callable[[int], None]
    ) -> list[FileReport]:
        """All files, in their order; `told` hears of each part how many files it had."""
        cache = open_cache(Path.cwd(), caching and len(sources) >= _MANY)
        contents = [content_of(one.path) for one in sources]
        digests = [
            digest([raw, one.path.suffix]) for one, raw in zip(sources, contents, strict=True)
        ]
        name, key = self._kept_as(sources) if cache.directory else ("", "")
        kept: Mapping[str, _Plain] = (cache.get(name, key) if cache.directory else None) or {}
        jobs = [
            (str(one.path), raw, kept.get(known))
            for one, raw, known in zip(sources, contents, digests, strict=True)
        ]
        made = [one for part in spread(self._part, jobs, _MANY, told) for one in part]
        if cache.directory and any(known is None for _, _, known in jobs):
            pairs = zip(digests, made, strict=True)
            cache.put(name, key, {known: _plain(one) for known, one in pairs if not one.error})
        return made

    def _part(self, jobs: Sequence[tuple[str, bytes | str, _Plain | None]]) -> list[FileReport]:
        return [self.convert(*job) for job in jobs]

    def _kept_as(self, sources: Sequence[Source]) -> tuple[str, str]:
        """Under which name and key the cache has what became of these files."""
        contents = self._shelf.store.contents()
        asked = self._wanted
        wanted = [self.release, repr(asked.marks), repr(asked.only), repr(sorted(asked.own))]
        known = [libraries.content(), attributes.content()]
        key = digest([code_digest(convert_torch, mapping_model), *known, *wanted])
        name = digest([*wanted, *(str(one.path.absolute()) for one in sources)])[:16]
        return f"converted-{name}", digest([key, *contents])


def _opened(path: str, raw: bytes) -> _Read:
    if not path.endswith(SUFFIX):
        return _Read(read(raw), None)
    notebook = read_notebook(raw)
    return _Read(Text(notebook.code, "utf-8", False), notebook)


def _not_python(error: SyntaxError) -> str:
    at = f", line {error.lineno}" if error.lineno else ""
    return f"not Python: {error.msg}{at}"


def _plain(one: FileReport) -> _Plain:
    # Those of cells that are not Python come with the cells.
    told = [f for f in one.findings if f.line > 0]
    found = [[f.kind.value, f.line, f.api, f.text.en, f.text.zh] for f in told]
    return None if one.code == one.before else one.code, found, one.uses


def _converted(
    before: str, code: str | None, found: Sequence[Sequence[Any]], uses: int
) -> Converted:
    findings = (Finding(Kind(k), line, api, Said(en, zh)) for k, line, api, en, zh in found)
    return Converted(before if code is None else code, tuple(findings), uses)
