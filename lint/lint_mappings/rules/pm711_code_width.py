"""Code inside of texts has half-width punctuation, also in Chinese: else it cannot be copied.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 notes:
-  - {en: "Call `paddle.abs(x)`.", zh: "请调用 `paddle.abs（x）`。"}
+  - {en: "Call `paddle.abs(x)`.", zh: "请调用 `paddle.abs(x)`。"}
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
from collections.abc import Iterator

from lint_mappings.subjects import FileSubject, Finding
from mapping_model.categories import Text

SUMMARY = Text("Code in texts has half-width punctuation.", "文本中的代码使用半角标点。")
REQUIREMENTS = ("S1",)
SEVERITY = "warning"

_SPAN = re.compile(r"`([^`\n]*)`")
_FULL_WIDTH = re.compile(r"[\u3001-\u3003\u3008-\u3011\uff01-\uff5e\u201c\u201d\u2018\u2019]")


def check(file: FileSubject) -> Iterator[Finding]:
    """Look for full-width signs between backticks."""
    for sentence in file.sentences:
        for span in _SPAN.finditer(sentence.text):
            found = _FULL_WIDTH.search(sentence.text, *span.span(1))
            if found:
                yield file.in_sentence(
                    sentence,
                    found.start(),
                    f"`{found[0]}` is full-width punctuation in code.",
                    "Write the half-width sign, as Python has it.",
                )
