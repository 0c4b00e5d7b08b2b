"""Running the examples of changed entries with `verify-mappings`, many entries in one run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml


def execute(root: Path, changed: list[tuple[str, str]]) -> list[bool]:
    """For each changed file (its name, its text): whether all its examples run as expected."""
    silent = [False] * len(changed)
    waiting = list(enumerate(changed))
    while waiting:
        # A run can hold one text for each file; further ones wait for the next run.
        batch: dict[str, tuple[int, str]] = {}
        later = []
        for index, (name, text) in waiting:
            if name in batch:
                later.append((index, (name, text)))
            else:
                batch[name] = index, text
        wrong = _run(root, {name: text for name, (_, text) in batch.items()})
        for name, (index, _) in batch.items():
            silent[index] = name not in wrong
        waiting = later
    return silent


def _run(root: Path, texts: dict[str, str]) -> set[str]:
    """The names of files with an example that is not as expected."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(root / "mappings", Path(folder, "mappings"))
        for name, text in texts.items():
            Path(folder, name).write_text(text, "utf-8")
        command = [str(Path(sys.executable).parent / "verify-mappings"), "run", *texts]
        command += ["--root", folder, "--format", "json", "--jobs", "2"]
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, env=environment, check=False
        )
    if done.returncode not in (0, 1):
        raise RuntimeError(f"verify-mappings exits {done.returncode}: {done.stderr[-1000:]}")
    unexpected = {one["name"] for one in json.loads(done.stdout) if not one["as_expected"]}
    return {name for name, text in texts.items() if yaml.safe_load(text)["torch"] in unexpected}
