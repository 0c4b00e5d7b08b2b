"""What an example costs `verify-mappings run`, beside the start of a bare Python interpreter.

Run it with `.venv/bin/python benchmarks/execution.py`. Each turn runs one entry alone, then all
that were chosen, both with and without `--check`, which also runs the torch code on Paddle. Then it
starts as many interpreters as examples were run. What the longer run takes beyond the shorter one,
by example, is what an example costs without the start of the libraries. Ratios are taken within one
turn, so that they hold on a noisy machine; the goal is for two idle processors.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from pathlib import Path

from measuring import Run, measure

from mapping_model.corpus import Corpus
from verify_mappings.runs.cases import all_cases

ROOT = Path(__file__).parents[1]
OURS = [str(Path(sys.executable).parent / "verify-mappings")]
WAYS = ("run", "run --check")
# Without site packages and without looking at the environment: little more than fork and exec.
BARE = [sys.executable, "-I", "-S", "-c", "pass"]
GOAL_MS = 60


def chosen(every: int) -> dict[str, int]:
    """Every so many-th entry and gotcha that can be run, each with its number of examples.

    None with samples, which only `run --check` runs.
    """
    known = all_cases(Corpus.load(ROOT / "mappings")).items()
    cases = {name: found for name, found in known if not any(case.of_sample for case in found)}
    counts = {
        name: sum(not case.example.cannot_run for case in found) for name, found in cases.items()
    }
    names = [name for name, count in counts.items() if count]
    return {name: counts[name] for name in names[::every]}


def turn(examples: dict[str, int]) -> dict[str, Run]:
    """What the start takes, an example in the long run, and an interpreter."""
    first, *others = examples
    more = sum(examples[name] for name in others)
    found = {}
    for way in WAYS:
        alone = measure([*OURS, *way.split(), first], ROOT)
        together = measure([*OURS, *way.split(), *examples], ROOT)
        found[f"{way}, one entry"] = alone
        seconds, cpu = together.seconds - alone.seconds, together.cpu - alone.cpu
        found[way] = Run(seconds / more, cpu / more, together.peak)
    bare = [measure(BARE, ROOT) for _ in range(more)]
    seconds, cpu = (sum(getattr(run, each) for run in bare) for each in ("seconds", "cpu"))
    found["interpreter"] = Run(seconds / more, cpu / more, max(run.peak for run in bare))
    return found


def main() -> int:
    """Measure and print, the figures as JSON on the last line; 1 if the goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=4, help="run only every so many-th entry")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    examples = chosen(options.every)
    turns = [turn(examples) for _ in range(options.runs)]
    figures: dict[str, float] = {"examples": sum(examples.values())}
    for way in WAYS:
        alone = statistics.median(each[f"{way}, one entry"].seconds for each in turns)
        figures[f"{way}, one entry, s"] = round(alone, 2)
        seconds = statistics.median(each[way].seconds for each in turns)
        figures[f"{way}, an example, ms"] = round(1000 * seconds, 1)
        cpu = statistics.median(each[way].cpu for each in turns)
        figures[f"{way}, an example, ms of CPU"] = round(1000 * cpu, 1)
        ratios = [each[way].cpu / each["interpreter"].cpu for each in turns]
        figures[f"{way}, example / interpreter, CPU"] = round(statistics.median(ratios), 2)
        figures[f"{way}, largest process, MB"] = round(max(each[way].peak for each in turns))
    for name, value in figures.items():
        goal = f"goal {GOAL_MS}" if name.endswith("example, ms") else ""
        print(f"{name:44} {value:10}  {goal}".rstrip())
    print(json.dumps(figures))
    return int(any(figures[f"{way}, an example, ms"] > GOAL_MS for way in WAYS))


if __name__ == "__main__":
    raise SystemExit(main())
