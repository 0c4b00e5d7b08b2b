"""An environment per release: complete or not there, whoever else wants it too."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import threading
import venv
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from mapping_model.cache_directory import VARIABLE
from mapping_model.ending import UsageError
from mapping_model.snapshots import PADDLE
from verify_mappings.command import environments
from verify_mappings.command.environments import environment_of

RELEASE = "9.8.7"
NAME = f"paddle-{RELEASE}-python{sys.version_info[0]}.{sys.version_info[1]}-numpy{np.__version__}"


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where environments are kept."""
    found = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv(VARIABLE, str(found))
    return found


def environment(root: Path, release: str = RELEASE) -> Path:
    return environment_of(root, release, Console(file=io.StringIO()))


def installs(monkeypatch: pytest.MonkeyPatch, release: str = RELEASE) -> list[list[str]]:
    """Instead of asking pip, put down what tells that a release is installed; what was asked."""
    asked = []

    def install(folder: Path, wanted: list[str], tell: Callable[[str], None]) -> None:
        asked.append(wanted)
        tell("Downloading [a](b)")
        (site,) = folder.glob("lib/python*/site-packages")
        facts = site / f"paddlepaddle-{release}.dist-info"
        facts.mkdir()
        (facts / "METADATA").write_text(f"Name: paddlepaddle\nVersion: {release}\n")

    monkeypatch.setattr(environments, "_install", install)
    monkeypatch.setattr(environments, "_create", venv.create)
    return asked


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_installed_release_needs_none(libraries: Path, tmp_path: Path) -> None:
    assert environment(tmp_path, PADDLE[-1]) == libraries
    assert list(tmp_path.iterdir()) == []


def test_it_is_made_once(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = installs(monkeypatch)
    python = environment(tmp_path)
    assert python == cache / NAME / "bin" / "python"
    assert environment(tmp_path) == python
    assert len(asked) == 1
    assert asked[0][0] == f"paddlepaddle=={RELEASE}"
    assert asked[0][1].startswith("numpy==")
    assert names(cache) == {NAME, f".{NAME}.lock"}
    prefix = subprocess.check_output([python, "-c", "import sys; print(sys.prefix)"], text=True)
    assert Path(prefix.strip()) == python.parent.parent


def test_several_who_want_it_get_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = installs(monkeypatch)
    start = threading.Barrier(3)

    def get(_: int) -> Path:
        start.wait()
        return environment(tmp_path)

    with ThreadPoolExecutor(3) as executor:
        assert len(set(executor.map(get, range(3)))) == 1
    assert len(asked) == 1


def test_what_a_killed_process_left_is_replaced(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installs(monkeypatch)
    draft = cache / f".{NAME}.draft"
    (draft / "lib" / "python3.0" / "site-packages").mkdir(parents=True)
    assert environment(tmp_path).is_relative_to(cache / NAME)
    assert not draft.exists()


@pytest.mark.installs
def test_what_pip_says_is_told(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(UsageError, match=f"pip could not install paddlepaddle=={RELEASE}") as told:
        environment(tmp_path)
    assert f"No matching distribution found for paddlepaddle=={RELEASE}" in str(told.value)
    assert str(told.value).endswith("has no such release for this machine and Python.")
    assert names(cache) == {f".{NAME}.lock"}


def test_an_environment_of_another_release_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installs(monkeypatch, "1.2.3")
    with pytest.raises(UsageError, match=f"has Paddle 1.2.3, not {RELEASE}. Delete "):
        environment(tmp_path)


def test_no_program_of_the_project_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Neither an environment that a commit brings, nor a module in the current directory."""
    ran = tmp_path_factory.mktemp("ran") / "evil"
    for name in (NAME, f"paddle-{RELEASE}"):
        python = tmp_path / ".cache" / name / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.write_text(f"#!/bin/sh\ntouch {ran}\necho {RELEASE}\n")
        python.chmod(0o755)
    for module in ("csv", "email", "json", "pip"):
        (tmp_path / f"{module}.py").write_text(f"open({str(ran)!r}, 'w')")
    monkeypatch.chdir(tmp_path)
    installs(monkeypatch)
    environment(tmp_path)
    assert not ran.exists()
    monkeypatch.setenv(VARIABLE, str(tmp_path / ".cache"))
    with pytest.raises(UsageError, match="whose files are not trusted"):
        environment(tmp_path)
    assert not ran.exists()


def test_progress(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installs(monkeypatch)
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=True, width=120)
    environment_of(tmp_path, RELEASE, console)
    assert f"installing Paddle {RELEASE}" in shown.getvalue()
    assert "Downloading [a](b)" in shown.getvalue()
    shown = io.StringIO()
    shutil.rmtree(cache / NAME)
    environment_of(tmp_path, RELEASE, Console(file=shown))
    assert shown.getvalue() == f"verify-mappings: installing Paddle {RELEASE}\n"


def test_where_none_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "file"))
    with pytest.raises(UsageError, match=VARIABLE):
        environment(tmp_path)
