"""Known problems: what is wrong, has been seen, and is not to be fixed now.

They are listed in one file beside the entries, a line each: a code, the name of an API or the path
of a file, and after `#` the reason. All problems of that code in that file are left out. A line
that says nothing any more is a problem itself, so that the list can only shrink unnoticed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from mapping_model.corpus import Corpus
from mapping_model.problems import Problem
from mapping_model.reading import UNREADABLE, Document

# Problems of this family are about the list itself.
FAMILY = "PM9"
_LINE = re.compile(r"(?P<code>\S+)[ \t]+(?P<target>[^#]*[^#\s])[ \t]+#[ \t]*(?P<reason>.*\S)[ \t]*")


@dataclass(frozen=True, slots=True)
class KnownLine:
    """One line, its number from 0; `code` is None where it is not of the form asked for."""

    number: int
    text: str
    code: str | None = None
    target: str = ""


def document(raw: bytes | Document, name: str) -> Document:
    """The list as a document: text without data; empty, with a problem, if it is unreadable."""
    if isinstance(raw, Document):
        return raw
    try:
        return Document(name, raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        message = f"Byte 0x{raw[error.start]:02x} is not valid UTF-8."
        hint = "Save the file as UTF-8."
        return Document(name, problems=[Problem(name, 1, 1, UNREADABLE, message, hint)])


class KnownSubject:
    """The list, held against the problems that a run has found.

    `checked` are the codes whose rules ran and `names` the files reported on: a line about
    anything else is not judged.
    """

    def __init__(
        self,
        document: Document,
        corpus: Corpus,
        codes: Collection[str],
        checked: Collection[str],
        names: Collection[str],
    ) -> None:
        self.document = document
        self.corpus = corpus
        self.codes = codes
        self._checked = checked
        self._names = names
        self._used: set[tuple[str, str]] = set()

    @cached_property
    def lines(self) -> list[KnownLine]:
        """Every line that is neither empty nor a comment."""
        lines = enumerate(self.document.text.splitlines())
        return [_parse(*line) for line in lines if line[1].strip() and line[1].strip()[0] != "#"]

    def split(self, problems: Iterable[Problem]) -> tuple[list[Problem], list[Problem]]:
        """The problems that are not on the list, and those that are."""
        wanted = {
            (line.code, path)
            for line in self.lines
            if line.code in self.codes
            for path in self.paths(line.target)
        }
        new: list[Problem] = []
        known: list[Problem] = []
        for problem in problems:
            key = (problem.code, problem.path)
            (known if key in wanted else new).append(problem)
        self._used = {(problem.code, problem.path) for problem in known}
        return new, known

    def paths(self, target: str) -> list[str]:
        """The files that a line is about; none where no API and no file is called so."""
        root = self.corpus.root.name
        named = [name for name in (target, f"{root}/{target}") if name in self.corpus.documents]
        return named or self._by_api.get(target, [])

    def needless(self, line: KnownLine) -> bool:
        """Whether a line was judged and left nothing out."""
        paths = self.paths(line.target)
        if line.code not in self._checked or str(line.code).startswith(FAMILY):
            return False
        judged = bool(paths) and set(paths) <= set(self._names)
        return judged and not any((line.code, path) in self._used for path in paths)

    @cached_property
    def _by_api(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for document, entry in self.corpus.entry_files:
            found.setdefault(entry.torch, []).append(document.name)
        return found

    @property
    def apis(self) -> Collection[str]:
        """The names of all entries."""
        return self._by_api.keys()


def _parse(number: int, text: str) -> KnownLine:
    found = _LINE.fullmatch(text.strip())
    return (
        KnownLine(number, text, found["code"], found["target"])
        if found
        else KnownLine(number, text)
    )
