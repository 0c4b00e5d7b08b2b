"""What a matrix run has to do: the results that are not known yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mapping_model.results import Results
from verify_mappings.runs.cases import Case
from verify_mappings.runs.tasks import Task, Verified

Kept = Mapping[str, Results | None]


def release_order(release: str) -> list[tuple[int, str]]:
    """A key that sorts releases from old to new: 3.9.1 before 3.10.0."""
    parts = release.split(".")
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def plan(cases: Iterable[Case], kept: Kept, fresh: bool) -> list[Task]:
    """For each case the releases (the keys of `kept`) without a current result; all if `fresh`."""
    tasks = []
    for case in cases:
        releases = tuple(r for r in kept if fresh or _known(case, r, kept) is None)
        if releases:
            tasks.append(Task(case, releases))
    return tasks


def completed(cases: Sequence[Case], kept: Kept, verified: Iterable[Verified]) -> list[Verified]:
    """A result for each case on each release, release by release: a new one, or the known one."""
    new = {(one.release, one.case.name, one.case.key): one for one in verified}
    found = []
    for release in kept:
        for case in cases:
            one = new.get((release, case.name, case.key)) or _known(case, release, kept)
            assert one is not None  # what is not known was run
            found.append(one)
    return found


def _known(case: Case, release: str, kept: Kept) -> Verified | None:
    """The current result of a case, which covers the unchanged torch code too."""
    results = kept[release]
    result = results.current(case.name, case.key, case.example) if results else None
    return Verified(case, release, result) if result else None
