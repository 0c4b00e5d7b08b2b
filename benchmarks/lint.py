"""How long `lint-mappings` takes beside `check-jsonschema` and `yamllint`, on the same files.

Run it with `.venv/bin/python benchmarks/lint.py`. All are run in turn as whole processes, several
times; ratios are taken pair by pair within one turn, so that they hold on a noisy machine.

cold: without a cache. unchanged: nothing has changed since the last run. one file: one file has
changed, and only that one is named, as an editor or pre-commit does.

Entries are copies of the real ones and as free of problems (that each stands twice is ignored);
with `--problems` they have some dozen problems each.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path

from measuring import Run, measure
from synthetic import make_copies, make_corpus

BIN = Path(sys.executable).parent
ROOT = Path(__file__).parents[1]
SCHEMA = ROOT / "lint" / "mapping_model" / "schema" / "entry.schema.json"
OURS = [str(BIN / "lint-mappings"), "--format", "json"]
THEIRS = "check-jsonschema"
SETTINGS = '[tool.lint-mappings]\nignore = ["PM202"]\n'


def turn(root: Path, files: list[str], number: int) -> dict[str, Run]:
    """Every tool once."""
    found = {"cold": measure([*OURS, "--no-cache"], root)}
    # The reports of the last turn are of other files, since one has changed in between.
    measure(OURS, root)
    found["unchanged"] = measure(OURS, root)
    changed = root / files[number % len(files)]
    changed.write_text(f"{changed.read_text('utf-8')}# {number}\n", "utf-8")
    found["one file"] = measure([*OURS, str(changed)], root)
    schema = ["--schemafile", str(SCHEMA)]
    found[THEIRS] = measure([str(BIN / THEIRS), *schema, *files], root)
    found["yamllint"] = measure([str(BIN / "yamllint"), "-d", "relaxed", *files], root)
    return found


def main() -> int:
    """Measure and print; the figures as JSON on the last line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=2300)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument(
        "--problems", action="store_true", help="entries with some dozen problems each"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        make = make_corpus if options.problems else make_copies
        make(ROOT / "mappings", root / "mappings", options.entries)
        (root / "pyproject.toml").write_text(SETTINGS, "utf-8")
        found = sorted((root / "mappings").glob("torch*/*.yaml"))
        files = [str(path.relative_to(root)) for path in found]
        turns = [turn(root, files, number) for number in range(options.runs)]
    figures: dict[str, float] = {"entries": len(files)}
    for tool in turns[0]:
        middle = statistics.median(each[tool].seconds for each in turns)
        figures[f"{tool}, s"] = round(middle, 2)
        if tool != THEIRS:
            ratios = [each[tool].seconds / each[THEIRS].seconds for each in turns]
            figures[f"{tool} / {THEIRS}"] = round(statistics.median(ratios), 4)
            ratios = [each[tool].cpu / each[THEIRS].cpu for each in turns]
            figures[f"{tool} / {THEIRS}, CPU"] = round(statistics.median(ratios), 4)
        figures[f"{tool}, MB"] = round(max(each[tool].peak for each in turns))
    for name, value in figures.items():
        print(f"{name:30} {value}")
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
