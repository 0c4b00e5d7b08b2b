"""What is told elsewhere than by limits: of `out` by its row, of mixed dtypes by a gotcha."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mapping_model.applying.idioms import OUT
from mapping_model.categories import Text
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry, Variant
from mapping_model.outcomes import Departure
from mapping_model.remarks import row_remark, summary
from mapping_model.syntax import parsed, walk
from verify_mappings.probing.findings import Judged, given_dtypes
from verify_mappings.probing.running import Run

# What remarks say of an `out` that has another dtype than the result.
_KEPT = f"result.astype({OUT}.dtype)"
# How that shows.
_OTHER_DTYPE = re.compile(r"(?:input )?(\w+)\S*: torch has dtype ")
# What Paddle says where such an `out` is a part of another tensor, or transposed.
_NO_PART = "The type of data we are trying to retrieve"
_MIXED = "mixed-dtype-arithmetic"


def is_told(run: Run, one: Judged, entry: Entry, corpus: Corpus) -> bool:
    """Whether the row of `out` tells of it, or the gotcha about tensors of several dtypes does."""
    if one.outcome is Departure.DIFFERS:
        found = _OTHER_DTYPE.match(one.told)
        return found is not None and found[1] in _written(run) and _says_so(entry)
    if one.outcome is not Departure.REFUSED:
        return False
    return _is_quoted(run, one, corpus) or (
        _NO_PART in one.told and bool(_written(run)) and _says_so(entry)
    )


def _written(run: Run) -> set[str]:
    """The names in code that tensors have which are passed as `out`."""
    nodes = list(walk(parsed(run.sample.code + run.sample.after)))
    passed = (node.value for node in nodes if isinstance(node, ast.keyword) and node.arg == OUT)
    names = {name.id for value in passed for name in walk(value) if isinstance(name, ast.Name)}
    for node in nodes:
        match node:
            case ast.Assign([ast.Name(other)], ast.Name(name)) if name in names:
                names.add(other)
    return names


def _says_so(entry: Entry) -> bool:
    """Whether the page says what becomes of the dtype of `out`."""
    return any(_KEPT in text.en for variant in entry.variants for text in _of_variant(variant))


def _of_variant(variant: Variant) -> Iterator[Text]:
    yield from summary(variant, (OUT,))
    yield from (row_remark(row, None) for row in variant.params if row.torch == OUT)


def _is_quoted(run: Run, one: Judged, corpus: Corpus) -> bool:
    """Of inputs of one dtype it is the mapping that mixes it with another one."""
    if len({*given_dtypes(run.sample)}) < 2:
        return False
    gotcha = corpus.gotchas.get(_MIXED)
    symptoms = gotcha.symptoms.values() if gotcha else ()
    return any(quoted in one.told for quotes in symptoms for quoted in quotes)
