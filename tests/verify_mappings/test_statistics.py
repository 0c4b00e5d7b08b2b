"""Distributions that differ are told apart, and equal ones never are."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from verify_mappings.judging.statistics import compare_draws
from verify_mappings.recording import Mapping, Observation, Tensor

DRAWS = 400
Draw = Callable[[np.random.Generator], np.ndarray]


def found(ours: Draw, theirs: Draw, seed: int = 0) -> list[str]:
    sides = []
    for number, draw in enumerate((ours, theirs)):
        rng = np.random.default_rng([seed, number])
        draws = np.stack([np.asarray(draw(rng), np.float64) for _ in range(DRAWS)])
        sides.append(
            Observation("draws", {"stacked": Mapping({"result": Tensor(draws, "float64")})})
        )
    return list(compare_draws(*sides))


def normal(*shape: int, std: float = 1.0) -> Draw:
    return lambda rng: rng.normal(0, std, shape)


def uniform(*shape: int, low: float = 0.0, high: float = 1.0) -> Draw:
    return lambda rng: rng.uniform(low, high, shape)


def orthogonal(*shape: int) -> Draw:
    def draw(rng: np.random.Generator) -> np.ndarray:
        q, r = np.linalg.qr(rng.normal(size=shape[::-1]))
        return ((q * np.sign(np.diag(r))).T).astype("float32")

    return draw


def same_rows(*shape: int) -> Draw:
    """Rows of length 1, as an orthogonal matrix has, but in any direction."""

    def draw(rng: np.random.Generator) -> np.ndarray:
        rows = rng.normal(size=shape)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    return draw


def truncated(*shape: int, bound: float) -> Draw:
    def draw(rng: np.random.Generator) -> np.ndarray:
        values = rng.normal(size=4 * int(np.prod(shape)))
        return values[np.abs(values) < bound][: int(np.prod(shape))].reshape(shape)

    return draw


def integers(*shape: int, low: int = 0, high: int = 10) -> Draw:
    return lambda rng: rng.integers(low, high, shape)


def bernoulli(*shape: int, p: float) -> Draw:
    return lambda rng: rng.random(shape) < p


def dropout(*shape: int, p: float, of: float | None = None) -> Draw:
    x = np.random.default_rng(5).normal(size=shape)
    kept = 1 - (p if of is None else of)
    return lambda rng: ((rng.random(shape) >= p) * x / kept).astype("float32")


def permutation(size: int) -> Draw:
    return lambda rng: rng.permutation(size)


def scalar(of: Draw, *shape: int) -> Draw:
    """One number, many times: no better known than once."""
    return lambda rng: np.broadcast_to(of(rng), shape)


INFINITE = "values whose squares are infinite"
# Two distributions each, which are alike in much.
APART: dict[str, tuple[Draw, Draw]] = {
    "100 and 99 times uniform": (uniform(3, 4, high=100), uniform(3, 4, high=99)),
    "100 and 99 times normal": (normal(60, 60, std=100), normal(60, 60, std=99)),
    "normal and orthogonal": (normal(20, 30, std=30**-0.5), orthogonal(20, 30)),
    "normal and a small orthogonal": (normal(4, 8, std=8**-0.5), orthogonal(4, 8)),
    "rows of length 1 and orthogonal": (same_rows(20, 30), orthogonal(20, 30)),
    "columns as rows": (same_rows(30, 20), lambda rng: same_rows(20, 30)(rng).T),
    "kaiming and xavier": (normal(20, 30, std=(2 / 30) ** 0.5), normal(20, 30, std=0.2)),
    "uniform and normal": (uniform(3, 4, low=-(3**0.5), high=3**0.5), normal(3, 4)),
    "normal and truncated": (normal(3, 4), truncated(3, 4, bound=2)),
    "truncated at 2 and 2.5": (truncated(20, 30, bound=2.0), truncated(20, 30, bound=2.5)),
    "integers to 9 and 8": (integers(2, 3), integers(2, 3, high=9)),
    "integers from 0 and 1": (integers(2, 3), integers(2, 3, low=1)),
    "a permutation and integers": (permutation(7), integers(7, high=7)),
    "dropout of 0.5 and 0.45": (dropout(4, 5, p=0.5), dropout(4, 5, p=0.45)),
    "dropout that scales for another p": (dropout(4, 5, p=0.3), dropout(4, 5, p=0.3, of=0.28)),
    "0.5 and 0.52": (bernoulli(20, 30, p=0.5), bernoulli(20, 30, p=0.52)),
    "0.5 and 0.6": (bernoulli(5, p=0.5), bernoulli(5, p=0.6)),
    "an element": (
        lambda rng: rng.normal([0, 0, 0], [1, 2, 3]),
        lambda rng: rng.normal([0, 0, 0], [3, 2, 1]),
    ),
    "values and their order": (
        normal(6),
        lambda rng: np.sort(rng.normal(size=6)),
    ),
    "neighbours that go together": (normal(12), lambda rng: np.repeat(rng.normal(size=6), 2)),
    "tiny values": (uniform(3, 4, high=1e-7), uniform(3, 4, high=2e-7)),
    "NaN": (normal(9), lambda rng: np.where(rng.random(9) < 0.1, np.nan, rng.normal(size=9))),
    "the other infinity": (
        lambda rng: np.where(rng.random(9) < 0.1, np.inf, 0.0),
        lambda rng: np.where(rng.random(9) < 0.1, -np.inf, 0.0),
    ),
    "values beside infinities": (
        lambda rng: np.where(rng.random(9) < 0.1, np.inf, rng.normal(size=9)),
        lambda rng: np.where(rng.random(9) < 0.1, np.inf, rng.normal(0, 2, size=9)),
    ),
    "huge values": (normal(9, std=1e100), normal(9, std=2e100)),
    INFINITE: (normal(9, std=1e200), normal(9, std=2e200)),
    "constants": (lambda rng: np.ones(3), lambda rng: np.full(3, 1.001)),
}


@pytest.mark.parametrize("case", APART)
def test_other_distributions_are_told_apart(case: str) -> None:
    ours, theirs = APART[case]
    assert found(ours, theirs)
    assert found(theirs, ours)


SAME: dict[str, tuple[Draw, Draw]] = {
    **{f"{case}, first": (pair[0], pair[0]) for case, pair in APART.items() if case != INFINITE},
    **{f"{case}, second": (pair[1], pair[1]) for case, pair in APART.items() if case != INFINITE},
    "one number many times": (scalar(uniform(1), 3, 4), scalar(uniform(1), 3, 4)),
    "endless tails": (lambda rng: rng.standard_cauchy(12), lambda rng: rng.standard_cauchy(12)),
    "rare": (bernoulli(3, p=0.001), bernoulli(3, p=0.001)),
    "rounding": (dropout(4, 5, p=0.3), lambda rng: dropout(4, 5, p=0.3)(rng) * (1 + 1e-7)),
    "rounding of integers": (integers(2, 3), lambda rng: integers(2, 3)(rng) * (1 - 1e-7)),
    "nothing": (normal(0, 3), normal(0, 3)),
    "one": (normal(), normal()),
}


@pytest.mark.parametrize("case", SAME)
def test_equal_distributions_are_equal(case: str) -> None:
    ours, theirs = SAME[case]
    for seed in range(3):
        assert found(ours, theirs, seed) == []


def test_what_is_not_in_all_draws_is_told() -> None:
    stacks = Mapping({"result": Tensor(np.zeros((3, 2)), "float64")})
    sides = [Observation("draws", {"stacked": items}) for items in (stacks, Mapping({}))]
    assert list(compare_draws(*sides)) == [
        "result: not in every draw of both sides, or not always of one shape"
    ]


def test_differences_come_in_the_order_of_torchs_recording() -> None:
    """Not in that of a set, which is another in each process: records would not be the same."""
    names = [f"input {letter}" for letter in "zyxwvutsrqponmlkjihgfedcba"]

    def side(value: float) -> Observation:
        stacks = {name: Tensor(np.full((30, 2), value), "float64") for name in names}
        return Observation("draws", {"stacked": Mapping(stacks)})

    told = [one.partition(":")[0] for one in compare_draws(side(1.0), side(2.0))]
    assert list(dict.fromkeys(told)) == names
