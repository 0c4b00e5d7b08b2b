"""How entries stand on releases, from their examples and results."""

from __future__ import annotations

import pytest

from mapping_model.categories import Category
from mapping_model.entry import CannotRun, Entry, Example, Variant
from mapping_model.outcomes import DropIn, Outcome, Status
from mapping_model.results import Result, Results, example_hash
from mapping_model.snapshots import Snapshot
from mapping_model.standings import EntryState, state_of

RELEASES = {
    version: Snapshot("paddle", version, {"paddle.abs": {"kind": "function"}} if new else {})
    for version, new in (("3.0", False), ("3.1", True), ("3.2", True))
}
ABS = Entry(
    "torch.abs",
    Category.NO_PARAMS,
    (
        Variant(
            Category.NO_PARAMS,
            paddle="paddle.abs",
            examples=(Example("torch.abs(x)", "paddle.abs(x)"), Example("torch.abs(input=x)", "")),
        ),
    ),
)
ALIAS = Entry("torch.absolute", None, (), alias_of="torch.abs")


def results(release: str, *found: Result | Outcome | None, stale: bool = False) -> Results:
    lines = {}
    for (key, example), one in zip(ABS.examples(), found, strict=True):
        digest = "old" if stale else example_hash(example)
        if one is not None:
            expected = one in (Outcome.EQUAL, Outcome.NOT_EXECUTABLE)
            lines[key] = Result(Outcome(one), expected, digest, drop_in=DropIn.EQUAL)
    return Results(release, {"torch.abs": lines})


def state(*found: Results, entry: Entry = ABS) -> EntryState:
    return state_of(entry, ABS, found, RELEASES)


@pytest.mark.parametrize(
    ("first", "second", "worst", "failing", "status"),
    [
        (Outcome.EQUAL, Outcome.EQUAL, Outcome.EQUAL, (), Status.EXECUTED),
        (Outcome.EQUAL, None, Outcome.PENDING, (), Status.PENDING),
        (Outcome.DIFFERS, None, Outcome.DIFFERS, ("1",), Status.FAILING),
        (Outcome.DIFFERS, Outcome.RAISES, Outcome.RAISES, ("1", "2"), Status.FAILING),
        (Outcome.MISSING, Outcome.RAISES, Outcome.MISSING, ("1", "2"), Status.FAILING),
        (Outcome.NOT_EXECUTABLE, Outcome.EQUAL, Outcome.EQUAL, (), Status.EXECUTED),
        (Outcome.NOT_EXECUTABLE,) * 2 + (Outcome.NOT_EXECUTABLE, (), Status.NOT_EXECUTABLE),
    ],
)
def test_the_worst_example_counts(
    first: Outcome,
    second: Outcome | None,
    worst: Outcome,
    failing: tuple[str, ...],
    status: Status,
) -> None:
    found = state(results("3.2", first, second))
    assert (found.newest.outcome, found.newest.failing, found.status) == (worst, failing, status)


def test_a_result_that_the_example_claims_is_equal_for_readers() -> None:
    claimed = Result(Outcome.DIFFERS, True, example_hash(ABS.variants[0].examples[0]))
    found = state(Results("3.2", {"torch.abs": {"1": claimed}}))
    assert found.executions["1"].latest is Outcome.EQUAL


def test_stale_results_do_not_count() -> None:
    found = state(results("3.2", Outcome.EQUAL, Outcome.RAISES, stale=True))
    assert found.newest.outcome is Outcome.PENDING
    assert found.executions["1"].newest is None


def test_an_alias_has_what_its_target_has() -> None:
    told = results("3.2", Outcome.EQUAL, Outcome.EQUAL)
    alias, target = state(told, entry=ALIAS), state(told)
    assert (alias.category, alias.status) == (Category.NO_PARAMS, Status.EXECUTED)
    assert alias.executions == target.executions


def test_an_alias_of_nothing_has_no_page() -> None:
    found = state_of(ALIAS, None, (), RELEASES)
    assert (found.category, found.status, found.variants) == (None, Status.MISSING, ())


def test_since_when_the_targets_are_there() -> None:
    assert state().since == {"paddle.abs": "3.1"}


def test_what_cannot_be_run_is_so_on_all_releases() -> None:
    example = Example("torch.abs(x)", "", cannot_run=CannotRun("gpu"))
    entry = Entry(
        "torch.abs", Category.NO_PARAMS, (Variant(Category.NO_PARAMS, examples=(example,)),)
    )
    found = state_of(entry, entry, (), RELEASES)
    assert {standing.outcome for standing in found.releases} == {Outcome.NOT_EXECUTABLE}
