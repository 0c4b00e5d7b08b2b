"""The text of a snapshot file: sorted, one API per line, the same bytes for the same library."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from verify_mappings.snapshot.annotations import Types
from verify_mappings.snapshot.render import Overload, to_strings
from verify_mappings.snapshot.walk import Api

FORMAT = 3
Facts = dict[str, object]
# parameter -> other keyword -> how it was found
Aliases = dict[str, dict[str, str]]


def facts_of(
    api: Api,
    source: str,
    signatures: Sequence[Overload],
    types: Types,
    *,
    deprecated: Sequence[Overload] = (),
    kind: str = "",
    aliases: Aliases | None = None,
    same: Mapping[str, str] | None = None,
    undocumented: bool = False,
    retired: bool = False,
) -> Facts:
    """Kind, where the signatures come from, and the signatures; for an attribute its type.

    `deprecated` are signatures, `retired` the whole API.
    """
    home = api.obj.fget if isinstance(api.obj, property) else api.obj
    module = getattr(home, "__module__", None) if api.kind != "attribute" or api.owner else None

    def type_text(annotation: str) -> str:
        return types.text(annotation, module, api.owner.__name__ if api.owner else "Any")

    kind = type_text(kind) if kind else ""
    optional = {
        "deprecated_signatures": [to_strings(o, type_text) for o in deprecated],
        "type": kind if kind not in ("any", "object") else "",
        "aliases": aliases,
        "same": same,
        "undocumented": undocumented,
        "deprecated": retired,
    }
    return {
        "kind": api.kind,
        "source": source,
        "signatures": [to_strings(overload, type_text) for overload in signatures],
        **{name: value for name, value in optional.items() if value},
    }


def document(
    library: str, version: str, apis: Mapping[str, Facts], special: Mapping[str, Facts]
) -> str:
    """The whole file; `apis` maps a full public name to its facts, `special` a special method."""
    head = [f'"format": {FORMAT}', f'"library": {_json(library)}', f'"version": {_json(version)}']
    sections = [f'"apis": {_lines(apis)}', f'"special": {_lines(special)}']
    return "{\n" + ",\n".join([*head, *sections]) + "\n}\n"


def _lines(facts: Mapping[str, Facts]) -> str:
    return "{\n" + ",\n".join(f"{_json(n)}: {_json(facts[n])}" for n in sorted(facts)) + "\n}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
