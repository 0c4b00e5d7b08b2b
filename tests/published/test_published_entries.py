"""What is published of real entries, as the documentation of both libraries and runs have it.

Always on the same three releases, so that a new one changes nothing here.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from lint_mappings.showing.asked import Asked
from mapping_model.differences import RowKind
from mapping_model.outcomes import Outcome
from mapping_model.shelf import Shelf
from mapping_model.standings import Execution, Trial
from mapping_model.usages import Verdict
from published.entry import PublishedEntry
from published.examples import published_gotcha
from published.sides import Moved
from published.variants import PublishedRow, PublishedVariant

MAPPINGS = Path(__file__).parents[2] / "mappings"
RELEASES = ("3.1.1", "3.2.2", "3.3.1")


@cache
def published(name: str) -> PublishedEntry:
    shelf = Shelf(MAPPINGS)
    entry = shelf.entry(name)
    assert entry is not None
    return Asked(shelf, RELEASES).entry(entry)


def only(name: str) -> PublishedVariant:
    (variant,) = published(name).variants
    return variant


def row(variant: PublishedVariant, torch: str) -> PublishedRow:
    return next(one for one in variant.rows if one.row.torch == torch)


def test_both_sides_with_signatures_and_links() -> None:
    gather = only("torch.gather")
    (signature,) = gather.torch.signatures
    assert signature.text == "(input, dim, index, *, sparse_grad=False, out=None)"
    assert gather.torch.url("zh") == (
        "https://docs.pytorch.org/docs/stable/generated/torch.gather.html"
    )
    assert gather.paddle is not None
    assert (gather.paddle.name, gather.paddle.title) == ("paddle.take_along_axis", "Paddle 3.3.1")
    assert gather.paddle.url("zh") == (
        "https://www.paddlepaddle.org.cn/documentation/docs/zh/api/paddle/take_along_axis_cn.html"
    )
    # `out` is called the same in both.
    assert gather.torch.differing == ["input", "dim", "index", "sparse_grad", None]


def test_a_parameter_that_is_called_otherwise() -> None:
    dim = row(only("torch.gather"), "dim")
    assert (dim.kind, dim.row.paddle) == (RowKind.RENAMED, "axis")
    assert dim.remark.en == "The dimension to work along. Only the name differs."
    assert dim.remark.zh == "指定进行运算的轴，仅参数名不一致。"
    # `paddle.take_along_axis(x, dim=1, ...)` is taken from 3.2 on, `axis` always was.
    assert (dim.since, dim.keyword_since) == ("3.1.1", "3.2.2")


def test_what_an_entry_says_of_a_parameter_counts_before_the_glossary() -> None:
    index = row(only("torch.gather"), "index").remark.en
    assert index.startswith("The indices of the elements to gather; it has as many dimensions as")


def test_a_parameter_that_older_releases_lack() -> None:
    out = row(only("torch.gather"), "out")
    assert (out.kind, out.since) == (RowKind.SAME, "3.2.2")
    assert out.older == "assign"
    assert out.said_of_older is not None
    assert out.said_of_older.en.startswith("Assign the result, `paddle.assign(result, out)`; where")


def test_what_has_another_place() -> None:
    # take_along_axis(arr, indices, axis), gather(input, dim, index)
    assert only("torch.gather").moved == (
        Moved("dim", 2, "axis", 3),
        Moved("index", 3, "indices", 2),
    )


def test_the_rows_as_a_table_end_with_the_result() -> None:
    *rows, last = published("torch.max").variants[1].table("en")
    assert [torch for torch, _, _ in rows] == ["input", "dim", "keepdim", "out"]
    assert last[:2] == ("Return value", "Return value")
    assert last[2].startswith("PyTorch returns the values and the indices, Paddle only the values;")


def test_each_way_of_calling_has_its_own_overload_and_examples() -> None:
    first, second, third = published("torch.max").variants
    assert first.when is None
    assert second.when is not None
    assert second.when.en == "For calls where `dim` is an integer."
    texts = [one.text for variant in (first, second, third) for one in variant.torch.signatures]
    assert texts == [
        "(input, *, out=None)",
        "(input, dim, keepdim=False, *, out=None)",
        "(input, other, *, out=None)",
    ]
    assert [one.key for one in second.examples][:2] == ["2.1", "2.2"]
    assert published("torch.max").targets == ["paddle.max", "paddle.maximum"]


def test_parts_of_a_result_and_what_stands_for_the_arguments() -> None:
    writing = published("torch.max").variants[1].writing
    assert writing is not None
    assert dict(writing.fields)["indices"] == "paddle.argmax(**rest)"
    assert (writing.cases, writing.open, writing.names) == ((), False, ("rest",))


def test_cases_say_when_they_count() -> None:
    writing = only("torch.clamp").writing
    assert writing is not None
    both, *_ = writing.cases
    assert both.heading.en == "Where `min` and `max` are tensors:"
    assert both.case.code == "paddle.minimum(paddle.maximum(input, min), max)"
    # With numbers it is the plain call.
    assert writing.open


@pytest.mark.parametrize(
    ("name", "target", "since", "on"),
    [("torch.gather", "paddle.gather", "3.3", ("3.3.1",)),
     ("torch.clamp", "paddle.clamp", "3.2.2", ("3.2.2", "3.3.1"))],
)  # fmt: skip
def test_closer_targets_of_newer_releases(
    name: str, target: str, since: str, on: tuple[str, ...]
) -> None:
    (newer,) = only(name).newer
    assert (newer.newer.paddle, newer.since, newer.on) == (target, since, on)


def test_limits_have_the_releases_that_they_are_of() -> None:
    on = {one.limit.when: one.on for one in only("torch.gather").limits}
    assert on["some(index < 0)"] == ()
    assert on["input.dtype == int16"] == ("3.1.1",)


def test_the_verdict_of_the_call_and_what_is_written_for_it() -> None:
    gather = published("torch.gather")
    call = gather.usages[0]
    assert [one.verdict for one in call.releases] == [
        Verdict.CODE,
        Verdict.CODE,
        Verdict.UNCHANGED,
    ]
    older, newest = gather.answers[1].written
    assert (older.releases, older.code) == (
        ("3.1.1", "3.2.2"),
        "paddle.take_along_axis(x, i, 1, broadcast=False)",
    )
    assert (newest.releases, newest.code) == (("3.3.1",), "paddle.gather(x, 1, i)")
    assert gather.marks == ("code", "code", "unchanged")
    assert not gather.silent


def test_what_fares_as_the_call_is_named_with_it() -> None:
    (found,) = published("torch.gather").marked
    call, sparse_grad = found.usages
    assert [usage.param for usage in call.also] == ["out"]
    assert (sparse_grad.usage.param, {*sparse_grad.marks}) == ("sparse_grad", {"code"})
    (contiguous,) = found.limits
    assert (contiguous.asked.en, contiguous.marks) == (
        "`out` is passed and not contiguous in memory",
        ("same", "differs", "same"),
    )
    # An empty index, no dimensions, int16.
    assert found.rare == 3


def test_unchanged_code_that_silently_differs() -> None:
    # Paddle's batch comes first where PyTorch's does not: the same call, another result.
    lstm = published("torch.nn.LSTM")
    assert lstm.silent
    assert lstm.marks == ("silent",) * 3


def test_examples_say_what_they_are_about() -> None:
    examples = {one.key: one for one in only("torch.gather").examples}
    about = {key: one.about and one.about.en for key, one in examples.items()}
    assert about["1"] is None
    assert about["2"] == ("Called with keywords; the second and third parameter change places.")
    # Without a title of its own, what the parameter means.
    assert about["4"] == "The tensor that the result is written to."
    assert examples["1"].execution.latest is Outcome.EQUAL


def test_another_name_is_published_as_what_it_is_of_under_its_own_name() -> None:
    absolute = published("torch.absolute")
    assert (absolute.name, absolute.alias_of) == ("torch.absolute", "torch.abs")
    assert absolute.targets == ["paddle.abs"]
    (variant,) = absolute.variants
    assert variant.torch.url("en") == (
        "https://docs.pytorch.org/docs/stable/generated/torch.absolute.html"
    )
    # Paddle has no `paddle.absolute`, so the code has to be changed.
    assert absolute.marks == ("code",) * 3
    assert absolute.limits == []


def test_a_form_says_of_what() -> None:
    assert published("torch.Tensor.gather").form_of == "torch.gather"


def test_what_has_no_counterpart() -> None:
    missing = published("torch.linalg.ldl_factor")
    assert (missing.targets, missing.answers) == ([], {})
    assert missing.marks == ("no-counterpart",) * 3
    assert only("torch.linalg.ldl_factor").paddle is None


def test_gotchas_are_found_by_their_ids() -> None:
    assert [gotcha.id for gotcha in published("torch.gather").gotchas] == ["gather-index-rank"]


def outcomes(*each: Outcome) -> Execution:
    """An example that fared so on the releases in turn; it was not run on those that are over."""
    trials = (Trial(*one) for one in zip(RELEASES, each, strict=False))
    return Execution(tuple(trials)[::-1])


@pytest.mark.parametrize(
    ("checks", "on", "told"),
    [
        ((), (), {}),
        ((Outcome.EQUAL,) * 3, (), dict.fromkeys(RELEASES, True)),
        (
            (Outcome.EQUAL, Outcome.DIFFERS, Outcome.PENDING),
            ("3.1.1", "3.3.1"),
            {"3.1.1": True, "3.2.2": False},
        ),
    ],
)
def test_a_gotcha_holds_where_it_is_not_known_to_be_wrong(
    checks: tuple[Outcome, ...], on: tuple[str, ...], told: dict[str, bool]
) -> None:
    (gotcha,) = published("torch.gather").gotchas
    executions = {key: outcomes(*checks) for key, _ in gotcha.examples()}
    found = published_gotcha(gotcha, executions, RELEASES)
    assert (found.on, found.told(found.checks)) == (on, told)


def test_what_calls_become_follows_the_release() -> None:
    assert published("torch.gather").leads == {
        "paddle.take_along_axis": ("3.1.1", "3.2.2"),
        "paddle.gather": ("3.3.1",),
    }
    # `paddle.mul` is PyTorch's own call from 3.2 on.
    assert published("torch.mul").leads == {
        "paddle.multiply": ("3.1.1",),
        "paddle.mul": ("3.2.2", "3.3.1"),
    }
    assert published("torch.abs").leads == {"paddle.abs": ()}
