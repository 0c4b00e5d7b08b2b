"""No text is a placeholder: what is unfinished is not published.

`lint-mappings new` writes such texts where a person has to decide; see its comments.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 notes:
-  - {en: "TODO.", zh: "待补充。"}
+  - {en: "The result is never negative.", zh: "结果总是非负的。"}
 params:
   - {torch: input, paddle: x}
   - {torch: out, paddle: out}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator

from lint_mappings.subjects import FileSubject, Finding
from mapping_model.categories import Text

SUMMARY = Text("No text is a placeholder.", "文本中没有占位内容。")
REQUIREMENTS = ("S1", "P8")

# What stands before a word is looked at last: a search leaps from one first letter to the next.
_WORDS = "|".join(rf"{word}(?<!\w{word})\b" for word in ("TODO", "FIXME", "TBD", "XXX"))
_UNFINISHED = re.compile(
    rf"{_WORDS}|待补充|待完善|待翻译|待定。|\0[.…。\s]+(?=\0|\Z)|\0(?:\.\.\.|…)"
)
_AROUND = f"\0{string.whitespace}"


def check(file: FileSubject) -> Iterator[Finding]:
    """Look for the words and signs that stand for a text to come."""
    for sentence, found in file.matches(_UNFINISHED):
        yield file.in_sentence(
            sentence,
            max(0, found.start() - 1),
            f"`{found[0].strip(_AROUND)}` is a placeholder.",
            "Write the text, or remove the key if there is nothing to say.",
        )
