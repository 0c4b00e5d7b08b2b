"""Reports and parsed files as the cache keeps them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache, partial
from itertools import chain
from typing import Any

import lint_mappings
import mapping_model
from lint_mappings.running.report import Report
from lint_mappings.running.sources import Sources
from mapping_model.cache import Cache, code_digest, digest
from mapping_model.problems import Problem
from mapping_model.processes import spread
from mapping_model.reading import Document
from mapping_model.stores import Store

_FIELDS = (str, int, int, str, str, str)


@cache
def tool_digest() -> str:
    """The linter itself, with what it knows."""
    return code_digest(lint_mappings, mapping_model)


def documents(sources: Sources, cache: Cache) -> list[Document]:
    """All files as they read; those without problems from the cache, where it has them."""
    name = f"parsed-{digest([str(sources.mappings)])[:16]}"
    known = cache.get(name, tool_digest()) if cache.directory else None
    known = known if isinstance(known, dict) else {}
    keys = {file: sources.digests[file] for file in sources.files}
    missing = [file for file, key in keys.items() if key not in known]
    read = dict(pair for part in spread(partial(_read, sources), missing) for pair in part)
    broken = {file: found for file, found in read.items() if isinstance(found, Document)}
    data = {file: read[file] if file in read else known[key] for file, key in keys.items()}
    # Writing everything again for a few new files would cost more than parsing these again.
    if (len(read) - len(broken)) * 20 > len(keys):
        kept = {keys[file]: found for file, found in data.items() if file not in broken}
        cache.put(name, tool_digest(), kept)
    return [
        broken.get(file) or Document(file, sources.text(file), found)
        for file, found in data.items()
    ]


def _read(sources: Sources, names: Sequence[str]) -> list[tuple[str, Any]]:
    """The data of some files, or all of the document where it has problems.

    Its text is there already, and its nodes cannot be passed on by a process.
    """
    found: list[tuple[str, Any]] = []
    for name in names:
        document = sources.document(name)
        document.forget_nodes()
        found.append((name, document if document.problems else document.data))
    return found


class KeptReport:
    """The place of one run's report: which run, by its options, and on what, by its key."""

    def __init__(
        self,
        cache: Cache,
        sources: Sources,
        codes: Collection[str],
        wanted: Collection[str] | None,
        beneath: Store | None = None,
    ) -> None:
        self.cache = cache
        self.sources = sources
        self.beneath = beneath
        options = [",".join(codes)]
        options += ["all"] if wanted is None else sorted(wanted)
        self.name = f"report-{digest([str(sources.mappings), *options])[:16]}"
        self.options = options

    def key(self) -> str:
        """A digest of everything that the report depends on."""
        parts: list[str | bytes] = [tool_digest(), digest(self.options)]
        contents: Iterable[tuple[str, str | bytes]]
        for contents in (self.sources.digests.items(), self.sources.results()):
            parts += chain.from_iterable(contents)
        if self.beneath is not None:
            parts += [digest(self.beneath.contents())]
        return digest(parts)

    def read(self, key: str) -> Report | None:
        """The report that was kept for this key."""
        data = self.cache.get(self.name, key)
        try:
            problems = [_problem(fields) for fields in data["problems"]]
            fixable = frozenset(problems[index] for index in data["fixable"])
            told = {str(code): (str(name), str(level)) for code, name, level in data["told"]}
            files, known = int(data["files"]), int(data["known"])
            return Report(problems, files, known=known, fixable=fixable, told=told)
        except (TypeError, KeyError, IndexError, ValueError):
            return None

    def write(self, key: str, report: Report) -> None:
        """Keep a report, unless something it depends on has changed while it was made."""
        if report.crashes or self.key() != key:
            return
        problems = report.problems
        fields = [[p.path, p.line, p.column, p.code, p.message, p.hint] for p in problems]
        fixable = [index for index, problem in enumerate(problems) if problem in report.fixable]
        value = {"problems": fields, "fixable": fixable, "files": report.files}
        value["told"] = [(code, *about) for code, about in report.told.items()]
        self.cache.put(self.name, key, {**value, "known": report.known})


def _problem(fields: Any) -> Problem:
    if [type(field) for field in fields] != list(_FIELDS):
        raise TypeError("not a problem")
    return Problem(*fields)
