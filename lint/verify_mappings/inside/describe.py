"""Turning what an example gave into a recording."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping as MappingType
from itertools import islice
from typing import Any

import numpy as np

from verify_mappings.inside import behaviour
from verify_mappings.inside.library import MAX_ITEMS
from verify_mappings.inside.modules import call, describe_module
from verify_mappings.inside.session import Session
from verify_mappings.recording import Mapping, Node, Opaque, Record, Scalar, Sequence, Tensor

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
            or self._object(value, reference if isinstance(reference, Record) else None)
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
            return Record(f"sparse {layout} tensor", fields)
        array = library.array(tensor)
        tracks = library.tracks(tensor) if array.dtype.kind in "fc" else None
        return Tensor(array, library.dtype(tensor), tracks)

    def _object(self, value: Any, reference: Record | None) -> Record | None:
        """Something that is known by what it does."""
        if self.library.is_module(value):
            return describe_module(self.session, self.describe, value, reference)
        kind = self.library.kind(value)
        if kind == "optimizer":
            return behaviour.optimizer(self.session, value)
        if kind == "scheduler":
            return behaviour.scheduler(self.library, value)
        if kind == "distribution":
            return behaviour.distribution(self.library, self.describe, value, reference)
        if kind is None and callable(value) and self.session.job.call is not None:
            return Record("function", {"output": self.describe(call(self.session, value))})
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
