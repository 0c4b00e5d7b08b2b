"""The real mappings with all that is worked out of them, made once for all tests of a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from render_mappings.data.reference import Reference, load_reference


@cache
def reference() -> Reference:
    return load_reference(Path(__file__).parents[1] / "mappings")
