"""Running one side of one example, phase by phase, in the process made for it.

Each phase leaves one recording in the directory of the job:

- "plain": result and inputs afterwards;
- "gradient": gradients of the float inputs and of parameters, from the code run once more;
- "random": many draws, stacked for comparing statistics.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from mapping_model.inputs import ModuleInput, ParameterInput, parse_input
from verify_mappings.inside.arrays import fixed_weights
from verify_mappings.inside.carrying import matched, record, record_gradients
from verify_mappings.inside.describe import Describer, call, describe_state, load_weights
from verify_mappings.inside.library import Library, Weight
from verify_mappings.inside.session import NO_RESULT, SEED, Session, differentiable_inputs
from verify_mappings.job import Job
from verify_mappings.recording import (
    Mapping,
    Node,
    Observation,
    Raised,
    Scalar,
    Sequence,
    Tensor,
    texts,
)
from verify_mappings.recording_files import load, save

# Beyond this many numbers per result further draws tell nothing new.
MAX_NUMBERS = 2_000_000


def numbers(node: Node, path: str = "") -> Iterator[tuple[str, np.ndarray]]:
    """Every tensor and number of a recording, with where it is."""
    match node:
        case Tensor(array) if array.dtype.kind == "c":
            yield f"{path} (real part)", array.real.astype(np.float64)
            yield f"{path} (imaginary part)", array.imag.astype(np.float64)
        case Tensor(array):
            yield path, array.astype(np.float64)
        case Scalar(bool() | int() | float() as value):
            yield path, np.asarray(value, np.float64)
        case Sequence(items) if items and all(map(_is_number, items)):
            values = [item.value for item in items if isinstance(item, Scalar)]
            yield path, np.asarray(values, np.float64)
        case Sequence(items):
            for index, item in enumerate(items):
                yield from numbers(item, f"{path}[{index}]")
        case Mapping(items) | Observation(_, items):
            for key, item in items.items():
                yield from numbers(item, f"{path}.{key}" if path else key)


def _is_number(node: Node) -> bool:
    return isinstance(node, Scalar) and isinstance(node.value, (bool, int, float))


def stack_draws(draws: list[Node]) -> Observation:
    """The first draw, and all numbers that have the same shape in all draws, stacked."""
    found: dict[str, list[np.ndarray]] = {}
    for draw in draws:
        for path, array in numbers(draw):
            found.setdefault(path, []).append(array)
    stacked: dict[str, Node] = {}
    for path, arrays in found.items():
        if len(arrays) != len(draws) or len({array.shape for array in arrays}) > 1:
            continue
        count = max(20, min(len(arrays), MAX_NUMBERS // max(1, arrays[0].size)))
        stacked[path] = Tensor(np.stack(arrays[:count]), "float64")
    return Observation("draws", {"first": draws[0], "stacked": Mapping(stacked)})


def gradient(library: Library, job: Job) -> Node:
    """The gradients of a fixed weighted sum of all that the code computes.

    The torch side tries all float inputs first, then the first alone (targets of losses often have
    no derivative); the Paddle side follows it. Where torch gives none, the reason: "no-input" can
    have one, or there is "no-gradient" of the result.
    """
    plain = load(Path(job.reference or job.directory), "plain")
    assert isinstance(plain, Observation)
    reference = _reference(job, "gradient")
    if reference is not None:
        wanted = texts(reference.carried["inputs"])
        return _run(library, job, plain, wanted) or Observation("gradients", {})
    names = differentiable_inputs(job)
    kinds = {type(parse_input(spec)) for _, spec in job.inputs}
    none = "no-gradient" if names or kinds & {ParameterInput, ModuleInput} else "no-input"
    errors = []
    for wanted in dict.fromkeys((names, names[:1])):
        try:
            return _run(library, job, plain, wanted) or Scalar(none)
        except Exception as error:
            errors.append(error)
    raise errors[0]


def _run(
    library: Library, job: Job, plain: Observation, wanted: tuple[str, ...]
) -> Observation | None:
    """Gradients by name; None where nothing is differentiable."""
    session = Session(library, job, differentiate=wanted)
    if job.reference:
        session.take_modules(plain)
    session.make_inputs()
    before = {name: library.array(session.values[name]) for name in wanted}
    result = session.run()
    weights = _input_weights(session, plain)
    known = plain.fields.get("result")
    if isinstance(known, Observation) and library.is_module(result):
        weights["result"] = _result_weights(session, result, known)
    result = _computed(session, result, known)
    changed = [
        session.values[name]
        for name, array in before.items()
        if not np.array_equal(array, library.array(session.values[name]), equal_nan=True)
    ]
    owned = [weight.tensor for part in weights.values() for weight in part]
    for tensor in (*session.leaves.values(), *owned):
        library.clear_gradient(tensor)
    if not _backward(library, [result, changed]):
        return None
    fields: dict[str, Node] = {}
    for name, leaf in session.leaves.items():
        given = library.gradient(leaf)
        there = given is not None
        fields[name] = Tensor(library.array(given), library.dtype(given)) if there else Scalar(None)
    for owner, part in weights.items():
        fields[f"weights of {owner}"] = record_gradients(part, library)
    return Observation("gradients", fields, {"inputs": Sequence(tuple(map(Scalar, wanted)))})


def _input_weights(session: Session, plain: Observation) -> dict[str, list[Weight]]:
    """The weights of module inputs as they are after the code, by torch's names."""
    library, found = session.library, {}
    for name, module in session.modules.items():
        known = None
        match plain.fields[f"module {name}"]:
            case Observation(_, {"state": Observation(_, {"weights": Mapping() as weights})}):
                known = weights if session.job.reference else None
        found[name] = matched(library.weights(module), library, known)
    return found


