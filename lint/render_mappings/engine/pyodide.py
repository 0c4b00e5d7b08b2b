"""Python for browsers, as npm has it: fetched once, and believed only for its hash.

It is too large for this repository, and nothing but one page needs it. To take another release,
change VERSION and INTEGRITY together; the maintainers' page says where to look.
"""

from __future__ import annotations

import base64
import hashlib
import http.client
import io
import tarfile
from pathlib import Path
from urllib.request import urlopen

from mapping_model.cache_directory import cache_directory
from mapping_model.ending import UsageError
from mapping_model.files import NoOrdinaryFile, read_ordinary, write_atomically
from render_mappings.pages.converter_files import RUNTIME

VERSION = "314.0.7"
INTEGRITY = (  # `npm view pyodide@VERSION dist.integrity`, in two lines
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyM"
    "cWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
ADDRESS = f"https://registry.npmjs.org/pyodide/-/pyodide-{VERSION}.tgz"
# What a browser loads; the package also has a console, types and maps of its sources.
_FILES = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("python_stdlib.zip", "pyodide-lock.json"),
)
_MAX_BYTES = 64 * 1024 * 1024
_SECONDS = 60


def pyodide_files(root: Path) -> dict[str, bytes]:
    """What the site serves of it, by path; raise UsageError where it cannot be had.

    `root` is the repository, in which no cache may lie.
    """
    kept = cache_directory(root) / f"pyodide-{VERSION}.tgz"
    package = _kept(kept)
    if package is None:
        package = _fetched()
        write_atomically(kept, package)
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        members = ((name, archive.extractfile(f"package/{name}")) for name in _FILES)
        return {RUNTIME + name: member.read() for name, member in members if member}


def _kept(path: Path) -> bytes | None:
    """What an earlier build has fetched; None where that is not there, or is something else."""
    try:
        package = read_ordinary(path, _MAX_BYTES)
    except (OSError, NoOrdinaryFile):
        return None
    return package if _integrity(package) == INTEGRITY else None


def _fetched() -> bytes:
    try:
        with urlopen(ADDRESS, timeout=_SECONDS) as answer:
            package: bytes = answer.read(_MAX_BYTES)
    except (OSError, http.client.HTTPException) as error:
        why = getattr(error, "reason", None) or error
        raise UsageError(
            f"{ADDRESS} cannot be fetched: {why}. The page that converts code needs it. Once "
            "fetched it is kept; build again where the network is there, or set HTTPS_PROXY."
        ) from error
    if (found := _integrity(package)) != INTEGRITY:
        raise UsageError(
            f"{ADDRESS} is not what this release was made with: its hash is {found}, not "
            f"{INTEGRITY}. A proxy may have changed it; nothing of it is used."
        )
    return package


def _integrity(package: bytes) -> str:
    """The hash of a package as npm writes it."""
    return f"sha512-{base64.b64encode(hashlib.sha512(package).digest()).decode()}"
