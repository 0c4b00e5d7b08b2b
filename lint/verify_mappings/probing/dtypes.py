"""Which dtypes Paddle takes of those that torch takes: read off what became of all inputs."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from mapping_model.inputs import DTYPES, LiteralTensor, ParameterInput
from mapping_model.outcomes import Departure
from mapping_model.probes import Dtypes
from verify_mappings.probing.classes import EMPTY, reason, special
from verify_mappings.probing.judging import BACKWARD, Judged
from verify_mappings.probing.running import Run
from verify_mappings.recording import Record
from verify_mappings.sampling.sample import Sample

# Errors that name the dtype for which there is no kernel.
_NAMED = re.compile(
    r"The kernel with key \(CPU, \w+\(\w+\), (\w+)\) of kernel"
    r"|does not have 'paddle\.(\w+)' op registered"
)
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
        self.dtypes = self._dtypes()

    def explains(self, run: Run, one: Judged) -> bool:
        """Whether an input was refused because of a dtype, or because a tensor is empty."""
        return self.refuses(run, one) or is_empty(run, one)

    def refuses(self, run: Run, one: Judged) -> bool:
        """Whether an input was refused because of a dtype."""
        if one.outcome is not Departure.REFUSED:
            return False
        return _named(run.sample, one) is not None or run.sample.dtype in self.dtypes.refused

    def _count(self, run: Run, one: Judged) -> None:
        tally = self._tallies[run.sample.dtype]
        if one.outcome is not Departure.REFUSED:
            tally.taken += one.outcome is not Departure.CRASHES
            tally.with_gradient += isinstance(run.torch.get("gradient"), Record)
            return
        backward, named = one.told.startswith(BACKWARD), _named(run.sample, one)
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
        if not tally.taken and not tally.named_backward and self._is_refused(tally):
            return "refused"
        if tally.named_backward and not tally.named and not tally.with_gradient:
            return "without_gradient"
        return "partly" if tally.named or tally.named_backward else "taken"

    def _is_refused(self, tally: _Tally) -> bool:
        """For want of a kernel, or always for one reason that no dtype meets that is taken."""
        if tally.named:
            return True
        taken = [other for other in self._tallies.values() if other.taken]
        return any(
            count >= _SEVERAL and len(tally.unnamed) == 1
            for why, count in tally.unnamed.items()
            if not any(why in other.unnamed for other in taken)
        )


def is_empty(run: Run, one: Judged) -> bool:
    """Whether Paddle refused an input of which a tensor has no elements."""
    return one.outcome is Departure.REFUSED and special(run.sample) == EMPTY


def _named(sample: Sample, one: Judged) -> str | None:
    """The dtype of the sample's that the error names."""
    found = _NAMED.search(one.told)
    named = next(filter(None, found.groups()), None) if found else None
    return named if named in {sample.dtype, *_given(sample)} else None


def _given(sample: Sample) -> Iterable[str]:
    for spec in sample.inputs.values():
        match spec:
            case LiteralTensor(dtype=dtype) | ParameterInput(LiteralTensor(dtype=dtype)):
                yield dtype
