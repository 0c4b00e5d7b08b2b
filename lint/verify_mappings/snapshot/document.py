"""What a snapshot says of an API, and the text of its file: the same bytes for the same library."""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from mapping_model.calls.operators import SPECIAL, SUBSCRIPT, WITH_OPERAND
from verify_mappings.snapshot.annotations import TypeWords
from verify_mappings.snapshot.signatures import Overload, is_opaque, stated, to_strings
from verify_mappings.snapshot.walk import PublicName

FORMAT = 3
Facts = dict[str, object]
# parameter -> other keyword -> how it was found
Aliases = dict[str, dict[str, str]]


def facts_of(
    api: PublicName,
    source: str,
    signatures: Sequence[Overload],
    types: TypeWords,
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


# Python refuses any other result of these.
_RESULTS = {
    **dict.fromkeys(("__bool__", "__contains__"), "bool"),
    **dict.fromkeys(("__hash__", "__int__", "__len__"), "int"),
    **dict.fromkeys(("__format__", "__repr__", "__str__"), "str"),
    **{"__float__": "float", "__complex__": "complex", "__iter__": "Iterator"},
    **dict.fromkeys(("__delitem__", "__setitem__"), "None"),
}
Signatures = Callable[[PublicName], tuple[str, Sequence[Overload]]]


def special_methods(library: Any, signatures: Signatures, types: TypeWords) -> dict[str, Facts]:
    """The facts of those that tensors have, and of writing to a `Sequential`, by full name."""
    found: dict[str, Facts] = {}
    owners = {"Tensor": library.Tensor, "nn.Sequential": library.nn.Sequential}
    written = (SUBSCRIPT[ast.Store], SUBSCRIPT[ast.Del])
    for owner, name in [*product(["Tensor"], SPECIAL), *product(["nn.Sequential"], written)]:
        method = inspect.getattr_static(owners[owner], name, None)
        if method is None:
            continue
        api = PublicName(f"{library.__name__}.{owner}.{name}", method, "method", owners[owner])
        source, overloads = signatures(api)
        if not overloads or is_opaque(overloads[0].params):
            # What Python passes besides the tensor: the other operand, if there is one.
            params = stated("other, /" if name in WITH_OPERAND else "")
            source, overloads = "python", [Overload(params)]
        overloads = [replace(o, returns=o.returns or _RESULTS.get(name, "")) for o in overloads]
        found[api.name] = facts_of(api, source, overloads, types)
    return found
