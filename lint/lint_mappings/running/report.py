"""What a run has found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mapping_model.problems import Problem

if TYPE_CHECKING:
    from lint_mappings.fixes.fix import Fix


@dataclass(frozen=True, slots=True)
class Crash:
    """A rule that raised instead of checking: our own bug."""

    code: str
    name: str
    path: str
    traceback: str


@dataclass(slots=True)
class Report:
    """What a run has found, sorted by place; `files` is the number of files reported on.

    `known` is how many problems were left out since the project knows them. `fixes` are there in
    a run that was made, not in one that was kept; `fixable` are the problems that have one. `told`
    has the name and the severity of each rule that found something, by its code.
    """

    problems: list[Problem]
    files: int
    crashes: list[Crash] = field(default_factory=list)
    fixes: dict[Problem, Fix] = field(default_factory=dict)
    known: int = 0
    fixable: frozenset[Problem] = frozenset()
    told: Mapping[str, tuple[str, str]] = field(default_factory=dict)
