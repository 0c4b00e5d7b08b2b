"""Samples of a frozen set that come out otherwise on a release, and no limit says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mapping_model.conformance.frozen import Examples, calls_of
from mapping_model.conformance.states import MAPPING, Conformance, ResultOf, State, Way
from mapping_model.corpus import Corpus
from mapping_model.entry import Example
from mapping_model.inputs import COMPLEX, FLOATS, LiteralTensor
from mapping_model.outcomes import Departure
from mapping_model.probes import Probed
from mapping_model.results import NO_BACKWARD
from verify_mappings.judging.verdict import Side
from verify_mappings.probing.findings import BACKWARD, EMPTY, Judged, Support, dtype_named, special
from verify_mappings.probing.limiting import within_limits
from verify_mappings.probing.running import OURS, Run
from verify_mappings.recording import Observation, Scalar, Sequence
from verify_mappings.sampling.mutating import input_of
from verify_mappings.sampling.sample import Sample

# What is not equal, what matters most to readers first.
_OUTCOMES = {
    State.SILENT: Departure.DIFFERS,
    State.GRADIENT: Departure.GRADIENT,
    State.CRASH: Departure.CRASHES,
    State.REFUSED: Departure.REFUSED,
}
# What the harness cannot do, as probes leave it out: weights that correspond to none, say.
_OURS = tuple(f"Paddle raises {error}" for error in OURS)
# Gradients in which rounding shows, by API and why: no departure, though no tolerance fits them.
_AT_10000 = (
    "Beside 1e4 float32 has three digits behind the point: PyTorch's and Paddle's gradients are as "
    "far from those in float64, 3.5e-3."
)
ROUNDED = {"torch.logcumsumexp": _AT_10000, "torch.Tensor.logcumsumexp": _AT_10000}


@dataclass(frozen=True, slots=True)
class Untold:
    """A sample that no limit of its API, nor of those that it uses, explains."""

    state: State
    api: str
    code: str
    told: str


@dataclass(frozen=True, slots=True)
class Explaining:
    """What entries say on a release: limits of the corpus, and by API what probes have found."""

    corpus: Corpus
    release: str
    probed: Mapping[str, Probed]

    def explains(self, api: str, example: Example, state: State, told: str) -> bool:
        """Whether readers are told that a sample comes out so, or it is nothing of Paddle's."""
        if told.startswith(_OURS) or (state is State.GRADIENT and api in ROUNDED):
            return True
        run, judged = _run(example), _judged(state, told)
        pairs, entry = [(run, judged)], self.corpus.entries[api]
        left, _ = within_limits(entry, self.corpus, self.release, pairs, Support(pairs))
        probed = self.probed.get(api)
        return not left or (probed is not None and _refuses(probed, run, judged))


def _refuses(probed: Probed, run: Run, judged: Judged) -> bool:
    """Whether it is refused for a dtype, or for being empty, as the page of the entry says."""
    if judged.outcome is not Departure.REFUSED:
        return False
    known, word = probed.dtypes, dtype_named(run.sample, judged)
    if judged.told.startswith(BACKWARD) and run.sample.dtype in known.without_gradient:
        return True
    return (
        run.sample.dtype in known.refused
        or word in (*known.refused, *known.partly)
        or (special(run.sample) == EMPTY and probed.empty > 0)
    )


def untold(
    found: Conformance, samples: Examples, result_of: ResultOf, explaining: Explaining
) -> Iterator[Untold]:
    """The samples of which nothing tells, the gravest first."""
    listed: dict[State, list[Untold]] = {state: [] for state in _OUTCOMES}
    release = explaining.release
    for name, states in found.ways[Way(release, MAPPING)].items():
        keys = dict(calls_of(samples.get(name, {})))
        for digest, state in zip(found.frozen.calls[name], states, strict=True):
            if state not in listed:
                continue  # it is equal, or was not run
            key = keys[digest]
            example = samples[name][key]
            result = result_of(release, found.frozen.part.recorded(name), key)
            told = (result and (result.applied_detail or result.detail)) or ""
            if not explaining.explains(name, example, state, told):
                code = example.torch.removeprefix("result = ")
                listed[state].append(Untold(state, name, code, told))
    for ones in listed.values():
        yield from ones


def _judged(state: State, told: str) -> Judged:
    """What became of it, as probes tell it."""
    backward = f"{BACKWARD}{told.removeprefix(NO_BACKWARD)}"
    return Judged(_OUTCOMES[state], backward if told.startswith(NO_BACKWARD) else told)


def _run(example: Example) -> Run:
    """A sample as probes run it; torch takes it, and gives what can have one a gradient."""
    inputs = {name: input_of(name, spec) for name, spec in example.inputs}
    dtypes = {name: spec.dtype for name, spec in inputs.items() if isinstance(spec, LiteralTensor)}
    trained = [name for name, dtype in dtypes.items() if dtype in FLOATS + COMPLEX]
    gradient = Observation("gradients", {}, {"inputs": Sequence(tuple(map(Scalar, trained)))})
    # It is made in that of its numbers; integers beside these are indices.
    dtype = next((dtypes[name] for name in (*trained, *dtypes)), "float32")
    sample = Sample("", f"{example.torch}\n", inputs, example.call, dtype=dtype)
    return Run(sample, Side({"plain": Observation("run", {}), "gradient": gradient}))
