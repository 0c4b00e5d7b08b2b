"""The report of how far a program gets: it counts what is recorded, and runs nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from mapping_model.snapshots import PADDLE

NEWEST = PADDLE[-1]

REPORT = Path(__file__).parents[2] / "benchmarks" / "applied.py"


def test_what_is_recorded_is_counted() -> None:
    command = [sys.executable, str(REPORT), "torch.gather", "torch.nn.Softmax", "--list"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = [line.split() for line in done.stdout.splitlines()]
    # Who gives no `dim` must decide, but for targets of newer releases.
    assert done.stdout.startswith(f"torch.nn.Softmax 3 {NEWEST} mapping: unwritten: advice ")
    assert ["all", "2", "2", "0", "0"] in rows
    newest, verdicts = (row[1:] for row in rows if row[:1] == [NEWEST])
    assert newest == ["8", "7", "0", "0", "1", "0", "8", "8", "2"]
    assert verdicts == ["0", "3", "2", "1", "0", "0", "0"]
    assert ["newer", "2"] in rows
