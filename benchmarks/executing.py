"""Running or falsifying the examples of changed entries, many entries in one run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml


def execute(root: Path, changed: list[tuple[str, str]], command: str = "run") -> list[bool]:
    """For each changed file (its name, its text): whether a command of `verify-mappings` passes it.

    "run": all its examples are as expected; "falsify": they see what they show.
    """
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
        wrong = _run(root, {name: text for name, (_, text) in batch.items()}, command)
        for name, (index, _) in batch.items():
            silent[index] = name not in wrong
        waiting = later
    return silent


def _run(root: Path, texts: dict[str, str], name: str) -> set[str]:
    """The names of files that a command finds something in."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(root / "mappings", Path(folder, "mappings"))
        for path, text in texts.items():
            Path(folder, path).write_text(text, "utf-8")
        command = [str(Path(sys.executable).parent / "verify-mappings"), name, *texts]
        command += ["--root", folder, "--format", "json", "--jobs", "2"]
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, env=environment, check=False
        )
    if done.returncode not in (0, 1):
        raise RuntimeError(f"verify-mappings exits {done.returncode}: {done.stderr[-1000:]}")
    # What `falsify` prints are findings only.
    wrong = {one["name"] for one in json.loads(done.stdout) if not one.get("as_expected")}
    return {path for path, text in texts.items() if yaml.safe_load(text)["torch"] in wrong}
