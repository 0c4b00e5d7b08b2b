"""`names.json`: the names of all entries, those of the most used APIs first, for the search."""

from __future__ import annotations

import json

from mapping_model.calls.operators import sign
from mapping_model.coverage import read_uses
from render_mappings.views.page_context import Context


def names_file(context: Context) -> str:
    """A row per entry, as JSON: `[name, url, sign of an operator, target, …]`."""
    uses = read_uses().counts
    # Of names that nobody was seen to use, the shorter is meant more often.
    names = sorted(context.reference.entries, key=lambda n: (-uses.get(n, 0), len(n), n))
    rows = [[name, context.url_of(name), sign(name), *context.targets_of(name)] for name in names]
    return "[\n" + ",\n".join(json.dumps(r, separators=(",", ":")) for r in rows) + "\n]\n"
