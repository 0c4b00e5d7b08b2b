"""An example with what it is about and what running it has shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mapping_model.categories import Text
from mapping_model.entry import Example, Variant
from mapping_model.standings import Execution
from mapping_model.usages import RETURNS
from published.known import Known, described


@dataclass(frozen=True, slots=True)
class PublishedExample:
    """An example, or a check of a gotcha, by its key; `about` says what it shows, if anything does.

    That is its title, else what the parameter that it is of means.
    """

    key: str
    example: Example
    about: Text | None
    execution: Execution


def examples_of(
    known: Known, variant: Variant, at: str, executions: Mapping[str, Execution]
) -> Iterator[PublishedExample]:
    """The examples of a variant; `at` is what their keys begin with."""
    for place, example in enumerate(variant.examples, 1):
        key, about = f"{at}{place}", example.title
        if about is None and example.param == RETURNS:
            about = variant.returns.note if variant.returns else None
        elif about is None and example.param is not None:
            rows = (row for row in variant.params if example.param in (row.torch, row.paddle))
            row = next(rows, None)
            about = described(known, row) if row else None
        yield PublishedExample(key, example, about, executions[key])
