"""What the search finds pages by: our own entries, far smaller than the pages' full text.

The search splits at spaces only, matches the beginnings of words, and ranks rare words above
common ones. So a full name is one word, and finds just itself; what people type instead are words
of their own: the last part of the name, repeated so that it outweighs longer names that begin with
it, the words in that, and what follows each dot. These words are a field that is not shown. What
begins with `torch.` or `paddle.` weighs little, else `to` or `pad` would find everything.
"""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import escape

from mapping_model.calls.operators import keywords, spelled
from mapping_model.categories import Text
from mapping_model.entry import Variant
from render_mappings.pages.page import SearchEntry
from render_mappings.views.markup import plain
from render_mappings.views.page_context import Context

_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z]+|\d+[a-zA-Z]*")
_HAN = re.compile(r"[\u4e00-\u9fff]+")
_TEASER = 240
# Weight of pages that are not entries; those have some 5 to 60.
_PAGE = 4.0
_REPEATED = 3
_COMMON = ("torch.Tensor.", "torch.nn.")


def entry_search(context: Context, name: str) -> SearchEntry:
    """How an entry is found: by its name, parts of it, its target, and what is said of it."""
    entry = context.reference.published[name]
    variants, category = entry.state.variants, entry.state.category
    said = [category.info.name.get(context.language)] if category else []
    said += [context.say(text) for variant in variants[:1] for text in _own_words(variant)]
    targets = entry.targets
    return SearchEntry(
        location=context.url_of(name),
        title=str(escape(f"{name} · {operation}" if (operation := spelled(name)) else name)),
        text=_paragraph(" · ".join(said)),
        boost=boost(name),
        tags=tuple(str(escape(target)) for target in targets),
        words=" ".join(name_words(name)),
        targets=" ".join(str(escape(target.rpartition(".")[2])) for target in targets),
    )


def _own_words(variant: Variant) -> list[Text]:
    """What a contributor wrote in sum; the fixed sentence repeats the category's name."""
    return [text for text in (variant.summary, variant.context, variant.missing) if text]


def page_search(url: str, title: str, text: str) -> SearchEntry:
    """How any other page is found: by its title and the beginning of its text."""
    title = _searchable(plain(title))
    return SearchEntry(url, title, _paragraph(plain(text)[:_TEASER]), _PAGE, words=title)


def name_words(name: str) -> list[str]:
    """The words that stand for a name."""
    if words := keywords(name):
        return list(words)
    levels = name.split(".")
    last = levels[-1].lstrip("_")
    parts = [part for part in last.split("_") if part]
    camel = [word for part in parts for word in _CAMEL.findall(part)]
    # What the last part begins with is found by its beginning already.
    inner = dict.fromkeys(w for w in [*parts, *camel] if len(w) > 1 and not last.startswith(w))
    dotted = [".".join(levels[depth:]) for depth in range(1, len(levels) - 1)]
    functional = [f"F.{last}"] if levels[-2:-1] == ["functional"] else []
    return [*[last] * _REPEATED, *inner, *dotted, *functional]


def boost(name: str) -> float:
    """Weight of an entry: of names that fit alike, the shorter one is meant more often."""
    last = name.rpartition(".")[2]
    weight = 1000 / len(name) / (1 + len(last) / 4)
    if last.endswith("_"):
        weight /= 2  # of a function and its in-place twin, the function
    common = name.count(".") == 1 or name.startswith(_COMMON)
    return round(weight * (1.3 if common else 1), 2)


def _paragraph(text: str) -> str:
    return f"<p>{_searchable(text)}</p>"


def _searchable(text: str) -> str:
    """Text as the index takes it: HTML, with Chinese cut into words."""
    return _HAN.sub(lambda match: _cut(match.group()), str(escape(text)))


@lru_cache(maxsize=4096)
def _cut(chinese: str) -> str:
    """Words apart by zero-width spaces, at which the Chinese index splits."""
    import jieba  # builds its dictionary on first use; the English site hardly ever needs it

    return "\u200b" + "\u200b".join(jieba.cut(chinese)) + "\u200b"
