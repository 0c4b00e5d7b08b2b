"""Collects all facts about the installed torch.

Torch's parser of arguments takes keywords of NumPy for its own (`axis` for `dim`). A rule in C++
(`numpy_compatibility_arg_names` in `torch/csrc/utils/python_arg_parser.cpp`) says which there are;
whether a function takes them is found by calling it. The tensors of these calls are ones that torch
asks first (`__torch_function__`): it parses the arguments, hands them over, and computes nothing.
Functions in Python take none of these words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import torch

from verify_mappings.snapshot import torch_places, torch_signatures
from verify_mappings.snapshot.annotations import TypeWords
from verify_mappings.snapshot.document import Aliases, Facts, facts_of, special_methods
from verify_mappings.snapshot.merging import SPELLINGS, Merged, merge
from verify_mappings.snapshot.signatures import Overload, Param, read_classes, read_tuples
from verify_mappings.snapshot.walk import (
    PublicName,
    is_deprecated,
    is_documented,
    same_things,
    walk,
)

# Where the documentation calls a parameter by one of these, the parser takes its own name too.
_OWN = {word: name for name, words in SPELLINGS.items() for word in words}
_PARSED = "the arguments were taken"


class _Asked(torch.Tensor):  # type: ignore[misc]
    """A tensor that answers instead of the function that is called with it."""

    @classmethod
    def __torch_function__(cls, *_: object) -> object:
        return _PARSED


_TENSOR = torch.ones(1).as_subclass(_Asked)
_VALUES: Mapping[str, object] = {
    **{"Tensor": _TENSOR, "list[Tensor]": [_TENSOR], "number": 1, "int": 1, "float": 1.0},
    **{"bool": True, "str": "", "list[int]": [1], "list[float]": [1.0], "dtype": torch.float32},
    **{"tuple[Tensor, Tensor]": (_TENSOR, _TENSOR), "list[bool]": [True], "complex": 1j},
    **{"device": torch.device("cpu"), "None": None, "list[number]": [1]},
    "list[Tensor | None]": [_TENSOR],
}


def _other_keywords(api: PublicName, source: str, merged: Merged, types: TypeWords) -> Aliases:
    """What torch's own parser takes besides the names of signatures, and how that was found.

    It serves functions and methods of tensors. A word is left out where no call could be made up
    that takes the parameter by its name.
    """
    is_method = api.owner is torch.Tensor
    if source in _PYTHON or (api.kind != "function" and not is_method):
        return {}

    def takes(keywords: Mapping[str, object]) -> bool:
        try:
            result = api.obj(*[_TENSOR] * is_method, **keywords)
        except Exception:
            return False
        return result is _PARSED

    def calls(name: str) -> Iterator[dict[str, object]]:
        """Calls by name that are taken: with what is required, and with everything."""
        for overload in merged.current:
            needed = [p for p in overload.params if p.required or p.name == name]
            for passed in (needed, overload.params):
                call = {param.name: _value(param, types) for param in passed}
                if name in call and takes(call):
                    yield call

    def takes_for(name: str, word: str) -> bool:
        """Whether some call is taken with the word as it is with the name."""
        return any(
            takes({word if key == name else key: value for key, value in call.items()})
            for call in calls(name)
        )

    names = sorted({param.name for o in merged.current for param in o.params})
    found: Aliases = {}
    for name in names:
        own = name if name in SPELLINGS else _OWN.get(name, "")
        words = {own, *SPELLINGS.get(own, ())} - {*names, ""}
        if taken := [word for word in sorted(words) if takes_for(name, word)]:
            found[name] = dict.fromkeys(taken, "call")
    return found


def _value(param: Param, types: TypeWords) -> object:
    members = types.text(param.type).split(" | ") if param.type else []
    return next((_VALUES[member] for member in members if member in _VALUES), _TENSOR)


_HOME = Path(torch.__file__).parent
# Signatures from elsewhere belong to functions that torch's own parser serves.
_PYTHON = ("inspect", "source", "none")
# Classes whose modules need another package to be imported are read from their source, so that
# the snapshot is the same whether or not that package is there. Public module, file, class.
_UNIMPORTED = (("torch.utils.tensorboard", "utils/tensorboard/writer.py", "SummaryWriter"),)


def collect() -> tuple[str, dict[str, Facts], dict[str, Facts]]:
    """The version (without the build's suffix), the facts by full name, and of special methods."""
    walked = walk(torch_places.PLACES, torch_places.BASE_CLASSES)
    apis = [*walked.values(), *_of_instances()]
    types = TypeWords(
        "torch",
        (api.name for api in apis if api.kind == "class"),
        read_tuples(_HOME / "return_types.pyi"),
        [_HOME / "_C" / "__init__.pyi"],
    )
    same = same_things(apis)
    signed = [(api, *torch_signatures.signatures(api)) for api in apis]
    facts = {
        api.name: facts_of(
            *(api, source, merged.current, types),
            deprecated=merged.deprecated,
            kind=torch_signatures.type_of_attribute(api),
            aliases=_other_keywords(api, source, merged, types),
            same=same.get(api.name),
            undocumented=api.obj is not None and not is_documented(api),
            retired=is_deprecated(api),
        )
        for api, source, merged in (*signed, *_read_in_sources())
    }
    special = special_methods(torch, _special, types)
    return torch.__version__.partition("+")[0], facts, special


def _special(api: PublicName) -> tuple[str, tuple[Overload, ...]]:
    """A special method as stubs tell it, maybe by its other name: `__pos__` is `positive`."""
    for name in (api.name, f"torch.Tensor.{api.obj.__name__}"):
        if found := torch_signatures.from_stubs(replace(api, name=name)):
            return "stub", merge(found).current
    source, merged = torch_signatures.signatures(api)
    return source, merged.current


def _of_instances() -> Iterator[PublicName]:
    """Attributes that an instance gets when it is made."""
    for owner, made, names in torch_places.OF_INSTANCES:
        instance = made()
        for name in names:
            yield PublicName(f"{owner}.{name}", getattr(instance, name), "attribute")


def _read_in_sources() -> Iterator[tuple[PublicName, str, Merged]]:
    """The classes that are not imported, and their public methods, with their signatures."""
    for module, file, name in _UNIMPORTED:
        methods = read_classes(_HOME / file)[name]
        path = f"{module}.{name}"
        made = merge([replace(o, returns="") for o in methods["__init__"]])
        yield PublicName(path, None, "class"), "source", made
        for method, overloads in methods.items():
            if not method.startswith("_"):
                yield PublicName(f"{path}.{method}", None, "method"), "source", merge(overloads)
