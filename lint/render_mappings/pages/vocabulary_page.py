"""All words of the language in which entries say what a program writes, on one page."""

from __future__ import annotations

from typing import Any

from mapping_model.applying.expressions import FUNCTIONS, parse
from mapping_model.applying.forms import FORMS
from mapping_model.applying.kinds import KINDS
from mapping_model.applying.sentences import condition
from mapping_model.applying.vocabulary import CONDITIONS, LIMITS, NAMES, PLACES, QUESTIONS, VALUES
from mapping_model.limits.sentences import THEN, asked
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, Heading, SitePage
from render_mappings.views.page_context import Context

_PARTS = ("places", "conditions", "kinds", "limits", "values", "names", "functions", "forms")


def vocabulary_page(context: Context) -> SitePage:
    """The page: conditions with their sentences, forms with their examples, the rest with words."""
    headings = [Heading(part, context.words[f"vocabulary_{part}"]) for part in _PARTS]
    return named_page(
        context, "vocabulary", Area.CONTRIBUTE, "vocabulary/vocabulary.html", _words, headings
    )


def _words() -> dict[str, Any]:
    return {
        "places": PLACES,
        "conditions": [(when, condition(parse(when))) for when in (*QUESTIONS, *CONDITIONS)],
        "limits": [(when, asked(when)) for when in LIMITS],
        "departures": [(f"then: {departure.value}", said) for departure, said in THEN.items()],
        "kinds": [(kind, words) for kind, (words, _) in KINDS.items()],
        "values": VALUES,
        "names": NAMES,
        "functions": sorted(FUNCTIONS),
        "forms": FORMS,
    }
