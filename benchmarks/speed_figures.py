"""The figures of `speed.json`: how many were timed, how the ratios are spread, what is slowest."""

from __future__ import annotations

import itertools
import math
import statistics
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mapping_model.speed import LEAST, SLOW, Point, Timed, speed_of

# About so many elements the largest tensor has.
SIZES = (1_000, 100_000, 1_000_000)
_REACHED = {0: "not timed", -1: "as they are alone", 1: "at one size", 2: "at two", 3: "at three"}
_BOUNDS = (0.0, 0.5, 1, 2, 5, 10, 100, math.inf)
Row = tuple[Point, str, Timed]


def print_record(record: Mapping[str, Any], names: Sequence[str], sources: Sequence[str]) -> None:
    """All figures of some APIs, whose entries are `sources`."""
    speed = speed_of(record)
    print(f"\nPyTorch {speed.torch}, Paddle {speed.paddle}, {speed.processor}, {speed.date}")
    reached = Counter(_reached(speed.timed.get(name, ())) for name in sources)
    print(f"{len(names)} APIs, {len(sources)} entries:", end=" ")
    print(", ".join(f"{reached[key]} {word}" for key, word in _REACHED.items()))
    rows = [(p, n, one) for n in sources for one in speed.timed.get(n, ()) for p in one.points]
    examples = len({(name, one.key) for _, name, one in rows})
    print(f"{examples} examples, {len(rows)} measurements")
    _print_spread("to PyTorch", rows, lambda p: p.torch)
    _print_spread("to Paddle's other ways", [r for r in rows if r[0].own is not None], _own)
    _print_slowest(rows)
    _print_slow([(n, one) for n in sources for one in speed.timed.get(n, ())])
    told = [value for own in record["apis"].values() for k, value in own.items() if k != "mapping"]
    whys = Counter(_short(one["why"]) for one in told if "why" in one)
    print("\nExamples not timed:", dict(whys.most_common(12)))
    stops = Counter(_short(one["stopped"]) for one in told if "stopped" in one)
    print("Examples not timed at all sizes:", dict(stops.most_common(12)))


def _reached(timed: Sequence[Timed]) -> int:
    """At how many sizes an entry was timed, 0 for none and -1 for those of its examples alone."""
    elements = [p.elements for one in timed for p in one.points]
    if not elements:
        return 0
    found = {min(SIZES, key=lambda s: abs(math.log(max(n, 1) / s))) for n in elements}
    return -1 if max(elements) < SIZES[0] / 4 else len(found)


def _short(why: str) -> str:
    return why[:60]


def _own(point: Point) -> float:
    return point.own or 0.0


def _print_spread(title: str, rows: Sequence[Row], ratio: Callable[[Point], float]) -> None:
    """The ratios at each size, of each entry the worst."""
    print(f"\nRatios {title}, of each entry the worst")
    for size, training in itertools.product(SIZES, (False, True)):
        worst: dict[str, float] = {}
        for point, name, _ in rows:
            near = abs(math.log(max(point.elements, 1) / size)) < 1.15
            if point.training is training and near:
                worst[name] = max(worst.get(name, 0.0), ratio(point))
        if not worst:
            continue
        counts = [
            f"{low:g}-{high:g}: {sum(low <= v < high for v in worst.values())}"
            for low, high in itertools.pairwise(_BOUNDS)
        ]
        what = "with gradients" if training else "forward"
        median = statistics.median(worst.values())
        print(f"  {size:>9} {what:14} {len(worst):>3} entries, median {median:.2f};", *counts)


def _print_slowest(rows: Sequence[Row]) -> None:
    print(f"\nThe slowest to PyTorch, each entry once, of {LEAST:g} microseconds or more:")
    slowest: dict[str, tuple[Point, Timed]] = {}
    for point, name, one in sorted(rows, key=lambda row: -row[0].torch):
        if point.microseconds >= LEAST:
            slowest.setdefault(name, (point, one))
    for name, (point, one) in [*slowest.items()][:20]:
        print(f"  {name} {one.key}: {_figures(point)}")
    print(f"{sum(p.torch >= SLOW for p, _ in slowest.values())} entries are {SLOW:g} times slower")


def _print_slow(timed: Sequence[tuple[str, Timed]]) -> None:
    slow = [(name, one, one.worst) for name, one in timed if one.worst is not None]
    entries = len({name for name, *_ in slow})
    print(f"\nSlower than both {SLOW:g} times: {len(slow)} examples of {entries} entries")
    for name, one, worst in slow:
        print(f"  {name} {one.key}: {_figures(worst)}; {one.better}")


def _figures(point: Point) -> str:
    trained = " with gradients" if point.training else ""
    figures = f"{point.torch} times PyTorch, {point.own} times its own other way"
    return f"{figures}, {point.elements} elements{trained}, {point.microseconds:.0f} microseconds"