def _result_weights(session: Session, module: Any, known: Observation) -> list[Weight]:
    """The weights of a resulting module, which on the Paddle side are the torch side's."""
    library = session.library
    if not session.job.reference:
        return library.weights(module)
    load_weights(library, session, module, known)
    names = known.carried["weights"]
    assert isinstance(names, Mapping)
    return matched(library.weights(module), library, names)


def _computed(session: Session, result: Any, known: Node | None) -> Any:
    """What the result computes, where the plain phase has found that it computes something."""
    match known:
        case Observation("module", {"output": _}, {"calmed": Scalar(calmed)}):
            if calmed:
                result.eval()
            return call(session, result)
        case Observation("function"):
            return call(session, result)
        case Observation("distribution", {"log_prob": Tensor()}, {"samples": Tensor() as samples}):
            return result.log_prob(session.library.tensor(samples.array, samples.dtype))
    return result


def _backward(library: Library, values: list[Any]) -> bool:
    """Go backward from all that is differentiable in `values`; whether anything is."""
    outputs = [
        (tensor, fixed_weights("loss", index, tuple(tensor.shape)))
        for index, tensor in enumerate(library.tensors(values))
        if library.is_float(tensor) and library.tracks(tensor) is not False
    ]
    if outputs:
        library.weighted_sum(outputs).backward()
    return bool(outputs)


DRAWS = 400


def execute(library: Library, job: Job) -> None:
    """Run the phases of a job, up to one that raises, and save what they give."""
    phases = {"plain": plain, "gradient": gradient, "random": random}
    for phase in job.phases:
        node: Node
        try:
            node = phases[phase](library, job)
        except BaseException as error:  # code of an example may raise anything
            node = Raised(type(error).__name__, str(error).strip())
        save(node, job.folder, phase)
        if isinstance(node, Raised):
            return


def execute_each(library: Library, jobs: Iterable[Job]) -> None:
    """Run jobs one after the other, each in its own folder and with names that count anew."""
    for job in jobs:
        scratch = job.folder / "scratch"
        scratch.mkdir(parents=True)
        os.chdir(scratch)
        library.begin()
        execute(library, job)


