"""One library as the rules ask about it: a snapshot, with what is asked for often kept."""

from __future__ import annotations

from functools import cached_property

from mapping_model.calls.binding import words_of
from mapping_model.problems import nearest
from mapping_model.snapshots import Api, Snapshot

_TITLES = {"torch": "torch", "paddle": "Paddle"}


class Library:
    """The names and signatures of one release."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.version = snapshot.version
        self.title = f"{_TITLES[snapshot.library]} {snapshot.version}"
        self._keywords: dict[str, frozenset[str] | None] = {}
        self._similar: dict[str, str | None] = {}

    def __contains__(self, name: str) -> bool:
        return name in self.snapshot

    def get(self, name: str) -> Api | None:
        """The API called `name`, None if this release has none."""
        return self.snapshot.get(name)

    def keywords(self, api: Api) -> frozenset[str] | None:
        """What an API accepts by keyword, in any overload; None if it accepts anything."""
        if api.name not in self._keywords:
            self._keywords[api.name] = _keywords(api)
        return self._keywords[api.name]

    def knows(self, name: str) -> bool:
        """Whether a dotted name is an API, a module with APIs, or something inside of an API."""
        if name in self.snapshot or name in self._modules:
            return True
        while name := name.rpartition(".")[0]:
            if name in self.snapshot:
                return True
        return False

    def is_module(self, name: str) -> bool:
        """Whether a dotted name is a module with APIs, and no API itself."""
        return name in self._modules and name not in self.snapshot

    def has(self, name: str, complete: tuple[str, ...]) -> bool:
        """Whether a dotted name is an API or a module with APIs, or could well be.

        It could where its module has no APIs itself, and as a member of an API, but for classes all
        of whose members are listed, the `complete` ones.
        """
        if name in self.snapshot or name in self._modules:
            return True
        while owner := name.rpartition(".")[0]:
            if owner in self.snapshot:
                return owner not in complete
            if owner in self._modules:
                return owner not in self._by_owner
            name = owner
        return True

    @cached_property
    def words(self) -> frozenset[str]:
        """Every part of every name, and the names of all parameters."""
        parts = (part for name in self.snapshot.names() for part in name.split("."))
        return self.parameters.union(parts)

    @cached_property
    def parameters(self) -> frozenset[str]:
        """The names of all parameters of all APIs, without stars."""
        return self.snapshot.parameters()

    @cached_property
    def last(self) -> frozenset[str]:
        """The last part of every name: `abs` for `paddle.abs` and `paddle.Tensor.abs`."""
        return frozenset(name.rpartition(".")[2] for name in self.snapshot.names())

    def similar(self, name: str) -> str | None:
        """The API most like a name: one called the same elsewhere, or a neighbour."""
        if name not in self._similar:
            self._similar[name] = self._search(name)
        return self._similar[name]

    def named(self, last: str) -> list[str]:
        """Every API whose last name is `last`, but for case and underscores, sorted."""
        return self._by_last.get(_folded(last), [])

    def called_like(self, name: str) -> Api | None:
        """The API most like a name of either library, if its last part is the same."""
        found = self._elsewhere(name)
        return None if found is None else self.get(found)

    def guess(self, name: str) -> str:
        """ " Did you mean `x`?" with the API most like a name, or the empty string."""
        found = self.similar(name)
        return f" Did you mean `{found}`?" if found else ""

    def _search(self, name: str) -> str | None:
        owner = self._own(name).rpartition(".")[0]
        neighbours = self._by_owner.get(owner, ())
        return self._elsewhere(name) or nearest(self._own(name), neighbours, 0.8)

    def _elsewhere(self, name: str) -> str | None:
        """The most like a name of those whose last part is the same.

        Of these, those that are for sparse tensors, or stand in for torch's, come last, unless the
        name is of such a module, too; and those first that are written alike: `paddle.dropout`
        before `paddle.Dropout`.
        """
        own, found = self._own(name), self._by_last.get(_last(name), [])
        found = [n for n in found if _apart(n) == _apart(own)] or found
        found = [n for n in found if n.endswith(f".{own.rpartition('.')[2]}")] or found
        return nearest(own, found, 0.0)

    def _own(self, name: str) -> str:
        """A name of either library, as this one would have it."""
        return self.snapshot.library + name[name.find(".") :]

    @cached_property
    def _by_owner(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name in self.snapshot.names():
            found.setdefault(name.rpartition(".")[0], []).append(name)
        return found

    @cached_property
    def _by_last(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name in self.snapshot.names():
            found.setdefault(_last(name), []).append(name)
        return found

    @cached_property
    def _modules(self) -> set[str]:
        found = set(self._by_owner)
        for name in self._by_owner:
            while name := name.rpartition(".")[0]:
                found.add(name)
        return found


# Modules whose APIs are called like others and are for something else.
_APART = frozenset({"compat", "sparse"})


def _apart(name: str) -> frozenset[str]:
    """Of which such modules a name is."""
    return _APART.intersection(name.split("."))


def _last(name: str) -> str:
    return _folded(name.rpartition(".")[2])


def _folded(name: str) -> str:
    return name.casefold().replace("_", "")


def _keywords(api: Api) -> frozenset[str] | None:
    if any(signature.open for signature in api.overloads):
        return None
    return frozenset(word for s in api.overloads for word in words_of(s, api))
