"""The page of whole packages, held against what is kept and what the command says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mapping_model.conformance.states import State, Way
from mapping_model.packages.converted import converted
from mapping_model.packages.plans import all_plans
from mapping_model.packages.prediction import Said, predicted, said_of
from mapping_model.packages.record import (
    Blocker,
    Fate,
    Measured,
    Run,
    Why,
    measured,
    most_blocking,
)
from mapping_model.snapshots import PADDLE
from render_mappings.data.reference import Reference
from render_mappings.pages.packages_page import packages_page
from render_mappings.views.page_context import Context, Repository
from verify_mappings.__main__ import main

ROOT = Path(__file__).parents[2]
NEWEST = PADDLE[-1]
WAY = Way(NEWEST, "compat")


def entry_of(reference: Reference, api: str) -> str | None:
    entry = reference.resolve(api)
    return entry.torch if entry else None


def test_all_that_is_written_down_is_measured() -> None:
    assert [*measured()] == sorted(all_plans())
    for name, one in measured().items():
        plan = all_plans()[name]
        assert (one.version, one.tests) == (plan.version, plan.tests)
        assert {*converted()[name]} == {cause.api for run in one.runs for cause in run.apis}
        for run in one.runs:
            assert 0 < run.counted <= one.listed
            stopped = sum(cause.tests for cause in run.blockers)
            assert stopped == run.counted - run.fates[Fate.PASSED] - run.fates[Fate.SKIPPED]
            for cause in run.blockers:
                assert (cause.api is not None) == (cause.why in (Why.MISSING, Why.RAISES))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_has_every_row(reference: Reference, language: str) -> None:
    context = Context(reference, language, Repository("https://example.org/repo", "main"))
    html = packages_page(context).body()
    for name, one in measured().items():
        for run in one.runs:
            row = html.partition(f"{name} {one.version}<br>")[2].partition("</tr>")[0]
            numbers = [int(n) for n in re.findall(r"\d+", row.split("<td>")[1].split("<")[0])]
            assert numbers == [run.fates[Fate.PASSED], run.counted]
            assert f"verify-mappings package {name} --paddle {run.paddle}" in row
            if run.apis:
                first = str(run.apis[0].api)
                assert f"<code>{first}</code>" in row
                linked = "<a href=" in row
                known = entry_of(reference, first) or first in reference.modules
                assert linked == bool(known)


def test_it_says_what_the_command_says(
    reference: Reference, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["package", "--recorded", "--root", str(ROOT)]) == 0
    said = capsys.readouterr().out
    found = reference.conformance()
    told = predicted(measured().values(), found, lambda api: entry_of(reference, api))
    for which, counted in (("first", told.first), ("all", told.all)):
        line = next(line for line in said.splitlines() if f"  {which} blockers" in line)
        numbers = [counted[each] for each in Said]
        assert [int(n) for n in re.findall(r"\d+", line)] == [*numbers, sum(numbers)]
    assert f"{told.usual} of {told.many} are not equal" in said


def test_what_the_record_says_of_an_api(reference: Reference) -> None:
    found = reference.conformance()

    def said(api: str) -> Said:
        return said_of(api, WAY, found, lambda name: entry_of(reference, name))

    equal = next(n for n in found.frozen.calls if found.state(WAY, n) is State.EQUAL)
    refused = next(n for n in found.frozen.calls if found.state(WAY, n) is State.REFUSED)
    assert (said(equal), said(refused)) == (Said.WRONG, Said.RIGHT)
    # A module: whether anything in it is equal.
    assert said("torch.nn") is Said.WRONG
    assert said("torch.distributions") is Said.RIGHT
    assert said("torch.nowhere.at_all") is Said.NOTHING


def blocked(name: str, *apis: str) -> Measured:
    causes = tuple(Blocker(Why.MISSING, api, 2, "") for api in apis)
    fates = {Fate.PASSED: 1, Fate.FAILED: 2 * len(apis)}
    run = Run(NEWEST, "compat", fates, causes)
    return Measured(name, "1", "2026-01-01", "2", "3", ("tests",), 9, (run,))


def test_each_api_counts_once_for_each_package(reference: Reference) -> None:
    some = [blocked("a", "torch.x", "torch.y"), blocked("b", "torch.y", "torch.y")]
    most = most_blocking(some, NEWEST, "compat")
    assert most == [("torch.y", 2, 6), ("torch.x", 1, 2)]
    told = predicted(some, reference.conformance(), lambda api: None)
    assert (told.all, told.first) == ({Said.NOTHING: 3}, {Said.NOTHING: 2})
