"""The shape of a file: its data held against the JSON Schema that editors use too.

A fast validator decides; only where it says no does the slower one find out what is wrong, so
that the message can name it.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from mapping_model.problems import Problem, did_you_mean
from mapping_model.reading import Document

SHAPE = "PM105"
SCHEMA_DIRECTORY = Path(__file__).parent / "schema"


@cache
def load_schema(kind: str) -> dict[str, Any]:
    """The schema of an "entry", a "gotcha" or the "glossary"."""
    return json.loads((SCHEMA_DIRECTORY / f"{kind}.schema.json").read_text("utf-8"))


@cache
def _validator(kind: str) -> Any:
    return jsonschema_rs.validator_for(load_schema(kind))


def check_shape(document: Document, kind: str) -> list[Problem]:
    """Problems of a document's data with the schema of its kind; empty when it fits."""
    try:
        if _validator(kind).is_valid(document.data):
            return []
    except (ValueError, TypeError, OverflowError):
        pass  # not expressible in JSON, such as an integer of 400 digits: the other one explains
    return [_explain(error, document, kind) for error in _errors(document.data, kind)]


def _errors(data: Any, kind: str) -> list[Any]:
    import jsonschema  # costs a tenth of a second, and most runs never need it

    validator = jsonschema.Draft202012Validator(load_schema(kind))
    errors = sorted(validator.iter_errors(data), key=lambda e: [str(p) for p in e.absolute_path])
    return [_deepest(error) for error in errors]


def _deepest(error: Any) -> Any:
    """Of a failed choice the branch that the author most likely meant."""
    while error.context:
        error = max(
            error.context,
            key=lambda e: (len(e.absolute_path), e.validator not in ("type", "anyOf")),
        )
    return error


def _explain(error: Any, document: Document, kind: str) -> Problem:
    path = tuple(error.absolute_path)
    at_key = False
    rule, expected, value = error.validator, error.validator_value, error.instance
    hint = error.schema.get("description", "")
    place = f"`{path[-1]}`" if path and isinstance(path[-1], str) else "this item"
    if not path:
        place = f"the {kind}"
    if rule == "additionalProperties":
        known = error.schema.get("properties", {})
        extra = next(key for key in value if key not in known)
        path, at_key = (*path, extra), True
        message = f"Unknown key `{extra}`.{did_you_mean(extra, known)}"
        hint = f"Known here: {', '.join(known)}."
    elif rule == "required":
        missing = next(key for key in expected if key not in value)
        message = f"{place.capitalize()} lacks the key `{missing}`."
        hint = error.schema.get("properties", {}).get(missing, {}).get("description", hint)
    elif rule == "enum":
        message = f"`{value}` is none of the values allowed.{did_you_mean(str(value), expected)}"
        hint = f"Allowed: {', '.join(map(str, expected))}."
    elif rule == "type":
        message = f"{place.capitalize()} must be {_kind(expected)}, not {_shown(value)}."
    elif rule == "pattern":
        message = f"`{value}` is not of the form expected for {place}."
    elif rule == "maxProperties" and "alias_of" in value:
        extra = next(key for key in value if key not in ("torch", "alias_of"))
        path, at_key = (*path, extra), True
        message = f"An alias has only `torch` and `alias_of`, not `{extra}`."
        hint = "Write everything else in the entry that it is an alias of."
    elif rule == "minItems":
        message = f"{place.capitalize()} needs at least {expected} items."
    elif rule in ("minLength", "minProperties"):
        message = f"{place.capitalize()} is empty."
    elif rule == "dependentRequired":
        missing = next(k for ks in expected.values() for k in ks if k not in value)
        message = f"{place.capitalize()} lacks the key `{missing}`."
        hint = "Say why another tolerance is needed."
    else:
        message = f"{place.capitalize()} is not as expected: {error.message[:200]}."
    return document.problem(SHAPE, message, hint, path, at_key)


def _kind(expected: str | list[str]) -> str:
    names = {
        "string": "text",
        "object": "a mapping",
        "array": "a list",
        "null": "`~`",
        "number": "a number",
        "boolean": "true or false",
    }
    kinds = [expected] if isinstance(expected, str) else expected
    return " or ".join(names.get(kind, kind) for kind in kinds)


def _shown(value: Any) -> str:
    if value is None:
        return "empty"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return f"`{str(value)[:60]}`"
