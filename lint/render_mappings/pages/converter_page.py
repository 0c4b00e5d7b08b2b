"""The page that converts code where it is pasted, without sending it anywhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from convert_torch.finding import TITLES, Kind
from render_mappings.pages.converter_files import PACKED, RUNTIME
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, SitePage
from render_mappings.views.page_context import Context

# What the script says.
_SAID = "convert_say_"
_SHOWN = [kind for kind in Kind if kind is not Kind.RARE]


def converter_page(context: Context) -> SitePage:
    """The field to paste code into, and what a script fills with the answer."""
    page = named_page(
        context, "convert", Area.APIS, "convert/convert.html", lambda: _values(context)
    )
    return replace(page, wide=True)


def _values(context: Context) -> dict[str, Any]:
    words = context.words
    top = "" if context.language == "en" else "../"
    return {
        "runtime": top + RUNTIME,
        "packed": top + PACKED,
        # What is silent comes first.
        "kinds": {kind.value: TITLES[kind].get(context.language) for kind in _SHOWN},
        "said": {k.removeprefix(_SAID): v for k, v in words.items() if k.startswith(_SAID)},
    }
