"""Python code as HTML with the classes that the theme colours."""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer, TextLexer, YamlLexer

# Plain names are not coloured by the theme; their tags would be a third of a page.
_PLAIN = re.compile(r'<span class="(?:n|w)">([^<]*)</span>')
_FORMATTER = HtmlFormatter(nowrap=True)
_LEXERS = {
    "python": PythonLexer(stripnl=False),
    "yaml": YamlLexer(stripnl=False),
    "text": TextLexer(stripnl=False),
}


@lru_cache(maxsize=4096)
def highlighted(code: str, language: str = "python") -> Markup:
    """Code with highlighted tokens, escaped. Cached: aliases show their target again."""
    html = highlight(code, _LEXERS[language], _FORMATTER).rstrip("\n")
    return Markup(_PLAIN.sub(r"\1", html))


def code_block(code: str, language: str = "python") -> Markup:
    """A block of code, to be put into an element of the class "highlight"."""
    return Markup("<pre><code>{}</code></pre>").format(highlighted(code.rstrip() + "\n", language))
