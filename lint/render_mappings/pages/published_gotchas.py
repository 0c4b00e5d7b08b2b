"""Gotchas and claims as programs read them."""

from __future__ import annotations

from typing import Any

from mapping_model.claims import Claim, Source
from render_mappings.data.ranking import Ranked
from render_mappings.views.claim_view import held_on, kind_of
from render_mappings.views.page_context import Context


def gotcha_data(context: Context, ranked: Ranked) -> dict[str, Any]:
    """A gotcha, the documents that claim it, and on which releases each of its checks held."""
    gotcha, reference = ranked.gotcha, context.reference
    return {
        "id": gotcha.id,
        "url": f"gotcha/{gotcha.id}/",
        "title": gotcha.title,
        "text": gotcha.text,
        "topic": gotcha.topic,
        "severity": ranked.severity.value,
        "uses": ranked.uses,
        "source": list(gotcha.source),
        "entries": reference.concerned.get(gotcha.id, []),
        "checks": [
            {
                "key": one.key,
                "expect": one.example.expect.value,
                "torch": one.example.torch,
                "paddle": one.example.paddle,
                "outcomes": {r: one.execution.on(r).outcome.value for r in reference.releases},
            }
            for one in ranked.published.checks
        ],
    }


def source_data(context: Context, source: Source) -> dict[str, Any]:
    """A public document with its claims."""
    return {
        "id": source.id,
        "title": source.title,
        "address": source.address,
        "claims": [_claim(context, claim) for claim in source.claims],
    }


def _claim(context: Context, claim: Claim) -> dict[str, Any]:
    return {
        "says": claim.says,
        "at": claim.at,
        "verdict": kind_of(context, claim),
        "holds_on": held_on(context, claim),
        "gotcha": claim.gotcha,
        "entry": claim.entry,
        "page": claim.page,
        "why": claim.why,
    }
