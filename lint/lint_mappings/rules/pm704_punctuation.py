"""Chinese texts have full-width punctuation: `，。；：！？（）`, outside of code in backticks.

A point in a number or a name (`3.0`) stays as it is.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 notes:
-  - {en: "A view is returned.", zh: "返回视图, 不复制。"}
+  - {en: "A view is returned.", zh: "返回视图，不复制。"}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = x.t()
     paddle: result = x.t()
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lint_mappings.subjects import FileSubject, Fixable
from mapping_model.categories import Text

SUMMARY = Text("Chinese texts have full-width punctuation.", "中文文本使用全角标点。")
SEVERITY = "warning"

_FULL = {
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
# Between letters or digits, as in `1,000`, `3.0` or `16:9`, a mark is part of a word.
_HALF = re.compile(
    r"[;!?()\"]|,(?<![0-9],)|,(?![0-9])|[.:](?<![A-Za-z0-9][.:])|[.:](?![A-Za-z0-9/])"
)
_CHINESE = re.compile(r"[\u3400-\u9fff`）》”]")


def check(file: FileSubject) -> Iterator[Fixable]:
    """Find half-width punctuation outside of code."""
    if not _HALF.search(file.bare["zh"]):
        return
    for sentence in file.sentences:
        if sentence.language != "zh":
            continue
        for found in _HALF.finditer(sentence.bare):
            mark = found[0]
            yield file.in_sentence(
                sentence,
                found.start(),
                f"`{mark}` is half-width punctuation.",
                f"Write `{_FULL[mark]}`; code goes in backticks.",
                _fix(sentence.bare, found.start()),
            )


def _fix(text: str, index: int) -> tuple[int, int, str] | None:
    """Put the full-width mark there, without the blank that went with the other.

    Only where the text around is Chinese: beside Latin letters the mark may belong to a name.
    """
    mark, before, after = text[index], text[:index], text[index + 1 :]
    start, end = index, index + 1
    if mark == "(":
        before = before.rstrip(" ")
        start = len(before)
    elif after[:1] == " " and after[1:2] not in _FULL:
        end += 1
    if mark == '"' or after[:1] in _FULL or not _follows_chinese(before):
        return None
    if mark == ")" and "（" not in before and not _opens(before):
        return None
    return start, end, _FULL[mark]


def _opens(before: str) -> bool:
    """Whether the last bracket is an opening one that is fixed as well: the two stay alike."""
    place = max(before.rfind("("), before.rfind(")"))
    return before[place : place + 1] == "(" and _follows_chinese(before[:place].rstrip(" "))


def _follows_chinese(before: str) -> bool:
    return _CHINESE.fullmatch(before[-1:]) is not None
