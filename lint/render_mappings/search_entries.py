"""What the search finds pages by: our own entries, far smaller than the pages' full text.

Names are one word to the search, so that `torch.gather` finds just that. What people type instead
(the last part of a name, the words in it) is added to the text, at its end, where the teaser of a
result does not show it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import escape

from mapping_model import remarks
from render_mappings.context import Context
from render_mappings.page import SearchEntry
from render_mappings.text import plain

_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z]+|\d+[a-zA-Z]*")
_HAN = re.compile(r"[\u4e00-\u9fff]+")
_TEASER = 400


def entry_search(context: Context, name: str) -> SearchEntry:
    """How an entry is found: by its name, parts of it, its target, and its summary."""
    variants = context.reference.variants(name)
    category = context.reference.category(name)
    said = [context.target_of(name)]
    if category:
        said.append(category.info.name.get(context.language))
    if variants:
        said += [context.say(text) for text in remarks.summary(variants[0])[:1]]
    text = " · ".join(part for part in said if part)
    words = " ".join(alias_words(name))
    return SearchEntry(
        location=context.url_of(name),
        title=str(escape(name)),
        text=_searchable(f"{text} {words}"),
        boost=boost(name),
    )


def page_search(context: Context, url: str, title: str, text: str) -> SearchEntry:
    """How any other page is found: by its title and the beginning of its text."""
    return SearchEntry(url, _searchable(title), _searchable(plain(text)[:_TEASER]), boost=1.0)


def alias_words(name: str) -> list[str]:
    """What people type for a name: its last part (twice: it counts most) and the words in it."""
    last = name.rpartition(".")[2]
    bare = last.strip("_")
    words = [part for part in bare.split("_") if part]
    camel = [part for word in words for part in _CAMEL.findall(word)]
    both = ".".join(name.split(".")[-2:])
    found = dict.fromkeys([last, bare, *words, *camel, both])
    return [bare, *found]


def boost(name: str) -> float:
    """Weight of an entry: of names that fit alike, the shorter one is meant more often."""
    return round(1 + 4 / (1 + name.count(".")) + 20 / len(name), 2)


def _searchable(text: str) -> str:
    """Text as the index takes it: HTML, with Chinese cut into words."""
    return _HAN.sub(lambda match: _cut(match.group()), str(escape(text)))


@lru_cache(maxsize=4096)
def _cut(chinese: str) -> str:
    """Words apart by zero-width spaces, at which the Chinese index splits."""
    import jieba  # builds its dictionary on first use; the English site hardly ever needs it

    jieba.setLogLevel("WARNING")
    return "\u200b" + "\u200b".join(jieba.cut(chinese)) + "\u200b"
