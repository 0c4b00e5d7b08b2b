"""Results of other kinds of processors differ where these compute otherwise, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mapping_model.records import read_record
from mapping_model.results import Result
from whole import MAPPINGS


def stale(results: Path) -> Iterator[str]:
    """Those that give the same otherwise but are of other code that the mapping wrote."""
    for path in sorted(results.rglob("*.json")):
        for key, releases in read_record(path).items():
            for release, result in releases.items():
                for other in result.elsewhere:
                    if _written(result) != _written(other) and _seen(result) == _seen(other):
                        yield f"{path.name} {key} {release} {' '.join(other.stamp.processors)}"


def _written(result: Result) -> tuple[object, ...]:
    return result.applied, result.applied_detail, result.newer, result.newer_detail


def _seen(result: Result) -> tuple[object, ...]:
    return result.hash, result.outcome, result.detail, result.gradient, result.gradient_detail


def test_no_kind_of_processors_has_results_of_other_code() -> None:
    """On such a processor the run would not be as recorded, which nobody sees on this one."""
    assert list(stale(MAPPINGS / "results")) == []


def test_a_result_of_other_code_is_found(tmp_path: Path) -> None:
    seen = '"hash": "0123456789ab 01234567", "run": "2026-11-23 2.13.0 3.11.7 2'
    (tmp_path / "torch.x.json").write_text(
        f'{{"1": {{"3.3.1": {{{seen} avx512"}}, "3.3.1 avx2": {{"applied": "unwritten", '
        f'"applied_detail": "read", {seen} avx2"}}}}}}\n'
    )
    assert list(stale(tmp_path)) == ["torch.x.json 1 3.3.1 avx2"]
