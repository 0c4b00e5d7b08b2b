"""Collects all facts about the installed torch."""

from __future__ import annotations

import torch

from verify_mappings.snapshot import torch_places, torch_signatures
from verify_mappings.snapshot.render import to_strings
from verify_mappings.snapshot.torch_sources import facts_from_sources
from verify_mappings.snapshot.walk import Api, walk


def collect() -> tuple[str, dict[str, dict[str, object]]]:
    """The version (without the build's suffix) and the facts by full name."""
    apis = walk(torch_places.PLACES, torch_places.BASE_CLASSES)
    facts = {name: _facts(api) for name, api in apis.items()} | facts_from_sources()
    return torch.__version__.partition("+")[0], facts


def _facts(api: Api) -> dict[str, object]:
    source, merged = torch_signatures.signatures(api)
    facts: dict[str, object] = {"kind": api.kind, "source": source}
    facts["signatures"] = [to_strings(params) for params in merged.current]
    if merged.deprecated:
        facts["deprecated_signatures"] = [to_strings(params) for params in merged.deprecated]
    return facts
