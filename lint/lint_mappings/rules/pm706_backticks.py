"""Backticks around names of APIs and parameters come in pairs.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 notes:
-  - {en: "`x.t() returns a view.", zh: "返回视图。"}
+  - {en: "`x.t()` returns a view.", zh: "返回视图。"}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = x.t()
     paddle: result = x.t()
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import FileSubject, Finding
from mapping_model.categories import Text

SUMMARY = Text("Backticks come in pairs.", "反引号成对出现。")
REQUIREMENTS = ("S1",)
SEVERITY = "warning"


def check(file: FileSubject) -> Iterator[Finding]:
    """Count backticks, paragraph by paragraph."""
    for sentence in file.sentences:
        if sentence.text.count("`") % 2:
            yield file.in_sentence(
                sentence,
                sentence.text.rfind("`"),
                "A backtick has no partner.",
                "Close or remove it.",
            )
