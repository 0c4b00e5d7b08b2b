"""The format of entries: every key, from the schema, and every word of conditions and code.

The page of the site and `lint-mappings --vocabulary` print it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mapping_model.applying.idioms import IDIOMS
from mapping_model.categories import Text
from mapping_model.language.kinds import KINDS
from mapping_model.language.parsing import FUNCTIONS, parse_condition
from mapping_model.language.reference import CONDITIONS, LIMITS, NAMES, PLACES, QUESTIONS, VALUES
from mapping_model.language.sentences import condition
from mapping_model.limits.sentences import THEN, asked
from mapping_model.shape import load_schema

_Said = list[tuple[str, Text]]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an entry: the `key` it stands under, "" for the whole, and the keys in it."""

    key: str
    description: Text
    keys: _Said


# The parts of an entry, each under the key that it stands under.
_OBJECTS = (
    ("params", "row"),
    ("returns", "returns"),
    ("cases", "case"),
    ("examples", "example"),
    ("compare", "compare"),
    ("inputs", "input"),
)


def parts() -> Iterator[Part]:
    """The keys of an entry and of each of its parts: where they stand, and what they are for."""
    schema = load_schema("entry")
    yield Part("", _said(schema), _described(schema))
    for key, name in _OBJECTS:
        part = schema["$defs"][name]
        keys = part if "properties" in part else part["anyOf"][-1]
        yield Part(key, _said(part), _described(keys))


def words() -> dict[str, _Said]:
    """The words, each with what it means, by what they are."""
    return {
        "places": [(word.sample, word.meaning) for word in PLACES],
        "conditions": [
            (when, condition(parse_condition(when))) for when in (*QUESTIONS, *CONDITIONS)
        ],
        "kinds": [(kind, said) for kind, (said, _) in KINDS.items()],
        "limits": [(when, asked(when)) for when in LIMITS],
        "departures": [(f"departs: {departure.word}", said) for departure, said in THEN.items()],
        "values": [(word.sample, word.meaning) for word in VALUES],
        "names": [(word.sample, word.meaning) for word in NAMES],
        "idioms": [(f"do: {name}", idiom.sentence) for name, idiom in IDIOMS.items()],
    }


def functions() -> list[str]:
    """The functions that expressions may call."""
    return sorted(FUNCTIONS)


def _described(part: dict[str, Any]) -> _Said:
    return [(key, _said(said)) for key, said in part["properties"].items()]


def _said(part: dict[str, Any]) -> Text:
    return Text(part["description"], part["x-zh"])
