"""The looks of the site: `looks/` has a folder per thing, with its template, style and script."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2.bccache import Bucket, BytecodeCache

LOOKS = Path(__file__).parents[1] / "looks"
# The templates that are laid over those of the engine's theme.
THEME = LOOKS / "theme"
STYLE = "assets/mappings.css"
SCRIPT = "assets/mappings.js"
# Of the scripts those that every page loads, as one.
_EVERYWHERE = ("later", "search", "answer", "language", "copying")
# What all pages share; other styles build on it.
_FIRST = "site"


class _Compiled(BytecodeCache):
    """What templates were compiled to, kept from one build of a preview to the next."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


@cache
def compiled(language: str) -> BytecodeCache:
    """The templates of a language: words that never change are put in when they are compiled."""
    return _Compiled()


def assets() -> dict[str, str]:
    """What pages load, by path.

    All styles are one sheet and the scripts of every page one script; other scripts and pictures
    are as they are.
    """
    styles = sorted(LOOKS.glob("*/*.css"), key=lambda path: (path.parent.name != _FIRST, path))
    others = [*LOOKS.glob("*/*.js"), *LOOKS.glob("*/*.svg")]
    texts = {path.name: path.read_text("utf-8") for path in others}
    everywhere = "\n".join(texts.pop(f"{name}.js") for name in _EVERYWHERE)
    sheet = "\n".join(path.read_text("utf-8") for path in styles)
    own = {f"assets/{name}": text for name, text in texts.items()} | {SCRIPT: everywhere}
    # What others have made: a folder each, with its licence; only pages that need it load it.
    vendored = {f"assets/{p.parent.name}/{p.name}": p for p in sorted(LOOKS.glob("vendor/*/*"))}
    return {STYLE: sheet} | own | {at: p.read_text("utf-8") for at, p in vendored.items()}
