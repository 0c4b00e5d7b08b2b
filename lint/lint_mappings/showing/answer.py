"""What is published of an API in one language, as JSON.

What its keys mean is told in `schema/show.schema.json`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mapping_model.categories import Text
from mapping_model.entry import Example
from mapping_model.remarks import newer_remark
from mapping_model.since import covers
from mapping_model.usages import MEASURED_ON, Usage
from published.attributes import LayerAttributes
from published.entry import PublishedEntry
from published.variants import PublishedVariant


def answer(entry: PublishedEntry, language: str) -> dict[str, Any]:
    """What is known of an entry on the releases that it is published for."""
    return {
        "torch": entry.name,
        "alias_of": entry.alias_of,
        "form_of": entry.form_of,
        "ways": [_way(entry, variant, language) for variant in entry.variants],
        "usages": [_usage(usage, language) for usage in entry.usages],
        "gotchas": [{"name": g.id, "text": g.title.get(language)} for g in entry.gotchas],
        "slow": slow(entry, language),
        "attributes": [_attributes(one, language) for one in entry.attributes],
        "tried": [text.get(language) for text in entry.tried(entry.newest)],
    }


def _way(entry: PublishedEntry, one: PublishedVariant, language: str) -> dict[str, Any]:
    variant, info = one.variant, one.variant.category.info
    return {
        "category": f"{info.id} {info.name.get(language)}",
        "paddle": one.paddle and one.paddle.name,
        "when": one.when and one.when.get(language),
        "summary": [text.get(language) for text in one.summary],
        "params": [
            {"torch": torch, "paddle": paddle, "remark": remark}
            for torch, paddle, remark in one.table(language)
        ],
        "write": [
            {
                "when": one.heading.get(language),
                "code": one.code,
                "paddle": one.case.paddle,
                "advice": one.case.advice and one.case.advice.get(language),
            }
            for one in (one.writing.cases if one.writing else ())
        ],
        "fields": dict(variant.fields),
        "limits": [
            {"remark": limit.remark.get(language), "instead": limit.limit.instead}
            for limit in one.limits
        ],
        "notes": [note.get(language) for note in variant.notes],
        "newer": [
            {"name": name, "text": text.get(language)} for name, text in newer_targets(entry, one)
        ],
        "example": _codes(one.examples[0].example) if one.examples else None,
    }


def _attributes(one: LayerAttributes, language: str) -> dict[str, Any]:
    return {
        "where": one.where and one.where.get(language),
        "rows": [
            {"torch": row.torch, "paddle": row.code, "text": row.text and row.text.get(language)}
            for row in one.rows
        ],
        "notes": [text.get(language) for text in one.notes],
    }


def slow(entry: PublishedEntry, language: str) -> dict[str, str] | None:
    """Of code that was measured to be slow: the call, and how much longer it takes."""
    if entry.slow is None:
        return None
    code = dict(entry.source.examples())[entry.slow.key].torch if entry.source else ""
    return {"code": code.strip(), "text": entry.slow.text.get(language)}


def newer_targets(entry: PublishedEntry, variant: PublishedVariant) -> Iterator[tuple[str, Text]]:
    """The closer targets that the releases have, with how they are called."""
    several = len(entry.known.releases) > 1
    for one in variant.newer:
        if one.side.since is not None and covers(one.newer.since, None, entry.newest):
            yield one.side.name, newer_remark(one.newer, one.since if several else None)


def _codes(example: Example) -> dict[str, str]:
    return {"torch": example.torch.strip(), "paddle": example.paddle.strip()}


def _usage(usage: Usage, language: str) -> dict[str, Any]:
    on = {one.release: one for one in usage.releases}
    return {
        "variant": usage.variant,
        "param": usage.param,
        "verdicts": {release: one.verdict.value for release, one in on.items()},
        "unchanged": {release: one.unchanged.word for release, one in on.items()},
        "severity": {release: one.severity.value for release, one in on.items()},
        "written": {release: one.way and one.way.value for release, one in on.items()},
        "reasons": {release: one.reason.get(language) for release, one in on.items() if one.reason},
        "title": usage.title and usage.title.get(language),
        "measured_on": MEASURED_ON,
    }
