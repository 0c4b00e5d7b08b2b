"""The shape of a file: its data held against the JSON Schema that editors use too.

A fast validator decides; only where it says no does the slower one find out what is wrong, so
that the message can name it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from mapping_model.problems import Problem, did_you_mean
from mapping_model.reading import Document, Path_

SHAPE = "PM105"
# Characters of a text, code or key. The longest has 1,358; what can be read PM713 says.
MAX_TEXT = 5_000
_LANGUAGES = {"en": "English", "zh": "Chinese"}
SCHEMA_DIRECTORY = Path(__file__).parent / "schema"


@cache
def load_schema(kind: str) -> dict[str, Any]:
    """The schema of an "entry", a "gotcha", the "glossary", the shared "cases" or "claims"."""
    schema: dict[str, Any] = json.loads(
        (SCHEMA_DIRECTORY / f"{kind}.schema.json").read_text("utf-8")
    )
    return schema


@cache
def _validator(kind: str) -> Any:
    import jsonschema_rs  # a seventh of all imports, and none where nothing has changed

    return jsonschema_rs.validator_for(load_schema(kind))


def check_shape(document: Document, kind: str) -> list[Problem]:
    """Problems of a document's data with the schema of its kind; empty when it fits.

    A text that is too long is told alone, since all else may take long to look at it.
    """
    # No text is longer than the file, and few files are so long.
    if len(document.text) > MAX_TEXT and (long := list(_too_long(document, document.data, ()))):
        return long
    try:
        if _validator(kind).is_valid(document.data):
            return []
    except (ValueError, TypeError, OverflowError):
        pass  # not expressible in JSON, such as an integer of 400 digits: the other one explains
    return [_explain(error, document, kind) for error in _errors(document.data, kind)]


def _too_long(document: Document, data: Any, path: Path_) -> Iterator[Problem]:
    """Keys and values with more characters than are looked at."""
    if isinstance(data, str):
        if len(data) > MAX_TEXT:
            yield _length(document, data, path)
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from _too_long(document, item, (*path, index))
    elif isinstance(data, dict):
        for key, value in data.items():
            if isinstance(key, str) and len(key) > MAX_TEXT:
                yield _length(document, key, (*path, key), key=True)
            else:
                yield from _too_long(document, value, (*path, key))


def _length(document: Document, text: str, path: Path_, key: bool = False) -> Problem:
    what = "key" if key else "text"
    message = f"This {what} has {len(text):,} characters; at most {MAX_TEXT:,} are allowed."
    return document.problem(SHAPE, message, "Shorten it, or split what it says.", path, key)


def _errors(data: Any, kind: str) -> list[Any]:
    import jsonschema  # costs a tenth of a second, and most runs never need it

    validator = jsonschema.Draft202012Validator(load_schema(kind))
    errors = sorted(validator.iter_errors(data), key=lambda e: [str(p) for p in e.absolute_path])
    return [_deepest(error) for error in errors]


def _deepest(error: Any) -> Any:
    """Of a failed choice the branch that the author most likely meant."""
    while error.context and not _asks_for_keys(error):
        error = max(error.context, key=lambda e: (len(e.absolute_path), _weight(e)))
    return error


def _asks_for_keys(error: Any) -> bool:
    """Whether a failed choice is one of keys, of which no branch says more than another."""
    branches = error.validator_value
    return isinstance(branches, list) and all("required" in branch for branch in branches)


def _weight(error: Any) -> int:
    """What says most: that a value is of another type says that another branch was meant."""
    return ("type", "anyOf").index(error.validator) if error.validator in ("type", "anyOf") else 2


def _explain(error: Any, document: Document, kind: str) -> Problem:
    path = tuple(error.absolute_path)
    rule, value = error.validator, error.instance
    place = f"`{path[-1]}`" if path and isinstance(path[-1], str) else "This item"
    if not path:
        place = f"The {kind}"
    if len(path) > 1 and path[-2] == "inputs" and rule in ("type", "pattern"):
        message = f"The input {place} cannot be {_shown(value)}."
        return document.problem(SHAPE, message, _input_hint(kind), path)
    if rule == "propertyNames" or (rule == "pattern" and path and path[-1] == "inputs"):
        message = f"`{value}` is no name for an input."
        hint = "A name begins with a letter; letters, digits and `_` follow."
        return document.problem(SHAPE, message, hint, (*path, value), True)
    if rule in ("additionalProperties", "maxProperties"):
        known = error.schema.get("properties", {})
        return _extra_key(document, path, value, known)
    if rule in ("required", "dependentRequired"):
        return _missing_key(error, document, path, place, kind)
    message, hint = _message(error, place)
    return document.problem(SHAPE, message, hint or error.schema.get("description", ""), path)


def _extra_key(
    document: Document, path: Path_, value: Mapping[str, Any], known: Mapping[str, Any]
) -> Problem:
    if "alias_of" in value and not known:
        extra = next(key for key in value if key not in ("torch", "alias_of"))
        message = f"An alias has only `torch` and `alias_of`, not `{extra}`."
        hint = "Write everything else in the entry that it is an alias of."
    else:
        extra = next(key for key in value if key not in known)
        message = f"Unknown key `{extra}`.{did_you_mean(extra, known)}"
        hint = f"Known here: {', '.join(known)}."
    return document.problem(SHAPE, message, hint, (*path, extra), True)


def _missing_key(error: Any, document: Document, path: Path_, place: str, kind: str) -> Problem:
    key = error.message.split("'")[1]
    if key in _LANGUAGES:
        message = f"{place} lacks its {_LANGUAGES[key]} text, `{key}`."
    else:
        message = f"{place} lacks the key `{key}`."
    properties = error.schema.get("properties") or load_schema(kind).get("properties", {})
    hint = properties.get(key, {}).get("description", "")
    return document.problem(SHAPE, message, hint, path)


def _message(error: Any, place: str) -> tuple[str, str]:
    """What is wrong with a value, and a hint where the schema's own description is not enough."""
    rule, expected, value = error.validator, error.validator_value, error.instance
    if rule == "enum":
        message = f"{place} cannot be {_shown(value)}.{did_you_mean(str(value), expected)}"
        described = error.schema.get("description", "")
        return message, f"Allowed: {', '.join(expected)}. {described}".rstrip()
    if rule == "type":
        hint = ""
        if expected == "string" and isinstance(value, (bool, int, float)):
            hint = f'In quotes it is text: "{value}".'
        return f"{place} must be {_kind(expected)}, not {_shown(value)}.", hint
    if rule == "pattern":
        place = place[0].lower() + place[1:]
        return f"{_shown(value)} is not of the form expected for {place}.", ""
    if rule == "const":
        return f"{place} can only be {_shown(expected)}.", "Leave it out where that is not so."
    if rule == "uniqueItems":
        return f"An item of {place} stands twice.", "Remove one of the two."
    if rule == "minItems" and expected > 1:
        return f"{place} needs at least {expected} items.", ""
    if rule in ("minItems", "minLength", "minProperties"):
        return f"{place} is empty.", ""
    if rule in ("oneOf", "anyOf"):
        *others, last = (f"`{branch['required'][0]}`" for branch in expected)
        number = "just" if rule == "oneOf" else "at least"
        return f"{place} has {number} one of {', '.join(others)} and {last}.", ""
    if rule == "not":
        beside = error.absolute_schema_path[-2]
        return f"{place} cannot have `{beside}` and `{expected['required'][0]}`.", ""
    if rule == "exclusiveMinimum":
        return f"{place} must be greater than {expected}.", ""
    return f"{place} is not as expected: {error.message[:200]}.", ""


def _input_hint(kind: str) -> str:
    description: str = load_schema(kind).get("$defs", {}).get("input", {}).get("description", "")
    return description


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
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"`{text[:60]}`"
