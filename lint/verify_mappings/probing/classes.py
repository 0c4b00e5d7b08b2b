"""Putting together what came out alike: classes of findings, each with its smallest sample."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from mapping_model.inputs import DTYPES, InputSpec, LiteralTensor, ModuleInput, ParameterInput
from mapping_model.outcomes import Departure
from mapping_model.printable import printable
from mapping_model.probes import Finding
from verify_mappings.probing.judging import Judged
from verify_mappings.probing.running import Run
from verify_mappings.sampling.sample import SHARED, STRIDED, Sample

# What is special about inputs of which a tensor has no elements.
EMPTY = "empty"
_LONGEST = 160
_SHOWN = 24
_PAIR = re.compile(r"first.*?: torch (\S+), Paddle (\S+)$")
_DTYPE = re.compile(rf"\b({'|'.join(DTYPES)})\b")
_PLACES = re.compile(r"(?<=\w)(\[\d+\])+")
_NUMBERS = re.compile(r"\[[-\d, ]*\]|(?<![A-Za-z\d])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


@dataclass(slots=True)
class _Class:
    """Samples that came out alike, and the smallest of them."""

    dtypes: set[str] = field(default_factory=set)
    count: int = 0
    smallest: tuple[int, Run, Judged] | None = None


def findings(judged: Iterable[tuple[Run, Judged]]) -> tuple[Finding, ...]:
    """The classes of what was found, the gravest first."""
    classes: dict[tuple[Departure, str, str], _Class] = {}
    for run, one in judged:
        if one.outcome is None:
            continue
        key = one.outcome, reason(one.told), special(run.sample)
        found = classes.setdefault(key, _Class())
        found.dtypes.add(run.sample.dtype)
        found.count += 1
        size = _size(run)
        if found.smallest is None or size < found.smallest[0]:
            found.smallest = size, run, one
    _join(classes)
    order = list(Departure)
    keys = sorted(classes, key=lambda key: (order.index(key[0]), *key[1:]))
    return tuple(_finding(key, classes[key]) for key in keys)


def _join(classes: dict[tuple[Departure, str, str], _Class]) -> None:
    """What ordinary inputs show as well is nothing special about the others."""
    for key in [key for key in classes if key[2]]:
        ordinary = classes.get((*key[:2], ""))
        if ordinary is not None:
            found = classes.pop(key)
            ordinary.dtypes |= found.dtypes
            ordinary.count += found.count


def _finding(key: tuple[Departure, str, str], found: _Class) -> Finding:
    assert found.smallest is not None
    _, run, judged = found.smallest
    return Finding(
        *key,
        tuple(dtype for dtype in DTYPES if dtype in found.dtypes),
        found.count,
        (run.sample.code + run.sample.after).strip(),
        (run.code + run.sample.after).strip(),
        {name: shown(spec) for name, spec in run.sample.inputs.items()},
        _printed(judged.told),
    )


def reason(told: str) -> str:
    """What is told without what differs from sample to sample: numbers, shapes and dtypes."""
    if pair := _PAIR.search(told):
        where, _, _ = told.partition(": ")
        told = f"{where}: {_values(*pair.groups())}"
    told = _PLACES.sub("", told)
    return _printed(_NUMBERS.sub("N", _DTYPE.sub("DTYPE", told)))


def _values(ours: str, theirs: str) -> str:
    for word, name in (("nan", "NaN"), ("inf", "infinity")):
        if (word in ours) != (word in theirs):
            return f"only {'torch' if word in ours else 'Paddle'} has {name}"
    return "values differ"


def special(sample: Sample) -> str:
    """What is special about the inputs of a sample, if anything is."""
    specs = sample.inputs.values()
    arrays = [np.asarray(spec.values) for spec in specs if isinstance(spec, LiteralTensor)]
    for word, is_so in _SPECIAL.items():
        if any(is_so(array) for array in arrays):
            return word
    said = [way for way in (STRIDED, SHARED) if sample.origin.endswith(way)]
    return said[0].removeprefix(": ") if said else ""


def _extreme(array: np.ndarray) -> bool:
    if array.dtype.kind not in "iu" or not array.size:
        return False
    limits = np.iinfo(array.dtype)
    return bool(array.max() == limits.max or (limits.min and array.min() == limits.min))


_SPECIAL = {
    EMPTY: lambda array: array.size == 0,
    "NaN": lambda array: array.dtype.kind in "fc" and np.isnan(array).any(),
    "infinity": lambda array: array.dtype.kind in "fc" and np.isinf(array).any(),
    "extremes": _extreme,
    "0-d": lambda array: array.ndim == 0,
    "ties": lambda array: array.dtype.kind == "f" and np.unique(array).size < array.size,
}


def _size(run: Run) -> int:
    arrays = (s for s in run.sample.inputs.values() if isinstance(s, LiteralTensor))
    return sum(10 + np.size(spec.values) for spec in arrays) + len(run.sample.code)


def shown(spec: InputSpec) -> str:
    """An input as a reader sees it; of large tensors dtype and shape."""
    match spec:
        case ParameterInput(LiteralTensor() as tensor):
            return f"parameter {shown(tensor)}"
        case LiteralTensor(values, dtype):
            array = np.asarray(values)
            numbers = np.array2string(array, separator=", ").replace("\n", "")
            small = array.size <= _SHOWN
            return f"{dtype}{list(array.shape)} {numbers if small else ''}".strip()
        case ModuleInput(torch):
            return torch
    return repr(getattr(spec, "value", spec))


def _printed(text: str) -> str:
    text = printable(text)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ..."
