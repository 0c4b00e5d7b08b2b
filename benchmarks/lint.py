"""How long `lint-mappings` takes beside `check-jsonschema`, on the same files and schema.

Run it with `.venv/bin/python benchmarks/lint.py`. Both tools are run in turn as whole processes,
without a cache; the ratio is taken pair by pair, so that it holds on a noisy machine.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from synthetic import make_corpus

BIN = Path(sys.executable).parent
ROOT = Path(__file__).parents[1]
SCHEMA = ROOT / "lint" / "mapping_model" / "schema" / "entry.schema.json"


def seconds(command: list[str], cwd: Path) -> float:
    """Wall time of one run; raise RuntimeError when the tool itself fails."""
    start = time.perf_counter()
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{command[0]} exits {done.returncode}: {done.stderr[-500:]}")
    return time.perf_counter() - start


def main() -> int:
    """Measure and print; the figures as JSON on the last line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=2300)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        make_corpus(ROOT / "mappings", root / "mappings", options.entries)
        files = [
            str(path.relative_to(root))
            for path in sorted((root / "mappings").glob("torch*/*.yaml"))
        ]
        ours = [str(BIN / "lint-mappings"), "--format", "json"]
        theirs = [str(BIN / "check-jsonschema"), "--schemafile", str(SCHEMA), *files]
        pairs = [(seconds(ours, root), seconds(theirs, root)) for _ in range(options.runs)]
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    figures = {
        "entries": len(files),
        "lint-mappings, s": round(statistics.median(a for a, _ in pairs), 2),
        "check-jsonschema, s": round(statistics.median(b for _, b in pairs), 2),
        "ratio": round(statistics.median(a / b for a, b in pairs), 3),
        "largest peak of both, MB": round(peak),
    }
    for name, value in figures.items():
        print(f"{name:28} {value}")
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
