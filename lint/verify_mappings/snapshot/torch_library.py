"""Collects all facts about the installed torch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch

from verify_mappings.snapshot import torch_places, torch_signatures
from verify_mappings.snapshot.annotations import Types
from verify_mappings.snapshot.facts import Facts, facts_of
from verify_mappings.snapshot.parser_keywords import Parsed
from verify_mappings.snapshot.render import Overload
from verify_mappings.snapshot.same import same_things
from verify_mappings.snapshot.stubs import read_tuples
from verify_mappings.snapshot.torch_sources import found_in_sources
from verify_mappings.snapshot.walk import Api, walk

_HOME = Path(torch.__file__).parent
# Signatures from elsewhere belong to functions that torch's own parser serves.
_PYTHON = ("inspect", "source", "none")


def collect() -> tuple[str, dict[str, Facts]]:
    """The version (without the build's suffix) and the facts by full name."""
    apis = walk(torch_places.PLACES, torch_places.BASE_CLASSES)
    signed = {name: (api, *torch_signatures.signatures(api)) for name, api in apis.items()}
    for name, (kind, merged) in found_in_sources().items():
        signed[name] = Api(name, None, kind), "source", merged
    types = Types(
        "torch",
        (api.name for api in apis.values() if api.kind == "class"),
        read_tuples(_HOME / "return_types.pyi"),
        [_HOME / "_C" / "__init__.pyi"],
    )
    same = same_things(apis.values())
    facts = {}
    for name, (api, source, merged) in signed.items():
        facts[name] = facts_of(
            *(api, source, merged.current, types),
            deprecated=merged.deprecated,
            kind=torch_signatures.type_of_attribute(api),
        )
        if source not in _PYTHON and (words := _words(api, merged.current, types)):
            facts[name]["aliases"] = words
        if name in same:
            facts[name]["same"] = same[name]
    return torch.__version__.partition("+")[0], facts


def _words(api: Api, signatures: Sequence[Overload], types: Types) -> dict[str, dict[str, str]]:
    """The other keywords of what torch's own parser serves: functions, methods of tensors."""
    is_method = api.owner is torch.Tensor
    if api.kind != "function" and not is_method:
        return {}
    return Parsed(api.obj, signatures, types.text, method=is_method).other_keywords()
