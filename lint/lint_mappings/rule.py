"""What a rule is: a module of `lint_mappings.rules` with these attributes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, Protocol

from lint_mappings.finding import Finding
from mapping_model.categories import Text
from mapping_model.problems import Problem

Scope = Literal["file", "entry", "variant", "example", "gotcha", "corpus", "known"]


class Rule(Protocol):
    """One thing that is checked. The module's docstring says why, with a bad and a good sample.

    `CODE` is stable and never used again for something else; its hundred is the family.
    `REQUIREMENTS` are ids of the format specification. `SCOPE` decides what `check` is called
    with: the subject of that kind, see `lint_mappings.subjects` and `lint_mappings.known`. Some or
    all of its findings carry a fix where the module also says `FIXABLE = True`.
    """

    __doc__: str
    CODE: str
    NAME: str
    SUMMARY: Text
    REQUIREMENTS: tuple[str, ...]
    SCOPE: Scope

    def check(self, subject: Any, /) -> Iterator[Finding | Problem]:
        """Everything wrong with the subject."""


def is_fixable(rule: Rule) -> bool:
    """Whether `--fix` can mend problems of this rule, at least some of them."""
    return getattr(rule, "FIXABLE", False)
