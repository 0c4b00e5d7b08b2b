"""How code calls an API: which parameters it passes, counted once in the code of packages.

`ways.json` holds the commonest ways of each API with how often they were seen; `benchmarks/ways.py`
counts them. It says nothing about which code calls so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from mapping_model.calls.overloads import choose
from mapping_model.calls.uses import Form, Use
from mapping_model.snapshots import Api

WAYS = Path(__file__).parent / "ways.json"


def way_of(use: Use, api: Api) -> tuple[str, ...] | None:
    """The parameters that a call passes, in the order of the signature; None if it cannot be told.

    So ("input", "scale_factor", "mode"), whether by place or by keyword.
    """
    choice = choose(use, api)
    binding = choice.best
    if use.form is not Form.CALL or not choice.certain or binding is None:
        return None
    given = binding.arguments
    return tuple(p.name for p in binding.signature.parameters if p.name in given)


@cache
def read_ways() -> Mapping[str, Mapping[tuple[str, ...], int]]:
    """By the name of an API its commonest ways, with how often they were seen."""
    told = json.loads(WAYS.read_text("utf-8"))["ways"]
    return {
        name: {tuple(way.split()): count for way, count in ways.items()}
        for name, ways in told.items()
    }
