"""The rows of the release table, and the calls above it, of all entries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from mapping_model.usages import RETURNS
from published.entry import PublishedEntry
from published.marks import MarkedVariant
from render_mappings.data.reference import Reference, load_reference

MAPPINGS = Path(__file__).parents[2] / "mappings"


@cache
def reference() -> Reference:
    return load_reference(MAPPINGS)


def tables() -> Iterator[tuple[PublishedEntry, MarkedVariant]]:
    for entry in reference().published.values():
        yield from ((entry, table) for table in entry.marked)


def test_what_fares_alike_has_one_row() -> None:
    for entry, table in tables():
        rows = [row.marks for row in table.usages]
        assert len({*rows}) == len(rows), entry.name


def test_a_row_names_no_parameter_that_torch_lacks() -> None:
    for entry, table in tables():
        rows = entry.state.variants[table.number - 1].params
        known = {row.torch for row in rows} | {None, RETURNS}
        for row in table.usages:
            assert {one.param for one in (row.usage, *row.also)} <= known, entry.name


def test_a_row_leads_to_an_example_with_other_code_for_paddle() -> None:
    for entry, table in tables():
        shown = {one.key: one.example for variant in entry.variants for one in variant.examples}
        for row in table.usages:
            if row.example is not None:
                example = shown[row.example]
                same = re.sub(r"\btorch\.", "paddle.", example.torch).strip()
                assert same != example.paddle.strip(), (entry.name, row.example)


def test_an_alias_is_called_by_its_own_name() -> None:
    aliases = [entry for entry in reference().published.values() if entry.alias_of]
    # `x + y` is a use of `__radd__`, too.
    named = [one for one in aliases if not one.name.rpartition(".")[2].startswith("__r")]
    assert len(named) > 40
    for entry in named:
        last = entry.name.rpartition(".")[2]
        for answer in entry.answers.values():
            assert re.search(rf"\.{last}\b", answer.torch), (entry.name, answer.torch)
