"""The format of entries on one page: every key, from the schema, and every word of conditions."""

from __future__ import annotations

from typing import Any

from mapping_model.applying.idioms import IDIOMS
from mapping_model.vocabulary import functions, parts, words
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, Heading, SitePage
from render_mappings.views.page_context import Context

_PARTS = (
    "keys",
    "places",
    "conditions",
    "kinds",
    "limits",
    "values",
    "names",
    "functions",
    "forms",
)


def vocabulary_page(context: Context) -> SitePage:
    """The page: keys with what they are for, conditions with their sentences, idioms as code."""
    headings = [Heading(part, context.words[f"vocabulary_{part}"]) for part in _PARTS]
    return named_page(
        context, "vocabulary", Area.CONTRIBUTE, "vocabulary/vocabulary.html", _words, headings
    )


def _words() -> dict[str, Any]:
    return {
        **words(),
        "keys": [(part.key, part.description, part.keys) for part in parts()],
        "functions": functions(),
        "forms": IDIOMS,
    }
