"""What a run has found as a whole: what reporters need beside the problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TextIO

from lint_mappings.running.sources import Sources
from mapping_model.printable import printable
from mapping_model.problems import Problem

if TYPE_CHECKING:
    from lint_mappings.rules.rule import Rule


@dataclass(frozen=True, slots=True)
class Summary:
    """How many files were reported on, what found something, and the files as they were read.

    `told` has the name and the severity of rules by their codes. All there is to know of all rules
    is asked for where it is printed, since reading them takes time.
    `fixable` are the problems that `--fix` would fix, `known` is how many were left out.
    """

    files: int
    told: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    rules: Callable[[], Mapping[str, Rule]] = dict
    sources: Sources | None = None
    fixable: Collection[Problem] = frozenset()
    known: int = 0

    def name(self, code: str) -> str:
        """The name of the rule with this code; "crash" for a rule that failed itself."""
        return self.told[code][0] if code in self.told else "crash"

    def severity(self, code: str) -> str:
        """How bad problems of this code are; a rule that failed itself is an error."""
        return self.told[code][1] if code in self.told else "error"

    def lines(self, path: str) -> list[str]:
        """The lines of a file; none where they cannot be shown."""
        return self.sources.text(path).splitlines() if self.sources else []

    def closing(self, problems: Sequence[Problem]) -> str:
        """The sentence that ends a report for people."""
        said = "No problems"
        if problems:
            files = plural(len({problem.path for problem in problems}), "file")
            said = f"{plural(len(problems), 'problem')} in {files}"
            fixable = sum(problem in self.fixable for problem in problems)
            said += f" ({fixable:,} fixable with --fix)" if fixable else ""
        said += f"; {plural(self.files, 'file')} checked"
        if self.known:
            said += f"; {plural(self.known, 'known problem')} left out"
        return f"{said}."


def statistics(problems: Sequence[Problem], summary: Summary, stream: TextIO) -> None:
    """Print how many problems there are of each code, the most frequent first."""
    counts = Counter(problem.code for problem in problems)
    for code, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        stream.write(f"{count:6}  {code}  {summary.name(code)}\n")


def place(problem: Problem) -> str:
    """`path:line:column`, as editors and terminals make a link of it."""
    return f"{printable(problem.path)}:{problem.line}:{problem.column}"


def plural(count: int, noun: str) -> str:
    """ "1 file", "2 files", "1,000 files"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
