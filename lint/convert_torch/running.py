"""One run: files converted one after the other, and what is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from convert_torch import report
from convert_torch.converting import convert
from convert_torch.files import read
from convert_torch.report import FileReport
from mapping_model.data import mappings_directory
from mapping_model.ending import UsageError
from mapping_model.printable import printable
from mapping_model.shelf import Shelf
from mapping_model.snapshots import load_snapshot


class Job:
    """What is the same for all files: the mappings, the release, whether what is left is marked."""

    def __init__(self, root: Path | None, release: str, marks: bool) -> None:
        self.release = release
        self._marks = marks
        self._shelf = Shelf(mappings_directory(root))
        self._snapshot = load_snapshot("paddle", release)

    def convert(self, path: str, raw: bytes) -> FileReport:
        """One file; raise UsageError where a mapping that it needs cannot be read."""
        before = ""
        try:
            text = read(raw)
            before = text.code
            converted = convert(before, self._shelf, self._snapshot, self._marks)
            encoded = raw if converted.code == before else text.encoded(converted.code)
            made = FileReport(path, before, converted, encoded)
        except SyntaxError as error:
            at = f", line {error.lineno}" if error.lineno else ""
            made = FileReport(path, before, None, raw, f"not Python: {error.msg}{at}")
        except (RecursionError, MemoryError, ValueError) as error:
            made = FileReport(path, before, None, raw, f"cannot be read: {error}")
        for problem in self._shelf.problems:
            raise UsageError(f"{problem.path}:{problem.line}: {problem.message}")
        return made


def tell_people(files: Sequence[FileReport], language: str, stream: TextIO) -> None:
    """Print the report; what a terminal would obey is shown."""
    for line in report.text(files, language):
        print(printable(line), file=stream)


def print_diff(files: Sequence[FileReport]) -> None:
    """Print what would change."""
    for line in report.diff(files):
        print(line)
