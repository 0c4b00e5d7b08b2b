"""What became of samples: each one judged, dtypes told apart, alike ones put into classes."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from mapping_model.entry import Compare
from mapping_model.inputs import DTYPES, InputSpec, LiteralTensor, ModuleInput, ParameterInput
from mapping_model.outcomes import Departure
from mapping_model.printable import printable
from mapping_model.probes import Dtypes, Finding
from mapping_model.results import Gradient
from mapping_model.tolerances import TOLERANCES
from verify_mappings.judging.compare import Options, compare
from verify_mappings.judging.verdict import Side, compare_gradients
from verify_mappings.probing.running import Run
from verify_mappings.recording import Mapping, Node, Observation, Raised, Sequence, Tensor
from verify_mappings.sampling.sample import SHARED, STRIDED, Sample

# Inputs are not chosen to be friendly: rounding may be this many times what examples are held to,
# and is measured by the largest value of a result, up to a limit.
FACTOR = 10.0
LARGEST = 1e4
_LAST_DIGITS = 1e-12
# What is told of an error of the backward pass begins so.
BACKWARD = "backward: "


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a sample, None where it came out equal, and what is told of it."""

    outcome: Departure | None
    told: str = ""


def judge(torch: Side, paddle: Side, stated: Compare, exact: bool = False) -> Judged:
    """Compare the two sides of a sample; `stated` is how the example that it is of is compared.

    With `exact` no more than the last digits of float64 may differ.
    """
    if ended := paddle.ended("plain"):
        return Judged(Departure.CRASHES, str(ended))
    raised = paddle.raised
    if torch.raised:
        told = f"torch raises {torch.raised}"
        return Judged(None) if raised else Judged(Departure.ACCEPTED, told)
    if raised:
        return Judged(Departure.REFUSED, str(raised))
    ours, theirs = torch.get("plain"), paddle.get("plain")
    assert isinstance(ours, Observation)
    settings = _settings(ours, stated, exact)
    options = Options.of(settings)
    if found := compare(ours, theirs, "", options).differences:
        return Judged(Departure.DIFFERS, found[0])
    if ended := paddle.ended("gradient"):
        return Judged(Departure.CRASHES, f"{BACKWARD}{ended}")
    return _gradients(settings, torch, paddle)


def _gradients(settings: Compare, torch: Side, paddle: Side) -> Judged:
    backward = paddle.recordings.get("gradient")
    if isinstance(backward, Raised):
        return Judged(Departure.REFUSED, f"{BACKWARD}{backward}")
    if not isinstance(torch.get("gradient"), Observation):
        return Judged(None)
    found = compare_gradients(settings, torch, paddle)
    if found.state is Gradient.DIFFERS:
        return Judged(Departure.GRADIENT, found.differences[0])
    return Judged(None)


def _settings(ours: Observation, stated: Compare, exact: bool) -> Compare:
    """Tolerances for a sample."""
    dtypes, largest = {"float32"}, 1.0
    for tensor in _tensors(ours):
        if tensor.dtype in TOLERANCES:
            dtypes.add(tensor.dtype)
            values = np.abs(tensor.array[np.isfinite(tensor.array)])
            largest = max(largest, float(values.max(initial=0.0)))
    if exact and "float64" in dtypes:
        return replace(stated, rtol=_LAST_DIGITS, atol=_LAST_DIGITS * largest)
    rtol, atol = max(TOLERANCES[dtype] for dtype in dtypes)
    scale = FACTOR * min(largest, LARGEST)
    rtol, atol = max(rtol * FACTOR, stated.rtol or 0.0), max(atol * scale, stated.atol or 0.0)
    return replace(stated, rtol=rtol, atol=atol)


def _tensors(node: Node) -> list[Tensor]:
    match node:
        case Tensor():
            return [node]
        case Sequence(items):
            return [tensor for item in items for tensor in _tensors(item)]
        case Mapping(items):
            return [tensor for item in items.values() for tensor in _tensors(item)]
        case Observation(_, fields):
            return [tensor for item in fields.values() for tensor in _tensors(item)]
    return []


