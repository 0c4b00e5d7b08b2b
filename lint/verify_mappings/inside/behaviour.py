"""Optimizers, schedulers and distributions by what they do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from verify_mappings.inside.arrays import fixed_weights
from verify_mappings.inside.library import Library, View, same
from verify_mappings.inside.session import Session
from verify_mappings.recording import Node, Raised, Record, Scalar, Sequence, Symbol, Tensor

Describe = Callable[[Any], Node]

OPTIMIZER_STEPS = 5
SCHEDULER_STEPS = 12
SAMPLES = 5
# For schedulers that watch a metric: one good value, then never better by more than a trifle.
_METRICS = (1.0, 0.99995, 1.00005)


def optimizer(session: Session, value: Any) -> Record:
    """The parameters of an optimizer after a few steps on a fixed, bumpy loss."""
    library = session.library
    parameters = library.optimizer_parameters(value)
    views = _views(session)
    terms = [
        _terms(library, index, parameter, views.get(id(parameter), same))
        for index, parameter in enumerate(parameters)
    ]

    def loss() -> Any:
        pairs = zip(parameters, terms, strict=True)
        outputs = [pair for p, (square, plain) in pairs for pair in ((p * p, square), (p, plain))]
        return library.weighted_sum(outputs)

    for _ in range(OPTIMIZER_STEPS):
        library.optimizer_step(value, loss)
    after = tuple(
        Tensor(
            np.ascontiguousarray(views.get(id(p), same)(library.array(p))),
            library.dtype(p),
        )
        for p in parameters
    )
    return Record("optimizer", {f"parameters after {OPTIMIZER_STEPS} steps": Sequence(after)})


def _views(session: Session) -> dict[int, View]:
    """How to see the transposed weights of module inputs (a transposition undoes itself)."""
    weights = (
        weight for module in session.modules.values() for weight in session.library.weights(module)
    )
    return {id(w.tensor): w.view for w in weights if w.view is np.transpose}


def _terms(
    library: Library, index: int, parameter: Any, view: View
) -> tuple[np.ndarray, np.ndarray]:
    """Weights of the squares and of the values of a parameter, in its own layout."""
    shape = view(library.array(parameter)).shape
    squares = view(np.abs(fixed_weights("squares", index, shape)))
    return np.ascontiguousarray(squares), np.ascontiguousarray(
        view(fixed_weights("values", index, shape))
    )


def scheduler(library: Library, value: Any) -> Record:
    """The learning rates of a scheduler: the first, and the one after each step."""
    rates = [library.scheduler_rate(value)]
    for step in range(SCHEDULER_STEPS):
        metric = _METRICS[0] if step == 0 else _METRICS[1 + step % 2]
        library.scheduler_step(value, metric)
        rates.append(library.scheduler_rate(value))
    return Record("scheduler", {"learning rates": Tensor(np.array(rates), "float64", numpy=True)})


def distribution(
    library: Library, describe: Describe, value: Any, reference: Record | None
) -> Record:
    """What is defined of shapes, mean, variance, entropy and log_prob at the torch side's samples.

    Samples themselves are compared by shape and dtype only.
    """
    fields: dict[str, Node] = {}
    for name in ("batch_shape", "event_shape", "mean", "variance"):
        _observe(describe, fields, name, partial(getattr, value, name))
    _observe(describe, fields, "entropy", lambda: value.entropy())
    sample = library.sample(value, SAMPLES)
    shape = Sequence(tuple(Scalar(int(size)) for size in sample.shape))
    fields["sample"] = Record("sample", {"shape": shape, "dtype": _dtype(library, sample)})
    samples = reference.carried["samples"] if reference else describe(sample)
    assert isinstance(samples, Tensor)
    fixed = library.tensor(samples.array, samples.dtype)
    _observe(describe, fields, "log_prob", lambda: value.log_prob(fixed))
    return Record("distribution", fields, {"samples": samples})


def _dtype(library: Library, tensor: Any) -> Symbol:
    return Symbol("dtype", library.dtype(tensor))


def _observe(
    describe: Describe, fields: dict[str, Node], name: str, get: Callable[[], Any]
) -> None:
    """Add one observation; what a distribution does not define is left out."""
    try:
        fields[name] = describe(get())
    except (NotImplementedError, AttributeError):
        return
    except Exception as error:
        fields[name] = Raised(type(error).__name__, str(error))
