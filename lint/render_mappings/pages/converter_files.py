"""What the page that converts code loads beside Pyodide: our modules, and the data of entries."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import yaml

from mapping_model.naming import kind_of
from render_mappings.data.reference import Reference

# Below the root of the English site, since they are the same for both languages.
RUNTIME = "assets/pyodide/"
PACKED = "assets/converter.zip"
# Whose modules are packed whole: nearly all of them are needed.
_PACKAGES = ("mapping_model", "convert_torch")
_OWN = ("render_mappings/__init__.py", "render_mappings/in_browser.py")
_HERE = Path(__file__).parents[2]


def converter_archive(reference: Reference) -> bytes:
    """Everything that `in_browser` imports and reads, as a zip."""
    made = io.BytesIO()
    with ZipFile(made, "w") as archive:
        for name, content in _content(reference):
            # Without a date: the same content is the same file.
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return made.getvalue()


def _content(reference: Reference) -> Iterator[tuple[str, bytes]]:
    for package in _PACKAGES:
        for pattern in ("**/*.py", "snapshots/*.json", "libraries.yaml", "applying/layers.yaml"):
            for path in sorted((_HERE / package).glob(pattern)):
                yield path.relative_to(_HERE).as_posix(), path.read_bytes()
    for name in _OWN:
        yield name, (_HERE / name).read_bytes()
    # It is imported, though what it would read is packed as data.
    for path in sorted(Path(yaml.__file__).parent.glob("*.py")):
        yield f"yaml/{path.name}", path.read_bytes()
    for file in distribution("pyyaml").files or ():
        if file.name == "LICENSE":
            yield "yaml/LICENSE", file.read_binary()
    data = {n: d for n, d in reference.documents.items() if kind_of(n) in ("entry", "cases")}
    yield "documents.json", json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
