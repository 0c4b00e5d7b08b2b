"""Which APIs may be left as they are: from an entry and the results of its examples."""

from __future__ import annotations

import pytest

from mapping_model.categories import Category
from mapping_model.drop_in import (
    Coverage,
    Lack,
    Reason,
    Verdict,
    drop_in_verdict,
    possible_ways,
    shown_ways,
)
from mapping_model.entry import CannotRun, Entry, Example, Variant
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.results import Result, Results, example_hash
from mapping_model.snapshots import torch_snapshot

BOTH = ("torch.sum(x, 1)", "torch.sum(input=x)")


def entry(name: str, *codes: str, **more: object) -> Entry:
    examples = tuple(Example(code, "", **more) for code in codes)  # type: ignore[arg-type]
    variants = (Variant(Category.NO_PARAMS, examples=examples),)
    return Entry(name, Category.NO_PARAMS, variants)


def results(
    entry: Entry,
    *found: DropIn | None,
    stale: bool = False,
    outcome: Outcome = Outcome.EQUAL,
) -> Results:
    lines = {}
    for (key, example), drop_in in zip(entry.examples(), found, strict=False):
        detail = None if drop_in in (None, DropIn.EQUAL) else f"detail {drop_in.value}"
        hash_ = "old" if stale else example_hash(example)
        lines[key] = Result(outcome, True, hash_, drop_in=drop_in, drop_in_detail=detail)
    return Results("3.3.1", {entry.torch: lines})


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        ([DropIn.EQUAL, DropIn.EQUAL], Verdict(DropIn.EQUAL)),
        ([DropIn.EQUAL, DropIn.REFUSED], Verdict(DropIn.REFUSED, ("detail refused",))),
        ([DropIn.REFUSED, DropIn.REFUSED], Verdict(DropIn.REFUSED, ("detail refused",))),
        ([DropIn.REFUSED, DropIn.DIFFERS], Verdict(DropIn.DIFFERS, ("detail differs",))),
        (
            [DropIn.EQUAL, None],
            Verdict(DropIn.UNKNOWN, reasons=(Reason(Lack.MEANING, "2"),)),
        ),
        ([None, DropIn.DIFFERS], Verdict(DropIn.DIFFERS, ("detail differs",))),
        ([DropIn.EQUAL], Verdict(DropIn.UNKNOWN, reasons=(Reason(Lack.RUN, "2"),))),
    ],
)
def test_the_worst_example_decides(found: list[DropIn | None], verdict: Verdict) -> None:
    sum_ = entry("torch.sum", *BOTH)
    assert drop_in_verdict(sum_, results(sum_, *found)) == verdict


def test_where_nothing_was_run_nothing_is_said() -> None:
    assert drop_in_verdict(entry("torch.sum", *BOTH), None) == Verdict(DropIn.UNKNOWN)


def test_stale_results_do_not_count() -> None:
    sum_ = entry("torch.sum", *BOTH)
    verdict = drop_in_verdict(sum_, results(sum_, DropIn.EQUAL, DropIn.EQUAL, stale=True))
    assert verdict.status is DropIn.UNKNOWN


def test_examples_that_are_not_executed_leave_it_unknown() -> None:
    sum_ = entry("torch.sum", BOTH[0], cannot_run=CannotRun("gpu"))
    found = results(sum_, None, outcome=Outcome.NOT_EXECUTABLE)
    assert drop_in_verdict(sum_, found).reasons[0] == Reason(Lack.MACHINE, "1")


def test_no_examples_and_aliases_are_unknown() -> None:
    nothing = entry("torch.sum")
    assert drop_in_verdict(nothing, results(nothing)).reasons == (Reason(Lack.EXAMPLES),)
    alias = Entry("torch.absolute", None, (), alias_of="torch.abs")
    assert drop_in_verdict(alias, results(nothing)).reasons == (Reason(Lack.NAME, "torch.abs"),)


@pytest.mark.parametrize(
    ("codes", "lacking"),
    [
        (BOTH[:1], (Lack.KEYWORDS,)),
        (BOTH[1:], (Lack.POSITIONAL,)),
        (("torch.sum(x, dim=1)",), ()),
    ],
)
def test_both_ways_of_calling_must_be_shown(
    codes: tuple[str, ...], lacking: tuple[Lack, ...]
) -> None:
    sum_ = entry("torch.sum", *codes)
    verdict = drop_in_verdict(sum_, results(sum_, *[DropIn.EQUAL] * len(codes)))
    assert verdict.reasons == tuple(map(Reason, lacking))


@pytest.mark.parametrize(
    ("api", "code", "positional", "keywords"),
    [
        ("torch.sum", "result = torch.sum(x, 1)", True, False),
        ("torch.sum", "result = torch.abs(torch.sum(input=x))", False, True),
        ("torch.sum", "result = x.sum(1)", False, False),
        ("torch.sum", "result = torch.summary(x)", False, False),
        ("torch.sum", "result = f(torch.sum)", False, False),
        ("torch.sum", "result = torch.sum(", False, False),
        ("torch.Tensor.sum", "result = x.sum(1)", True, False),
        ("torch.Tensor.sum", "result = (x * 2).abs().sum(dim=1)", False, True),
        ("torch.Tensor.sum", "result = torch.sum(x, dim=1)", False, False),
        ("torch.Tensor.sum", "result = torch.nn.sum(x)", False, False),
        ("torch.Tensor.sum", "result = torch.Tensor.sum(x, dim=1)", False, True),
        ("torch.Tensor.sum", "result = torch.ones(2).sum(0)", True, False),
        ("torch.nn.Linear", "result = torch.nn.Linear(2, out_features=3)(x)", True, True),
        ("torch.no_grad", "with torch.no_grad():\n    result = x(1)", False, False),
    ],
)
def test_calls_in_the_code(api: str, code: str, positional: bool, keywords: bool) -> None:
    assert shown_ways(entry(api, code)) == Coverage(positional, keywords)


@pytest.mark.parametrize(
    ("api", "positional", "keywords"),
    [
        ("torch.sum", True, True),
        ("torch.Tensor.abs", False, False),  # a method without parameters
        ("torch.Tensor.dtype", False, False),  # an attribute
        ("torch.float32", False, False),
        ("torch.nn.Linear", True, True),
        ("torch.no.such", True, True),
    ],
)
def test_ways_of_calling_that_exist(api: str, positional: bool, keywords: bool) -> None:
    assert possible_ways(torch_snapshot().get(api)) == Coverage(positional, keywords)
