"""Runs inside a subprocess with the library: `python -m verify_mappings.snapshot.collect`."""

from __future__ import annotations

import sys
from pathlib import Path

from verify_mappings.snapshot.document import document


def main(argv: list[str]) -> int:
    """Write the snapshot of the library named first to the path named second."""
    library, out = argv
    if library == "torch":
        from verify_mappings.snapshot.torch_library import collect
    else:
        from verify_mappings.snapshot.paddle_library import collect
    Path(out).write_text(document(library, *collect()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
