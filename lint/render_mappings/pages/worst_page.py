"""Gotchas by what hurts most now."""

from __future__ import annotations

from collections import Counter
from typing import Any

from render_mappings.data.ranking import Severity, ranked
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, SitePage
from render_mappings.views.example_view import exceptions
from render_mappings.views.page_context import Context


def worst_page(context: Context) -> SitePage:
    """All gotchas, the worst first."""

    def values() -> dict[str, Any]:
        gotchas = ranked(context.reference)
        counts = Counter(one.severity for one in gotchas)
        return {
            "gotchas": gotchas,
            "counted": [(severity, counts[severity]) for severity in Severity],
            "holds": {one.gotcha.id: exceptions(context, one.published) for one in gotchas},
            "newest": context.reference.paddle.version,
        }

    return named_page(context, "worst", Area.GOTCHAS, "worst/worst.html", values)
