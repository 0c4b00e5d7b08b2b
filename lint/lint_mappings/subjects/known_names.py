"""The names that torch, Paddle and Python are known to have: what texts may speak of."""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from functools import cached_property

from lint_mappings.subjects.code import BUILTINS
from lint_mappings.subjects.lookup import Library
from mapping_model.snapshots import Api, Snapshot

_MEMBERS = frozenset(
    name
    for kind in (str, bytes, int, float, complex, list, dict, tuple, set, type)
    for name in dir(kind)
)
# Classes all of whose members the snapshots list.
_COMPLETE = ("torch.Tensor", "paddle.Tensor")
# What is public, but is in no snapshot: no entry is about it.
_UNLISTED = (
    *("torch.ao", "torch.classes", "torch.fx", "torch.monitor", "torch.mtia", "torch.nn.modules"),
    *("torch.ops", "torch.package", "torch.quantization", "torch.types", "torch.cuda.profiler"),
    *("torch.cuda.tunable", "torch.distributed.autograd", "torch.distributed.elastic"),
    *("torch.distributed.launch", "torch.distributed.nn", "torch.distributed.pipelining"),
    *("torch.distributed.run", "torch.distributed.tensor.parallel", "torch.onnx.ops"),
    *("torch.utils.benchmark", "torch.utils.bottleneck", "torch.utils.collect_env"),
    *("torch.utils.flop_counter", "torch.utils.mobile_optimizer", "torch.utils.model_zoo"),
    *("paddle.base", "paddle.callbacks", "paddle.dataset", "paddle.fluid", "paddle.framework"),
    *("paddle.hapi", "paddle.inference", "paddle.library", "paddle.nn.layer"),
    *("paddle.quantization", "paddle.static.amp", "paddle.static.quantization"),
    *("paddle.sysconfig", "paddle.text", "paddle.version", "paddle.vision.transforms"),
)


class KnownNames:
    """Of torch and of all supported Paddle releases; older ones are read when first needed."""

    def __init__(self, torch: Library, paddle: Library, releases: Mapping[str, Snapshot]) -> None:
        self._newest = {"torch": torch, "paddle": paddle}
        self._releases = releases
        self._parameters: dict[str, frozenset[str]] = {}

    @cached_property
    def _older(self) -> list[Library]:
        newest = self._newest["paddle"].version
        return [Library(r) for version, r in self._releases.items() if version != newest]

    def _libraries(self, name: str) -> list[Library]:
        """The releases of the library that a full name begins with, the newest first."""
        root = name.partition(".")[0]
        return [self._newest[root], *(self._older if root == "paddle" else ())]

    def has(self, name: str) -> bool:
        """Whether there is an API or module of this full name, or whether that cannot be told."""
        if f"{name}.".startswith(tuple(f"{module}." for module in _UNLISTED)):
            return True
        return any(library.has(name, _COMPLETE) for library in self._libraries(name))

    def keywords(self, function: str) -> frozenset[str] | None:
        """What may be passed by keyword to a function by this name, full or only its end.

        None where anything may be, or where no such function is known.
        """
        apis = self._apis(function)
        found = [library.keywords(api) for library, api in apis]
        if not found or None in found:
            return None
        return frozenset().union(*(words for words in found if words is not None))

    def parameters(self, name: str) -> frozenset[str]:
        """The names of the parameters of all APIs by a name, whether full or only its end."""
        if name not in self._parameters:
            apis = [api for _, api in self._apis(name)]
            overloads = [overload for api in apis for overload in api.overloads]
            own = {parameter.name.lstrip("*") for o in overloads for parameter in o.parameters}
            others = (words for api in apis for words in api.aliases.values())
            self._parameters[name] = frozenset(own.union(*others))
        return self._parameters[name]

    @cached_property
    def words(self) -> frozenset[str]:
        """Every part of a name and every parameter, of the newest releases."""
        return frozenset().union(*(library.words for library in self._newest.values()))

    def __contains__(self, word: str) -> bool:
        """Whether anything at all is called so, an API, a part of its name or a parameter."""
        if word in BUILTINS or word in _MEMBERS or keyword.iskeyword(word):
            return True
        return word in self.words or any(word in library.words for library in self._older)

    def _apis(self, name: str) -> list[tuple[Library, Api]]:
        last = name.rpartition(".")[2]
        found = [
            (library, api)
            for library in [*self._newest.values(), *self._older]
            for api in map(library.get, library.named(last))
            if api is not None
        ]
        return [pair for pair in found if pair[1].name == name] or found
