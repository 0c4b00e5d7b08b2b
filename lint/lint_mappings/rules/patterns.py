"""Rules that are one pattern: what no text has, and what to write instead.

Each row of `PATTERNS` is a rule with a code, a page and a sample of its own, found by `all_rules`
as any other. To add one, add a row, and its code to `CODES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from textwrap import fill

from lint_mappings.rules.rule import SAMPLE, Rule, Severity
from lint_mappings.subjects import FileSubject, Finding
from lint_mappings.subjects.sentences import Sentence
from lint_mappings.subjects.subject import BEGIN
from mapping_model.categories import Text

# Characters from one index to another, and what to write in their place.
_Edit = tuple[int, int, str]
_Said = str | Callable[[str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """A pattern that no text has, in the language "en", "zh" or both (""), and what is said of it.

    It is looked for outside of code, or with `in_code` in nothing else; `\\0` stands before each
    text. What the last of its groups matches is wrong, else all of it, and a match of no characters
    is a gap, shown with what is around; message and hint name it as `{0}`, or are functions of it.
    Of a text the first match is told, with `every` all of them. `fix` mends a match where that is
    certain. `bad` and `good` are a note with it and without.
    """

    code: str
    name: str
    summary: Text
    why: str = ""
    pattern: str
    language: str = ""
    in_code: bool = False
    every: bool = False
    message: _Said
    hint: _Said
    fix: Callable[[re.Match[str]], _Edit | None] | None = None
    bad: Text
    good: Text
    serves: str = ""
    severity: Severity = "warning"

    def rule(self) -> Rule:
        """The rule that it is."""
        bad, good = (f'- {{en: "{text.en}", zh: "{text.zh}"}}' for text in (self.bad, self.good))
        sample = f"```diff\n torch: torch.Tensor.t\n notes:\n-  {bad}\n+  {good}\n```"
        return Rule(
            code=self.code,
            name=self.name,
            summary=self.summary,
            documentation="\n\n".join(filter(None, (fill(self.why, 96), SAMPLE, sample))),
            requirements=tuple(self.serves.split()),
            severity=self.severity,
            about=FileSubject,
            fixable=self.fix is not None,
            source=__name__,
            check=self._check,
        )

    def _check(self, file: FileSubject) -> Iterator[Finding]:
        for sentence, shift, found in self._matches(file):
            start, end = (shift + place for place in found.span(found.lastindex or 0))
            shown = sentence.text[start:end].strip() or sentence.text[start - 1 : end + 1]
            fix = self.fix(found) if self.fix else None
            yield file.in_sentence(
                sentence,
                start,
                _say(self.message, shown),
                _say(self.hint, shown),
                (shift + fix[0], shift + fix[1], fix[2]) if fix else None,
            )

    def _matches(self, file: FileSubject) -> Iterator[tuple[Sentence, int, re.Match[str]]]:
        """Each match, its sentence, and what turns its places into places of the sentence."""
        pattern = re.compile(self.pattern)
        if not self.in_code and not pattern.search(file.bare[self.language]):
            return  # most files, told at once
        places = (
            ((span.sentence, span.start, span.text) for span in file.spans)
            if self.in_code
            else ((each, -len(BEGIN), f"{BEGIN}{each.bare}") for each in file.sentences)
        )
        for sentence, shift, text in places:
            if self.language in ("", sentence.language):
                for found in pattern.finditer(text):
                    yield sentence, shift, found
                    if not self.every:
                        break


def _say(said: _Said, shown: str) -> str:
    return said.format(shown) if isinstance(said, str) else said(shown)


_FULL_WIDTH = {
    ",": "，",
    ".": "。",
    ";": "；",
    ":": "：",
    "!": "！",
    "?": "？",
    "(": "（",
    ")": "）",
    '"': "“”",
}
_BEFORE_MARK = re.compile(r"[\u3400-\u9fff`）》”]")


def _with_space(found: re.Match[str]) -> _Edit:
    return found.start(), found.end(), " "


def _full_width(found: re.Match[str]) -> _Edit | None:
    """Put the full-width mark there, without the blank that went with the other.

    Only where the text around is Chinese: beside Latin letters the mark may belong to a name. Both
    brackets of a pair are mended or neither, and with the second a mark right behind it.
    """
    mark, text, (start, end) = found[0], found.string, found.span()
    if mark == '"' or not _is_certain(text, start):
        return None
    if mark == "(":
        start = len(text[:start].rstrip(" "))
    elif text[end : end + 1] == " " and text[end + 1 : end + 2] not in _FULL_WIDTH:
        end += 1
    return start, end, _FULL_WIDTH[mark]


def _is_certain(text: str, place: int) -> bool:
    """Whether the mark at a place is Chinese and no part of a name."""
    mark, before = text[place], text[:place]
    if mark == ")":
        partner = _opening(before)
        return partner is not None and (text[partner] == "（" or _is_certain(text, partner))
    if mark == "(":
        return _BEFORE_MARK.fullmatch(before.rstrip(" ")[-1:]) is not None
    if text[place + 1 : place + 2] in _FULL_WIDTH:
        return False
    if before[-1:] == ")":
        return _is_certain(text, place - 1)
    return _BEFORE_MARK.fullmatch(before[-1:]) is not None


def _opening(before: str) -> int | None:
    """Where the bracket stands that the next closing one belongs to."""
    closed = 0
    for place in range(len(before) - 1, -1, -1):
        if before[place] in ")）":
            closed += 1
        elif before[place] in "(（":
            if not closed:
                return place
            closed -= 1
    return None


def _without_blank(found: re.Match[str]) -> _Edit | None:
    """One blank between words, none at the end of a line."""
    if "\n" in found[0]:
        return None
    start, end = found.span()
    line_ends = found.string[end : end + 1] in ("", "\n")
    line_begins = found.string[start - 1] in (BEGIN, "\n")
    return start, end, "" if line_ends or line_begins else " "


_VIEW = Text("A view is returned.", "返回视图。")
PATTERNS = (
    Pattern(
        code="PM703",
        name="spacing",
        summary=Text(
            "In Chinese texts a space stands between Chinese and Latin, digits or code.",
            "中文与拉丁字母、数字或代码之间有空格。",
        ),
        why="No space stands beside full-width punctuation.",
        pattern=r"(?<=[\u3400-\u9fff])(?=[A-Za-z0-9`])|(?<=[A-Za-z0-9`])(?=[\u3400-\u9fff])",
        language="zh",
        every=True,
        message=lambda shown: (
            "A space is missing beside the backtick."
            if "`" in shown
            else f"A space is missing in `{shown}`."
        ),
        hint="Put one between Chinese and Latin letters, digits or backticks.",
        fix=_with_space,
        bad=Text("A view is returned.", "返回Tensor 的视图。"),
        good=Text("A view is returned.", "返回 Tensor 的视图。"),
    ),
    Pattern(
        code="PM704",
        name="punctuation",
        summary=Text("Chinese texts have full-width punctuation.", "中文文本使用全角标点。"),
        why="It is `，。；：！？（）`, outside of code in backticks. A point in a number or a name "
        "(`3.0`) stays as it is.",
        # Between letters or digits, as in `1,000`, `3.0` or `16:9`, a mark is part of a word.
        pattern=r"[;!?()\"]|,(?<![0-9],)|,(?![0-9])"
        r"|[.:](?<![A-Za-z0-9][.:])|[.:](?![A-Za-z0-9/])",
        language="zh",
        every=True,
        message="`{0}` is half-width punctuation.",
        hint=lambda shown: f"Write `{_FULL_WIDTH[shown]}`; code goes in backticks.",
        fix=_full_width,
        bad=Text("A view is returned.", "返回视图, 不复制。"),
        good=Text("A view is returned.", "返回视图，不复制。"),
    ),
    Pattern(
        code="PM706",
        name="backticks",
        summary=Text("Backticks come in pairs.", "反引号成对出现。"),
        # The last one, after any number of pairs.
        pattern=r"\0[^`\0]*(?:`[^`\0]*`[^`\0]*)*(`)[^`\0]*(?=\0|\Z)",
        message="A backtick has no partner.",
        hint="Close or remove it.",
        bad=Text("`x.t() returns a view.", "返回视图。"),
        good=Text("`x.t()` returns a view.", "返回视图。"),
        serves="S1",
    ),
    Pattern(
        code="PM707",
        name="blanks",
        summary=Text(
            "Texts have no blanks at their ends and none twice.",
            "文本首尾没有空白，也没有连续空白。",
        ),
        why="A blank line separates paragraphs; two are one too many.",
        # The line end of a block (`|`) does not count.
        pattern=r"(?=[ \t\n])(?:(?<=[\0\n])[ \t]|(?<=\S)[ \t]{2,}(?=\S)|[ \t]+(?=[\n\0]|\Z)"
        r"|\n{3,}|\n\n(?=\0|\Z))",
        message="There is a blank too many.",
        hint="Remove it; one blank line separates paragraphs.",
        fix=_without_blank,
        bad=Text("A view is  returned.", "返回视图。"),
        good=_VIEW,
    ),
    Pattern(
        code="PM708",
        name="plain-text",
        summary=Text("Texts have no markup but backticks.", "文本除反引号外不含任何标记。"),
        why="They have no other Markdown, and no HTML: they are shown not only on pages. "
        "Paragraphs are separated by a blank line. Several points are several sentences, or "
        "several notes.",
        pattern=r"\*\*\S|__\S+__|\]\(|[\0\n](#{1,6} |[-*+] |\d+\. )|```"
        r"|</?[A-Za-z][^<>\n]*>|&[a-z]+;",
        message=lambda shown: (
            f"`{shown}` is markup." if "`" not in shown else "A code fence is markup."
        ),
        hint="Write plain sentences; only `code` may be set off, in backticks.",
        bad=Text("A **view** is returned.", "返回视图。"),
        good=_VIEW,
    ),
    Pattern(
        code="PM709",
        name="placeholder",
        summary=Text("No text is a placeholder.", "文本中没有占位内容。"),
        why="What is unfinished is not published. `lint-mappings new` writes such texts where a "
        "person has to decide; see its comments.",
        # What stands before a word is looked at last: a search leaps from letter to letter.
        pattern="|".join(rf"{word}(?<!\w{word})\b" for word in ("TODO", "FIXME", "TBD", "XXX"))
        + r"|待补充|待完善|待翻译|待定。|\0([.…。\s]+)(?=\0|\Z)|\0(\.\.\.|…)",
        message="`{0}` is a placeholder.",
        hint="Write the text, or remove the key if there is nothing to say.",
        bad=Text("TODO.", "待补充。"),
        good=_VIEW,
        serves="S1 P8",
        severity="error",
    ),
    Pattern(
        code="PM711",
        name="code-width",
        summary=Text("Code in texts has half-width punctuation.", "文本中的代码使用半角标点。"),
        why="Else it cannot be copied, also in Chinese.",
        pattern=r"[\u3001-\u3003\u3008-\u3011\uff01-\uff5e\u201c\u201d\u2018\u2019]",
        in_code=True,
        message="`{0}` is full-width punctuation in code.",
        hint="Write the half-width sign, as Python has it.",
        bad=Text("Call `x.t()`.", "请调用 `x.t（）`。"),
        good=Text("Call `x.t()`.", "请调用 `x.t()`。"),
        serves="S1",
    ),
)
