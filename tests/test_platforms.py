"""What other systems than Linux on x86-64 need of this repository."""

from __future__ import annotations

import subprocess
import tomllib
import unicodedata
from collections import Counter
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]


def test_no_two_files_have_one_name_where_case_is_ignored() -> None:
    """As on macOS, which also takes both ways to write an accent for one."""
    command = ["git", "ls-files", "-z"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    counts = Counter(unicodedata.normalize("NFC", n).casefold() for n in found.stdout.split("\0"))
    assert len(counts) > 1000
    assert [name for name, count in counts.items() if count > 1] == []


def test_no_run_has_left_a_file_at_the_top() -> None:
    """Code of examples saves to the directory it is started in; what is at the top is text."""
    found = subprocess.run(
        ["git", "ls-files", "-z", ":(glob)*"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    kinds = {Path(name).suffix for name in found.stdout.split("\0") if name}
    assert kinds <= {"", ".md", ".py", ".toml", ".txt", ".yml", ".yaml"}


def test_types_are_checked_in_the_same_way_everywhere() -> None:
    """On macOS the code for Linux could not be reached, which is an error."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert settings["tool"]["mypy"]["platform"] == "linux"


def test_the_readme_names_the_systems_that_ci_has() -> None:
    ci = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text("utf-8"))
    systems = ci["jobs"]["quick"]["strategy"]["matrix"]["system"]
    assert {"ubuntu-24.04-arm", "macos-latest"} < set(systems)
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "Linux and macOS, x86-64 and ARM" in readme
