"""A few of the samples of torch's own tests as calls of a frozen set, the same ones each time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mapping_model.conformance.samples import sample
from mapping_model.entry import Entry, Example
from mapping_model.inputs import LiteralTensor, parse_input
from mapping_model.outcomes import Outcome
from verify_mappings.judging.verdict import judge
from verify_mappings.probing.running import Prober, Run

# Of an API so many, by the dtype that they are made in; and so many numbers one may have.
MOST = {"float32": 2, "int64": 1}
_LARGEST = 400
# What these draw may be the same for two seeds, so that running them does not show it.
_RANDOM = ("fractional_max_pool2d", "fractional_max_pool3d")


def samples_of(prober: Prober, entry: Entry) -> list[Example]:
    """The samples that are taken of an entry; raises `Unfinished` as `Prober.run` does."""
    found: dict[str, list[Example]] = {dtype: [] for dtype in MOST}
    if entry.torch.endswith(_RANDOM):
        return []
    for run in prober.of_torch(entry, tuple(MOST)):
        example = None if run.sample.error or run.random else _written(run)
        if example is not None and not any(example in ones for ones in found.values()):
            found[run.sample.dtype].append(example)
    return [one for dtype, most in MOST.items() for one in _spread(found[dtype], most)]


def _spread(found: Sequence[Example], most: int) -> list[Example]:
    """So many from all over a list, the first among them."""
    count = min(most, len(found))
    return [found[place * len(found) // count] for place in range(count)]


def _written(run: Run) -> Example | None:
    """A sample as an example; None where it cannot be written as one, or shows nothing."""
    given = run.sample.inputs
    tensors = {name: one for name, one in given.items() if isinstance(one, LiteralTensor)}
    # What a layer is called with must be all that there is, in this order.
    if len(tensors) < len(given) or run.sample.call not in (None, tuple(given)):
        return None
    inputs = {name: _spec(tensor) for name, tensor in tensors.items()}
    size = sum(np.size(tensor.values) for tensor in tensors.values())
    if size > _LARGEST or None in inputs.values():
        return None
    example = sample(run.sample.code, inputs)
    alike = judge(example, run.torch, run.torch)
    return example if alike.outcome is Outcome.EQUAL else None


def _spec(tensor: LiteralTensor) -> Any:
    """An input as it is written in an example, as short as that goes; None where it cannot be."""
    values = _plain(tensor.values)
    if np.shape(values) != tensor.values.shape:
        return None  # what has no rows has no columns in lists
    short: Any = values if isinstance(values, list) else {"tensor": values}
    told = parse_input(short)
    usual = isinstance(told, LiteralTensor) and told.dtype == tensor.dtype
    return short if usual else {"tensor": values, "dtype": tensor.dtype}


def _plain(values: Any) -> Any:
    """Numbers with no more digits than their dtype needs."""
    if values.ndim:
        return [_plain(one) for one in values]
    if values.dtype.kind == "c":
        return str(values[()])
    return float(str(values[()])) if values.dtype.kind == "f" else values.item()
