"""Collects all facts about the installed torch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import torch

from verify_mappings.snapshot import torch_places, torch_signatures
from verify_mappings.snapshot.annotations import Types
from verify_mappings.snapshot.document import Aliases, Facts, facts_of
from verify_mappings.snapshot.merged_overloads import Merged, merge
from verify_mappings.snapshot.parser_keywords import Parsed
from verify_mappings.snapshot.render import Overload
from verify_mappings.snapshot.same import same_things
from verify_mappings.snapshot.special import special_methods
from verify_mappings.snapshot.stubs import read_classes, read_tuples
from verify_mappings.snapshot.walk import Api, is_deprecated, is_documented, walk

_HOME = Path(torch.__file__).parent
# Signatures from elsewhere belong to functions that torch's own parser serves.
_PYTHON = ("inspect", "source", "none")
# Classes whose modules need another package to be imported are read from their source, so that
# the snapshot is the same whether or not that package is there. Public module, file, class.
_UNIMPORTED = (("torch.utils.tensorboard", "utils/tensorboard/writer.py", "SummaryWriter"),)


def collect() -> tuple[str, dict[str, Facts], dict[str, Facts]]:
    """The version (without the build's suffix), the facts by full name, and of special methods."""
    apis = walk(torch_places.PLACES, torch_places.BASE_CLASSES).values()
    types = Types(
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
            aliases=_words(api, source, merged, types),
            same=same.get(api.name),
            undocumented=api.obj is not None and not is_documented(api),
            retired=is_deprecated(api),
        )
        for api, source, merged in (*signed, *_read_in_sources())
    }
    special = special_methods(torch.Tensor, _special, types)
    return torch.__version__.partition("+")[0], facts, special


def _special(api: Api) -> tuple[str, tuple[Overload, ...]]:
    """A special method as stubs tell it, maybe by its other name: `__pos__` is `positive`."""
    for name in (api.name, f"torch.Tensor.{api.obj.__name__}"):
        if found := torch_signatures.from_stubs(replace(api, name=name)):
            return "stub", merge(found).current
    source, merged = torch_signatures.signatures(api)
    return source, merged.current


def _words(api: Api, source: str, merged: Merged, types: Types) -> Aliases:
    """The other keywords of what torch's own parser serves: functions, methods of tensors."""
    is_method = api.owner is torch.Tensor
    if source in _PYTHON or (api.kind != "function" and not is_method):
        return {}
    return Parsed(api.obj, merged.current, types.text, method=is_method).other_keywords()


def _read_in_sources() -> Iterator[tuple[Api, str, Merged]]:
    """The classes that are not imported, and their public methods, with their signatures."""
    for module, file, name in _UNIMPORTED:
        methods = read_classes(_HOME / file)[name]
        path = f"{module}.{name}"
        made = merge([replace(o, returns="") for o in methods["__init__"]])
        yield Api(path, None, "class"), "source", made
        for method, overloads in methods.items():
            if not method.startswith("_"):
                yield Api(f"{path}.{method}", None, "method"), "source", merge(overloads)
