"""Limits whose conditions are narrower than what they are about.

The example of each limit is varied so that one part of its condition does not hold any more and the
rest does. Where that departs in the same way though no limit covers it, the part says too much.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from mapping_model.corpus import Corpus
from mapping_model.ending import MappingError
from mapping_model.entry import Compare, Entry, Limit
from mapping_model.inputs import COMPLEX, DTYPES, FLOATS, LiteralTensor, ParameterInput
from mapping_model.language import evaluating
from mapping_model.language.parsing import parse_condition
from mapping_model.language.values import CONSTANTS
from mapping_model.limits.values import UNTOLD
from mapping_model.outcomes import Departure
from mapping_model.probes import BrokenProbes, Dtypes, probe_path, read_probes
from mapping_model.snapshots import Api, torch_snapshot
from verify_mappings.job import Seed
from verify_mappings.probing.arguments import CallValues, arguments_of
from verify_mappings.probing.findings import BACKWARD, NARROWER, Judged, Support, judge, reason
from verify_mappings.probing.limiting import shows, stated_limits, within_limits
from verify_mappings.probing.running import Prober, Run
from verify_mappings.probing.varying import as_written, tensors_of, variations
from verify_mappings.sampling.mutating import input_of
from verify_mappings.sampling.sample import Sample

# So many calls are tried for each part of a condition, of so many that are thought of.
MOST, _THOUGHT_OF = 16, 300
_SEPARATOR = " | "


@dataclass(frozen=True, slots=True)
class Narrow:
    """A part of the condition of a limit that also departs where it does not hold.

    `changes` are those of the example that still depart so, `equal` those that are equal then;
    `run` is the first of the former.
    """

    number: int
    limit: Limit
    part: str
    changes: tuple[str, ...]
    equal: tuple[str, ...]
    run: Run
    told: str


def narrow_limits(prober: Prober, entry: Entry, release: str) -> list[Narrow]:
    """The limits of an entry on a release, of those in `prober`, that say too little."""
    version = prober.releases[release].version
    api = torch_snapshot().get(entry.torch)
    if api is None:
        return []
    limits = {one.number: one.limit for one in stated_limits(entry, prober.corpus, version)}
    with np.errstate(all="ignore"):  # of infinities and large numbers
        seeds = [s for number, limit in limits.items() for s in _seeds(number, limit, limits, api)]
    if not seeds:
        return []
    judged = tuple(
        (run, judge(run.torch, run.paddle, _compare(run, limits)))
        for run in prober.run(entry, DTYPES, seeds)[release]
        if run.paddle is not None and not run.random
    )
    support = Support(judged)
    left, _ = within_limits(entry, prober.corpus, version, judged, support)
    known = _dtypes_of(prober.corpus, entry, version)
    open_ones = [
        (run, one)
        for run, one in left
        if not support.explains(run, one) and not _refused(run, one, known)
    ]
    return list(_narrow(limits, judged, open_ones))


def _compare(run: Run, limits: Mapping[int, Limit]) -> Compare:
    number, _, _ = _origin(run.sample)
    return replace(limits[number].example.compare, raises=None)


def _narrow(
    limits: Mapping[int, Limit],
    judged: Sequence[tuple[Run, Judged]],
    left: Sequence[tuple[Run, Judged]],
) -> Iterator[Narrow]:
    """What still departs as the example of the same limit does, by the part that does not hold."""
    by_itself: dict[int, Judged] = {}
    for run, one in judged:
        number, part, _ = _origin(run.sample)
        if not part:
            by_itself[number] = one
    found: dict[tuple[int, str], list[tuple[str, Run, Judged]]] = {}
    for run, one in left:
        number, part, told = _origin(run.sample)
        own = by_itself.get(number)
        if part and own is not None and _is_alike(limits[number], own, run, one):
            found.setdefault((number, part), []).append((told, run, one))
    for (number, part), ones in sorted(found.items(), key=lambda item: item[0][0]):
        origins = [_origin(run.sample) for run, one in judged if one.outcome is None]
        equal = tuple(told for *key, told in origins if key == [number, part])
        told, run, one = ones[0]
        changes = tuple(told for told, _, _ in ones)
        yield Narrow(number, limits[number], part, changes, equal, run, one.told)


def _is_alike(limit: Limit, own: Judged, run: Run, one: Judged) -> bool:
    """Whether a call departs in the way of the limit; errors must also say the same."""
    if not shows(own, limit) or not shows(one, limit):
        return False
    if one.outcome in (Departure.DIFFERS, Departure.GRADIENT):
        # Gradients in these are rounded too much to tell.
        coarse = run.sample.dtype in ("bfloat16", "float16")
        return own.outcome is one.outcome and not (coarse and one.outcome is Departure.GRADIENT)
    return own.outcome is one.outcome and reason(own.told) == reason(one.told)


def _refused(run: Run, one: Judged, known: Dtypes) -> bool:
    """Whether Paddle refuses it for a dtype, by what is recorded of other inputs."""
    if one.outcome is not Departure.REFUSED:
        return False
    dtypes = (spec.dtype for spec in tensors_of(run.sample).values())
    given = {NARROWER.get(dtype, dtype) for dtype in dtypes}  # complex128 itself is not tried
    listed = {*known.refused, *known.partly}
    return bool(given & (listed | {*known.without_gradient} if _is_backward(one) else listed))


def _is_backward(one: Judged) -> bool:
    return one.told.startswith(BACKWARD)


def _dtypes_of(corpus: Corpus, entry: Entry, version: str) -> Dtypes:
    try:
        recorded = read_probes(probe_path(corpus.root, entry.torch)).get(version)
    except BrokenProbes:
        recorded = None
    return Dtypes() if recorded is None else recorded.dtypes


def _origin(sample: Sample) -> tuple[int, str, str]:
    """The number of a limit, the part of its condition that does not hold, and the change."""
    number, part, told = (*sample.origin.split(_SEPARATOR, 2), "", "")[:3]
    return int(number), part, told


def _seeds(number: int, limit: Limit, limits: Mapping[int, Limit], api: Api) -> Iterator[Seed]:
    """The example of a limit, and what comes of it where one part of the condition fails."""
    example = limit.example
    if example.paddle or example.cannot_run or example.compare.random:
        return
    try:
        inputs = {name: input_of(name, spec) for name, spec in example.inputs}
    except (TypeError, ValueError):
        return
    call = None if example.call is None else tuple(example.call)
    gradients = example.compare.gradient_skip is None
    error = limit.then is Departure.ACCEPTED
    own = Sample(f"{number}", example.torch, inputs, call, error=error, gradients=gradients)
    yield _seed(own)
    others = [parse_condition(one.when) for one in limits.values()]
    tried: Counter[str] = Counter()
    seen = {_identity(own)}
    for told, varied in islice(variations(own, api), _THOUGHT_OF):
        part = _failing(limit.when, varied, api, others)
        if part is not None and tried[part] < MOST and _identity(varied) not in seen:
            tried[part] += 1
            seen.add(_identity(varied))
            origin = _SEPARATOR.join((f"{number}", part, told))
            yield _seed(replace(varied, origin=origin))


def _identity(sample: Sample) -> str:
    return repr([sample.code, {name: as_written(spec) for name, spec in sample.inputs.items()}])


def _seed(sample: Sample) -> Seed:
    inputs = [(name, as_written(spec)) for name, spec in sample.inputs.items()]
    return Seed(
        sample.origin,
        sample.code,
        inputs,
        sample.call,
        gradients=sample.gradients,
        alone=True,
        plain=True,
        error=sample.error,
    )


def _failing(when: str, sample: Sample, api: Api, others: Collection[ast.expr]) -> str | None:
    """The one part of a condition that does not hold for a sample of which no limit speaks."""
    trained = [
        name
        for name, spec in sample.inputs.items()
        if isinstance(spec, ParameterInput)
        or (sample.gradients and isinstance(spec, LiteralTensor) and _is_trained(spec))
    ]
    found: str | None = None
    try:
        passed = list(arguments_of(sample, api, trained))
    except (MappingError, SyntaxError, ValueError, TypeError, LookupError):
        return None
    for call in passed:
        if any(_told(other, call) is not False for other in others):
            return None
        told = [(part, _told(part, call)) for part in parts_of(when)]
        failing = [part for part, holds in told if holds is False]
        if len(failing) == 1 and all(holds is not None for _, holds in told):
            found = ast.unparse(failing[0])
    return found


def _is_trained(spec: LiteralTensor) -> bool:
    return spec.dtype in (*FLOATS, *COMPLEX)


def parts_of(when: str) -> list[ast.expr]:
    """The conditions that must all hold; of a range its bounds."""
    return [part for one in _joined(parse_condition(when)) for part in _bounds(one)]


def _joined(tree: ast.expr) -> Iterator[ast.expr]:
    match tree:
        case ast.BoolOp(ast.And(), values):
            for value in values:
                yield from _joined(value)
        case _:
            yield tree


def _bounds(tree: ast.expr) -> Iterator[ast.expr]:
    match tree:
        case ast.Compare(left, [first, second], [middle, right]):
            yield ast.Compare(left, [first], [middle])
            yield ast.Compare(middle, [second], [right])
        case _:
            yield tree


def _told(tree: ast.expr, call: CallValues) -> bool | None:
    values = {**CONSTANTS, **call.defaults, **call.values}
    known = {name: value for name, value in values.items() if value is not UNTOLD}
    return evaluating.holds(tree, known, call.values.keys())
