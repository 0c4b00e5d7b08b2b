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
from verify_mappings.probing.findings import Judged
from verify_mappings.probing.running import Run

# What remarks say of an `out` that has another dtype than the result.
_KEPT = f"result.astype({OUT}.dtype)"
# How that shows: in `out` itself, or in what it is called afterwards.
_OTHER_DTYPE = re.compile(rf"(input {OUT}|result)\S*: torch has dtype ")
# What Paddle says where such an `out` is a part of another tensor, or transposed.
_NO_PART = "The type of data we are trying to retrieve"
_MIXED = "mixed-dtype-arithmetic"
_NAMED = f"result = {OUT}"


def is_told(run: Run, one: Judged, entry: Entry, corpus: Corpus) -> bool:
    """Whether the row of `out` tells of it, or the gotcha about tensors of several dtypes does."""
    if one.outcome is Departure.DIFFERS:
        return _of_out(run, one, entry) and _OTHER_DTYPE.match(one.told) is not None
    if one.outcome is not Departure.REFUSED:
        return False
    return _is_quoted(one, corpus) or (_NO_PART in one.told and _of_out(run, one, entry))


def _of_out(run: Run, one: Judged, entry: Entry) -> bool:
    """Whether `out` is passed and looked at, and the page says what becomes of its dtype."""
    nodes = list(walk(parsed(run.sample.code + run.sample.after)))
    passed = any(isinstance(node, ast.keyword) and node.arg == OUT for node in nodes)
    named = [node for node in nodes if isinstance(node, ast.Assign) and ast.unparse(node) == _NAMED]
    if not passed or (one.told.startswith("result") and not named):
        return False
    return any(_KEPT in text.en for variant in entry.variants for text in _of_variant(variant))


def _of_variant(variant: Variant) -> Iterator[Text]:
    yield from summary(variant, (OUT,))
    yield from (row_remark(row, None) for row in variant.params if row.torch == OUT)


def _is_quoted(one: Judged, corpus: Corpus) -> bool:
    gotcha = corpus.gotchas.get(_MIXED)
    symptoms = gotcha.symptoms.values() if gotcha else ()
    return any(quoted in one.told for quotes in symptoms for quoted in quotes)
