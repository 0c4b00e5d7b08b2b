"""Turning what an example gave into a recording: values as they are, objects by what they do.

Of modules, Paddle's gets the weights of torch's, then both are called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Mapping as MappingType
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from verify_mappings.inside.arrays import fixed_weights
from verify_mappings.inside.carrying import carry, matched, record, record_gradients
from verify_mappings.inside.library import MAX_ITEMS, Library, same
from verify_mappings.inside.session import Session
from verify_mappings.recording import (
    Mapping,
    Node,
    Observation,
    Opaque,
    Raised,
    Scalar,
    Sequence,
    Symbol,
    Tensor,
    texts,
)

Describe = Callable[[Any], Node]

OPTIMIZER_STEPS = 5
SCHEDULER_STEPS = 12
SAMPLES = 5
# For schedulers that watch a metric: one good value, then never better by more than a trifle.
_METRICS = (1.0, 0.99995, 1.00005)


def optimizer(session: Session, value: Any) -> Observation:
    """The parameters of an optimizer after a few steps on a fixed, bumpy loss."""
    library = session.library
    parameters = library.optimizer_parameters(value)
    # The transposed weights of module inputs are seen in torch's layout (it undoes itself).
    weights = (w for module in session.modules.values() for w in library.weights(module))
    transposed = {id(w.tensor): w.view for w in weights if w.view is np.transpose}
    views = [transposed.get(id(parameter), same) for parameter in parameters]
    terms = []
    for index, (parameter, view) in enumerate(zip(parameters, views, strict=True)):
        shape = view(library.array(parameter)).shape
        squares = view(np.abs(fixed_weights("squares", index, shape)))
        values = view(fixed_weights("values", index, shape))
        terms.append((np.ascontiguousarray(squares), np.ascontiguousarray(values)))

    def loss() -> Any:
        pairs = zip(parameters, terms, strict=True)
        outputs = [pair for p, (square, plain) in pairs for pair in ((p * p, square), (p, plain))]
        return library.weighted_sum(outputs)

    for _ in range(OPTIMIZER_STEPS):
        library.optimizer_step(value, loss)
    after = tuple(
        Tensor(np.ascontiguousarray(view(library.array(p))), library.dtype(p))
        for p, view in zip(parameters, views, strict=True)
    )
    return Observation("optimizer", {f"parameters after {OPTIMIZER_STEPS} steps": Sequence(after)})


def scheduler(library: Library, value: Any) -> Observation:
    """The learning rates of a scheduler: the first, and the one after each step."""
    rates = [library.scheduler_rate(value)]
    for step in range(SCHEDULER_STEPS):
        metric = _METRICS[0] if step == 0 else _METRICS[1 + step % 2]
        library.scheduler_step(value, metric)
        rates.append(library.scheduler_rate(value))
    return Observation(
        "scheduler", {"learning rates": Tensor(np.array(rates), "float64", numpy=True)}
    )


def distribution(
    library: Library, describe: Describe, value: Any, reference: Observation | None
) -> Observation:
    """What is defined of shapes, mean, variance, entropy and log_prob at the torch side's samples.

    Samples themselves are compared by shape and dtype only.
    """
    fields: dict[str, Node] = {}
    for name in ("batch_shape", "event_shape", "mean", "variance"):
        _observe(describe, fields, name, partial(getattr, value, name))
    _observe(describe, fields, "entropy", lambda: value.entropy())
    sample = library.sample(value, SAMPLES)
    shape = Sequence(tuple(Scalar(int(size)) for size in sample.shape))
    dtype = Symbol("dtype", library.dtype(sample))
    fields["sample"] = Observation("sample", {"shape": shape, "dtype": dtype})
    samples = reference.carried["samples"] if reference else describe(sample)
    assert isinstance(samples, Tensor)
    fixed = library.tensor(samples.array, samples.dtype)
    _observe(describe, fields, "log_prob", lambda: value.log_prob(fixed))
    return Observation("distribution", fields, {"samples": samples})


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


def describe_module(
    session: Session, describe: Callable[[Any], Node], module: Any, reference: Observation | None
) -> Observation:
    """A module: whether it trains, fixed initial weights, its output, its weights afterwards.

    Carried over: the initial weights; which of them are no random numbers; whether it had to be
    put in evaluation mode, because its output would be random.
    """
    library = session.library
    fields: dict[str, Node] = {"training": Scalar(bool(module.training))}
    initial = load_weights(library, session, module, reference)
    own = Sequence(tuple(map(Scalar, session.constant)))
    constant = reference.carried["constant"] if reference else own
    fields["initial weights"] = Mapping({name: initial.items[name] for name in texts(constant)})
    calmed = Scalar(library.draws(module)) if reference is None else reference.carried["calmed"]
    if library.can_call(module) and session.arguments() is not None:
        if calmed != Scalar(False) and not session.random:
            module.eval()
        fields["output"] = describe(call(session, module))
    after = reference.fields["afterwards"] if reference else None
    fields["afterwards"] = describe_state(library, module, after)
    carried: dict[str, Node] = {"weights": initial, "constant": constant, "calmed": calmed}
    return Observation("module", fields, carried)


def call(session: Session, function: Any) -> Any:
    """The result of calling a module or function with the inputs it is meant for."""
    return function(*(session.arguments() or ()))


def load_weights(
    library: Library, session: Session, module: Any, reference: Observation | None
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


def describe_state(library: Library, module: Any, reference: Node | None) -> Observation:
    """The weights of a module and the gradients that stand at them, by torch's names."""
    known = reference.fields["weights"] if isinstance(reference, Observation) else None
    assert known is None or isinstance(known, Mapping)
    weights = matched(library.weights(module), library, known)
    return Observation(
        "state",
        {"weights": record(weights, library), "gradients": record_gradients(weights, library)},
    )


