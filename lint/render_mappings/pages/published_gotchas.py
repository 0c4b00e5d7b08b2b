"""Gotchas and claims as programs read them."""

from __future__ import annotations

from typing import Any

from mapping_model.claims import Claim, Source
from render_mappings.data.ranking import Ranked
from render_mappings.pages.published_variants import text_data
from render_mappings.views.claim_view import held_on, kind_of
from render_mappings.views.page_context import Context


def gotcha_data(context: Context, ranked: Ranked) -> dict[str, Any]:
    """A gotcha, the documents that claim it, and on which releases each of its checks held."""
    gotcha, reference = ranked.gotcha, context.reference
    executions = reference.gotcha_executions[gotcha.id]
    return {
        "id": gotcha.id,
        "url": f"gotcha/{gotcha.id}/",
        "title": text_data(gotcha.title),
        "text": text_data(gotcha.text),
        "topic": gotcha.topic,
        "severity": ranked.severity.value,
        "uses": ranked.uses,
        "source": list(gotcha.source),
        "entries": reference.concerned.get(gotcha.id, []),
        "checks": [
            {
                "key": key,
                "expect": check.expect.value,
                "torch": check.torch,
                "paddle": check.paddle,
                "outcomes": {r: executions[key].on(r).outcome.value for r in reference.releases},
            }
            for key, check in gotcha.examples()
        ],
    }


def source_data(context: Context, source: Source) -> dict[str, Any]:
    """A public document with its claims."""
    return {
        "id": source.id,
        "title": text_data(source.title),
        "address": source.address,
        "claims": [_claim(context, claim) for claim in source.claims],
    }


def _claim(context: Context, claim: Claim) -> dict[str, Any]:
    return {
        "says": text_data(claim.says),
        "at": claim.at,
        "verdict": kind_of(context, claim),
        "holds_on": held_on(context, claim),
        "gotcha": claim.gotcha,
        "entry": claim.entry,
        "page": claim.page,
        "why": text_data(claim.why) if claim.why else None,
    }
