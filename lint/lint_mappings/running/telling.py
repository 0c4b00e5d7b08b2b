"""What is told of all that rules have found: nothing twice, and first what is wrong.

An entry from which others follow has its problems again in each of them; and after any edit the
records of a file are stale, which says nothing of the edit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from operator import attrgetter
from pathlib import PurePath

from mapping_model.forms.document import followed
from mapping_model.naming import GOTCHAS, api_of
from mapping_model.problems import Problem
from mapping_model.records import GOTCHA

# As problems compare by themselves, but once for each and not for each comparison.
_IN_ORDER = attrgetter("path", "line", "column", "code", "message", "hint")
_OF_PROBES = "PM804"


def repeated(problems: Collection[Problem]) -> Iterator[Problem]:
    """The problems of forms that the file has from which they follow."""
    told = {(one.path, one.code, one.message) for one in problems}
    for problem in problems:
        found = followed(problem.message)
        if found is not None and (found[1], problem.code, found[0]) in told:
            yield problem


def in_order(problems: Iterable[Problem], again: Collection[Problem]) -> list[Problem]:
    """All problems by their places; of each file those that ask to run something again last.

    Several of these become one.
    """
    stale: dict[str, list[Problem]] = {}
    found: dict[str, list[Problem]] = {}
    for problem in sorted(problems, key=_IN_ORDER):
        kinds: Mapping[str, list[Problem]] = stale if problem in again else found
        for kind in (stale, found):
            kind.setdefault(problem.path, [])
        kinds[problem.path].append(problem)
    return [one for path in found for one in (*found[path], *_joined(path, stale[path]))]


def _joined(path: str, stale: list[Problem]) -> list[Problem]:
    if len(stale) < 2:
        return stale
    results = [one for one in stale if one.code != _OF_PROBES]
    what = f"{len(results)} result{'s' if len(results) > 1 else ''}"
    what += " and the probes are" if len(results) < len(stale) else " are"
    first, file = results[0], PurePath(path)
    name = f"{GOTCHA}{file.stem}" if file.parent.name == GOTCHAS else api_of(file.stem)
    message = f"{what} missing, or not of the file as it is."
    hint = f"Run: verify-mappings check {name}"
    return [Problem(path, first.line, first.column, first.code, message, hint)]