_MAX_DEPTH = 20


class TooLarge(Exception):
    """A result of which not all would be compared; the message says what is too much."""


class Describer:
    """Describes objects of one run.

    Where the torch side's description exists it is handed down as `reference`: weights of modules
    and samples of distributions come from there.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.library = session.library

    def describe(self, value: Any, reference: Node | None = None, depth: int = 0) -> Node:
        """The description of `value`, whatever it is."""
        if depth > _MAX_DEPTH:
            raise TooLarge(f"a result is nested more than {_MAX_DEPTH} deep")
        if value is None:
            return Scalar(None)
        if isinstance(value, (np.ndarray, np.generic)):
            return self._numpy(value, depth)
        kind: Any
        for kind in (bool, int, float, complex, str):
            if isinstance(value, kind):
                return Scalar(kind(value))  # without the subclass it may have
        if self.library.is_tensor(value):
            return self.tensor(value)
        return (
            self.library.symbol(value)
            or self._object(value, reference if isinstance(reference, Observation) else None)
            or self._collection(value, reference, depth)
            or Opaque(f"{type(value).__module__}.{type(value).__qualname__}")
        )

    def _numpy(self, value: Any, depth: int) -> Node:
        """An array of numbers; of anything else nested lists, which tell its shape."""
        if value.dtype.kind in "biufc":
            return Tensor(np.array(value), value.dtype.name, numpy=True)
        if value.dtype.kind in "mM":
            value = np.asarray(value).astype(str)
        return self.describe(value.tolist(), None, depth + 1)

    def tensor(self, tensor: Any) -> Node:
        """A tensor, dense or sparse."""
        library = self.library
        sparse = library.sparse(tensor)
        if sparse:
            layout, parts = sparse
            fields: dict[str, Node] = {name: self.tensor(part) for name, part in parts.items()}
            fields["shape"] = Sequence(tuple(Scalar(int(size)) for size in tensor.shape))
            return Observation(f"sparse {layout} tensor", fields)
        array = library.array(tensor)
        tracks = library.tracks(tensor) if array.dtype.kind in "fc" else None
        return Tensor(array, library.dtype(tensor), tracks)

    def _object(self, value: Any, reference: Observation | None) -> Observation | None:
        """Something that is known by what it does."""
        if self.library.is_module(value):
            return describe_module(self.session, self.describe, value, reference)
        kind = self.library.kind(value)
        if kind == "optimizer":
            return optimizer(self.session, value)
        if kind == "scheduler":
            return scheduler(self.library, value)
        if kind == "distribution":
            return distribution(self.library, self.describe, value, reference)
        if kind is None and callable(value) and self.session.job.call is not None:
            return Observation("function", {"output": self.describe(call(self.session, value))})
        return None

    def _collection(self, value: Any, reference: Node | None, depth: int) -> Node | None:
        if isinstance(value, MappingType):
            known = reference.items if isinstance(reference, Mapping) else {}
            keys = {key: key if isinstance(key, str) else repr(key) for key in _bounded(value)}
            if len(set(keys.values())) < len(keys):
                raise TooLarge("keys of a mapping look alike, such as `1` and `'1'`")
            return Mapping(
                {
                    name: self.describe(value[key], known.get(name), depth + 1)
                    for key, name in keys.items()
                }
            )
        items = self._items(value)
        if items is None:
            return None
        references = reference.items if isinstance(reference, Sequence) else ()
        padded = (*references, *[None] * (len(items) - len(references)))
        pairs = zip(items, padded, strict=False)
        return Sequence(tuple(self.describe(item, known, depth + 1) for item, known in pairs))

    def _items(self, value: Any) -> list[Any] | None:
        """All items of anything that has items; None for what has none."""
        if isinstance(value, (set, frozenset)):
            return sorted(_bounded(value), key=repr)
        if self.library.kind(value) == "data" and not isinstance(value, Iterable):
            return _bounded(value[index] for index in range(len(value)))
        return _bounded(value) if isinstance(value, Iterable) else None


def _bounded(items: Iterable[Any]) -> list[Any]:
    """All items; raises TooLarge for more than can be compared, as an endless generator gives."""
    found = list(islice(items, MAX_ITEMS + 1))
    if len(found) > MAX_ITEMS:
        raise TooLarge(f"a result has more than {MAX_ITEMS:,} items; bind fewer")
    return found
