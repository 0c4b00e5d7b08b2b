"""Which modes a release has, its snapshot says."""

from __future__ import annotations

import pytest

from mapping_model.modes import all_modes, modes_of
from mapping_model.snapshots import PADDLE, Snapshot, load_snapshot

# Looked up in the libraries: `paddle.enable_compat` came with 3.3.
HAVE = {"2.6.2": [], "3.2.2": [], "3.3.1": ["compat"]}


@pytest.mark.parametrize("release", HAVE)
def test_what_releases_have(release: str) -> None:
    assert [mode.name for mode in modes_of(load_snapshot("paddle", release))] == HAVE[release]


def test_a_release_that_has_levels_has_two() -> None:
    newest = load_snapshot("paddle", PADDLE[-1])
    record = newest.records["paddle.enable_compat"]
    signatures = [
        [*signature[:-1], "level: int = 1", signature[-1]] for signature in record["signatures"]
    ]
    records = {"paddle.enable_compat": {**record, "signatures": signatures}}
    found = modes_of(Snapshot("paddle", "9.9.9", records))
    assert [mode.name for mode in found] == ["compat", "compat_2"]
    assert found == all_modes()
