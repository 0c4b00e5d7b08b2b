"""The looks of the site: `looks/` has a folder per thing, with its template, style and script."""

from __future__ import annotations

from pathlib import Path

LOOKS = Path(__file__).parents[1] / "looks"
# The templates that are laid over those of the engine's theme.
THEME = LOOKS / "theme"
STYLE = "assets/mappings.css"
# What all pages share; other styles build on it.
_FIRST = "site"


def assets() -> dict[str, str]:
    """What pages load, by path: all styles as one sheet, scripts and pictures as they are."""
    styles = sorted(LOOKS.glob("*/*.css"), key=lambda path: (path.parent.name != _FIRST, path))
    others = [*LOOKS.glob("*/*.js"), *LOOKS.glob("*/*.svg")]
    sheet = "\n".join(path.read_text("utf-8") for path in styles)
    return {STYLE: sheet} | {f"assets/{path.name}": path.read_text("utf-8") for path in others}
