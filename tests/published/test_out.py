"""What pages say of `out`, held against both libraries for all that take it as PyTorch does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mapping_model.applying.code import rewrite
from mapping_model.applying.examples import variables_of
from mapping_model.corpus import Corpus
from mapping_model.entry import Example
from mapping_model.inputs import LiteralTensor, RandomTensor, parse_input
from mapping_model.limits.sharing import placed_limits
from mapping_model.snapshots import paddle_snapshot
from verify_mappings.inside.arrays import input_array

pytestmark = pytest.mark.usefixtures("both_libraries")
PASSED = re.compile(r"\bout=(\w+)\)$")


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus.load(Path(__file__).parents[2] / "mappings")


def passing(corpus: Corpus) -> Iterator[tuple[str, Example, str, str]]:
    """APIs whose `out` Paddle takes, with an example, the name that it passes, and its code."""
    snapshot = paddle_snapshot()
    for api, entry in corpus.entries.items():
        rows = [row for variant in entry.variants for row in variant.params]
        if not any(row.torch == row.paddle == "out" for row in rows):
            continue
        for _, example in entry.examples():
            found = PASSED.search(example.torch.strip())
            if found is None or example.cannot_run or example.compare.random:
                continue
            variables = variables_of(example)
            code = rewrite(example.torch, corpus.resolve, snapshot, variables).code
            if found[0] in code:
                yield api, example, found[1], code
                break


def run(example: Example, code: str, out: str, dtype: str, others: str | None) -> Any:
    """What `out`, which is made of `dtype`, becomes; None where the library raises an error."""
    import paddle
    import torch

    make = torch.tensor if code is example.torch else paddle.to_tensor
    scope: dict[str, Any] = {"torch": torch, "paddle": paddle}
    for name, given in example.inputs:
        spec = parse_input(given)
        if not isinstance(spec, (LiteralTensor, RandomTensor)):
            scope[name] = spec.value
            continue
        array = np.array(input_array(name, spec))
        kind = dtype if name == out else others
        scope[name] = make(array.astype(kind) if kind else array)
    try:
        exec(code, scope)
    except Exception:
        return None
    return scope[out]


def test_out_of_another_dtype_takes_that_of_the_result(corpus: Corpus) -> None:
    kept, tried = [], 0
    for api, example, out, code in passing(corpus):
        torch = run(example, example.torch, out, "float64", None)
        paddle = run(example, code, out, "float64", None)
        own = dict(example.inputs)[out]
        if torch is None or paddle is None or "float64" in str(own):
            continue
        tried += 1
        kept += [api] if "float64" in str(paddle.dtype) else []
    assert tried > 30
    assert kept == []


def test_where_paddle_does_not_write_out_a_limit_says_so(corpus: Corpus) -> None:
    unwritten = set()
    for api, example, out, code in passing(corpus):
        torch = run(example, example.torch, out, "float32", "int64")
        paddle = run(example, code, out, "float32", "int64")
        if torch is None or paddle is None:
            continue
        before = input_array(out, parse_input(dict(example.inputs)[out]))
        if np.array_equal(paddle.numpy(), before) and not np.array_equal(torch.numpy(), before):
            unwritten.add(api)
    said = {
        api
        for api in unwritten
        for placed in placed_limits(corpus.entries[api], corpus.limits)
        if placed.limit.text is not None and "does not write `out`" in placed.limit.text.en
    }
    assert len(unwritten) > 8
    assert unwritten - said == set()
