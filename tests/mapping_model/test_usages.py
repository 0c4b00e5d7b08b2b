"""The verdict per usage and release, of what is recorded of real entries."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from mapping_model.categories import Category, Text
from mapping_model.corpus import Corpus
from mapping_model.entry import Case, Entry, Example, Variant
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.records import read_results
from mapping_model.results import Applied, Result, Results, Seen, example_hash, mapping_hash
from mapping_model.snapshots import PADDLE, Snapshot, number_of, paddle_releases
from mapping_model.standings import state_of
from mapping_model.usages import Judgement, Severity, Usage, Verdict, Way, usages_of

MAPPINGS = Path(__file__).parents[2] / "mappings"


@cache
def corpus() -> Corpus:
    return Corpus.load(MAPPINGS)


def known_releases() -> dict[str, Snapshot]:
    """The releases that the facts below are of: newer ones may change them."""
    return {r: one for r, one in paddle_releases().items() if number_of(r) <= (3, 3, 1)}


def usages(name: str) -> dict[tuple[int, str | None], Usage]:
    entry, source = corpus().entries[name], corpus().resolve(name)
    assert source is not None
    releases = known_releases()
    state = state_of(entry, source, read_results(MAPPINGS, [source.torch]), releases)
    found = usages_of(state, list(releases.values()))
    return {(usage.variant, usage.param): usage for usage in found if usage.title is None}


def verdicts(usage: Usage) -> list[str]:
    return [one.verdict.value for one in usage.releases]


def test_one_exotic_example_says_nothing_about_the_others() -> None:
    found = usages("torch.gather")
    assert [one.release for one in found[1, None].releases] == list(known_releases())
    assert verdicts(found[1, None]) == ["code", "code", "code", "code", "unchanged"]
    # Paddle has no `sparse_grad`, on any release, and its `out` is new: what is written without it.
    assert verdicts(found[1, "sparse_grad"]) == ["code"] * 5
    assert verdicts(found[1, "out"]) == ["code"] * 4 + ["unchanged"]
    # From 3.3 on `paddle.gather` takes what PyTorch's does.
    ways = [one.way for one in found[1, None].releases]
    assert ways == [Way.MAPPING] * 4 + [Way.NEWER]


# What is recorded of an example, beside that its own code is equal, and what follows.
EQUAL, REFUSED, DIFFERS = DropIn.EQUAL, DropIn.REFUSED, DropIn.DIFFERS
RIGHT, WRONG = Applied.EQUAL, Applied.DIFFERS
JUDGED: dict[str, tuple[dict[str, object], Verdict, Way | None]] = {
    "unchanged": ({"drop_in": EQUAL, "applied": RIGHT}, Verdict.UNCHANGED, Way.MAPPING),
    "compat": (
        {"drop_in": REFUSED, "modes": {"compat": Seen(EQUAL)}, "applied": RIGHT},
        Verdict.COMPAT,
        Way.MAPPING,
    ),
    "refused": (
        {"drop_in": REFUSED, "modes": {"compat": Seen(REFUSED)}, "applied": RIGHT},
        Verdict.CODE,
        Way.MAPPING,
    ),
    "silent": ({"drop_in": DIFFERS, "applied": RIGHT}, Verdict.CODE, Way.MAPPING),
    "newer": ({"applied": RIGHT, "newer": RIGHT}, Verdict.CODE, Way.NEWER),
    "only newer": ({"applied": Applied.UNWRITTEN, "newer": RIGHT}, Verdict.CODE, Way.NEWER),
    "newer is wrong": ({"applied": RIGHT, "newer": WRONG}, Verdict.CODE, Way.MAPPING),
    "only the mapping is right": (
        {"outcome": Outcome.DIFFERS, "as_expected": False, "applied": RIGHT},
        Verdict.CODE,
        Way.MAPPING,
    ),
    "the mapping is wrong": ({"applied": WRONG}, Verdict.THINK, None),
    "left to a person": (
        {"applied": Applied.UNWRITTEN, "applied_detail": "rewrite dim"},
        Verdict.THINK,
        None,
    ),
    "another API is left": ({"applied": Applied.ELSEWHERE}, Verdict.CODE, Way.MAPPING),
    "both are wrong": (
        {"outcome": Outcome.RAISES, "as_expected": False, "applied": WRONG},
        Verdict.FAILS,
        None,
    ),
    "of another mapping": ({"applied": RIGHT, "mapping": "0"}, Verdict.UNKNOWN, None),
}


@pytest.mark.parametrize("what", JUDGED)
def test_the_simplest_right_code(what: str) -> None:
    recorded, verdict, way = JUDGED[what]
    one = judged(recorded)
    assert (one.verdict, one.way) == (verdict, way)


REASONS = {
    "rewrite dim": "`dim` has to be rewritten; see its row and the examples.",
    "context": "Other places of the code must change too; see the examples.",
    "advice x == 1": "Choose one.",
    "SyntaxError: invalid syntax": "The code of the mapping does not give PyTorch's result here; "
    "see the examples.",
}


@pytest.mark.parametrize("detail", REASONS)
def test_why_a_person_must_think(detail: str) -> None:
    one = judged({"applied": Applied.UNWRITTEN, "applied_detail": detail})
    assert one.reason is not None
    assert one.reason.en == REASONS[detail]
    assert judged({"applied": RIGHT}).reason is None


def test_how_severe_it_is_to_change_nothing() -> None:
    crash = "Crash: the process was ended by SIGSEGV"
    severities = [
        judged(recorded).severity
        for recorded in (
            {"drop_in": EQUAL},
            {"drop_in": REFUSED, "drop_in_detail": "TypeError: no"},
            {"drop_in": REFUSED, "drop_in_detail": crash},
            {"drop_in": DIFFERS},
            {},
        )
    ]
    assert severities == [
        *(Severity.NONE, Severity.LOUD, Severity.CRASH, Severity.SILENT, Severity.UNKNOWN)
    ]


def judged(recorded: dict[str, object]) -> Judgement:
    """The verdict on the plain call, of which there is one example, with what is recorded."""
    example = Example("result = torch.abs(x)", "result = paddle.abs(x)")
    case = Case("x == 1", advice=Text("Choose one.", "请选择。"))
    variant = Variant(Category.NO_PARAMS, "paddle.abs", examples=(example,), write=(case,))
    entry = Entry("torch.abs", None, (variant,))
    usual = {"outcome": Outcome.EQUAL, "as_expected": True, "mapping": mapping_hash(entry)}
    result = Result(**{**usual, **recorded}, hash=example_hash(example))  # type: ignore[arg-type]
    release = PADDLE[-1]
    snapshots = {release: paddle_releases()[release]}
    all_results = [Results(release, {"torch.abs": {"1": result}})]
    (usage,) = usages_of(state_of(entry, entry, all_results, snapshots), list(snapshots.values()))
    return usage.newest


def test_what_becomes_of_those_who_change_nothing() -> None:
    newest = usages("torch.gather")[1, "sparse_grad"].newest
    assert newest.unchanged is DropIn.REFUSED
    assert newest.severity is Severity.LOUD
    # `torch.nn.LSTM(4, 3)`, whose batch comes second.
    silent = usages("torch.nn.LSTM")[1, None].newest
    assert silent.severity is Severity.SILENT
    assert usages("torch.abs")[1, None].newest.severity is Severity.NONE


def test_an_alias_inherits_but_for_releases_without_its_name() -> None:
    own, alias = usages("torch.abs")[1, None], usages("torch.absolute")[1, None]
    assert not any("paddle.absolute" in snapshot for snapshot in paddle_releases().values())
    assert {one.unchanged for one in alias.releases} == {DropIn.REFUSED}
    assert own.newest.verdict is Verdict.UNCHANGED
    assert verdicts(alias) == ["code"] * 5


def test_what_cannot_be_run_is_not_known() -> None:
    assert usages("torch.cuda.set_device")[1, None].newest.verdict is Verdict.UNKNOWN


def test_an_option_is_named_where_an_example_passes_it() -> None:
    found = usages("torch.nn.functional.cross_entropy")
    # The example of `ignore_index` leaves it out, every call has a `target`, and torch no `axis`.
    assert {param for _, param in found} == {None, "label_smoothing", "size_average", "reduce"}
    # It works alone; what does not is a row of its own.
    assert verdicts(found[1, "label_smoothing"]) == ["unchanged"] * 5


def test_no_option_is_blamed_for_another_that_the_example_passes() -> None:
    # `torch.nn.LSTM(4, 3, 2, batch_first=True, dropout=1.0)`: no `batch_first`, says Paddle.
    dropout = usages("torch.nn.LSTM")[1, "dropout"]
    assert {one.unchanged for one in dropout.releases} == {DropIn.UNKNOWN}
    bias = usages("torch.nn.LSTM")[1, "bias"]
    assert {one.unchanged for one in bias.releases} == {DropIn.REFUSED}


def test_no_entry_blames_an_option_for_another() -> None:
    """Held against what Paddle says of all examples of options, on all releases."""
    wrong = []
    for entry in corpus().entries.values():
        if entry.alias_of:
            continue
        state = state_of(entry, entry, read_results(MAPPINGS, [entry.torch]), known_releases())
        for usage in usages_of(state, list(known_releases().values())):
            rows = state.variants[usage.variant - 1].params
            own = {usage.param, *(row.paddle for row in rows if row.torch == usage.param)}
            for judged in usage.releases if usage.param not in (None, "returns") else ():
                result = state.executions[usage.examples[0]].on(judged.release).result
                named = _UNEXPECTED.findall((result and result.drop_in_detail) or "")
                if judged.severity is Severity.LOUD and named and not own & {*named}:
                    wrong.append((entry.torch, usage.param, judged.release))
    assert not wrong


# As Python says that a parameter is not there.
_UNEXPECTED = re.compile(r"unexpected keyword argument '?(\w+)")
