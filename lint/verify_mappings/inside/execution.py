"""Running one side of one example, phase by phase, in the process made for it.

Each phase leaves one recording in the directory of the job:

- "plain": result and inputs afterwards;
- "gradient": gradients of the float inputs and of parameters, from the code run once more;
- "random": many draws, stacked for comparing statistics.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
from verify_mappings.recording import Mapping, Node, Raised, Record, Scalar, Sequence, Tensor
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
        case Mapping(items) | Record(_, items):
            for key, item in items.items():
                yield from numbers(item, f"{path}.{key}" if path else key)


def _is_number(node: Node) -> bool:
    return isinstance(node, Scalar) and isinstance(node.value, (bool, int, float))


def stack_draws(draws: list[Node]) -> Record:
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
    return Record("draws", {"first": draws[0], "stacked": Mapping(stacked)})


def gradients(library: Library, job: Job, plain: Record, reference: Node | None) -> Node:
    """The gradients of a fixed weighted sum of all that the code computes.

    `plain` is the torch side's recording of the plain phase, `reference` its recording of this
    phase; None on the torch side itself. That side tries all float inputs first, then the first
    alone (targets of losses often have no derivative); the Paddle side follows it. Where torch
    gives none, the reason: "no-input" can have one, or there is "no-gradient" of the result.
    """
    if reference is not None:
        return _run(library, job, plain, _wanted(reference)) or Record("gradients", {})
    names = differentiable_inputs(job)
    errors = []
    for wanted in dict.fromkeys((names, names[:1])):
        try:
            return _run(library, job, plain, wanted) or Scalar(_why_none(job))
        except Exception as error:
            errors.append(error)
    raise errors[0]


def _why_none(job: Job) -> str:
    kinds = {type(parse_input(spec)) for _, spec in job.inputs}
    if differentiable_inputs(job) or kinds & {ParameterInput, ModuleInput}:
        return "no-gradient"
    return "no-input"


def _wanted(reference: Node) -> tuple[str, ...]:
    """The names of the inputs that the torch side differentiated."""
    names = reference.carried["inputs"] if isinstance(reference, Record) else None
    items = names.items if isinstance(names, Sequence) else ()
    return tuple(str(item.value) for item in items if isinstance(item, Scalar))


def _run(library: Library, job: Job, plain: Record, wanted: tuple[str, ...]) -> Record | None:
    """Gradients by name; None where nothing is differentiable."""
    session = Session(library, job, differentiate=wanted)
    if job.reference:
        session.take_modules(plain)
    session.make_inputs()
    before = {name: library.array(session.values[name]) for name in wanted}
    result = session.run()
    weights = _input_weights(session, plain)
    known = plain.fields.get("result")
    if isinstance(known, Record) and library.is_module(result):
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
    fields = {name: _gradient(library, leaf) for name, leaf in session.leaves.items()}
    for owner, part in weights.items():
        fields[f"weights of {owner}"] = record_gradients(part, library)
    return Record("gradients", fields, {"inputs": Sequence(tuple(map(Scalar, wanted)))})


def _input_weights(session: Session, plain: Record) -> dict[str, list[Weight]]:
    """The weights of module inputs as they are after the code, by torch's names."""
    library, found = session.library, {}
    for name, module in session.modules.items():
        known = None
        match plain.fields[f"module {name}"]:
            case Record(_, {"state": Record(_, {"weights": Mapping() as weights})}):
                known = weights if session.job.reference else None
        found[name] = matched(library.weights(module), library, known)
    return found


def _result_weights(session: Session, module: Any, known: Record) -> list[Weight]:
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
        case Record("module", {"output": _}, {"calmed": Scalar(calmed)}):
            if calmed:
                result.eval()
            return call(session, result)
        case Record("function"):
            return call(session, result)
        case Record("distribution", {"log_prob": Tensor()}, {"samples": Tensor() as samples}):
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


def _gradient(library: Library, leaf: Any) -> Node:
    gradient = library.gradient(leaf)
    if gradient is None:
        return Scalar(None)
    return Tensor(library.array(gradient), library.dtype(gradient))


DRAWS = 400


def execute(library: Library, job: Job) -> None:
    """Run the phases of a job, up to one that raises, and save what they give."""
    phases = {"plain": plain, "gradient": gradient, "random": random}
    for phase in job.phases:
        node = _guarded(phases[phase], library, job)
        save(node, job.folder, phase)
        if isinstance(node, Raised):
            return


def _guarded(phase: Callable[[Library, Job], Node], library: Library, job: Job) -> Node:
    """What a phase gives, or what it raised; code of an example may raise anything."""
    try:
        return phase(library, job)
    except BaseException as error:
        return Raised(type(error).__name__, str(error).strip())


def _reference(job: Job, phase: str) -> Record | None:
    """What the torch side recorded in a phase; None on that side itself, or where it raised."""
    node = load(Path(job.reference), phase) if job.reference else None
    return node if isinstance(node, Record) else None


def plain(library: Library, job: Job) -> Record:
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
    reference: Record | None,
    before: dict[str, Mapping],
    untouched: dict[str, Node],
) -> Record:
    describer = Describer(session)
    known = reference.fields if reference else {}
    # Before the result is called: calling a module may change its mode.
    fields = _modules(session, known)
    if result is not NO_RESULT:
        fields["result"] = describer.describe(result, known.get("result"))
    fields |= _inputs(describer)
    carried: dict[str, Node] = {"modules": Mapping(dict(before)), "inputs": Mapping(untouched)}
    return Record("example", fields, carried)


def _modules(session: Session, known: dict[str, Node]) -> dict[str, Node]:
    """Mode and state of each module input after the code."""
    fields: dict[str, Node] = {}
    for name, module in session.modules.items():
        there = known.get(f"module {name}")
        state = there.fields["state"] if isinstance(there, Record) else None
        fields[f"module {name}"] = Record(
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


def gradient(library: Library, job: Job) -> Node:
    """The gradients, see `gradient.gradients`."""
    known = load(Path(job.reference or job.directory), "plain")
    assert isinstance(known, Record)
    return gradients(library, job, known, _reference(job, "gradient"))


def random(library: Library, job: Job) -> Record:
    """Run the code many times, on fresh inputs, with one seed after the other."""
    reference = _reference(job, "random")
    first = reference.fields["first"] if reference else None
    known = first if isinstance(first, Record) else None
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
