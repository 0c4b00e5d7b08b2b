"""The variants of an entry as programs read them, with what is derived written out."""

from __future__ import annotations

from typing import Any

from mapping_model import remarks
from mapping_model.categories import Text
from mapping_model.entry import Case, Limit, Newer, Row, Variant
from mapping_model.limits.sentences import limit_remark
from mapping_model.since import keyword_since, parameter_since, target_since
from render_mappings.data.signatures import sides
from render_mappings.views.example_view import describe
from render_mappings.views.page_context import Context
from render_mappings.views.variant_view import default_of


def variant_data(context: Context, name: str, number: int, variant: Variant) -> dict[str, Any]:
    """A variant by its number from 1, without its examples."""
    return {
        "category": variant.category.value,
        "paddle": variant.paddle,
        "since": context.reference.states[name].since.get(variant.paddle or ""),
        "package": variant.outside.package if variant.outside else None,
        "summary": [text_data(text) for text in remarks.summary(variant)],
        "params": [_row(context, name, variant, row) for row in variant.params],
        "returns": text_data(remarks.returns_remark(variant.returns)) if variant.returns else None,
        "returns_as": variant.returns.value if variant.returns else None,
        "when": variant.when,
        "write": [_case(case) for case in variant.write],
        "fields": dict(variant.fields),
        "newer": [_newer(context, newer) for newer in variant.newer],
        "limits": [_limit(one) for one in context.reference.limits_of(name, number)],
        "notes": [text_data(note) for note in variant.notes],
    }


def _limit(limit: Limit) -> dict[str, Any]:
    return {
        "when": limit.when,
        "then": limit.then.value,
        "since": limit.since,
        "until": limit.until,
        "place": "cpu" if limit.cpu else None,
        "processor": limit.processor,
        "sometimes": limit.sometimes,
        "instead": limit.instead,
        "remark": text_data(limit_remark(limit)),
    }


def _newer(context: Context, newer: Newer) -> dict[str, Any]:
    return {
        "paddle": newer.paddle,
        "since": newer.since or target_since(context.reference.releases, newer.paddle),
        "when": newer.when,
        "params": [_carried(row) for row in newer.params],
        "write": [_case(case) for case in newer.write],
        "note": text_data(newer.note) if newer.note else None,
    }


def _case(case: Case) -> dict[str, Any]:
    return {
        "when": case.when,
        "code": case.code,
        "paddle": case.paddle,
        "advice": text_data(case.advice) if case.advice else None,
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
        "remark": text_data(remarks.row_remark(row, describe(row, context), *defaults)),
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


def text_data(text: Text) -> dict[str, str]:
    """A text in both languages."""
    return {"en": text.en, "zh": text.zh}
