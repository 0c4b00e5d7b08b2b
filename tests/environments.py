"""Environments with nothing in them, which tests install things into."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path


def clean_environment(folder: Path, *packages: str) -> Path:
    """The `bin` of a virtual environment with nothing but some packages, from PyPI."""
    venv.create(folder)
    python = folder / "bin" / "python"
    # By the pip that is here: to put another one there takes as long as most packages.
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    if packages:
        options = ["--disable-pip-version-check", "--no-compile"]
        subprocess.run([*pip, *options, *packages], check=True)
    return folder / "bin"
