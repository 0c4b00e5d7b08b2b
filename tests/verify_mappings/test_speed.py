"""The record of what CPU time the code of mappings takes, what pages say, and how it is found."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import speed as benchmark
from growing import grown, ways_of

from mapping_model.corpus import Corpus
from mapping_model.entry import Example
from mapping_model.processors import Processor
from mapping_model.results import mapping_hash
from mapping_model.snapshots import PADDLE, TORCH
from mapping_model.speed import SPEED, Point, Speed, Timed, read_speed, speed_of
from published.speed import slow_of

MAPPINGS = Path(__file__).parents[2] / "mappings"
LOOP = """
rows = [[x[r, int(i[r, c])] for c in range(i.shape[1])] for r in range(i.shape[0])]
result = paddle.stack([paddle.stack(row) for row in rows])
"""
OWN = "result = paddle.take_along_axis(x, i, 1, broadcast=False)"
EXAMPLE = Example(
    *("result = torch.gather(x, 1, i)", OWN),
    inputs=(("x", "float32[3, 4]"), ("i", [[0, 1], [2, 0], [3, 3]])),
)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus.load(MAPPINGS)


def test_the_record_is_of_examples_that_there_are(corpus: Corpus) -> None:
    told = json.loads(SPEED.read_text("utf-8"))
    speed = speed_of(told)
    assert speed.torch == TORCH
    assert speed.paddle in PADDLE
    assert speed.processor in list(Processor)
    datetime.date.fromisoformat(speed.date)
    for name, own in told["apis"].items():
        entry = corpus.entries[name]
        keys = own.keys() - {"mapping"}
        if own["mapping"] == mapping_hash(entry):
            assert keys <= dict(entry.examples()).keys(), name
        for key in keys:
            assert ("points" in own[key]) != ("why" in own[key]), (name, key)
    for name, examples in speed.timed.items():
        for one in examples:
            assert one.points, name
            assert (one.worst is None) == (one.better is None), (name, one.key)
            for point in one.points:
                assert point.elements >= 0
                assert point.microseconds > 0
                assert point.torch > 0
                assert point.own is None or point.own > 0


def test_most_of_what_is_used_most_was_timed_at_three_sizes(corpus: Corpus) -> None:
    timed = read_speed().timed
    names = {s.torch for n in benchmark.most_used(corpus, 300) if (s := corpus.resolve(n))}
    sizes = [{p.elements for one in timed.get(name, ()) for p in one.points} for name in names]
    assert sum(bool(found) for found in sizes) > len(names) * 0.6
    assert sum(len(found) >= 3 for found in sizes) > len(names) * 0.4


@pytest.mark.parametrize("points", [[], [10], [10, 1.0], [10, 1.0, "x"]])
def test_what_is_no_record_is_refused(points: list[Any]) -> None:
    whole = {"torch": "2", "paddle": "3", "processor": "avx2", "date": "2026-01-01"}
    apis = {"torch.gather": {"mapping": "0", "1": {"points": [points]}}}
    with pytest.raises((ValueError, TypeError)):
        speed_of({**whole, "apis": apis})


@pytest.fixture
def planted(corpus: Corpus) -> Speed:
    digest = mapping_hash(corpus.entries["torch.gather"])
    points = (
        Point(1_000, 20.0, 9.0, 9.0),  # the call itself takes the most of it
        Point(99_372, 40_000.0, 40.0, 12.0),
        Point(1_002_252, 400_000.0, 55.4, 16.2, training=True),
    )
    timed = {"torch.gather": (Timed("2", digest, points, OWN),)}
    return Speed("2.13.0", "3.3.1", "avx512", "2026-01-01", timed)


def test_the_slowest_is_told_with_its_figures(corpus: Corpus, planted: Speed) -> None:
    slow = slow_of(corpus.entries["torch.gather"], planted)
    assert slow is not None
    assert slow.key == "2"
    assert "1,000,000 elements" in slow.text.en
    for text in (slow.text.en, slow.text.zh):
        for part in ("1,000,000", "55", "16", "`paddle.take_along_axis(x, i, 1, ", "3.3.1"):
            assert part in text


def test_of_another_mapping_nothing_is_told(corpus: Corpus, planted: Speed) -> None:
    entry = corpus.entries["torch.gather"]
    other = replace(entry, variants=(replace(entry.variants[0], params=()),))
    assert slow_of(other, planted) is None


@pytest.mark.parametrize(
    "point",
    [
        Point(99_372, 40_000.0, 40.0),  # Paddle has nothing better
        Point(99_372, 40_000.0, 40.0, 4.9),
        Point(99_372, 40_000.0, 4.9, 40.0),  # PyTorch is as slow
        Point(99_372, 99.0, 40.0, 40.0),  # nobody waits for it
    ],
)
def test_what_is_not_slow_is_not_told(corpus: Corpus, planted: Speed, point: Point) -> None:
    (timed,) = planted.timed["torch.gather"]
    other = replace(planted, timed={"torch.gather": (replace(timed, points=(point,)),)})
    assert slow_of(corpus.entries["torch.gather"], other) is None


def test_pages_have_the_sentence_of_the_record(corpus: Corpus) -> None:
    """All that is told follows from the record, and all of it is told."""
    told = {name for name in corpus.entries if slow_of(corpus.entries[name], read_speed())}
    current = {
        name
        for name, examples in read_speed().timed.items()
        if any(one.worst and one.mapping == mapping_hash(corpus.entries[name]) for one in examples)
    }
    assert told == current


def test_examples_grow_by_sizes_and_numbers_that_go_together() -> None:
    example = Example(
        "result = x.view(6, 2)", "", inputs=(("x", "float32[3, 4]"), ("i", [[0, 1], [2, 0]]))
    )
    ways = ways_of(example)
    larger = grown(example, ways[0], 5)
    assert dict(larger.inputs)["x"].shape == (15, 20)
    assert dict(larger.inputs)["i"].values.shape == (10, 10)
    assert dict(larger.inputs)["i"].values.max() == 2
    assert any("view(6, 10)" in grown(example, way, 5).torch for way in ways)


@pytest.fixture(scope="module")
def bench(both_libraries: None) -> Iterator[benchmark.Bench]:
    started = benchmark.Bench()
    yield started
    started.end()


def _subject(code: str, *others: tuple[str, str]) -> benchmark.Subject:
    codes = benchmark.Codes(code, others)
    return benchmark.Subject("torch.gather", "1", EXAMPLE, "0", lambda way, larger: codes)


def test_a_planted_loop_is_found(bench: benchmark.Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "SIZES", (1_000,))
    found = bench.found(_subject(LOOP, ("plain", OWN)))
    assert found.timed is not None
    worst = found.timed.worst
    assert worst is not None
    assert worst.torch > 20
    assert worst.own is not None
    assert worst.own > 20
    assert found.timed.better == OWN


def test_what_is_quick_is_not(bench: benchmark.Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "SIZES", (1_000, 100_000))
    found = bench.found(_subject(OWN, ("plain", LOOP)))
    assert found.timed is not None
    assert found.timed.worst is None
    assert {point.training for point in found.timed.points} == {False, True}


def test_another_way_counts_only_where_it_gives_the_same(
    bench: benchmark.Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benchmark, "SIZES", (1_000,))
    wrong = "result = paddle.zeros(i.shape)"
    found = bench.found(_subject(LOOP, ("plain", wrong)))
    assert found.timed is not None
    assert found.timed.worst is None
    assert all(point.own is None for point in found.timed.points)
