"""`names.json`, for the search: the names of all entries, those of the most used APIs first, then
those on Paddle's side."""

from __future__ import annotations

import json

from mapping_model.calls.operators import sign
from mapping_model.coverage import read_uses
from render_mappings.views.page_context import Context


def names_file(context: Context) -> str:
    """A row per name, as JSON: `[name, url, sign of an operator, target, …]`.

    Of a Paddle name, what maps to it stands as one target.
    """
    uses = read_uses().counts
    # Of names that nobody was seen to use, the shorter is meant more often.
    names = sorted(context.reference.entries, key=lambda n: (-uses.get(n, 0), len(n), n))
    rows = [[name, context.url_of(name), sign(name), *context.targets_of(name)] for name in names]
    for name, mapped in context.reference.reverse.items():
        own = dict.fromkeys(one.name for one in mapped)
        rows.append([name, context.paddle_url(name) or "", "", ", ".join(own)])
    return "[\n" + ",\n".join(json.dumps(r, separators=(",", ":")) for r in rows) + "\n]\n"
