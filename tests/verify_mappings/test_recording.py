"""Recordings survive being written and read."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from verify_mappings.recording import (
    Mapping,
    Node,
    Observation,
    Opaque,
    Raised,
    Scalar,
    Sequence,
    Symbol,
    Tensor,
)
from verify_mappings.recording_files import load, save


@pytest.mark.parametrize(
    "node",
    [
        Scalar(None),
        Scalar(True),
        Scalar(2**70),
        Scalar(-math.inf),
        Scalar(1 + 2j),
        Scalar("text 文"),
        Sequence((Scalar(1), Sequence(()))),
        Mapping({"a": Scalar(1), "": Opaque("x.Y")}),
        Symbol("dtype", "float32"),
        Observation("module", {"training": Scalar(True)}, {"calmed": Scalar(False)}),
        Raised("ValueError", "no\nway"),
    ],
)
def test_round_trip(node: Node, tmp_path: Path) -> None:
    save(node, tmp_path, "plain")
    assert load(tmp_path, "plain") == node


@pytest.mark.parametrize(
    "values", [np.zeros((0, 2)), np.float16(1.5), np.array([1 + 2j, math.nan])]
)
def test_round_trip_of_arrays(values: np.ndarray, tmp_path: Path) -> None:
    array = np.asarray(values)
    save(Sequence((Tensor(array, "some", tracks=True), Tensor(array, "b"))), tmp_path, "plain")
    read = load(tmp_path, "plain")
    assert isinstance(read, Sequence)
    first, second = read.items
    assert isinstance(first, Tensor)
    assert isinstance(second, Tensor)
    assert (first.dtype, first.tracks, second.tracks) == ("some", True, None)
    assert first.array.dtype == array.dtype
    assert np.array_equal(first.array, array, equal_nan=True)


def test_what_was_not_completed_is_absent(tmp_path: Path) -> None:
    assert load(tmp_path, "plain") is None
    (tmp_path / "plain.partial").write_text('["scalar", 1]\n')
    assert load(tmp_path, "plain") is None


def test_an_error_is_told_on_one_line_that_is_the_same_on_every_run() -> None:
    message = (
        "\n\n----\nC++ Traceback\n----\n0 paddle::f()\n\n----\nError Message Summary:\n----\n"
        "InvalidArgumentError: axis of 0x7fb96a07fb80\n must be 0. (at /paddle/phi/a.cc:21)\n"
        "  [Hint: Expected axis == 0.]"
    )
    told = "ValueError: InvalidArgumentError: axis of 0x... must be 0."
    assert str(Raised("ValueError", message)) == told
    assert str(Raised("ValueError", "")) == "ValueError"
    assert len(str(Raised("ValueError", "x" * 1000))) < 350


@pytest.mark.parametrize("stated", ["ValueError", "ValueError: way", "IndexError or ValueError"])
def test_an_error_fits_its_class_or_one_of_several_and_its_words(stated: str) -> None:
    assert Raised("ValueError", "no way").fits(stated)
    assert not Raised("TypeError", "no way").fits(stated)
    assert not Raised("ValueError", "no way").fits("IndexError or ValueError: road")
