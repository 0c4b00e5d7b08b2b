"""Check the spacing and punctuation of Chinese text in the files named on the command line.

Run by pre-commit on documentation; the texts of entries are checked by `lint-mappings` itself.
Exit code 1 when a file needs a fix.
"""

from __future__ import annotations

import sys
from pathlib import Path

import autocorrect_py

# Blanks around a link inside a Chinese sentence would be wrong.
CONFIGURATION = '{"rules": {"space-bracket": 0}}'


def without_head(text: str) -> str:
    """A page without the list of searches that begins it; lines keep their numbers."""
    begins, head, body = [*text.split("---\n", 2), "", ""][:3]
    return text if begins or not body else "\n" * (head.count("\n") + 2) + body


def main(paths: list[str]) -> int:
    """Print one line per place to fix; 1 if there is any."""
    autocorrect_py.load_config(CONFIGURATION)
    found = 0
    for path in paths:
        result = autocorrect_py.lint_for(without_head(Path(path).read_text("utf-8")), path)
        for line in result.lines:
            print(f"{path}:{line.line}:{line.col}: write {line.new!r} instead of {line.old!r}")
            found += 1
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
