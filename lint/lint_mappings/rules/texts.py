"""The form of texts: language, marks, blanks, length."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from textwrap import shorten

from lint_mappings.rules.rule import rule
from lint_mappings.subjects import FileSubject, Finding, VariantSubject
from mapping_model.categories import Category
from mapping_model.differences import RowKind, row_kind
from mapping_model.reading import Path_

_STOPS = {"en": ".", "zh": "。"}


@rule("PM701", FileSubject, serves="P9", severity="warning", fixable=True)
def full_stop(file: FileSubject) -> Iterator[Finding]:
    """Every text ends with a full stop.
    每段文字都以句号结尾。

    Every text ends with a full stop, `.` in English and `。` in Chinese, titles too. Texts are
    joined to longer remarks, which would run into each other without it.

    ```diff
     torch: torch.Tensor.t
     notes:
    -  - {en: "A view is returned", zh: "返回视图。"}
    +  - {en: "A view is returned.", zh: "返回视图。"}
    ```
    """
    for sentence in file.sentences:
        stop = _STOPS[sentence.language]
        text = sentence.text.rstrip()
        if not text.endswith(stop):
            yield file.in_sentence(
                sentence,
                max(0, len(text) - 1),
                f"The text does not end with `{stop}`.",
                f"End it with `{stop}`.",
                _ended(text, stop),
            )


def _ended(text: str, stop: str) -> tuple[int, int, str] | None:
    """Add the stop, or put it in the place of the other language's; after other marks, ask."""
    end = len(text)
    if text.endswith(tuple(_STOPS.values())):
        return end - 1, end, stop
    return (end, end, stop) if text and (text[-1].isalnum() or text[-1] in "`)）") else None


IDEOGRAPH = re.compile(r"[\u3400-\u9fff]")
CHINESE = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff01-\uff5e]")
_LATIN = re.compile(r"[A-Za-z]")
_CODE_SPAN = re.compile(r"`[^`]*`")


@rule("PM702", FileSubject)
def language(file: FileSubject) -> Iterator[Finding]:
    """Chinese texts are Chinese and English texts English.
    中文文本是中文，英文文本是英文。

    A text under `zh` is Chinese; one under `en` has no Chinese characters or punctuation. Often one
    was copied to the other and never translated.

    ```diff
     torch: torch.Tensor.t
     notes:
    -  - {en: "A view is returned.", zh: "A view is returned。"}
    +  - {en: "A view is returned.", zh: "返回视图。"}
    ```
    """
    for sentence in file.sentences:
        if sentence.language == "en":
            found = CHINESE.search(sentence.text)
            if found:
                yield file.in_sentence(
                    sentence,
                    found.start(),
                    f"The English text has `{found[0]}` in it.",
                    "Write it in English, with half-width punctuation.",
                )
        elif not IDEOGRAPH.search(sentence.bare) and _LATIN.search(
            _CODE_SPAN.sub("", sentence.bare)
        ):
            yield file.in_sentence(
                sentence, 0, "The Chinese text is not in Chinese.", "Translate it."
            )


_NAMED_SPAN = re.compile(r"`([^`]*)`")


@rule("PM705", VariantSubject, serves="S1 S2", severity="warning")
def differing_names(variant: VariantSubject) -> Iterator[Finding]:
    """The text of `params-differ` names the parameters that differ.
    `params-differ` 的 `text` 写明哪些参数不一致。

    It is the one sentence that a reader sees first, and no fixed sentence stands before it.

    ```diff
     torch: torch.abs
     category: params-differ
    -text: {en: "One parameter differs.", zh: "有一个参数不同。"}
    +text: {en: "`input` differs.", zh: "`input` 不同。"}
     params:
       - {torch: input, paddle: x, do: none, text: {en: "It differs.", zh: "用法不同。"}}
       - {torch: out, paddle: out}
    ```
    """
    text = variant.variant.summary
    if variant.variant.category is not Category.PARAMS_DIFFER or text is None:
        return
    differing = [row for row in variant.rows if row_kind(row) is RowKind.DIFFERS]
    for language in ("en", "zh"):
        spans = _NAMED_SPAN.findall(text.get(language))
        named = set(re.findall(r"\w+", " ".join(spans)))
        for row in differing:
            if not {_without_stars(row.torch), _without_stars(row.paddle)} & named:
                yield variant.at("text", language).finding(
                    f"The text does not name `{row.torch}`, which differs.",
                    hint=f"Say how `{row.torch}` differs, with the name in backticks.",
                )


