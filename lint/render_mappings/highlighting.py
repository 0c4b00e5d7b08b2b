"""Python code as HTML with the classes that the theme colours."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer, TextLexer, YamlLexer

_FORMATTER = HtmlFormatter(nowrap=True)
_LEXERS = {
    "python": PythonLexer(stripnl=False),
    "yaml": YamlLexer(stripnl=False),
    "text": TextLexer(stripnl=False),
}


@lru_cache(maxsize=4096)
def highlighted(code: str, language: str = "python") -> Markup:
    """Code with highlighted tokens, escaped. Cached: aliases show their target again."""
    return Markup(highlight(code, _LEXERS[language], _FORMATTER).rstrip("\n"))


def code_block(code: str, language: str = "python") -> Markup:
    """A block of code as the theme lays it out, with room for its copy button."""
    return Markup(
        '<div class="language-{} highlight"><pre><span></span><code>{}</code></pre></div>'
    ).format(language, highlighted(code.rstrip("\n") + "\n", language))
