"""The JSON Schema of the files below `api/v1/`: every object has all its keys, and no others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mapping_model.categories import Category
from mapping_model.conformance.states import State
from mapping_model.entry import Action
from mapping_model.lookup_index import Way
from mapping_model.modes import supported_modes
from mapping_model.outcomes import Departure, DropIn, Outcome, Status
from mapping_model.processors import Feature, Processor
from mapping_model.results import Applied
from mapping_model.usages import Severity, Verdict
from mapping_model.usages import Way as Written
from render_mappings.data.ranking import Severity as Shows
from render_mappings.views.claim_view import KINDS

API = 1
LICENCE = "Apache-2.0"

# The kinds of files.
_FILES = ("list", "full", "mapped", "single", "gotchas", "claims", "conformance")

_Schema = dict[str, Any]
_STRING: _Schema = {"type": "string"}
_OPTIONAL: _Schema = {"type": ["string", "null"]}
_NUMBER: _Schema = {"type": "integer", "minimum": 0}


def api_schema() -> _Schema:
    """The schema of all of them: lists, what maps to a Paddle API, a single entry."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Mappings from PyTorch APIs to PaddlePaddle APIs, for programs",
        "anyOf": [_ref(name) for name in _FILES],
        "$defs": {
            "text": _object(en=_STRING, zh=_STRING),
            "list": _file(total=_NUMBER, entries=_list(_ref("summary"))),
            "full": _file(total=_NUMBER, entries=_list(_ref("entry"))),
            "mapped": _file(total=_NUMBER, paddle_api=_STRING, mapped=_list(_mapped())),
            "single": _file(entry=_ref("entry")),
            "gotchas": _file(total=_NUMBER, gotchas=_list(_gotcha())),
            "claims": _file(total=_NUMBER, documents=_list(_document())),
            "conformance": _file(**_conformance()),
            "summary": _object(**_summary()),
            "entry": _entry(),
            "variant": _variant(),
            "carried": _object(**_carried()),
            "case": _object(
                **dict.fromkeys(("when", "code", "paddle", "since", "until"), _OPTIONAL),
                advice=_or_null(_ref("text")),
            ),
            "example": _example(),
            "usage": _usage(),
            "probe": _probe(),
        },
    }


def _conformance() -> _Schema:
    """How far Paddle is torch; `states_of` has a state of each API by run, in their order."""
    states: _Schema = {"type": "object", "propertyNames": _one_of(State)}
    numbers = states | {"additionalProperties": _NUMBER}
    run = _object(
        paddle=_STRING,
        mode=_STRING,
        calls=numbers,
        apis=numbers,
        modules={"type": "object", "additionalProperties": numbers},
    )
    part: _Schema = {
        **dict.fromkeys(("calls", "apis"), _NUMBER),
        "runs": _list(run),
        "states_of": {"type": "object", "additionalProperties": _list(_one_of(State))},
    }
    return {
        "set": _NUMBER,
        "states": _list(_one_of(State)),
        "modes": _list(_object(name=_STRING, call=_OPTIONAL)),
        **part,
        "samples": _object(**part),
    }


def _ref(name: str) -> _Schema:
    return {"$ref": f"#/$defs/{name}"}


def _object(**properties: _Schema) -> _Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: _Schema) -> _Schema:
    return {"type": "array", "items": items}


def _or_null(schema: _Schema) -> _Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _one_of(words: Iterable[str], *, null: bool = False) -> _Schema:
    return {"enum": [*words, *([None] if null else [])]}


def _file(**properties: _Schema) -> _Schema:
    head: dict[str, _Schema] = {
        "api": {"const": API},
        "version": {"type": "string", "description": "The version of the tools that made it."},
        "date": {"type": "string", "description": "When the newest result was found."},
        "licence": {"const": LICENCE},
        "torch": _STRING,
        "paddle": _STRING,
        "releases": _list(_STRING),
    }
    return _object(**head, **properties)


def _summary() -> dict[str, _Schema]:
    standing = _object(
        paddle=_STRING, outcome=_one_of(Outcome), drop_in=_one_of(one.word for one in DropIn)
    )
    return {
        "torch": _STRING,
        "category": _one_of((category.value for category in Category), null=True),
        "status": _one_of(Status),
        "targets": _list(_STRING),
        "url": {"type": "string", "description": "The page, from the root of a language's site."},
        "releases": _list(standing),
    }


def _mapped() -> _Schema:
    category = _one_of(category.value for category in Category)
    kinds = {"as": _one_of(Way), "when": _OPTIONAL, "releases": _list(_STRING)}
    return _object(torch=_STRING, category=category, **kinds)


