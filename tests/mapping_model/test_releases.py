"""Which releases are supported: those whose snapshot is there, in the order of their numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapping_model import snapshots
from mapping_model.snapshots import releases_of


def test_a_release_is_supported_when_its_snapshot_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "DIRECTORY", tmp_path)
    for name in ("paddle-3.10.0", "paddle-3.9.1", "paddle-3.11.0rc1", "torch-2.13.0", "paddle-x"):
        (tmp_path / f"{name}.json").touch()
    assert releases_of("paddle") == ("3.9.1", "3.10.0")
    assert releases_of("torch") == ("2.13.0",)
