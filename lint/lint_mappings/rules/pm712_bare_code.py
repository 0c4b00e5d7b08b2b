"""Names of parameters and APIs stand in backticks.

Only what cannot be an ordinary word is looked at: parameters with an underscore (`keep_dim`), and
names that begin with the library (`torch.abs`).

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 notes:
-  - {en: "It is the same as paddle.Tensor.abs.", zh: "与 paddle.Tensor.abs 相同。"}
+  - {en: "It is the same as `paddle.Tensor.abs`.", zh: "与 `paddle.Tensor.abs` 相同。"}
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

SUMMARY = Text(
    "Names of parameters and APIs in texts stand in backticks.",
    "文本中的参数名和 API 名用反引号标出。",
)
REQUIREMENTS = ("S1",)
SEVERITY = "warning"

_NAME = re.compile(r"(?<![\w./])[A-Za-z]\w*(?:\.\w+)*(?![\w/])", re.ASCII)


def check(file: FileSubject) -> Iterator[Finding]:
    """Look names outside of backticks up in the snapshots."""
    for sentence in file.sentences:
        if "_" not in sentence.bare and "." not in sentence.bare[:-1]:
            continue
        for found in _NAME.finditer(sentence.bare):
            if _is_code(file, found[0]):
                yield file.in_sentence(
                    sentence,
                    found.start(),
                    f"`{found[0]}` is a name in code, but stands outside of backticks.",
                    f"Write it as `{found[0]}`, in backticks.",
                )


def _is_code(file: FileSubject, word: str) -> bool:
    facts = file.facts
    if "." in word:
        side = word.partition(".")[0]
        return side in ("torch", "paddle") and word in facts.library(side)
    return "_" in word and any(word in facts.library(s).parameters for s in ("torch", "paddle"))
