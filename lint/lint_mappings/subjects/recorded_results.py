"""The recorded result of an example on the newest Paddle release, and how to get a new one."""

from __future__ import annotations

from lint_mappings.subjects.subject import ExampleSubject
from mapping_model.results import Result

_GOTCHA = "gotcha:"


def newest_result(example: ExampleSubject) -> Result | None:
    """The result recorded for an example, stale or not; None if there is none."""
    results = example.facts.results
    if results is None:
        return None
    return results.entries.get(_name(example), {}).get(_key(example))


def command(example: ExampleSubject) -> str:
    """The command that executes the examples of this file on the newest release."""
    return f"verify-mappings run {_name(example)} --write"


def _name(example: ExampleSubject) -> str:
    if example.variant is None:
        return f"{_GOTCHA}{example.document.data['id']}"
    return example.variant.entry.entry.torch


def _key(example: ExampleSubject) -> str:
    """The key as `Entry.examples` counts it: "1", or "2.1" for the first of variant 2."""
    return ".".join(str(step + 1) for step in example.path if isinstance(step, int))
