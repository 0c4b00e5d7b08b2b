"""What changed from one release to the next, of the libraries and for entries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from mapping_model.categories import Text
from mapping_model.changes.entries import (
    Move,
    Retyped,
    Simplest,
    category_on,
    holds,
    moves,
    retyped,
    snapped,
)
from mapping_model.changes.names import Recalled, compare_snapshots
from mapping_model.changes.releases import Changes, paddle_changes, torch_changes, what_is_known
from mapping_model.changes.telling import Section, heading, sections, short
from mapping_model.corpus import Corpus
from mapping_model.entry import Example, Gotcha
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.probes import Dtypes
from mapping_model.records import read_results
from mapping_model.snapshots import Snapshot, load_snapshot, paddle_releases, paddle_snapshot
from mapping_model.standings import Execution, Trial, state_of
from mapping_model.usages import Judgement, Usage, Verdict, Way

MAPPINGS = Path(__file__).parents[2] / "mappings"


def snapshot(version: str, **signatures: list[str]) -> Snapshot:
    records = {
        f"torch.{name}": {"kind": "function", "signatures": [texts], "source": "inspect"}
        for name, texts in signatures.items()
    }
    return Snapshot("torch", version, records)


OLD = snapshot("2.13.0", add=["a", "b = 1"], sub=["a", "b", "c"], mul=["x"], gone=[])
NEW = snapshot("2.14.0", add=["a", "b = 2", "out = None"], sub=["b", "a"], mul=["x"], fresh=["x"])


def test_names_and_parameters() -> None:
    found = compare_snapshots(OLD, NEW)
    assert (found.came, found.went) == (("torch.fresh",), ("torch.gone",))
    assert found.recalled == (
        Recalled("torch.add", ("out",), (), (), (), (("b", "1", "2"),), False),
        Recalled("torch.sub", (), ("c",), (), (), (), True),
    )


def test_facts_of_real_releases() -> None:
    """As the releases themselves show when they are called, and their notes say."""
    found = compare_snapshots(load_snapshot("paddle", "3.2.2"), load_snapshot("paddle", "3.3.1"))
    assert "paddle.enable_compat" in found.came
    assert "paddle.compat.softmax" in found.went  # it is paddle.compat.nn.functional.softmax now
    recalled = {one.api: one for one in found.recalled}
    assert recalled["paddle.abs"].came == ("out",)
    assert recalled["paddle.abs"].keywords == (("input", "x"),)
    assert "paddle.matmul" not in recalled


def test_what_torch_changed_is_told_of_entries_first() -> None:
    changes = torch_changes(OLD, NEW, ["torch.add", "torch.gone"])
    told = heading(changes.library, changes.older, changes.newer)
    assert told == Text("What changed in PyTorch 2.14", "PyTorch 2.14 的变化")
    told = {section.id: section for section in sections(changes)}
    assert list(told) == ["recalled", "went", "came"]
    (add,) = told["recalled"].points
    assert (add.name, add.entries) == ("torch.add", ())
    said = "new: `out`; the default of `b` was `1` and is `2`"
    assert add.text == Text(said, "新增 `out`；`b` 的默认值由 `1` 变为 `2`")
    assert told["recalled"].others == ("torch.sub",)
    assert [point.name for point in told["went"].points] == ["torch.gone"]
    assert told["came"].others == ("torch.fresh",)


def usage(param: str | None, *judgements: Judgement) -> Usage:
    return Usage(1, param, ("1",), judgements)


def judged(
    verdict: Verdict, way: Way | None = None, unchanged: DropIn = DropIn.REFUSED
) -> Judgement:
    return Judgement("old", verdict, unchanged, way)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (judged(Verdict.CODE, Way.MAPPING), judged(Verdict.UNCHANGED), ("better", False)),
        (judged(Verdict.CODE, Way.MAPPING), judged(Verdict.CODE, Way.NEWER), ("better", False)),
        (judged(Verdict.UNCHANGED), judged(Verdict.COMPAT), ("worse", False)),
        (judged(Verdict.THINK), judged(Verdict.THINK, unchanged=DropIn.DIFFERS), ("", True)),
        (judged(Verdict.THINK), judged(Verdict.THINK, Way.NEWER), None),
        (judged(Verdict.UNCHANGED), judged(Verdict.UNKNOWN), None),
        (judged(Verdict.UNKNOWN), judged(Verdict.CODE, Way.MAPPING), None),
    ],
)
def test_what_is_simplest_moves(
    old: Judgement, new: Judgement, expected: tuple[str, bool] | None
) -> None:
    found = list(moves("torch.abs", [usage("out", old, replace(new, release="new"))], "old", "new"))
    told = [("better" * move.better + "worse" * move.worse, move.silent) for move in found]
    assert told == ([expected] if expected else [])


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus.load(MAPPINGS)


@pytest.fixture(scope="module")
def changes(corpus: Corpus) -> list[Changes]:
    """All that is told of the releases, with what is recorded of a few entries."""
    names = ["torch.abs", "torch.gather", "torch.nn.functional.pad", "torch.eq"]
    results = read_results(MAPPINGS, [*names, "gotcha:gather-index-rank"])
    releases = paddle_releases()
    states = {
        name: state_of(corpus.entries[name], corpus.resolve(name), results, releases)
        for name in names
    }
    known = what_is_known(states, {}, corpus.limits, results, releases)
    return [paddle_changes(*pair, known) for pair in pairwise(releases.values())]


def test_the_category_that_signatures_give_is_the_one_that_is_written(corpus: Corpus) -> None:
    newest = paddle_snapshot()
    for entry in corpus.entries.values():
        for variant in entry.variants:
            if variant.paddle in newest:
                found = category_on(entry.torch, variant, newest)
                assert found is variant.category, entry.torch


def names_of(told: Iterable[Section], id: str) -> list[str]:
    return [point.name for section in told if section.id == id for point in section.points]


def test_what_the_entries_say_of_a_release(changes: list[Changes]) -> None:
    found = {short(one.newer, one.older): sections(one) for one in changes}
    assert list(found)[:4] == ["3.0", "3.1", "3.2", "3.3"]
    assert names_of(found["3.3"], "unchanged") == ["torch.abs", "torch.gather"]
    assert names_of(found["3.3"], "newer") == ["torch.gather", "torch.nn.functional.pad"]
    ended = ["torch.abs", "torch.gather", "torch.nn.functional.pad"]
    assert names_of(found["3.3"], "ended") == ended
    assert names_of(found["3.3"], "moved") == ["torch.abs"]
    assert names_of(found["3.2"], "silent") == ["torch.eq"]
    (gather,) = (p for p in found["3.3"][1].points if p.name == "torch.gather")
    assert gather.text == Text("`sparse_grad`", "`sparse_grad`")


def test_dtypes_that_were_tried_on_both() -> None:
    old = Dtypes(taken=("int32", "bool"), refused=("float16",), without_gradient=("bfloat16",))
    new = Dtypes(taken=("int32", "float16", "int64", "bfloat16"), partly=("bool",))
    expected = Retyped("torch.abs", ("float16", "bfloat16"), ("bool",))
    assert retyped("torch.abs", old, new) == expected
    assert retyped("torch.abs", new, new) is None


def test_traps_come_and_go() -> None:
    trap = Gotcha(
        "trap", Text("", ""), Text("", ""), "tensors", (Example("", "", expect=Outcome.DIFFERS),)
    )
    equal, differs = Outcome.EQUAL, Outcome.DIFFERS
    shown = Execution((Trial("b", differs), Trial("a", equal)))
    assert (holds([shown], "a"), holds([shown], "b"), holds([shown], "c")) == (True, False, None)
    checks = {"trap": (trap, {"1": shown})}
    assert snapped(checks, "a", "b") == (["trap"], [])
    assert snapped(checks, "b", "a") == ([], ["trap"])
    assert snapped(checks, "b", "c") == ([], [])


def test_a_patch_has_its_full_number() -> None:
    assert (short("3.3.1", "3.2.2"), short("3.3.2", "3.3.1")) == ("3.3", "3.3.2")


def test_a_move_for_the_worse_tells_both() -> None:
    move = Move("torch.abs", 2, "out", Simplest.UNCHANGED, Simplest.THINK, False)
    library = compare_snapshots(OLD, OLD)
    (told,) = sections(Changes("paddle", "1.0", "2.0", library, {}, {"torch.abs": 2}, (move,)))
    (point,) = told.points
    assert point.text == Text(
        "`out` (2); before: unchanged; now: left to a person",
        "`out`（2）；此前可原样保留；现在需人工判断",
    )
