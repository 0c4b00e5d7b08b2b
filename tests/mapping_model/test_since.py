"""Since which release: facts that were found by calling each of the five releases."""

from __future__ import annotations

import pytest

from mapping_model.since import keyword_since, parameter_since, target_since
from mapping_model.snapshots import PADDLE, Snapshot, number_of, paddle_releases


def test_all_supported_releases_have_a_snapshot() -> None:
    assert tuple(paddle_releases()) == PADDLE


@pytest.mark.parametrize(
    ("api", "since"),
    [
        ("paddle.take_along_axis", "2.6.2"),
        ("paddle.compat.sort", "3.2.2"),
        ("paddle.no_such_api", None),
    ],
)
def test_since_which_release_a_target_is_there(api: str, since: str | None) -> None:
    assert target_since(paddle_releases(), api) == since


@pytest.mark.parametrize(
    ("api", "parameter", "since"),
    [
        ("paddle.abs", "out", "3.3.1"),
        ("paddle.take_along_axis", "out", "3.2.2"),
        ("paddle.take_along_axis", "broadcast", "2.6.2"),
        ("paddle.sum", "dim", None),  # an alias, not a parameter
    ],
)
def test_since_which_release_a_parameter_is_there(
    api: str, parameter: str, since: str | None
) -> None:
    assert parameter_since(paddle_releases(), api, parameter) == since


@pytest.mark.parametrize(
    ("api", "keyword", "since"),
    [
        ("paddle.sum", "dim", "3.2.2"),
        ("paddle.concat", "tensors", "3.2.2"),
        ("paddle.max", "dim", None),  # refused by all five
        ("paddle.sum", "axis", "2.6.2"),
    ],
)
def test_since_which_release_a_keyword_is_accepted(
    api: str, keyword: str, since: str | None
) -> None:
    assert keyword_since(paddle_releases(), api, keyword) == since


def test_a_gap_starts_the_count_anew() -> None:
    record = {"kind": "function", "signatures": [["x"]]}
    here, gone = {"p.f": record}, {}
    releases = {
        version: Snapshot("paddle", version, records)
        for version, records in [("1", here), ("2", gone), ("3", here)]
    }
    assert target_since(releases, "p.f") == "3"


def test_releases_as_numbers() -> None:
    assert number_of("3.9.1") < number_of("3.10") < number_of("3.10.0") < number_of("9" * 5000)
