"""Texts about one API, said of another form of it: what is code in them is turned as code is."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from dataclasses import dataclass

from mapping_model.forms.calls import Turn
from mapping_model.forms.relation import Underivable
from mapping_model.syntax import nodes_of

_LANGUAGES = ("en", "zh")
_CODE = re.compile(r"`([^`\n]+)`")
# A parameter is told of by its place, which is another one in the other form.
_PLACE = re.compile(
    r"\b(?:first|second|third|fourth|fifth|sixth|last)(?: and \w+)? (?:position|parameter|argument)"
    r"|第[一二三四五六七八九十]\S{0,6}(?:参数|位置)"
)
# The receiver, which a method has no name for.
_THE_TENSOR = {"en": "the tensor", "zh": "原 Tensor"}
_KEYWORDS = {
    "en": re.compile(r"^Called with (?:a keyword|keywords)(?:[.;,]\s*|$)"),
    "zh": re.compile(r"^以关键字方式调用(?:[。；，]|$)"),
}
_COUNTED = re.compile(r"^Called with (?:a keyword|keywords)\b")

Words = dict[str, str]


@dataclass(frozen=True, slots=True)
class Texts:
    """How texts change: calls by `turns`.

    The `receivers` of both sides have no names any more, what is `lost` cannot be named, and
    `moved` tells that parameters stand in other places.
    """

    turns: tuple[Turn, ...]
    receivers: Collection[str]
    lost: Collection[str]
    moved: bool

    def text(self, both: Words) -> Words:
        """The text in both languages; raise Underivable where it does not hold as it is."""
        if place := self._tells_of_place(both):
            raise Underivable(f"it tells of a parameter by its place (“{place}”)")
        return {language: self._said(both[language], language) for language in _LANGUAGES}

    def title(self, both: Words, keywords: int) -> Words | None:
        """The title of an example whose call passes so many keywords; None where none is left."""
        if self._tells_of_place(both):
            return None
        if not all(_KEYWORDS[language].match(both[language]) for language in _LANGUAGES):
            return self.text(both)
        if keywords:
            called = "Called with a keyword" if keywords == 1 else "Called with keywords"
            return self.text({**both, "en": _COUNTED.sub(called, both["en"])})
        rest = {language: _KEYWORDS[language].sub("", both[language]) for language in _LANGUAGES}
        if not all(rest.values()):
            return None
        return self.text({**rest, "en": rest["en"][0].upper() + rest["en"][1:]})

    def _tells_of_place(self, both: Words) -> str:
        found = (_PLACE.search(_CODE.sub("``", both[language])) for language in _LANGUAGES)
        return next((place[0] for place in found if place), "") if self.moved else ""

    def _said(self, text: str, language: str) -> str:
        for name in self.receivers:
            text = _without_name(text, name, _THE_TENSOR[language])
        return _CODE.sub(lambda found: f"`{self._code(found[1])}`", text)

    def _code(self, code: str) -> str:
        for turn in self.turns:
            if code == turn.old.name:
                return turn.new.name
        try:
            nodes = nodes_of(code)
        except SyntaxError:
            nodes = []
        named = {node.id for node in nodes if isinstance(node, ast.Name)}
        named |= {node.arg for node in nodes if isinstance(node, ast.keyword) and node.arg}
        named |= {code.partition("=")[0].strip()}
        for name in self.lost:
            if name in named:
                raise Underivable(f"it names `{name}`, which this form does not take")
        for turn in self.turns if nodes else ():
            code = turn.code(code)
        return code


def _without_name(text: str, name: str, instead: str) -> str:
    """The text with other words in the place of a name; Chinese ones need no blanks around."""
    code = re.escape(f"`{name}`")
    if instead.isascii():
        text = re.sub(rf"^{code}", instead[0].upper() + instead[1:], text)
        return re.sub(code, instead, text)
    return re.sub(rf"(?<=[\u4e00-\u9fff]) ?{code}", instead, re.sub(rf"^{code}", instead, text))
