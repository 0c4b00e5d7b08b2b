"""What the theme repeats on every page, taken out into files that a browser loads once.

Pages are many and most are short, so icons, scripts and menus written into each would be half of
the site. Pictures and behaviour stay the theme's: an icon is drawn from a file of all of them, a
script runs where it stood, and what only scripts can use is put where it stood by one.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import partial
from pathlib import Path

ICONS = "assets/icons.svg"
_SCRIPTS = "assets/javascripts/common"

_ICON = re.compile(
    r'<svg xmlns="http://www\.w3\.org/2000/svg" viewBox="(?P<box>[\d ]+)">(?P<drawing>.*?)</svg>'
)
# What pages of a kind share and nobody without scripts misses; our `main.html` says what that is.
_BEGIN, _END = "<!--common-->", "<!--/common-->"
_PART = re.compile(f"{_BEGIN}(.*?){_END}", re.DOTALL)
_CODE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_PUT = (
    "function common(part) { const [html, run] = COMMON[part];"
    " document.currentScript.outerHTML = html; run(); }"
)
# More of that, which the theme has outside of its blocks: the switches of menu and search, the way
# to the repository, and what stands below the page.
_SHARED = re.compile(
    r'<input class="md-toggle" data-md-toggle="drawer".*?<label class="md-overlay"[^>]*></label>'
    r"|<script>var target=document.getElementById\(location.hash.slice\(1\)\);.*?</script>"
    r'|<div class="md-header__source">.*?</a>\s*</div>'
    r'|<button type="button" class="md-top.*?</button>'
    r'|<div class="md-dialog".*?</div>\s*</div>',
    re.DOTALL,
)
# What nobody reads: an empty place for announcements, and what made the page.
_NOTHING = re.compile(
    r'<div data-md-component="announce">\s*</div>\n?|<meta name="generator"[^>]*>\n?'
)
# The theme's own, some few hundred characters each. What is shorter is not worth a request.
_SCRIPT = re.compile(
    r'<script(?P<data> id="__config" type="application/json")?>'
    r"(?P<code>(?:(?!</script>).){250,})</script>"
)


class CommonParts:
    """The icons and scripts of one language's pages, gathered while these are laid out."""

    def __init__(self) -> None:
        self._icons: dict[tuple[str, str], str] = {}
        self._scripts: dict[str, str] = {}

    def taken_out(self, html: str, root: str, *, parts: bool) -> str:
        """A page of the theme without them; `root` leads from the page to the site.

        With `parts` what is marked as common is put there by the first script of the page.
        """
        html = _ICON.sub(partial(self._icon, root), _NOTHING.sub("", html))
        if parts:
            html = _without_parts(_SHARED.sub(rf"{_BEGIN}\g<0>{_END}", html))
        return _SCRIPT.sub(partial(self._script, root), unmarked(html))

    def write(self, site: Path) -> None:
        """Write the files that the pages load."""
        symbols = (
            f'<symbol id="{name}" viewBox="{box}">{drawing}</symbol>'
            for (box, drawing), name in self._icons.items()
        )
        sheet = f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>\n'
        for path, text in {ICONS: sheet, **self._scripts}.items():
            (site / path).parent.mkdir(parents=True, exist_ok=True)
            (site / path).write_text(text, "utf-8")

    def _icon(self, root: str, found: re.Match[str]) -> str:
        name = self._icons.setdefault((found["box"], found["drawing"]), f"i{len(self._icons)}")
        return f'<svg viewBox="{found["box"]}"><use href="{root}/{ICONS}#{name}"/></svg>'

    def _script(self, root: str, found: re.Match[str]) -> str:
        code, attribute = found["code"], ""
        if found["data"]:
            # The theme's script reads its settings from the text of this element.
            code = f"document.currentScript.textContent = {json.dumps(code, ensure_ascii=False)};"
            attribute = ' id="__config"'
        path = f"{_SCRIPTS}/{hashlib.sha256(code.encode()).hexdigest()[:8]}.js"
        self._scripts[path] = code
        return f'<script{attribute} src="{root}/{path}"></script>'


def unmarked(html: str) -> str:
    """A page whose common parts stay where they are."""
    return html.replace(_BEGIN, "").replace(_END, "")


def _without_parts(html: str) -> str:
    kept: list[str] = []

    def taken(found: re.Match[str]) -> str:
        code = "".join(_CODE.findall(found[1]))
        html = json.dumps(_CODE.sub("", found[1]), ensure_ascii=False)
        kept.append(f"[{html}, () => {{ {code} }}]")
        return f"<script>common({len(kept) - 1})</script>"

    html = _PART.sub(taken, html)
    first = _CODE.search(html)
    assert first, "The theme has a script in its head."
    known = f"{first[1]}; {_PUT} const COMMON = [{', '.join(kept)}];"
    return f"{html[: first.start(1)]}{known}{html[first.end(1) :]}"
