"""What public documents claim about porting, each with what is found of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from markupsafe import escape

from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, Heading, SitePage
from render_mappings.views.claim_view import KINDS, claim_view
from render_mappings.views.page_context import Context


def claims_page(context: Context) -> SitePage:
    """All claims, by document."""
    sources = context.reference.claims.values()

    def values() -> dict[str, Any]:
        views = {
            source.id: [claim_view(context, source, claim) for claim in source.claims]
            for source in sources
        }
        counted = {id_: Counter(view.kind for view in each) for id_, each in views.items()}
        total = sum(counted.values(), Counter[str]())
        return {"sources": sources, "views": views, "counted": counted, "total": total} | {
            "kinds": [kind for kind in KINDS if total[kind]],
            "say": context.say,
        }

    headings = [Heading(source.id, escape(context.say(source.title))) for source in sources]
    return named_page(context, "claims", Area.GOTCHAS, "claims/claims.html", values, headings)
