"""Modules by their behaviour: Paddle's gets the weights of torch's, then both are called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verify_mappings.inside.carrying import carry, matched, record, record_gradients
from verify_mappings.inside.library import Library
from verify_mappings.inside.session import Session
from verify_mappings.recording import Mapping, Node, Record, Scalar, Sequence


def describe_module(
    session: Session, describe: Callable[[Any], Node], module: Any, reference: Record | None
) -> Record:
    """A module: whether it trains, fixed initial weights, its output, its weights afterwards.

    Carried over: the initial weights; which of them are no random numbers; whether it had to be
    put in evaluation mode, because its output would be random.
    """
    library = session.library
    fields: dict[str, Node] = {"training": Scalar(bool(module.training))}
    initial = load_weights(library, session, module, reference)
    constant = reference.carried["constant"] if reference else _names(session.constant)
    assert isinstance(constant, Sequence)
    names = [str(item.value) for item in constant.items if isinstance(item, Scalar)]
    fields["initial weights"] = Mapping({name: initial.items[name] for name in names})
    calmed = Scalar(library.draws(module)) if reference is None else reference.carried["calmed"]
    if library.can_call(module) and session.arguments() is not None:
        if calmed != Scalar(False) and not session.random:
            module.eval()
        fields["output"] = describe(call(session, module))
    after = reference.fields["afterwards"] if reference else None
    fields["afterwards"] = describe_state(library, module, after)
    carried: dict[str, Node] = {"weights": initial, "constant": constant, "calmed": calmed}
    return Record("module", fields, carried)


def call(session: Session, function: Any) -> Any:
    """The result of calling a module or function with the inputs it is meant for."""
    return function(*(session.arguments() or ()))


def load_weights(
    library: Library, session: Session, module: Any, reference: Record | None
) -> Mapping:
    """Give a module the torch side's weights; return those it had, by torch's names.

    A module that is an input has them already, and the code may have changed them on purpose.
    """
    known = reference.carried["weights"] if reference else None
    assert known is None or isinstance(known, Mapping)
    weights = matched(library.weights(module), library, known)
    before = record(weights, library)
    if known and not any(module is given for given in session.modules.values()):
        carry(weights, library, known)
    return before


def describe_state(library: Library, module: Any, reference: Node | None) -> Record:
    """The weights of a module and the gradients that stand at them, by torch's names."""
    known = reference.fields["weights"] if isinstance(reference, Record) else None
    assert known is None or isinstance(known, Mapping)
    weights = matched(library.weights(module), library, known)
    return Record(
        "state",
        {"weights": record(weights, library), "gradients": record_gradients(weights, library)},
    )


def _names(names: tuple[str, ...]) -> Sequence:
    return Sequence(tuple(Scalar(name) for name in names))
