"""The pre-commit hooks: this repository's own, and the one that others use."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PRE_COMMIT = Path(sys.executable).parent / "pre-commit"
BROKEN = "torch: torch.gather\npaddle: paddle.no_such_api\ncategory: no-params\n"


def hook(identifier: str) -> dict[str, object]:
    """A hook of this repository's configuration."""
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    hooks = [hook for repo in config["repos"] for hook in repo["hooks"]]
    return next(hook for hook in hooks if hook["id"] == identifier)


def project() -> dict[str, Any]:
    """What pyproject.toml says of the package."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def tools(*names: str) -> list[str]:
    """The dependencies for development that begin with one of the names."""
    return [d for d in project()["optional-dependencies"]["dev"] if d.startswith(names)]


def test_dependencies_are_those_of_the_package() -> None:
    assert hook("lint-mappings")["additional_dependencies"] == project()["dependencies"]


@pytest.mark.parametrize("name", ["ruff-check", "ruff-format"])
def test_tools_have_the_versions_of_the_package(name: str) -> None:
    assert hook(name)["additional_dependencies"] == tools("ruff")


def test_types_are_checked_with_everything_but_the_libraries() -> None:
    extras = project()["optional-dependencies"]
    wanted = [*project()["dependencies"], *extras["site"], *extras["verify"]]
    assert hook("mypy")["additional_dependencies"] == [*tools("mypy", "types-"), *wanted]


@pytest.fixture
def other_repository(tmp_path: Path) -> Path:
    """A repository of somebody else, with one broken mapping, staged."""
    (tmp_path / "mappings" / "torch").mkdir(parents=True)
    (tmp_path / "mappings" / "torch" / "torch.gather.yaml").write_text(BROKEN, "utf-8")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "-A"], cwd=tmp_path, check=True)
    return tmp_path


@pytest.mark.installs
def test_the_hook_works_from_another_repository(other_repository: Path, tmp_path: Path) -> None:
    # `try-repo` takes the hook from a commit, so a copy with everything committed is used.
    source = tmp_path.parent / f"{tmp_path.name}-source"
    tracked = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    wanted = (
        *("lint/", "mappings/", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE"),
        ".pre-commit-hooks.yaml",
    )
    for name in filter(None, tracked.stdout.split("\0")):
        if name.startswith(wanted) and (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(source)]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-qm", "all"], check=True)
    done = subprocess.run(
        [PRE_COMMIT, "try-repo", str(source), "lint-mappings", "--all-files"],
        cwd=other_repository, capture_output=True, text=True,
        env=os.environ | {"PIP_NO_COMPILE": "1"},
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    assert "mappings/torch/torch.gather.yaml:2:9: PM602" in done.stdout


def test_no_file_holds_a_merge_that_was_not_finished() -> None:
    # The hook looks only where a merge is under way; a rebase that was committed too early is none.
    found = subprocess.run(
        ["git", "grep", "-nE", "^(<{7}|>{7}) "], cwd=ROOT, capture_output=True, text=True
    )
    assert (found.returncode, found.stdout) == (1, "")
