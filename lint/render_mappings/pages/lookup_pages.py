"""Pages that a script fills: the search by its address, and torch APIs without an entry."""

from __future__ import annotations

import json
from typing import Any

from markupsafe import Markup

from mapping_model.links import torch_url
from mapping_model.naming import file_of
from mapping_model.since import target_since
from mapping_model.snapshots import Api
from render_mappings.pages.names_file import unmapped
from render_mappings.pages.page import Area, SitePage
from render_mappings.views.page_context import Context

# Below the root of the English site, since it is the same for both languages.
UNMAPPED = "unmapped.json"


def lookup_pages(context: Context) -> list[SitePage]:
    """`search/?q=` and `not-mapped/?name=`; no page leads to them but by what is looked up."""
    return [
        _page(context, "search", "search/search.html"),
        _page(context, "not-mapped", "unmapped/unmapped.html", **_unmapped_values(context)),
    ]


def _page(context: Context, key: str, template: str, **values: Any) -> SitePage:
    url, title = f"{key}/", context.words[key]
    return SitePage(
        url=url,
        title=title,
        area=Area.APIS,
        body=lambda: context.render(template, url, **values),
        description=context.words[f"{key}_text"],
        in_navigation=False,
    )


def _unmapped_values(context: Context) -> dict[str, Any]:
    newest = Markup(context.reference.paddle.version)
    since = Markup('<span data-fill="since"></span>')
    return {
        "same": context.fill("unmapped_same", newest, since),
        "rows": UNMAPPED if context.language == "en" else f"../{UNMAPPED}",
        "torch": context.reference.torch.version,
        "paddle": newest,
        "ask_url": context.repository.ask_url(),
        "new_url": context.repository.new_url(),
    }


def unmapped_rows(context: Context) -> str:
    """What the snapshots say of each torch API without an entry, as JSON, a line per API.

    Rows are `[file, documentation, signatures]` and, where Paddle has an API of the same name on
    the newest release and since when, `[…, since, signatures, only in torch, only in Paddle]`; the
    last two hold parameters and are null where either side has no one signature.
    """
    reference = context.reference
    rows: dict[str, list[Any]] = {}
    for name in unmapped(context):
        api = reference.torch.get(name)
        row: list[Any] = [file_of(name), torch_url(name), _texts(api)]
        same = "paddle" + name.removeprefix("torch")
        if since := target_since(reference.releases, same):
            paddle = reference.paddle.get(same)
            row += [since, _texts(paddle), *_only(api, paddle)]
        rows[name] = row
    return json.dumps(rows, separators=(",", ":")).replace('],"torch', '],\n"torch')


def _texts(api: Api | None) -> list[str]:
    return [signature.text for signature in api.signatures] if api else []


def _only(torch: Api | None, paddle: Api | None) -> tuple[list[str] | None, list[str] | None]:
    """The names of parameters that one side has and the other has not."""
    if torch is None or paddle is None or not len(torch.signatures) == len(paddle.signatures) == 1:
        return None, None
    ours, theirs = torch.signatures[0].names, paddle.signatures[0].names
    return [n for n in ours if n not in theirs], [n for n in theirs if n not in ours]
