"""The verdict per usage and release, of what is recorded of real entries."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from mapping_model.corpus import Corpus
from mapping_model.outcomes import DropIn
from mapping_model.records import read_results
from mapping_model.snapshots import PADDLE, paddle_releases
from mapping_model.standings import state_of
from mapping_model.usages import Severity, Usage, Verdict, usages_of

MAPPINGS = Path(__file__).parents[2] / "mappings"


@cache
def corpus() -> Corpus:
    return Corpus.load(MAPPINGS)


def usages(name: str) -> dict[tuple[int, str | None], Usage]:
    entry, source = corpus().entries[name], corpus().resolve(name)
    assert source is not None
    releases = paddle_releases()
    state = state_of(entry, source, read_results(MAPPINGS, [source.torch]), releases)
    found = usages_of(state, list(releases.values()))
    return {(usage.variant, usage.param): usage for usage in found}


def verdicts(usage: Usage) -> list[str]:
    return [one.verdict.value for one in usage.releases]


def test_one_exotic_example_says_nothing_about_the_others() -> None:
    found = usages("torch.gather")
    assert [one.release for one in found[1, None].releases] == list(PADDLE)
    assert verdicts(found[1, None]) == ["code", "code", "code", "code", "unchanged"]
    # Paddle has no `sparse_grad`, on any release, and its `out` is new.
    assert verdicts(found[1, "sparse_grad"]) == ["code"] * 5
    assert verdicts(found[1, "out"]) == ["fails", "fails", "fails", "code", "unchanged"]


def test_what_becomes_of_those_who_change_nothing() -> None:
    newest = usages("torch.gather")[1, "sparse_grad"].newest
    assert newest.unchanged is DropIn.REFUSED
    assert newest.severity is Severity.LOUD
    silent = usages("torch.nn.LSTM")[1, "batch_first"].newest
    assert silent.severity is Severity.SILENT
    assert usages("torch.abs")[1, None].newest.severity is Severity.NONE


def test_an_alias_inherits_but_for_releases_without_its_name() -> None:
    own, alias = usages("torch.abs")[1, None], usages("torch.absolute")[1, None]
    assert not any("paddle.absolute" in snapshot for snapshot in paddle_releases().values())
    assert {one.unchanged for one in alias.releases} == {DropIn.REFUSED}
    assert own.newest.verdict is Verdict.UNCHANGED
    assert verdicts(alias) == ["code"] * 5


def test_what_cannot_be_run_is_not_known() -> None:
    assert usages("torch.cuda.set_device")[1, "device"].newest.verdict is Verdict.UNKNOWN
