"""Collects all facts about the installed Paddle."""

from __future__ import annotations

import zlib  # noqa: F401  (Paddle 2.6.2 brings its own zlib, which crashes Python's if loaded first)

import paddle

from verify_mappings.snapshot import paddle_places, paddle_signatures
from verify_mappings.snapshot.render import to_strings
from verify_mappings.snapshot.walk import Api, walk


def collect() -> tuple[str, dict[str, dict[str, object]]]:
    """The version and the facts by full name."""
    apis = walk(paddle_places.PLACES, paddle_places.base_classes())
    return paddle.__version__, {name: _facts(api) for name, api in apis.items()}


def _facts(api: Api) -> dict[str, object]:
    source, signatures = paddle_signatures.signatures(api)
    facts: dict[str, object] = {"kind": api.kind, "source": source}
    facts["signatures"] = [to_strings(params) for params in signatures]
    return facts