def _gotcha() -> _Schema:
    check = _object(
        **dict.fromkeys(("key", "torch", "paddle"), _STRING),
        expect=_one_of((Outcome.EQUAL, Outcome.DIFFERS, Outcome.RAISES)),
        outcomes={"type": "object", "additionalProperties": _one_of(Outcome)},
    )
    return _object(
        **dict.fromkeys(("id", "url", "topic"), _STRING),
        **dict.fromkeys(("title", "text"), _ref("text")),
        severity=_one_of(Shows),
        uses=_NUMBER,
        source=_list(_STRING),
        entries=_list(_STRING),
        checks=_list(check),
    )


def _document() -> _Schema:
    claim = _object(
        says=_ref("text"),
        at=_STRING,
        verdict=_one_of(KINDS),
        holds_on=_list(_STRING),
        **dict.fromkeys(("gotcha", "entry", "page"), _OPTIONAL),
        why=_or_null(_ref("text")),
    )
    return _object(id=_STRING, title=_ref("text"), address=_OPTIONAL, claims=_list(claim))


def _entry() -> _Schema:
    return _object(
        **_summary(),
        alias_of=_OPTIONAL,
        form_of=_OPTIONAL,
        gotchas=_list(_STRING),
        slow=_or_null(_object(example=_STRING, text=_ref("text"))),
        attributes=_list(_attributes()),
        variants=_list(_ref("variant")),
        usages=_list(_ref("usage")),
        probes=_list(_ref("probe")),
    )


def _attributes() -> _Schema:
    row = _object(torch=_STRING, paddle=_OPTIONAL, text=_or_null(_ref("text")))
    return _object(where=_or_null(_ref("text")), rows=_list(row), notes=_list(_ref("text")))


def _carried() -> dict[str, _Schema]:
    words = dict.fromkeys(("torch", "paddle", "as", "form", "set", "older"), _OPTIONAL)
    return {**words, "action": _one_of((action.value for action in Action), null=True)}


def _variant() -> _Schema:
    row = _object(**_carried(), since=_OPTIONAL, keyword_since=_OPTIONAL, remark=_ref("text"))
    limit = _object(
        **dict.fromkeys(("since", "until", "instead"), _OPTIONAL),
        when=_STRING,
        then=_one_of(Departure),
        place=_one_of(["cpu"], null=True),
        processor=_one_of(Feature, null=True),
        sometimes={"type": "boolean"},
        remark=_ref("text"),
    )
    newer = _object(
        paddle=_STRING,
        since=_OPTIONAL,
        when=_OPTIONAL,
        params=_list(_ref("carried")),
        write=_list(_ref("case")),
        note=_or_null(_ref("text")),
    )
    return _object(
        **dict.fromkeys(("paddle", "since", "package", "returns_as", "when"), _OPTIONAL),
        category=_one_of(category.value for category in Category),
        summary=_list(_ref("text")),
        params=_list(row),
        returns=_or_null(_ref("text")),
        write=_list(_ref("case")),
        fields={"type": "object", "additionalProperties": _STRING},
        newer=_list(newer),
        limits=_list(limit),
        notes=_list(_ref("text")),
        examples=_list(_ref("example")),
    )


def _example() -> _Schema:
    fared = {
        "outcome": _one_of(Outcome),
        "drop_in": _one_of((one.word for one in DropIn), null=True),
        **{
            mode.name: _one_of((one.word for one in DropIn), null=True)
            for mode in supported_modes()
        },
        "applied": _one_of(Applied, null=True),
        "newer": _one_of(Applied, null=True),
        "date": _OPTIONAL,
    }
    outcome = _object(paddle=_STRING, **fared)
    # Only where kinds of processors come out otherwise: tens of thousands of outcomes have none.
    other = _object(processors=_list(_one_of(Processor)), **fared)
    outcome["properties"]["elsewhere"] = _list(other)
    return _object(
        key=_STRING,
        param=_OPTIONAL,
        inputs={"type": "object"},
        torch=_STRING,
        paddle=_STRING,
        cannot_run=_OPTIONAL,
        processes=_NUMBER,
        outcomes=_list(outcome),
    )


def _usage() -> _Schema:
    release = _object(
        paddle=_STRING,
        verdict=_one_of(Verdict),
        unchanged=_one_of(one.word for one in DropIn),
        severity=_one_of(Severity),
        written=_one_of(Written, null=True),
        reason=_or_null(_ref("text")),
        measured_on=_STRING,
    )
    examples = _list(_STRING)
    return _object(variant=_NUMBER, param=_OPTIONAL, examples=examples, releases=_list(release))


def _probe() -> _Schema:
    numbers = ("inputs", "equal", "within_limits", "refused_for_dtype", "refused_because_empty")
    dtypes = dict.fromkeys(("taken", "partly", "without_gradient", "refused"), _list(_STRING))
    return _object(
        **dict.fromkeys((*numbers, "unexplained"), _NUMBER),
        paddle=_STRING,
        measured_on=_STRING,
        dtypes=_object(**dtypes),
    )
