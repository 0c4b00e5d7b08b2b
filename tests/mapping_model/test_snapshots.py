"""Looking names up in a snapshot: few by a search in its text, more by an index."""

from __future__ import annotations

import pytest

from mapping_model.snapshots import Snapshot, load_snapshot


@pytest.fixture
def fresh() -> Snapshot:
    """A snapshot that nobody has asked anything."""
    return load_snapshot.__wrapped__("paddle", "3.3.1")


@pytest.mark.parametrize("asked_before", [0, 100])
def test_names_are_found_however_many_are_asked_for(fresh: Snapshot, asked_before: int) -> None:
    asked = [f"paddle.none{number}" for number in range(asked_before)]
    assert not any(name in fresh for name in asked)
    found = fresh.get("paddle.take_along_axis")
    assert found is not None
    assert found.signatures[0].names[:3] == ("arr", "indices", "axis")
    assert fresh.get("paddle.nonesuch") is None
    # The first, the last, and one of those that are in no list.
    for name in (fresh.names()[0], fresh.names()[-1], "paddle.Tensor.__add__"):
        assert name in fresh
    with pytest.raises(KeyError):
        fresh.records["paddle.nonesuch"]


@pytest.mark.parametrize(
    "name", ["", "abs", "paddle", 'paddle.abs": {"kind', "paddle.abs\n", "addle.abs"]
)
def test_a_part_of_a_line_is_no_name(fresh: Snapshot, name: str) -> None:
    assert name not in fresh
