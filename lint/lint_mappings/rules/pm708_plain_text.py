"""Texts have no Markdown but backticks, and no HTML: they are shown not only on pages.

Paragraphs are separated by a blank line. Several points are several sentences, or several notes.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 notes:
-  - {en: "A **view** is returned.", zh: "返回视图。"}
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

from lint_mappings.subjects import FileSubject, Finding
from mapping_model.categories import Text

SUMMARY = Text("Texts have no markup but backticks.", "文本除反引号外不含任何标记。")
SEVERITY = "warning"

_MARKUP = re.compile(
    r"\*\*\S|__\S+__|\]\(|[\0\n](?:#{1,6} |[-*+] |\d+\. )|```|</?[A-Za-z][^<>\n]*>|&[a-z]+;"
)


def check(file: FileSubject) -> Iterator[Finding]:
    """Find emphasis, links, headings, lists, code fences and tags."""
    for sentence, found in file.matches(_MARKUP):
        # A sign that begins a line is found with what stands before it.
        start = found.end() - len(found[0].lstrip("\0\n"))
        shown = sentence.text[start - 1 : found.end() - 1].strip()
        yield file.in_sentence(
            sentence,
            start - 1,
            f"`{shown}` is markup." if "`" not in shown else "A code fence is markup.",
            "Write plain sentences; only `code` may be set off, in backticks.",
        )
