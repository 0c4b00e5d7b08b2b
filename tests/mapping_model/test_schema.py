"""The schemas: valid, described throughout, and equal to the code's own lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jsonschema
import jsonschema_rs
import pytest

from mapping_model.applying.idioms import IDIOMS
from mapping_model.categories import Category
from mapping_model.claims import Verdict
from mapping_model.entry import Action
from mapping_model.outcomes import Outcome
from mapping_model.processors import Feature
from mapping_model.shape import load_schema

KINDS = ("entry", "gotcha", "glossary", "cases", "claims")


def properties(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every property that the schema declares, at any depth, with its path."""
    if isinstance(schema, dict):
        for name, value in schema.get("properties", {}).items():
            yield f"{path}/{name}", value
        for key, value in schema.items():
            yield from properties(value, f"{path}/{key}")
    elif isinstance(schema, list):
        for index, value in enumerate(schema):
            yield from properties(value, f"{path}/{index}")


@pytest.mark.parametrize("kind", KINDS)
def test_is_a_valid_schema_of_draft_2020_12(kind: str) -> None:
    schema = load_schema(kind)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("kind", KINDS)
def test_every_property_has_a_description(kind: str) -> None:
    found = list(properties(load_schema(kind)))
    assert [path for path, value in found if not value.get("description")] == []


def test_lists_of_the_schema_are_those_of_the_code() -> None:
    entry, gotcha = load_schema("entry"), load_schema("gotcha")
    slugs = [category.value for category in Category]
    row = entry["$defs"]["row"]["properties"]
    assert entry["properties"]["category"]["enum"] == slugs
    assert entry["$defs"]["variant"]["properties"]["category"]["enum"] == slugs
    actions = {action.value for action in Action}
    assert set(row["do"]["enum"]) == {*actions, "same_default", *IDIOMS}
    asked = entry["$defs"]["case"]["properties"]["place"]
    assert asked["enum"] == ["cpu", *Feature]
    verdict = load_schema("claims")["$defs"]["claim"]["properties"]["verdict"]
    assert verdict["enum"] == list(Verdict)
    expect = gotcha["$defs"]["check"]["properties"]["expect"]
    assert expect["enum"] == [Outcome.EQUAL, Outcome.DIFFERS, Outcome.RAISES]


def test_shared_definitions_are_the_same_in_all_schemas() -> None:
    entry, gotcha, glossary, cases, claims = map(load_schema, KINDS)
    for name in ("text", "input", "compare", "error"):
        assert gotcha["$defs"][name] == entry["$defs"][name]
    assert glossary["$defs"]["text"] == claims["$defs"]["text"] == entry["$defs"]["text"]
    assert cases["$defs"].items() <= entry["$defs"].items()
    example = entry["$defs"]["example"]["properties"]
    check = gotcha["$defs"]["check"]["properties"]
    assert set(example) - {"param"} == set(check) - {"expect"}


MINIMAL = {"torch": "torch.a", "category": "missing"}
TEXT = {"en": "A.", "zh": "甲。"}
DEPARTS = {"departs": "raises", "example": {"torch": "result = torch.a()"}}
DATA = [
    (MINIMAL, True),
    ({"torch": "torch.a", "alias_of": "torch.b"}, True),
    ({"torch": "torch.a", "alias_of": "torch.b", "category": "missing"}, False),
    ({"torch": "torch.a"}, False),
    ({"torch": "torch.a", "form_of": "torch.b"}, True),
    ({"torch": "torch.a", "form_of": "torch.b", "without": ["notes"]}, False),
    ({"torch": "torch.a", "form_of": "torch.b", "variants": [{}, {"notes": [TEXT]}]}, True),
    ({**MINIMAL, "variants": [{}, {"category": "missing"}]}, False),
    ({"torch": "numpy.a", "category": "missing"}, False),
    ({**MINIMAL, "category": "no-parms"}, False),
    ({**MINIMAL, "text": TEXT}, True),
    ({**MINIMAL, "text": {"en": "A."}}, False),
    ({**MINIMAL, "text": {"en": "A.", "zh": ""}}, False),
    ({**MINIMAL, "params": []}, False),
    ({**MINIMAL, "params": [{"torch": "*size"}]}, True),
    ({**MINIMAL, "params": [{"paddle": "axis"}]}, True),
    ({**MINIMAL, "params": [{"torch": "x", "paddle": None}]}, False),
    ({**MINIMAL, "params": [{"value": "1"}]}, False),
    ({**MINIMAL, "params": [{"torch": "x", "paddle": "x", "value": True}]}, False),
    ({**MINIMAL, "params": [{"torch": "x", "desc": "input"}]}, True),
    ({**MINIMAL, "params": [{"torch": "x", "desc": "not a key"}]}, False),
    ({**MINIMAL, "paddle": "visualdl.LogWriter"}, True),
    ({**MINIMAL, "code": {"both": "f(x)"}, "cases": [{"code": "both"}, "shared-ones"]}, True),
    ({**MINIMAL, "cases": [{"when": "x == 1", "paddle": ">=3.1"}]}, False),
    ({**MINIMAL, "cases": [{"text": TEXT}]}, True),
    ({**MINIMAL, "cases": [{"call": "paddle.a", "params": [{"torch": "x"}]}]}, True),
    ({**MINIMAL, "cases": [{"code": "f(x)", "params": [{"torch": "x"}]}]}, False),
    ({**MINIMAL, "cases": [{"code": {"values": "f(x)"}}]}, True),
    ({**MINIMAL, "cases": [{"code": "f(x)", "place": "cpu"}]}, False),
    ({**MINIMAL, "cases": [{"code": "f(x)", "paddle": "<=3.1"}]}, False),
    ({**MINIMAL, "cases": [DEPARTS]}, True),
    ({**MINIMAL, "cases": [{**DEPARTS, "place": "no-avx512", "code": "f(x)"}]}, True),
    ({**MINIMAL, "cases": [{**DEPARTS, "code": {"values": "f(x)"}}]}, False),
    ({**MINIMAL, "cases": [{**DEPARTS, "call": "paddle.a"}]}, False),
    ({**MINIMAL, "cases": [{"departs": "raises"}]}, False),
    ({**MINIMAL, "cases": [{**DEPARTS, "departs": "sometimes raises"}]}, False),
    ({**MINIMAL, "cases": [{**DEPARTS, "departs": "sometimes raises", "text": TEXT}]}, True),
    ({**MINIMAL, "examples": [{"torch": "a", "paddle": "b"}]}, True),
    ({**MINIMAL, "examples": [{"torch": "a", "paddle": "b", "expect": "differs"}]}, False),
    ({**MINIMAL, "examples": [{"torch": "a", "paddle": "b", "inputs": {"x": "f32[2]"}}]}, False),
    ({**MINIMAL, "variants": [{"category": "missing"}]}, False),
    ([], False),
    ("torch.a", False),
]


@pytest.mark.parametrize(("data", "valid"), DATA)
def test_both_validators_agree(data: Any, valid: bool) -> None:
    schema = load_schema("entry")
    assert jsonschema.Draft202012Validator(schema).is_valid(data) is valid
    assert jsonschema_rs.validator_for(schema).is_valid(data) is valid
