"""What a public document claims, and what is found of it, in words."""

from __future__ import annotations

from dataclasses import dataclass

from mapping_model.claims import Claim, Source, Verdict
from render_mappings.views.page_context import Context

# What readers tell apart, in this order.
KINDS = ("holds", "held", "never", "unchecked")


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim; `kind` is one of KINDS, `verdict` says it; `url` is where it is settled."""

    claim: Claim
    source: Source
    kind: str
    verdict: str
    url: str
    label: str


def claim_view(context: Context, source: Source, claim: Claim) -> ClaimView:
    """A claim in the language of the context."""
    kind = kind_of(context, claim)
    verdict = context.words[f"claim_{kind}"]
    if kind == "held":
        verdict = verdict.format(context.releases(held_on(context, claim)))
    elif claim.page and not claim.has_evidence and claim.verdict is not Verdict.UNCHECKED:
        verdict += context.words["claim_guide"].format(context.reference.paddle.version)
    return ClaimView(claim, source, kind, verdict, *_settled(context, claim))


def kind_of(context: Context, claim: Claim) -> str:
    """Which of KINDS a claim is."""
    held = held_on(context, claim)
    return "held" if held and len(held) < len(context.reference.releases) else claim.verdict.value


def held_on(context: Context, claim: Claim) -> list[str]:
    """The supported releases on which a claim holds."""
    return [release for release in context.reference.releases if claim.holds_on(release)]


def _settled(context: Context, claim: Claim) -> tuple[str, str]:
    """Where a claim is settled, and what that is called."""
    gotchas = context.reference.gotchas
    if claim.gotcha is not None:
        if claim.gotcha not in gotchas:  # the linter tells
            return "gotchas/", f"`{claim.gotcha}`"
        return f"gotcha/{claim.gotcha}/", gotchas[claim.gotcha].title.get(context.language)
    if claim.entry is not None:
        known = claim.entry in context.reference.entries  # a preview has only some
        return context.url_of(claim.entry) if known else "table/", f"`{claim.entry}`"
    page = f"{claim.page}/".removesuffix("index/")
    return page, context.words["claim_page"]
