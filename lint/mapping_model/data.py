"""Where the mappings are: those of a checkout, or those that an installed package brings."""

from __future__ import annotations

from pathlib import Path

from mapping_model.ending import UsageError

_HERE = Path(__file__).parent


def mappings_directory(root: Path | None = None) -> Path:
    """The directory `mappings` below a root that is named, else that of this very package.

    Raise UsageError where there is none.
    """
    places = [root / "mappings"] if root else [_HERE / "mappings", _HERE.parents[1] / "mappings"]
    for place in places:
        if place.is_dir():
            return place
    where = f"in {root}" if root else "beside this installation"
    raise UsageError(f"There is no directory `mappings` {where}. Name its parent with --root.")
