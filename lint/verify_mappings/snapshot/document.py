"""The text of a snapshot file: sorted, one API per line, the same bytes for the same library."""

from __future__ import annotations

import json
from collections.abc import Mapping

FORMAT = 2


def document(library: str, version: str, apis: Mapping[str, Mapping[str, object]]) -> str:
    """The whole file; `apis` maps a full public name to its facts."""
    head = [f'"format": {FORMAT}', f'"library": {_json(library)}', f'"version": {_json(version)}']
    lines = [f"{_json(name)}: {_json(apis[name])}" for name in sorted(apis)]
    return "{\n" + ",\n".join(head) + ',\n"apis": {\n' + ",\n".join(lines) + "\n}\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
