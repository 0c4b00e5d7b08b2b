"""Since which release: facts that were found by calling each of the five releases."""

from __future__ import annotations

import pytest

from mapping_model.since import (
    bounds,
    covers,
    is_lacking,
    keyword_since,
    parameter_since,
    target_since,
)
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


@pytest.mark.parametrize(
    ("releases", "found", "covered"),
    [
        ("", (None, None), ["2.6.2", "3.0.0", "3.2.2", "3.3.1"]),
        (">=3.1", ("3.1", None), ["3.2.2", "3.3.1"]),
        (">=3.0,<3.3", ("3.0", "3.2"), ["3.0.0", "3.2.2"]),
        ("<3.0", (None, "2.6"), ["2.6.2"]),
        ("<2.0", (None, "0"), []),
    ],
)
def test_which_releases_a_case_is_for(
    releases: str, found: tuple[str | None, str | None], covered: list[str]
) -> None:
    assert bounds(releases) == found
    all_of_them = ("2.6.2", "3.0.0", "3.2.2", "3.3.1")
    assert [release for release in all_of_them if covers(*found, release)] == covered


@pytest.mark.parametrize(
    ("api", "parameter", "lacking"),
    [
        ("paddle.amax", "out", True),  # from 3.2.2 on
        ("paddle.amax", "axis", False),
        ("paddle.max", "out", False),  # no release has it
        ("paddle.compat.sort", "out", False),  # releases without the API lack nothing of it
        ("paddle.no_such_api", "out", False),
    ],
)
def test_whether_a_release_lacks_what_others_have(api: str, parameter: str, lacking: bool) -> None:
    assert is_lacking(paddle_releases(), api, parameter) is lacking
