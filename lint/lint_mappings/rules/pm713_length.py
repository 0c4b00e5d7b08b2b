"""Texts are short: a remark fits its cell of the table, a note its paragraph.

What needs more room is a gotcha, or an example that shows it.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
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
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import FileSubject, Finding
from mapping_model.categories import Text

SUMMARY = Text("Texts are no longer than their place allows.", "文本长度不超过其位置所限。")
REQUIREMENTS = ("S1",)
SEVERITY = "warning"

# Characters of an English text; Chinese says the same in half of them.
_USUAL = 300
_LIMITS = {
    "title": 150,
    "summary": 400,
    "notes": 600,
    "context": 600,
    "missing": 600,
    "text": 2400,
}


def check(file: FileSubject) -> Iterator[Finding]:
    """Measure every text."""
    for sentence in file.sentences:
        keys = [step for step in sentence.path[:-1] if isinstance(step, str)]
        limit = _LIMITS.get(keys[-1] if keys else "", _USUAL)
        if sentence.language == "zh":
            limit //= 2
        if len(sentence.text) > limit:
            yield file.in_sentence(
                sentence,
                0,
                f"The text has {len(sentence.text)} characters; here at most {limit} can be read.",
                "Shorten it; what needs more room is a gotcha or an example.",
            )
