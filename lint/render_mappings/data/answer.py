"""The short answer of an entry, in no language."""

from __future__ import annotations

from dataclasses import dataclass

from mapping_model.categories import Text
from mapping_model.usages import Verdict


@dataclass(frozen=True, slots=True)
class Written:
    """What to write on some releases, oldest first; `code` is None where nothing is known to work.

    `reason` says why a person must think.
    """

    releases: tuple[str, ...]
    verdict: Verdict
    code: str | None
    reason: Text | None


@dataclass(frozen=True, slots=True)
class Answer:
    """The plain call of one variant, in torch and on the releases, oldest first."""

    torch: str
    written: tuple[Written, ...]
