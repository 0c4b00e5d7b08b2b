"""What a snapshot says of one API, as one line of its file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verify_mappings.snapshot.annotations import Types
from verify_mappings.snapshot.render import Overload, to_strings
from verify_mappings.snapshot.walk import Api

Facts = dict[str, object]
# What was found, and for each finding how it was made.
Found = Mapping[str, Mapping[str, str] | str]


def facts_of(
    api: Api,
    source: str,
    signatures: Sequence[Overload],
    types: Types,
    *,
    deprecated: Sequence[Overload] = (),
    kind: str = "",
) -> Facts:
    """Kind, where the signatures come from, and the signatures; for an attribute its type."""
    home = api.obj.fget if isinstance(api.obj, property) else api.obj
    module = getattr(home, "__module__", None) if api.kind != "attribute" or api.owner else None

    def type_text(annotation: str) -> str:
        return types.text(annotation, module, api.owner.__name__ if api.owner else "Any")

    facts: Facts = {"kind": api.kind, "source": source}
    facts["signatures"] = [to_strings(overload, type_text) for overload in signatures]
    if deprecated:
        facts["deprecated_signatures"] = [to_strings(o, type_text) for o in deprecated]
    if kind and (text := type_text(kind)) not in ("any", "object", ""):
        facts["type"] = text
    return facts
