"""Collects all facts about the installed Paddle."""

from __future__ import annotations

import zlib  # noqa: F401  (Paddle 2.6.2 brings its own zlib, which crashes Python's if loaded first)

import paddle

from verify_mappings.snapshot import paddle_places, paddle_signatures
from verify_mappings.snapshot.aliases import CallFinder, from_sources
from verify_mappings.snapshot.annotations import Types
from verify_mappings.snapshot.document import Aliases, Facts, facts_of
from verify_mappings.snapshot.render import Overload, Params
from verify_mappings.snapshot.same import same_things
from verify_mappings.snapshot.special import special_methods
from verify_mappings.snapshot.walk import attribute_type, walk


def collect() -> tuple[str, dict[str, Facts], dict[str, Facts]]:
    """The version, the facts by full name, and those of special methods."""
    apis = walk(paddle_places.PLACES, paddle_places.BASE_CLASSES).values()
    signed = [(api, *paddle_signatures.signatures(api)) for api in apis]
    told = [from_sources(api, _first(found)) for api, _, found in signed]
    finder = CallFinder(told)
    types = Types("paddle", (api.name for api in apis if api.kind == "class"))
    same = same_things(apis)
    facts = {
        api.name: facts_of(
            *(api, source, found, types),
            kind=attribute_type(api),
            aliases=_united(aliases, finder.find(api, _first(found))),
            same=same.get(api.name),
        )
        for (api, source, found), aliases in zip(signed, told, strict=True)
    }
    special = special_methods(paddle.Tensor, paddle_signatures.of_special, types)
    return paddle.__version__, facts, special


def _first(signatures: list[Overload]) -> Params:
    """The signature to compare with, whose parameters the aliases belong to."""
    return signatures[0].params if signatures else ()


def _united(first: Aliases, second: Aliases) -> Aliases:
    """Both findings, sorted; where both know a keyword, the first says how it was found."""
    return {
        param: dict(sorted((second.get(param, {}) | first.get(param, {})).items()))
        for param in sorted({*first, *second})
    }
