"""What rules may ask beyond their subject: the corpus and the snapshots."""

from __future__ import annotations

from functools import cached_property

from mapping_model.corpus import Corpus
from mapping_model.naming import path_for
from mapping_model.problems import nearest
from mapping_model.snapshots import (
    Api,
    ParameterKind,
    Snapshot,
    paddle_releases,
    paddle_snapshot,
    torch_snapshot,
)


class Context:
    """The corpus and, read when first needed, the snapshots of both libraries."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self._apis: dict[tuple[str, str], Api | None] = {}
        self._keywords: dict[str, frozenset[str] | None] = {}
        self._modules_of: dict[str, set[str]] = {}

    @cached_property
    def torch(self) -> Snapshot:
        """The torch release that mappings are written for."""
        return torch_snapshot()

    @cached_property
    def paddle(self) -> Snapshot:
        """The newest supported Paddle release."""
        return paddle_snapshot()

    @cached_property
    def releases(self) -> dict[str, Snapshot]:
        """All supported Paddle releases, oldest first."""
        return paddle_releases()

    def same_path(self, api: str) -> str | None:
        """Another API whose entry has the same path where case is ignored, None if none has."""
        return next((name for name in self._by_path[_folded(api)] if name != api), None)

    @cached_property
    def _by_path(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for api in self.corpus.entries:
            found.setdefault(_folded(api), []).append(api)
        return found

    def torch_api(self, name: str) -> Api | None:
        """A torch API, None if there is none of that name."""
        return self._api(self.torch, name)

    def paddle_api(self, name: str) -> Api | None:
        """An API of the newest Paddle release, None if it has none of that name."""
        return self._api(self.paddle, name)

    def keywords(self, api: Api) -> frozenset[str] | None:
        """What an API accepts by keyword, in any overload; None if it accepts anything."""
        if api.name not in self._keywords:
            self._keywords[api.name] = _keywords(api)
        return self._keywords[api.name]

    def knows(self, snapshot: Snapshot, name: str) -> bool:
        """Whether a dotted name is an API, a module with APIs, or something inside of an API."""
        if name in snapshot or name in self._modules(snapshot):
            return True
        owner = name.rpartition(".")[0]
        while owner:
            if owner in snapshot:
                return True
            owner = owner.rpartition(".")[0]
        return False

    def _modules(self, snapshot: Snapshot) -> set[str]:
        if snapshot.library not in self._modules_of:
            owners = {name.rpartition(".")[0] for name in snapshot.records}
            for owner in list(owners):
                while owner := owner.rpartition(".")[0]:
                    owners.add(owner)
            self._modules_of[snapshot.library] = owners
        return self._modules_of[snapshot.library]

    def similar(self, snapshot: Snapshot, name: str) -> str | None:
        """The API of a snapshot most like a name: called the same elsewhere, or a neighbour."""
        names = snapshot.names()
        name = snapshot.library + name[name.find(".") :]
        owner, _, last = name.rpartition(".")
        folded = last.casefold().replace("_", "")
        same = [n for n in names if n.rpartition(".")[2].casefold().replace("_", "") == folded]
        beside = [n for n in names if n.startswith(f"{owner}.")]
        return nearest(name, same, 0.0) or nearest(name, beside, 0.8)

    def _api(self, snapshot: Snapshot, name: str) -> Api | None:
        key = snapshot.library, name
        if key not in self._apis:
            self._apis[key] = snapshot.get(name)
        return self._apis[key]


def _folded(api: str) -> str:
    return str(path_for(api)).casefold()


def _keywords(api: Api) -> frozenset[str] | None:
    parameters = [p for s in (*api.signatures, *api.deprecated) for p in s.parameters]
    if any(p.kind is ParameterKind.VAR_KEYWORD for p in parameters):
        return None
    named = {p.name for p in parameters if p.kind is not ParameterKind.POSITIONAL_ONLY}
    if api.source != "inspect":
        # What is written in C takes its variadic parameter as a keyword too: `zeros(size=[2])`.
        named |= {p.name.lstrip("*") for p in parameters}
    return frozenset(named.union(*api.aliases.values()))
