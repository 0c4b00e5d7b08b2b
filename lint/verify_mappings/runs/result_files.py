"""Keeping results: what was run goes into the committed file of its Paddle release.

A file is replaced as a whole while a run goes on, so that a run that is killed loses only its last
seconds and the next one goes on where it ended.
"""

from __future__ import annotations

import datetime
import threading
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from mapping_model.files import write_atomically
from mapping_model.results import Result, Results, read_results, render_results, results_path
from verify_mappings.errors import UsageError
from verify_mappings.runs.cases import Case
from verify_mappings.runs.pool import Versions
from verify_mappings.runs.tasks import Verified
from verify_mappings.runs.verifier import TORCH

SECONDS = 10.0
LONGEST = 160


def read_kept(mappings: Path, release: str, torch: str, whole: bool) -> Results | None:
    """The results on a Paddle release that a run of this torch may add to; None if there are none.

    Raises UsageError where there are results that the run can neither keep nor, not being of the
    `whole` corpus, replace: they are of another torch, or cannot be read.
    """
    path = results_path(mappings, release)
    if not path.exists():
        return None
    try:
        kept = read_results(path)
    except ValueError as error:
        told = f"{error}. Delete the file and run all examples."
    else:
        if kept.torch == torch:
            return kept
        told = f"{path} is of torch {kept.torch}, not {torch}: run all examples."
    if whole:
        return None
    raise UsageError(told)


class Keeper:
    """Adds results to the files below `mappings`, now and then and at the end.

    `cases` is the whole corpus, since results of what is no longer there are dropped; `whole` as in
    `read_kept`; `versions` are those of torch and of each Paddle release, by name of the crew.
    May be used by several threads.
    """

    def __init__(
        self, mappings: Path, cases: Iterable[Case], whole: bool, versions: dict[str, Versions]
    ) -> None:
        self._mappings = mappings
        self._versions = versions
        self._known = {(case.name, case.key) for case in cases}
        self._whole = whole
        self._new: dict[str, dict[tuple[str, str], Result]] = {}
        self._lock = threading.Lock()
        self._saved = time.monotonic()

    def add(self, verified: Verified) -> None:
        """Take a result; it reaches the file within some seconds."""
        with self._lock:
            fresh = self._new.setdefault(verified.release, {})
            fresh[verified.case.name, verified.case.key] = _compact(verified.result)
            if time.monotonic() - self._saved > SECONDS:
                self._save()

    def save(self) -> None:
        """Write all that is new to the files. Raises UsageError as `read_kept` does."""
        with self._lock:
            self._save()

    def _save(self) -> None:
        for release, fresh in self._new.items():
            # Read anew, since another run may have added to it meanwhile.
            torch = self._versions[TORCH].library
            kept = read_kept(self._mappings, release, torch, self._whole)
            entries = self._merged(kept, fresh)
            if kept is None or entries != kept.entries:
                text = render_results(self._results(release, entries))
                path = results_path(self._mappings, release)
                path.parent.mkdir(exist_ok=True)
                write_atomically(path, text)
        self._saved = time.monotonic()

    def _merged(
        self, kept: Results | None, fresh: dict[tuple[str, str], Result]
    ) -> dict[str, dict[str, Result]]:
        entries: dict[str, dict[str, Result]] = {}
        old = kept.entries if kept else {}
        flat = {(name, key): result for name, found in old.items() for key, result in found.items()}
        for (name, key), result in (flat | fresh).items():
            if (name, key) in self._known:
                entries.setdefault(name, {})[key] = result
        return entries

    def _results(self, release: str, entries: dict[str, dict[str, Result]]) -> Results:
        return Results(
            torch=self._versions[TORCH].library,
            paddle=release,
            python=self._versions[release].python,
            date=datetime.datetime.now(datetime.UTC).date().isoformat(),
            entries=entries,
        )


def _compact(result: Result) -> Result:
    """A result whose texts are no longer than a line of a file should be."""
    return replace(
        result,
        detail=_cut(result.detail),
        gradient=_cut(result.gradient),
        drop_in_detail=_cut(result.drop_in_detail),
    )


def _cut(text: str | None) -> str | None:
    return text if text is None or len(text) <= LONGEST else f"{text[: LONGEST - 4].rstrip()} ..."
