"""The format of entries on one page: every key, from the schema, and every word of conditions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mapping_model.applying.idioms import IDIOMS
from mapping_model.categories import Text
from mapping_model.language.kinds import KINDS
from mapping_model.language.parsing import FUNCTIONS, parse_condition
from mapping_model.language.reference import CONDITIONS, LIMITS, NAMES, PLACES, QUESTIONS, VALUES
from mapping_model.language.sentences import condition
from mapping_model.limits.sentences import THEN, asked
from mapping_model.shape import load_schema
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, Heading, SitePage
from render_mappings.views.page_context import Context

_PARTS = (
    "keys",
    "places",
    "conditions",
    "kinds",
    "limits",
    "values",
    "names",
    "functions",
    "forms",
)


def vocabulary_page(context: Context) -> SitePage:
    """The page: keys with what they are for, conditions with their sentences, idioms as code."""
    headings = [Heading(part, context.words[f"vocabulary_{part}"]) for part in _PARTS]
    return named_page(
        context, "vocabulary", Area.CONTRIBUTE, "vocabulary/vocabulary.html", _words, headings
    )


def _words() -> dict[str, Any]:
    return {
        "keys": list(_keys()),
        "places": PLACES,
        "conditions": [
            (when, condition(parse_condition(when))) for when in (*QUESTIONS, *CONDITIONS)
        ],
        "limits": [(when, asked(when)) for when in LIMITS],
        "departures": [(f"departs: {departure.word}", said) for departure, said in THEN.items()],
        "kinds": [(kind, words) for kind, (words, _) in KINDS.items()],
        "values": VALUES,
        "names": NAMES,
        "functions": sorted(FUNCTIONS),
        "forms": IDIOMS,
    }


# The parts of an entry, each under the key that it stands under.
_OBJECTS = (
    ("params", "row"),
    ("returns", "returns"),
    ("cases", "case"),
    ("examples", "example"),
    ("compare", "compare"),
    ("inputs", "input"),
)


def _keys() -> Iterator[tuple[str, Text, list[tuple[str, Text]]]]:
    """The keys of an entry and of each of its parts: where they stand, and what they are for."""
    schema = load_schema("entry")
    yield "", _said(schema), _described(schema)
    for key, name in _OBJECTS:
        part = schema["$defs"][name]
        keys = part if "properties" in part else part["anyOf"][-1]
        yield key, _said(part), _described(keys)


def _described(part: dict[str, Any]) -> list[tuple[str, Text]]:
    return [(key, _said(said)) for key, said in part["properties"].items()]


def _said(part: dict[str, Any]) -> Text:
    return Text(part["description"], part["x-zh"])
