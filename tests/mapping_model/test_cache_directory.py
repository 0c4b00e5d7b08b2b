"""The directory of caches: one that nobody but its user can fill."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mapping_model.cache_directory import VARIABLE, cache_directory
from mapping_model.ending import UsageError


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project, beside which is a home."""
    for name in ("XDG_CACHE_HOME", VARIABLE):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "project" / "mappings").mkdir(parents=True)
    return tmp_path / "project"


def refused(root: Path) -> str:
    with pytest.raises(UsageError) as told:
        cache_directory(root)
    assert VARIABLE in str(told.value)
    return str(told.value)


def test_it_is_the_users_and_nobody_elses(root: Path, tmp_path: Path) -> None:
    found = cache_directory(root)
    assert found == tmp_path / "home/.cache/lint-mappings"
    assert found.stat().st_mode & 0o777 == 0o700
    assert cache_directory(root) == found


def test_where_the_desktop_keeps_caches(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    assert cache_directory(root) == tmp_path / "x/lint-mappings"
    monkeypatch.setenv("XDG_CACHE_HOME", "project")
    assert cache_directory(root) == tmp_path / "home/.cache/lint-mappings"


def test_where_the_environment_says(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(VARIABLE, "here")
    assert cache_directory(root) == tmp_path / "here"


@pytest.mark.parametrize("place", [".", "project", "project/.cache", "link", "link/.cache"])
def test_never_in_the_project(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    (tmp_path / "link").symlink_to(root)
    monkeypatch.setenv(VARIABLE, str(tmp_path / place))
    if place == ".":
        root = tmp_path
    assert ("is a link" if place == "link" else "whose files are not trusted") in refused(root)


def test_never_where_a_link_leads(root: Path, tmp_path: Path) -> None:
    (tmp_path / "home/.cache").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "home/.cache/lint-mappings").symlink_to(tmp_path / "other")
    assert "it is a link" in refused(root)


def test_never_where_others_can_write(root: Path) -> None:
    cache_directory(root).chmod(0o770)
    assert "other users can write to it" in refused(root)


def test_never_of_another_user(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache_directory(root)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert "belongs to another user" in refused(root)


def test_a_file_is_no_directory(root: Path, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    assert "cannot be made or read" in refused(root)


def test_without_a_home(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", unknown)
    assert "No home directory is known" in refused(root)