# What is special about inputs of which a tensor has no elements.
EMPTY = "empty"
_LONGEST = 160
_SHOWN = 24
_PAIR = re.compile(r"first.*?: torch (\S+), Paddle (\S+)$")
_DTYPE = re.compile(rf"\b({'|'.join(DTYPES)})\b")
_PLACES = re.compile(r"(?<=\w)(\[\d+\])+")
_NUMBERS = re.compile(r"\[[-\d, ]*\]|(?<![A-Za-z\d])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def findings(judged: Iterable[tuple[Run, Judged]]) -> tuple[Finding, ...]:
    """The classes of what was found, each with its smallest sample, the gravest first."""
    classes: dict[tuple[Departure, str, str], list[tuple[Run, Judged]]] = {}
    for run, one in judged:
        if one.outcome is not None:
            key = one.outcome, reason(one.told), special(run.sample)
            classes.setdefault(key, []).append((run, one))
    found = []
    order = list(Departure)
    for key in sorted(classes, key=lambda key: (order.index(key[0]), *key[1:])):
        outcome, why, on = key
        if on and (outcome, why, "") in classes:
            continue  # what ordinary inputs show as well is nothing special about these
        alike = classes[key] if on else [r for k in classes if k[:2] == key[:2] for r in classes[k]]
        dtypes = {run.sample.dtype for run, _ in alike}
        run, one = min(classes[key], key=lambda pair: _size(pair[0]))
        found.append(
            Finding(
                *(outcome, why, on),
                tuple(dtype for dtype in DTYPES if dtype in dtypes),
                len(alike),
                (run.sample.code + run.sample.after).strip(),
                (run.code + run.sample.after).strip(),
                {name: shown(spec) for name, spec in run.sample.inputs.items()},
                _printed(one.told),
            )
        )
    return tuple(found)


def reason(told: str) -> str:
    """What is told without what differs from sample to sample: numbers, shapes and dtypes."""
    if pair := _PAIR.search(told):
        where, _, _ = told.partition(": ")
        values = "values differ"
        for word, name in (("inf", "infinity"), ("nan", "NaN")):
            ours, theirs = (word in number for number in pair.groups())
            if ours != theirs:
                values = f"only {'torch' if ours else 'Paddle'} has {name}"
        told = f"{where}: {values}"
    told = _PLACES.sub("", told)
    return _printed(_NUMBERS.sub("N", _DTYPE.sub("DTYPE", told)))


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


# Errors that name the dtype for which there is no kernel.
_NAMED = re.compile(
    r"The kernel with key \(CPU, \w+\(\w+\), (\w+)\) of kernel"
    r"|does not have 'paddle\.(\w+)' op registered"
)
# What float64 makes of complex numbers beside it.
NARROWER = {"complex128": "complex64"}
# So many inputs must be refused for one reason before it is the dtype's.
_SEVERAL = 2


@dataclass(slots=True)
class _Tally:
    """What became of the inputs of one dtype; refusals are counted by what they are for."""

    taken: int = 0
    with_gradient: int = 0
    unnamed: Counter[str] = field(default_factory=Counter)
    named: int = 0
    named_backward: int = 0


class Support:
    """What Paddle makes of each dtype, and which refusals that explains."""

    def __init__(self, judged: Iterable[tuple[Run, Judged]]) -> None:
        self._tallies: defaultdict[str, _Tally] = defaultdict(_Tally)
        for run, one in judged:
            if not run.sample.error:
                self._count(run, one)
        self._explained = {d for d, t in self._tallies.items() if self._is_refused(t)}
        self.dtypes = self._dtypes()

    def explains(self, run: Run, one: Judged) -> bool:
        """Whether an input was refused because of a dtype, or because a tensor is empty."""
        is_empty = one.outcome is Departure.REFUSED and special(run.sample) == EMPTY
        return is_empty or self.refuses(run, one)

    def refuses(self, run: Run, one: Judged) -> bool:
        """Whether an input was refused because of a dtype."""
        if one.outcome is not Departure.REFUSED:
            return False
        return dtype_named(run.sample, one) is not None or run.sample.dtype in self._explained

    def _count(self, run: Run, one: Judged) -> None:
        tally = self._tallies[run.sample.dtype]
        if one.outcome is not Departure.REFUSED:
            tally.taken += one.outcome is not Departure.CRASHES
            tally.with_gradient += isinstance(run.torch.get("gradient"), Observation)
            return
        backward, named = one.told.startswith(BACKWARD), dtype_named(run.sample, one)
        if named is None:
            tally.unnamed[reason(one.told)] += 1
        elif backward:
            self._tallies[named].named_backward += 1
        else:
            self._tallies[named].named += 1

    def _dtypes(self) -> Dtypes:
        found: dict[str, list[str]] = {word: [] for word in Dtypes.__slots__}
        for dtype in DTYPES:
            if dtype in self._tallies:
                found[self._word(dtype)].append(dtype)
        return Dtypes(**{word: tuple(listed) for word, listed in found.items()})

    def _word(self, dtype: str) -> str:
        tally = self._tallies[dtype]
        if not tally.taken and not tally.named_backward:
            return "refused"
        if tally.named_backward and not tally.named and not tally.with_gradient:
            return "without_gradient"
        return "partly" if tally.named or tally.named_backward else "taken"

    def _is_refused(self, tally: _Tally) -> bool:
        """For want of a kernel, or always for one reason that no dtype meets that is taken."""
        if tally.taken or tally.named_backward:
            return False
        if tally.named:
            return True
        taken = [other for other in self._tallies.values() if other.taken]
        return any(
            count >= _SEVERAL and len(tally.unnamed) == 1
            for why, count in tally.unnamed.items()
            if not any(why in other.unnamed for other in taken)
        )


def dtype_named(sample: Sample, one: Judged) -> str | None:
    """The dtype of the sample's that the error names, or that of which it names the wider one."""
    found = _NAMED.search(one.told)
    named = next(filter(None, found.groups()), None) if found else None
    given = {sample.dtype, *given_dtypes(sample)}
    return next((dtype for dtype in (named, NARROWER.get(named or "")) if dtype in given), None)


def given_dtypes(sample: Sample) -> Iterable[str]:
    """The dtypes of the tensors among the inputs, as often as they are there."""
    for spec in sample.inputs.values():
        match spec:
            case LiteralTensor(dtype=dtype) | ParameterInput(LiteralTensor(dtype=dtype)):
                yield dtype
