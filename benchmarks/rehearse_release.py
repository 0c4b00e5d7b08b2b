"""Rehearse the next Paddle release: forget the newest one, add it with the one command, compare.

    python benchmarks/rehearse_release.py FOLDER [NAME ...]

Works on a copy in FOLDER, with all entries and gotchas or with those that are named. Tells how long
it took, which records did not come out as they are here, and what the linter says of the copy.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from mapping_model.naming import PROBES, RESULTS, path_for
from mapping_model.probes import read_probes, render_probes
from mapping_model.records import read_record, record_files, render_record
from mapping_model.snapshots import PADDLE
from verify_mappings.command.releases import REQUIREMENTS
from verify_mappings.command.selection import MAPPINGS

ROOT = Path(__file__).parents[1]
NEWEST = PADDLE[-1]
# When a result was found is not what is compared.
# Torch and the number of the harness or prober; the rest is the machine's, and the day's.
_RUN = re.compile(r'"run": "(?:[0-9]{4}-[0-9-]+ )?(\S+) \S+ ([0-9]+)(?: [a-z0-9,-]+)?"')
_OF_SOME = re.compile(r'"[0-9.]+ ')


def forgetful_copy(folder: Path, names: Collection[str] = ()) -> None:
    """Copy the project as it would be had the newest Paddle release never been there.

    With `names`, only these entries and no gotchas.
    """
    shutil.copytree(ROOT / "lint", folder / "lint", ignore=shutil.ignore_patterns("__pycache__"))
    wanted = {path_for(name).with_suffix("").as_posix() for name in names}
    for path in (ROOT / MAPPINGS).rglob("*.*"):
        inside = path.relative_to(ROOT / MAPPINGS)
        if path.is_file() and (not names or _belongs(inside, wanted)):
            out = folder / MAPPINGS / inside
            out.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, out)
    shutil.copyfile(ROOT / REQUIREMENTS, folder / REQUIREMENTS)
    (folder / f"lint/mapping_model/snapshots/paddle-{NEWEST}.json").unlink()
    _forget(folder / MAPPINGS)
    pins = folder / REQUIREMENTS
    pins.write_text(pins.read_text("utf-8").replace(f"=={NEWEST}", f"=={PADDLE[-2]}"), "utf-8")


def _belongs(inside: Path, wanted: Collection[str]) -> bool:
    """Whether a file below `mappings` is one of all entries, or of those that are wanted."""
    return len(inside.parts) == 1 or "/".join(inside.with_suffix("").parts[-2:]) in wanted


def _forget(mappings: Path) -> None:
    """Take all that is said of the newest release out of the records."""
    for _, path in record_files(mappings):
        record = read_record(path)
        left = {
            k: {r: one for r, one in found.items() if r != NEWEST} for k, found in record.items()
        }
        if any(left.values()):
            path.write_text(
                render_record({k: found for k, found in left.items() if found}), "utf-8"
            )
        else:
            path.unlink()
    for path in (mappings / PROBES).rglob("*.json"):
        probes = {r: one for r, one in read_probes(path).items() if r != NEWEST}
        path.write_text(render_probes(probes), "utf-8")


def unlike(folder: Path) -> Iterator[str]:
    """The records of a copy that are not what they are here, but for day, Python and processor."""
    for kind in (RESULTS, PROBES):
        ours, theirs = (base / MAPPINGS / kind for base in (ROOT, folder))
        for path in sorted(theirs.rglob("*.json")):
            name = path.relative_to(theirs)
            if not (ours / name).is_file() or _shown(ours / name) != _shown(path):
                yield f"{kind}/{name}"


def _shown(path: Path) -> list[str]:
    """What a record says whatever the machine."""
    lines = path.read_text("utf-8").splitlines()
    return [_RUN.sub(r"\1 \2", line).rstrip(",") for line in lines if not _OF_SOME.match(line)]


def run(folder: Path, *command: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a module of the copy as a command."""
    environment = os.environ | {"PYTHONPATH": str(folder / "lint")}
    words = [sys.executable, "-P", "-m", *command, "--root", str(folder)]
    return subprocess.run(words, env=environment, text=True, **more)


def main(folder: Path, names: Sequence[str]) -> None:
    """Rehearse, and tell how it went."""
    forgetful_copy(folder, names)
    _lint(folder, f"without {NEWEST}")
    begun = time.perf_counter()
    done = run(folder, "verify_mappings", "add-release", NEWEST, stdout=subprocess.PIPE)
    print(done.stdout)
    print(f"exit code {done.returncode}, {time.perf_counter() - begun:.0f} s")
    found = list(unlike(folder))
    print(f"{len(found)} records did not come out as they are here")
    print(*found, sep="\n")
    _lint(folder, f"with {NEWEST}")


def _lint(folder: Path, what: str) -> None:
    done = run(folder, "lint_mappings", "--format", "json", stdout=subprocess.PIPE)
    codes = Counter(problem["code"] for problem in json.loads(done.stdout))
    told = ", ".join(f"{number} {code}" for code, number in codes.most_common())
    print(f"lint-mappings {what}: {told or 'no problems'}")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2:])
