"""Turning what an example gave into a recording."""

from __future__ import annotations

from collections.abc import Iterable, Mapping as MappingType
from itertools import islice
from typing import Any

import numpy as np

from verify_mappings import behaviour
from verify_mappings.carrying import carry, matched, record, record_gradients
from verify_mappings.recording import (
    Mapping,
    Node,
    Opaque,
    Record,
    Scalar,
    Sequence,
    Symbol,
    Tensor,
)
from verify_mappings.session import Session

MAX_ITEMS = 100
_MAX_DEPTH = 20


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
            return Opaque("deeply nested")
        if value is None or isinstance(value, (bool, int, float, complex, str)):
            return Scalar(value if value is None else _plain(value))
        if self.library.is_tensor(value):
            return self.tensor(value)
        if isinstance(value, (np.ndarray, np.generic)):
            return _numpy(value)
        return (
            self.library.symbol(value)
            or self._object(value, reference)
            or self._collection(value, reference, depth)
            or Opaque(f"{type(value).__module__}.{type(value).__qualname__}")
        )

    def tensor(self, tensor: Any) -> Node:
        """A tensor, dense or sparse."""
        library = self.library
        sparse = library.sparse(tensor)
        if sparse:
            layout, parts = sparse
            fields: dict[str, Node] = {name: self.tensor(part) for name, part in parts.items()}
            shape = Sequence(tuple(Scalar(int(size)) for size in tensor.shape))
            return Record(f"sparse {layout} tensor", {**fields, "shape": shape})
        array = library.array(tensor)
        trainable = array.dtype.kind in "fc" and library.flows(tensor)
        return Tensor(array, library.dtype(tensor), trainable)

    def _object(self, value: Any, reference: Node | None) -> Node | None:
        """Something that is known by what it does."""
        known = reference if isinstance(reference, Record) else None
        if self.library.is_module(value):
            return self.module(value, known)
        kind = self.library.kind(value)
        if kind == "optimizer":
            return behaviour.optimizer(self.library, value)
        if kind == "scheduler":
            return behaviour.scheduler(self.library, value)
        if kind == "distribution":
            return behaviour.distribution(self, value, known)
        callable_ = callable(value) and not isinstance(value, type)
        if callable_ and kind is None and self.session.job.call is not None:
            return Record("function", {"output": self.describe(self.call(value))})
        return None

    def _collection(self, value: Any, reference: Node | None, depth: int) -> Node | None:
        if isinstance(value, MappingType):
            known = reference.items if isinstance(reference, Mapping) else {}
            return Mapping(
                {
                    _key(key): self.describe(item, known.get(_key(key)), depth + 1)
                    for key, item in value.items()
                }
            )
        if isinstance(value, (set, frozenset)):
            value = sorted(value, key=repr)
        items = self._items(value)
        if items is None:
            return None
        references = reference.items if isinstance(reference, Sequence) else ()
        padded = (*references, *[None] * (len(items) - len(references)))
        pairs = zip(items, padded, strict=False)
        return Sequence(tuple(self.describe(item, known, depth + 1) for item, known in pairs))

    def _items(self, value: Any) -> list[Any] | None:
        if self.library.kind(value) == "data" and not hasattr(value, "__iter__"):
            return [value[index] for index in range(min(len(value), MAX_ITEMS))]
        if isinstance(value, Iterable):
            return list(islice(value, MAX_ITEMS))
        return None

    def call(self, function: Any) -> Any:
        """The result of calling a module or function with the inputs."""
        return function(*(self.session.arguments() or ()))

    def module(self, module: Any, reference: Record | None) -> Record:
        """A module by its behaviour; on the Paddle side with the weights of the torch side."""
        library, session = self.library, self.session
        initial = self.load_weights(module, reference)
        fields: dict[str, Node] = {"training": Scalar(bool(module.training))}
        carried: dict[str, Node] = {"weights": initial}
        if reference:
            names = reference.carried["constant"]
        else:
            names = Sequence(tuple(Scalar(name) for name in session.constant_weights(initial)))
        carried["constant"] = names
        assert isinstance(names, Sequence)
        fields["initial"] = Mapping({item.value: initial.items[item.value] for item in names.items})
        calls = library.can_call(module) and session.arguments() is not None
        if calls:
            steady = reference.carried["steady"].value if reference else library.draws(module)
            carried["steady"] = Scalar(steady)
            if steady and not session.random:
                module.eval()
            fields["output"] = self.describe(self.call(module))
        after = reference.fields.get("state") if reference else None
        fields["state"] = self.state(module, after)
        return Record("module", fields, carried)

    def load_weights(self, module: Any, reference: Record | None) -> Mapping:
        """Give a module the torch side's weights; what it had before, by torch's names."""
        library = self.library
        known = reference.carried["weights"] if reference else None
        assert known is None or isinstance(known, Mapping)
        weights = matched(library.weights(module), library, known)
        before = record(weights, library)
        if known and not any(module is given for given in self.session.modules.values()):
            carry(weights, library, known)
        return before

    def state(self, module: Any, reference: Node | None) -> Mapping:
        """The weights of a module and the gradients that stand at them."""
        library = self.library
        known = reference.items["weights"] if isinstance(reference, Mapping) else None
        assert known is None or isinstance(known, Mapping)
        weights = matched(library.weights(module), library, known)
        return Mapping(
            {
                "weights": record(weights, library),
                "gradients": record_gradients(weights, library),
            }
        )


def _plain(value: Any) -> Any:
    """A value without the subclass it may have (an IntEnum, a str of a library)."""
    for kind in (bool, int, float, complex, str):
        if isinstance(value, kind):
            return kind(value)
    raise TypeError(type(value))


def _numpy(value: Any) -> Node:
    if value.dtype.kind not in "biufc":
        return Sequence(tuple(Scalar(str(item)) for item in np.ravel(value)))
    return Tensor(np.array(value), value.dtype.name, numpy=True)


def _key(key: object) -> str:
    return key if isinstance(key, str) else repr(key)


__all__ = ["Describer", "Symbol"]
