"""`mappings.json`: all entries in one file, for programs, in both languages."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from typing import Any

from mapping_model import remarks
from mapping_model.categories import Text
from mapping_model.entry import Case, Example, Limit, Newer, Row, Variant
from mapping_model.limits.sentences import limit_remark
from mapping_model.probes import Probed
from mapping_model.since import keyword_since, parameter_since, target_since
from mapping_model.standings import Standing
from mapping_model.usages import MEASURED_ON, Usage
from render_mappings.data.signatures import sides
from render_mappings.views.example_view import describe
from render_mappings.views.page_context import Context
from render_mappings.views.variant_view import default_of

FORMAT = 1


def published(context: Context) -> str:
    """Every entry, one per line, with what a contributor leaves to be derived written out."""
    reference = context.reference
    head = {
        "format": FORMAT,
        "torch": reference.torch.version,
        "paddle": reference.paddle.version,
    }
    entries = (_entry(context, name) for name in reference.entries)
    lines = ",\n".join(json.dumps(e, ensure_ascii=False, separators=(",", ":")) for e in entries)
    return f'{json.dumps(head)[:-1]}, "entries": [\n{lines}\n]}}\n'


def _entry(context: Context, name: str) -> dict[str, Any]:
    entry = context.reference.entries[name]
    state = context.reference.states[name]
    data: dict[str, Any] = {
        "torch": name,
        "category": state.category.value if state.category else None,
        "status": state.status.value,
        "url": context.url_of(name),
        "releases": [_standing(s) for s in state.releases],
    }
    if entry.alias_of:
        return {**data, "alias_of": entry.alias_of}
    variants = [_variant(context, name, *one) for one in enumerate(entry.variants, 1)]
    return {
        **data,
        "form_of": entry.form_of,
        "gotchas": list(entry.gotchas),
        "variants": variants,
        "usages": [_usage(usage) for usage in context.reference.usages(name)],
        "probes": [_probed(*one) for one in context.reference.probes_of(name).items()],
    }


def _probed(release: str, probed: Probed) -> dict[str, Any]:
    return {
        "paddle": release,
        "inputs": probed.inputs,
        "equal": probed.equal,
        "within_limits": probed.limited,
        "refused_for_dtype": probed.refused,
        "refused_because_empty": probed.empty,
        "unexplained": probed.unexplained,
        "dtypes": {word: list(names) for word, names in asdict(probed.dtypes).items()},
        "measured_on": MEASURED_ON,
    }


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "variant": usage.variant,
        "param": usage.param,
        "examples": list(usage.examples),
        "releases": [
            {
                "paddle": one.release,
                "verdict": one.verdict.value,
                "unchanged": one.unchanged.word,
                "severity": one.severity.value,
                "written": one.way.value if one.way else None,
                "reason": _text(one.reason) if one.reason else None,
                "measured_on": MEASURED_ON,
            }
            for one in usage.releases
        ],
    }


def _standing(standing: Standing) -> dict[str, str]:
    return {
        "paddle": standing.release,
        "outcome": standing.outcome.value,
        "drop_in": standing.drop_in.status.word,
    }


def _variant(context: Context, name: str, number: int, variant: Variant) -> dict[str, Any]:
    return {
        "category": variant.category.value,
        "paddle": variant.paddle,
        "since": context.reference.states[name].since.get(variant.paddle or ""),
        "package": variant.outside.package if variant.outside else None,
        "summary": [_text(text) for text in remarks.summary(variant)],
        "params": [_row(context, name, variant, row) for row in variant.params],
        "returns": _text(remarks.returns_remark(variant.returns)) if variant.returns else None,
        "returns_as": variant.returns.value if variant.returns else None,
        "when": variant.when,
        "write": [_case(case) for case in variant.write],
        "fields": dict(variant.fields),
        "newer": [_newer(context, newer) for newer in variant.newer],
        "limits": [_limit(one) for one in context.reference.limits_of(name, number)],
        "notes": [_text(note) for note in variant.notes],
        "examples": [_example(example) for example in variant.examples],
    }


def _limit(limit: Limit) -> dict[str, Any]:
    return {
        "when": limit.when,
        "then": limit.then.value,
        "since": limit.since,
        "until": limit.until,
        "place": "cpu" if limit.cpu else None,
        "sometimes": limit.sometimes,
        "instead": limit.instead,
        "remark": _text(limit_remark(limit)),
    }


def _newer(context: Context, newer: Newer) -> dict[str, Any]:
    return {
        "paddle": newer.paddle,
        "since": newer.since or target_since(context.reference.releases, newer.paddle),
        "when": newer.when,
        "params": [_carried(row) for row in newer.params],
        "write": [_case(case) for case in newer.write],
        "note": _text(newer.note) if newer.note else None,
    }


def _case(case: Case) -> dict[str, Any]:
    return {
        "when": case.when,
        "code": case.code,
        "paddle": case.paddle,
        "advice": _text(case.advice) if case.advice else None,
        "since": case.since,
        "until": case.until,
    }


def _row(context: Context, name: str, variant: Variant, row: Row) -> dict[str, Any]:
    torch, paddle = sides(context.reference, name, variant)
    target = variant.paddle or ""
    defaults = default_of(torch, row.torch), default_of(paddle, row.paddle)
    return {
        **_carried(row),
        "since": parameter_since(context.reference.releases, target, row.paddle or ""),
        "keyword_since": keyword_since(context.reference.releases, target, row.torch or ""),
        "remark": _text(remarks.row_remark(row, describe(row, context), *defaults)),
    }


def _carried(row: Row) -> dict[str, Any]:
    """How an argument is carried over."""
    return {
        "torch": row.torch,
        "paddle": row.paddle,
        "action": row.action.value if row.action else None,
        "as": row.value,
        "form": row.form,
        "set": row.set,
        "older": row.older,
    }


def _example(example: Example) -> dict[str, Any]:
    return {
        "param": example.param,
        "inputs": {name: _finite(spec) for name, spec in example.inputs},
        "torch": example.torch,
        "paddle": example.paddle,
    }


def _text(text: Text) -> dict[str, str]:
    return {"en": text.en, "zh": text.zh}


def _finite(value: Any) -> Any:
    """JSON has no infinities and no NaN: they become the words "inf", "-inf" and "nan"."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
