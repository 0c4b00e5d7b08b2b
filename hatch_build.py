"""What a wheel brings beside the code: the mappings and what runs have shown, packed into a file.

It is made from `mappings` when the wheel is built, from a checkout or from an sdist; an editable
installation has the checkout itself.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PackedMappings(BuildHookInterface):  # type: ignore[type-arg]
    """Adds `mapping_model/mappings.jsonl`."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the file, outside of the checkout."""
        if version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root / "lint"))
        try:
            from mapping_model.ending import UsageError
            from mapping_model.packing import packed_mappings
            from mapping_model.stores import PACKED
        finally:
            del sys.path[0]
        try:
            made = packed_mappings(root / "mappings")
        except UsageError as error:
            raise SystemExit(f"The wheel cannot be built: {error}") from None
        self._folder = tempfile.TemporaryDirectory()
        place = Path(self._folder.name, PACKED)
        place.write_bytes(made)
        build_data["force_include"][str(place)] = f"mapping_model/{PACKED}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Let the file go, which the wheel has."""
        if version != "editable":
            self._folder.cleanup()
