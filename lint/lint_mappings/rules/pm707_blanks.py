"""Texts have no blanks at their beginning or end, and no two in a row.

A blank line separates paragraphs; two are one too many.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 notes:
-  - {en: "A view is  returned.", zh: "返回视图。"}
+  - {en: "A view is returned.", zh: "返回视图。"}
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

SUMMARY = Text(
    "Texts have no blanks at their ends and none twice.", "文本首尾没有空白，也没有连续空白。"
)
SEVERITY = "warning"

_BLANKS = re.compile(r"^[ \t]|(?<=\S)[ \t]{2,}(?=\S)|[ \t]+$|\n{3,}|\n\n\Z", re.MULTILINE)


def check(file: FileSubject) -> Iterator[Fixable]:
    """Find blanks that are one too many; the line end of a block (`|`) does not count."""
    for sentence in file.sentences:
        text = sentence.bare
        if "\n" not in text and "  " not in text and text == text.strip():
            continue  # most texts, without a search
        found = _BLANKS.search(text)
        if found:
            yield file.in_sentence(
                sentence,
                found.start(),
                "There is a blank too many.",
                "Remove it; one blank line separates paragraphs.",
                _fix(found),
            )


def _fix(found: re.Match[str]) -> tuple[int, int, str] | None:
    """One blank between words, none at the end of a line."""
    if "\n" in found[0]:
        return None
    start, end = found.span()
    line_ends = found.string[end : end + 1] in ("", "\n")
    line_begins = found.string[start - 1 : start] in ("", "\n")
    return start, end, "" if line_ends or line_begins else " "
