"""Running one side of one example, phase by phase, in the process made for it.

Each phase leaves one recording in the directory of the job:

- "plain": result and inputs afterwards;
- "gradient": gradients of the float inputs and of parameters;
- "random": many draws.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from verify_mappings.inside.carrying import record
from verify_mappings.inside.describe import Describer
from verify_mappings.inside.gradient_phase import gradients
from verify_mappings.inside.library import Library
from verify_mappings.inside.modules import describe_state
from verify_mappings.inside.random_phase import stack_draws
from verify_mappings.inside.session import NO_RESULT, SEED, Session
from verify_mappings.job import Job
from verify_mappings.recording import Mapping, Node, Raised, Record, Scalar, Tensor
from verify_mappings.recording_files import load, save

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
