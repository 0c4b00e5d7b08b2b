"""The gradient phase: the code once more, with float inputs that require gradients."""

from __future__ import annotations

from typing import Any

import numpy as np

from mapping_model.inputs import ModuleInput, ParameterInput, parse_input
from verify_mappings.inside.arrays import fixed_weights
from verify_mappings.inside.carrying import matched, record_gradients
from verify_mappings.inside.library import Library, Weight
from verify_mappings.inside.modules import call, load_weights
from verify_mappings.inside.session import Session, differentiable_inputs
from verify_mappings.job import Job
from verify_mappings.recording import Mapping, Node, Record, Scalar, Sequence, Tensor


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
