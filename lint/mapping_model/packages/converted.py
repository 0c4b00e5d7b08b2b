"""What `torch-to-paddle` does about APIs at which packages stop; see `benchmarks/packages.py`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path

_KEPT = Path(__file__).with_suffix(".json")


class Done(StrEnum):
    """What the converter does where it is asked for one API alone."""

    WRITTEN = "written"  # something else, for at least one use
    TOLD = "told"  # a person is told of it
    LEFT = "left"  # nothing: all stays, or no use of it could be told


@cache
def converted() -> Mapping[str, Mapping[str, Done]]:
    """By package and API; empty where nothing is kept."""
    data = json.loads(_KEPT.read_text("utf-8")) if _KEPT.exists() else {}
    return {name: {api: Done(done) for api, done in of.items()} for name, of in data.items()}


def keep_converted(found: Mapping[str, Mapping[str, Done]]) -> Path:
    """Write what was found in the place of what there was; the file."""
    _KEPT.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    converted.cache_clear()
    return _KEPT