def _reference(job: Job, phase: str) -> Observation | None:
    """What the torch side recorded in a phase; None on that side itself, or where it raised."""
    node = load(Path(job.reference), phase) if job.reference else None
    return node if isinstance(node, Observation) else None


def plain(library: Library, job: Job) -> Observation:
    """Run the code once; its result, and every input afterwards."""
    reference = _reference(job, "plain")
    session = Session(library, job)
    session.take_modules(reference)
    session.make_inputs()
    before = session.module_weights()
    untouched = _inputs(Describer(session))
    result = session.run()
    if library.is_module(result) and not job.reference:
        session.constant = _constant_weights(session, result)
    return _observations(session, result, reference, before, untouched)


def _observations(
    session: Session,
    result: Any,
    reference: Observation | None,
    before: dict[str, Mapping],
    untouched: dict[str, Node],
) -> Observation:
    describer = Describer(session)
    known = reference.fields if reference else {}
    # Before the result is called: calling a module may change its mode.
    fields = _modules(session, known)
    if result is not NO_RESULT:
        fields["result"] = describer.describe(result, known.get("result"))
    fields |= _inputs(describer)
    carried: dict[str, Node] = {"modules": Mapping(dict(before)), "inputs": Mapping(untouched)}
    return Observation("example", fields, carried)


def _modules(session: Session, known: dict[str, Node]) -> dict[str, Node]:
    """Mode and state of each module input after the code."""
    fields: dict[str, Node] = {}
    for name, module in session.modules.items():
        there = known.get(f"module {name}")
        state = there.fields["state"] if isinstance(there, Observation) else None
        fields[f"module {name}"] = Observation(
            "module input",
            {
                "training": Scalar(bool(module.training)),
                "state": describe_state(session.library, module, state),
            },
        )
    return fields


def _inputs(describer: Describer) -> dict[str, Node]:
    """Every input that is no module, and the gradient that stands at it."""
    session, library = describer.session, describer.library
    nodes: dict[str, Node] = {}
    for name, value in session.values.items():
        if name in session.modules:
            continue
        nodes[f"input {name}"] = describer.describe(value)
        if library.is_tensor(value) and library.gradient(value) is not None:
            nodes[f"gradient of input {name}"] = describer.describe(library.gradient(value))
    return nodes


def _constant_weights(session: Session, module: Any) -> tuple[str, ...]:
    """Names of the initial weights that are no random numbers: another seed gives the same."""
    if any(module is given for given in session.modules.values()):
        return ()
    other = Session(session.library, session.job, seed=SEED + 1)
    other.make_inputs()
    twin = other.run()
    if not session.library.is_module(twin):
        return ()
    ours = record(session.library.weights(module), session.library).items
    theirs = record(session.library.weights(twin), session.library).items
    return tuple(
        name
        for name, node in ours.items()
        if isinstance(node, Tensor)
        and isinstance(there := theirs.get(name), Tensor)
        and np.array_equal(node.array, there.array, equal_nan=True)
    )


def random(library: Library, job: Job) -> Observation:
    """Run the code many times, on fresh inputs, with one seed after the other."""
    reference = _reference(job, "random")
    first = reference.fields["first"] if reference else None
    known = first if isinstance(first, Observation) else None
    session = Session(library, job, random=True)
    draws: list[Node] = []
    for number in range(DRAWS):
        session.seed = SEED + number
        session.take_modules(known)
        session.make_inputs()
        before = session.module_weights()
        result = session.run()
        draw = _observations(session, result, known, before, {})
        if job.expression:
            draw.fields[job.expression] = Describer(session).describe(session.observed)
        draws.append(draw)
        # All draws have the weights of the first, so that only the random part varies.
        known = known or draw
    return stack_draws(draws)
