"""Keeping results: what was run goes into the committed file of its Paddle release."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterable
from pathlib import Path

from mapping_model.results import Result, Results, read_results, render_results, results_path
from verify_mappings.errors import UsageError
from verify_mappings.pool import Versions
from verify_mappings.running import Verified


def merged(
    path: Path, verified: Iterable[Verified], versions: dict[str, Versions], names: Iterable[str]
) -> Results:
    """The results in `path` with those of `verified` in place of older ones.

    `names` are all that have examples: results of others are dropped. Raises UsageError where
    results of another torch would be mixed with these.
    """
    names = set(names)
    fresh: dict[str, dict[str, Result]] = {}
    for one in verified:
        fresh.setdefault(one.case.name, {})[one.case.key] = one.result
    kept = {}
    if not names <= fresh.keys() and path.exists():
        kept = _kept(path, versions["torch"].library, names - fresh.keys())
    return Results(
        torch=versions["torch"].library,
        paddle=versions["paddle"].library,
        python=versions["paddle"].python,
        date=datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
        entries=kept | fresh,
    )


def _kept(path: Path, torch: str, names: set[str]) -> dict[str, dict[str, Result]]:
    """Older results of these names."""
    try:
        old = read_results(path)
    except ValueError as error:
        raise UsageError(f"{error}. Delete the file and run all examples.") from error
    if old.torch != torch:
        raise UsageError(f"{path} is of torch {old.torch}, not {torch}: run all examples.")
    return {name: results for name, results in old.entries.items() if name in names}


def write(mappings: Path, results: Results) -> Path:
    """Write a results file as a whole; its path."""
    path = results_path(mappings, results.paddle)
    path.parent.mkdir(exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        partial.write_text(render_results(results), "utf-8")
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return path
