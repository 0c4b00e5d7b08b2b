"""The recorded results of an example, and how to get new ones."""

from __future__ import annotations

from functools import lru_cache

from lint_mappings.subjects.subject import ExampleSubject
from mapping_model.naming import document_name
from mapping_model.records import GOTCHA, BrokenRecord
from mapping_model.results import Applied, Result
from mapping_model.snapshots import PADDLE


@lru_cache(maxsize=1)  # the rules ask about one example after the other
def newest_result(example: ExampleSubject) -> Result | None:
    """The result recorded for an example, stale or not; None if there is none."""
    record = example.facts.results(_name(example))
    if isinstance(record, BrokenRecord):
        return None
    return record.get(_key(example), {}).get(PADDLE[-1])


def current_results(example: ExampleSubject) -> dict[str, Result]:
    """By release, the results of an entry's example and its mapping as they are, if as expected."""
    record = example.facts.results(_name(example))
    if isinstance(record, BrokenRecord) or example.variant is None:
        return {}
    return {
        release: result
        for release, result in record.get(_key(example), {}).items()
        if result.as_expected
        and result.is_of(example.hash)
        and result.mapping == example.variant.entry.hash
    }


def is_applied(example: ExampleSubject) -> bool:
    """Whether a run has shown of an entry's example, as it is, what the mapping makes of it.

    That is right, or left to a person.
    """
    result = newest_result(example)
    return (
        result is not None
        and example.variant is not None
        and result.applied in (Applied.EQUAL, Applied.UNWRITTEN)
        and result.mapping == example.variant.entry.hash
        and result.is_of(example.hash)
    )


def any_result(example: ExampleSubject) -> bool:
    """Whether any example of the same file has a result."""
    record = example.facts.results(_name(example))
    if isinstance(record, BrokenRecord):
        return False
    return any(PADDLE[-1] in results for results in record.values())


def broken_record(example: ExampleSubject) -> str | None:
    """What is wrong with the file that the result should be in, with its name and line."""
    record = example.facts.results(_name(example))
    if not isinstance(record, BrokenRecord):
        return None
    return f"{document_name(example.facts.corpus.root, record.path)}:{record.line}: {record.reason}"


def is_first(example: ExampleSubject) -> bool:
    """Whether it is the first example of its file, which is told what concerns all of them."""
    if example.variant is None:
        return _key(example) == "1"
    variants = example.variant.entry.variants
    return next(other for variant in variants for other in variant.examples) is example


def command(example: ExampleSubject) -> str:
    """The command that executes the examples of this file on the newest release."""
    return f"verify-mappings run {_name(example)} --write"


def again(example: ExampleSubject) -> str:
    """The command that executes them anew on every release, though they have not changed."""
    return f"verify-mappings matrix --fresh {_name(example)}"


def _name(example: ExampleSubject) -> str:
    if example.variant is None:
        return f"{GOTCHA}{example.document.data['id']}"
    return example.variant.entry.entry.torch


def _key(example: ExampleSubject) -> str:
    """The key as `Entry.examples` counts it: "1", or "2.1" for the first of variant 2."""
    return ".".join(str(step + 1) for step in example.path if isinstance(step, int))