def _without_stars(name: str | None) -> str:
    return (name or "").lstrip("*")


# What was written, and what to write instead; before that a part of it, which is quick to look for.
_UNUSUAL_WORDS = {
    "ruth value": (r"[Tt]ruth values?", "a bool, `True` or `False`"),
    "over NaN": (r"[Pp]ass(?:es|ed|ing)? over NaN", "NaN is ignored"),
    "fraction": (
        r"[Cc]uts? (?:off )?(?:a|the|its) fractions?|fractions? (?:is|are) cut",
        "is truncated",
    ),
    "said by": (r"(?:is|are) said by", "is set by, follows from"),
    " text": (
        r"[Aa] text(?= (?:such|besides|or)\b|; |, | and not)|(?:as|returns) a text",
        "a string",
    ),
    "静默": (r"静默", "不报错"),
    "2.6": (r"(?<![\w.])2\.6(?!\.?\w)", "2.6.2"),
}
_ANY = re.compile("|".join(f"({pattern})" for pattern, _ in _UNUSUAL_WORDS.values()))
_INSTEAD = tuple(instead for _, instead in _UNUSUAL_WORDS.values())


@rule("PM710", FileSubject, serves="S1")
def usual_words(file: FileSubject) -> Iterator[Finding]:
    """Texts use the words that the field uses.
    文本使用业内通行的说法。

    Each of these was written before, and a reader stumbled over it: a word for word translation, or
    a word of nobody's. A release of which one is supported is named in full: 2.6.2, not 2.6.

    ```diff
     torch: torch.abs
     notes:
    -  - {en: "It passes over NaN.", zh: "它会静默忽略 NaN。"}
    +  - {en: "NaN is ignored.", zh: "它会忽略 NaN，且不报错。"}
    ```
    """
    if not any(part in file.bare[""] for part in _UNUSUAL_WORDS):
        return
    for sentence, found in file.matches(_ANY):
        yield file.in_sentence(
            sentence,
            max(0, found.start() - 1),
            f"`{found[0].strip()}` is not the usual wording.",
            f"Write: {_INSTEAD[(found.lastindex or 1) - 1]}.",
        )


# Characters of an English text; Chinese says the same in half of them.
_USUAL_LENGTH = 300
_LIMITS = {"title": 150, "notes": 600, "context": 600}
# Of the `text` of an entry or a case, one that says why there is no counterpart, and of a gotcha.
_OF_AN_ENTRY, _OF_WHAT_IS_MISSING, _OF_A_GOTCHA = 400, 600, 2400


@rule("PM713", FileSubject, serves="S1", severity="warning")
def length(file: FileSubject) -> Iterator[Finding]:
    """Texts are no longer than their place allows.
    文本长度不超过其位置所限。

    Texts are short: a remark fits its cell of the table, a note its paragraph. What needs more room
    is a gotcha, or an example that shows it.

    ```diff
     torch: torch.abs
     params:
    -  - torch: input
    -    paddle: x
    -    desc:
    -      en: >-
    -        It says a lot more about the result than a person who ports code wants to read
    -        in a table. It says a lot more about the result than a person who ports code
    -        wants to read in a table. It says a lot more about the result than a person who
    -        ports code wants to read in a table. It says a lot more about the result than a
    -        person who ports code wants to read in a table.
    -      zh: 输入 Tensor。
    +  - {torch: input, paddle: x, desc: {en: "The numbers.", zh: "一组数。"}}
       - {torch: out, paddle: out}
    ```
    """
    for sentence in file.sentences:
        limit = _longest(file, sentence.path[:-1])
        if sentence.language == "zh":
            limit //= 2
        if len(sentence.text) > limit:
            yield file.in_sentence(
                sentence,
                0,
                f"The text has {len(sentence.text)} characters; here at most {limit} can be read.",
                "Shorten it; what needs more room is a gotcha or an example.",
            )


def _longest(file: FileSubject, path: Path_) -> int:
    """How many characters an English text may have at a place."""
    keys = [step for step in path if isinstance(step, str)]
    if keys == ["text"] and "topic" in file.document.data:
        return _OF_A_GOTCHA
    if keys in (["text"], ["variants", "text"]):
        data = file.document.data
        body = data["variants"][path[1]] if len(keys) > 1 else data
        return _OF_WHAT_IS_MISSING if body.get("category") == "missing" else _OF_AN_ENTRY
    if keys[-2:] == ["cases", "text"]:
        return _OF_AN_ENTRY
    return _LIMITS.get(keys[-1] if keys else "", _USUAL_LENGTH)


