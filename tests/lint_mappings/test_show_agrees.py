"""`show` writes what the verdicts promise, for the examples of all entries, typed as they stand."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from lint_mappings.showing.supposing import supposed
from mapping_model.applying.code import Rewritten, rewrite
from mapping_model.entry import Example
from mapping_model.limits.examples import departure_on
from mapping_model.limits.sharing import placed_limits
from mapping_model.limits.standing import is_rare
from mapping_model.outcomes import Departure, DropIn
from mapping_model.records import LIMITS_OF, read_record, record_path
from mapping_model.results import Applied, Result
from mapping_model.usages import Verdict
from whole import reference

MAPPINGS = Path(__file__).parents[2] / "mappings"
RELEASE = "3.3.1"
FAILURES = (Departure.DIFFERS, Departure.GRADIENT, Departure.REFUSED, Departure.CRASHES)
# What a line alone does not tell, and what is asked back then: the API in whose entry, the example.
AMBIGUOUS = {
    # Two tensors, or a tensor and a dimension?
    *(("torch.max", "3.1"), ("torch.max", "3.3"), ("torch.min", "3.1"), ("torch.min", "3.3")),
    *(("torch.Tensor.max", "3.1"), ("torch.Tensor.min", "3.1")),
    # A tensor, or a shape?
    ("torch.Tensor", "2.1"),
    # A tensor, or an array?
    ("torch.dtype.itemsize", "1"),
    # A tensor, or None?
    *(("torch.nn.functional.embedding_bag", "2"), ("torch.nn.functional.embedding_bag", "4")),
    *(("torch.nn.functional.l1_loss", "5"), ("torch.nn.functional.mse_loss", "5")),
    # Something is taken from a tensor, or from each of some tensors, that nothing tells of.
    *(("torch.Tensor.backward", "2"), ("torch.Tensor.retain_grad", "1")),
    ("torch.Tensor.storage_offset", "1"),
    *(("torch.Tensor.conj_physical", "2"), ("torch.Tensor.geometric_", "3")),
    ("torch.Tensor.to", "1.3"),
    # A dtype of torch, or of NumPy?
    ("torch.dtype.itemsize", "1"),
}


@cache
def typed() -> tuple[tuple[str, str, Example, Verdict, Result | None, Rewritten], ...]:
    """The examples with the verdict on them, their results, and what `show` writes."""
    known = reference()

    def found() -> Iterator[tuple[str, str, Example, Verdict, Result | None, Rewritten]]:
        for name, entry in known.published.items():
            if entry.alias_of or entry.source is None:
                continue
            examples = dict(entry.source.examples())
            for usage in entry.usages:
                judged = next(one for one in usage.releases if one.release == RELEASE)
                for key in usage.examples:
                    one = examples[key]
                    result = entry.state.executions[key].on(RELEASE).result
                    kinds = supposed(one.torch, name)
                    written = rewrite(one.torch, known.resolve, known.releases[RELEASE], kinds)
                    yield name, key, one, judged.verdict, result, written

    return tuple(found())


def test_where_there_is_code_it_comes_and_is_python() -> None:
    left = set()
    for name, key, _, verdict, result, written in typed():
        ast.parse(written.code)
        own = any(one.api in (name, f".{name.rpartition('.')[2]}") for one in written.undone)
        if verdict is Verdict.CODE and own and result and result.applied is not Applied.ELSEWHERE:
            left.add((name, key))
    assert left == AMBIGUOUS


def test_where_nothing_is_told_nothing_of_torch_is_left() -> None:
    kept = [
        (name, key)
        for name, key, _, _, _, written in typed()
        if not written.undone
        if any(
            isinstance(n, ast.Name) and n.id == "torch" for n in ast.walk(ast.parse(written.code))
        )
    ]
    assert kept == []


@pytest.mark.parametrize("verdict", [Verdict.UNCHANGED, Verdict.CODE])
def test_what_is_written_was_right_when_it_was_run(verdict: Verdict) -> None:
    """By the record of the mapping, or because it is the unchanged code and that was right."""
    wrong = []
    for name, key, one, judged, result, written in typed():
        if judged is not verdict or written.undone or one.cannot_run:
            continue
        right = result is not None and Applied.EQUAL in (result.applied, result.newer)
        unchanged = re.sub(r"(?<![\w.])torch(?=\.)", "paddle", one.torch)
        same = verdict is Verdict.UNCHANGED and plain(written.code) == plain(unchanged)
        if not right and not same:
            wrong.append((name, key, written.code))
    assert not wrong


def plain(code: str) -> str:
    return ast.unparse(ast.parse(code))


def test_where_unchanged_code_is_right_no_other_is_written_that_fails() -> None:
    """A limit of what the mapping writes, on a release where no example needs any change."""
    known = reference()
    worse = set()
    for name, entry in known.published.items():
        path = record_path(MAPPINGS, f"{LIMITS_OF}{name}")
        if entry.source is None or not path.is_file():
            continue
        record = read_record(path)
        placed = [one.limit for one in placed_limits(entry.source, known.limits)]
        for number, limit in enumerate(placed, 1):
            for release, shown in record.get(f"{number}.1", {}).items():
                fails = departure_on(limit, release) in FAILURES and shown.outcome.failed
                better = fails and not is_rare(limit.when) and shown.drop_in is DropIn.EQUAL
                judged = [one for use in entry.usages for one in use.releases]
                told = {one.unchanged for one in judged if one.release == release}
                if better and told == {DropIn.EQUAL}:
                    worse.add((name, limit.when))
    assert worse == set()
