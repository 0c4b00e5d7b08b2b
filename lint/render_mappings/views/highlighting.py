"""Python code as HTML with the classes that the theme colours."""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import TextLexer, get_lexer_by_name
from pygments.util import ClassNotFound

# Plain names are not coloured by the theme, and brackets, commas and operators need no colour;
# their tags would be a third of a page.
_PLAIN = re.compile(r'<span class="[nwpo]">([^<]*)</span>')
_FORMATTER = HtmlFormatter(nowrap=True)


@cache
def highlighted(code: str, language: str) -> Markup:
    """Code with highlighted tokens, escaped. Cached: both languages and aliases show it again."""
    html = highlight(code, _lexer(language), _FORMATTER).rstrip("\n")
    return Markup(_PLAIN.sub(r"\1", html))


@cache
def _lexer(language: str) -> Lexer:
    try:
        return get_lexer_by_name(language, stripnl=False)
    except ClassNotFound:
        return TextLexer(stripnl=False)


def code_block(code: str, title: str = "", language: str = "python") -> Markup:
    """A block of code, to be put into an element of the class "highlight".

    `title` is a comment to stand above it.
    """
    lines = [highlighted(part, language) for part in (title, code) if part]
    return Markup("<pre><code>{}</code></pre>").format(Markup("\n").join(lines))
