"""Environments with nothing in them, which tests install things into."""

from __future__ import annotations

import subprocess
import venv
from pathlib import Path


def clean_environment(folder: Path, *packages: str) -> Path:
    """The `bin` of a virtual environment with nothing but some packages, from PyPI."""
    venv.create(folder, with_pip=True)
    pip = [str(folder / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
    if packages:
        subprocess.run([*pip, *packages], check=True)
    return folder / "bin"