# How many of them are told at most.
_COMMENTS_SHOWN = 12
_LEFT_TO_DO = re.compile(r"(?:^|(?<=\s))#\s*(?:TODO|FIXME|XXX)\b:?(.*)")


@rule("PM715", FileSubject)
def unfinished_comment(file: FileSubject) -> Iterator[Finding]:
    """No comment says that something is left to do.
    没有注释表明尚未完成。

    No comment says that something is left to do: what is unfinished is not published.
    `lint-mappings new` writes such comments where a person has to decide. Remove each when it is
    decided; other comments may stay.

    ```diff
    -# TODO: check that both are used alike.
    +# Both are used alike.
     torch: torch.abs
    ```
    """
    if "# " not in file.document.text:
        return
    lines = enumerate(file.document.lines)
    found = [(number, at) for number, line in lines if (at := _LEFT_TO_DO.search(line))]
    if found:
        number, first = found[0]
        what = shorten(first[1], 60, placeholder=" ...")
        others = ", ".join(str(other + 1) for other, _ in found[1:_COMMENTS_SHOWN])
        more = f"; {len(found) - 1} more on lines {others}" if others else ""
        cut = ", ..." if len(found) > _COMMENTS_SHOWN else ""
        yield file.finding(
            f"A comment says that something is left to do{f': {what}' if what else '.'}",
            hint=f"Do it and remove the comment{more}{cut}.",
            offset=(number, first.start()),
        )


# From here on nobody writes a number as a word; a comma between thousands is one language's way, to
# count in ten thousands the other's.
_WRITTEN_IN_DIGITS = 21
_COUNTED_IN = {"": 1, "万": 10**4, "亿": 10**8}
# Most texts have none, which is told faster.
_TWO_DIGITS = re.compile(r"\d\d|\d ?[万亿]", re.ASCII)
_NUMBER = re.compile(
    r"(?:(?<![\w.,])(\d{1,3}(?:,\d{3})+)(?!\w|,\d)|(?<![\w.])(\d+(?:\.\d+)?))(?: ?([万亿]))?",
    re.ASCII,
)


@rule("PM721", FileSubject)
def same_numbers(file: FileSubject) -> Iterator[Finding]:
    """Both languages of a text name the same large numbers.
    同一文本的中英文提到的较大数字相同。

    A bound that is right in one language and wrong in the other is a mistake of a translation
    that nobody reads twice. Numbers up to 20 may be words in one of them, and are not compared, nor
    are fractions and releases, for which there is another rule, nor what stands in backticks.

    ```diff
     torch: torch.Tensor.t
     notes:
    -  - {en: "It is exact up to 2 ** 53.", zh: "在 2 ** 35 以内是精确的。"}
    +  - {en: "It is exact up to 2 ** 53.", zh: "在 2 ** 53 以内是精确的。"}
    ```
    """
    if not _TWO_DIGITS.search(file.bare[""]):
        return
    english = {s.path[:-1]: s for s in file.sentences if s.language == "en"}
    for sentence in file.sentences:
        if sentence.language != "zh":
            continue
        ours, theirs = _numbers(sentence.bare), _numbers(english[sentence.path[:-1]].bare)
        for number in sorted(ours.keys() - theirs.keys()):
            yield file.in_sentence(
                sentence,
                ours[number],
                f"The English text does not name {number}.",
                "Name the same numbers in both languages.",
            )
        for number in sorted(theirs.keys() - ours.keys()):
            yield file.in_sentence(
                sentence,
                0,
                f"The Chinese text does not name {number}, which the English one does.",
                "Name the same numbers in both languages.",
            )


def _numbers(text: str) -> dict[int, int]:
    """The large whole numbers of a text, each with its place."""
    found: dict[int, int] = {}
    for match in _NUMBER.finditer(text):
        digits = (match[1] or match[2]).replace(",", "")
        if len(digits) < 16:
            number = Decimal(digits) * _COUNTED_IN[match[3] or ""]
            if number >= _WRITTEN_IN_DIGITS and number == int(number):
                found.setdefault(int(number), match.start())
    return found
