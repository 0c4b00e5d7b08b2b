"""Results of executing examples: committed files, written by `verify-mappings`, read by all.

One file per Paddle release, `mappings/results/paddle-<release>.json`; one line per example, without
what goes without saying. The hash of a result covers exactly what was run, so that a result is
known to be stale when the example, its inputs, its comparison or the harness has changed since.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from mapping_model.entry import Example

FORMAT = 1
# Raise it when a change of the harness can change an outcome.
HARNESS = 1


class Outcome(StrEnum):
    """What executing both sides of an example showed."""

    EQUAL = "equal"
    DIFFERS = "differs"
    RAISES = "raises"
    MISSING = "missing"
    NOT_EXECUTABLE = "not-executable"


class DropIn(StrEnum):
    """What running the torch code with Paddle's package under the name `torch` showed."""

    EQUAL = "equal"
    DIFFERS = "differs"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of one example on one Paddle release.

    `as_expected` tells whether that is what the example claims (a gotcha may claim "differs").
    `max_diff` is the largest absolute difference of values, None where nothing was compared.
    `gradient` says "equal", or why no gradient was compared. `detail` is the difference or error.
    `drop_in` is None where the torch code was not run on Paddle or says nothing; `drop_in_detail`
    is the difference, or the error with which Paddle refused it.
    """

    outcome: Outcome
    as_expected: bool
    hash: str
    max_diff: float | None = None
    gradient: str | None = None
    detail: str | None = None
    drop_in: DropIn | None = None
    drop_in_detail: str | None = None


@dataclass(frozen=True, slots=True)
class Results:
    """All results on one Paddle release; `entries` maps name -> example key -> result."""

    torch: str
    paddle: str
    python: str
    date: str
    entries: dict[str, dict[str, Result]]

    def current(self, name: str, key: str, example: Example) -> Result | None:
        """The result of an example as it is now; None where there is none, or a stale one."""
        result = self.entries.get(name, {}).get(key)
        return result if result is not None and result.hash == example_hash(example) else None


def example_hash(example: Example) -> str:
    """A short hash of all that decides the outcome of an example: code, inputs, comparison."""
    compare = example.compare
    content = {
        "harness": HARNESS,
        "inputs": example.inputs,
        "torch": example.torch,
        "paddle": example.paddle,
        "call": example.call,
        "expect": example.expect.value,
        "random": compare.random,
        "raises": compare.raises,
        "tolerance": [compare.rtol, compare.atol],
        "gradient": compare.gradient_skip is None,
        "dtype": compare.dtype_ignore is None,
        "cannot_run": example.cannot_run and example.cannot_run.reason,
    }
    data = json.dumps(content, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(data.encode()).hexdigest()[:12]


def results_path(mappings: Path, paddle: str) -> Path:
    """Where the results on a Paddle release are kept."""
    return mappings / "results" / f"paddle-{paddle}.json"


def read_results(path: Path) -> Results:
    """Read a results file; raise ValueError, with the path, when it is not one."""
    try:
        data = json.loads(path.read_text("utf-8"))
        if data["format"] != FORMAT:
            raise ValueError(f"format {data['format']}, expected {FORMAT}")
        entries = {
            name: {key: _result(value) for key, value in examples.items()}
            for name, examples in data["entries"].items()
        }
        return Results(data["torch"], data["paddle"], data["python"], data["date"], entries)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise ValueError(f"{path}: not a results file: {error}") from error


def _result(value: dict[str, Any]) -> Result:
    made = {"as_expected": True, **value, "outcome": Outcome(value["outcome"])}
    if "drop_in" in value:
        made["drop_in"] = DropIn(value["drop_in"])
    return Result(**made)


def render_results(results: Results) -> str:
    """The text of a results file: sorted, one line per example, the same for the same results."""
    head = {
        "format": FORMAT,
        "torch": results.torch,
        "paddle": results.paddle,
        "python": results.python,
        "date": results.date,
    }
    lines = ["{"]
    lines += [f"{json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    lines.append('"entries": {')
    names = sorted(results.entries)
    for name in names:
        lines.append(f"{json.dumps(name)}: {{")
        examples = results.entries[name]
        keys = sorted(examples, key=lambda key: [int(part) for part in key.split(".")])
        for key in keys:
            comma = "," if key != keys[-1] else ""
            lines.append(f"{json.dumps(key)}: {_render(examples[key])}{comma}")
        lines.append("}," if name != names[-1] else "}")
    lines += ["}", "}", ""]
    return "\n".join(lines)


def _render(result: Result) -> str:
    fields = {key: value for key, value in asdict(result).items() if value is not None}
    if result.as_expected:
        del fields["as_expected"]
    return json.dumps(fields, ensure_ascii=False)
