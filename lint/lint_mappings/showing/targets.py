"""An API of Paddle with what is written so, and what an error is about, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mapping_model.categories import Text
from mapping_model.lookup_index import Way, targets_of
from mapping_model.printable import printable
from mapping_model.shelf import Shelf

_WAYS = {
    Way.TARGET: Text("", ""),
    Way.OUTSIDE: Text("from another package", "来自其他包"),
    Way.CASE: Text("for some calls", "用于部分调用"),
    Way.NEWER: Text("on newer releases", "用于较新的版本"),
}
_HEAD = Text("{0} is written for", "以下 PyTorch API 转写为 {0}")
_NONE = Text("No entry writes {0}; Paddle has it.", "没有条目转写为 {0}；Paddle 中有这个 API。")


def target_answer(
    shelf: Shelf, target: str, found: Sequence[tuple[str, str]], language: str
) -> dict[str, Any]:
    """What is written as a name of Paddle, the most used first; the calls that each is for."""
    return {
        "paddle": target,
        "ported": [_ported(shelf, target, name, Way(way), language) for name, way in found],
    }


def _ported(shelf: Shelf, target: str, name: str, way: Way, language: str) -> dict[str, Any]:
    source = shelf.source(name)
    variants = source.variants if source else ()
    named = [one for variant in variants for one in targets_of(variant)]
    when = [when for other, as_what, when in named if other == target and as_what is way]
    only = when[0] if len(when) == 1 else None
    return {"torch": name, "way": way.value, "when": only, "said": _WAYS[way].get(language)}


def target_text(told: dict[str, Any], language: str) -> str:
    """The same, a line each."""
    target, ported = told["paddle"], told["ported"]
    if not ported:
        return printable(_NONE.get(language).format(target))
    width = max(len(one["torch"]) for one in ported)
    lines = [_HEAD.get(language).format(target)]
    for one in ported:
        when = f"`{one['when']}`" if one["when"] and one["when"] != "always" else ""
        more = ", ".join(filter(None, (one["said"], when)))
        lines.append(f"  {one['torch']:{width}}  {more}".rstrip())
    return "\n".join(map(printable, lines))


def hits_text(found: Sequence[dict[str, Any]]) -> str:
    """What an error or words may be about, a line each, what fits best first."""
    width = max(len(one["name"]) for one in found)
    return "\n".join(printable(f"{one['name']:{width}}  {one['text']}") for one in found)
