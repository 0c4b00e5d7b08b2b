"""An error that an example states is told by words of its message, not by its class alone.

A `TypeError` may be the one that is meant, or that of a misspelt keyword. Where the code itself
raises it, as `assert` does, the message is the code's own.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.item
 paddle: paddle.Tensor.item
 category: paddle-more-params
 params:
   - {torch: ~, paddle: "*args", term: other}
 examples:
   - inputs: {x: "float32[1]"}
     torch: result = x.item()
     paddle: result = x.item()
   - inputs: {x: "float32[2]"}
-    compare: {raises: {torch: RuntimeError, paddle: "ValueError: one element"}}
+    compare: {raises: {torch: "RuntimeError: converted", paddle: "ValueError: one element"}}
     torch: result = x.item()
     paddle: result = x.item()
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict

from lint_mappings.subjects import ExampleSubject, Finding
from mapping_model.categories import Text

SUMMARY = Text(
    "An error that an example states is told by words of its message.",
    "示例声明的错误写明其消息中的词句。",
)
REQUIREMENTS = ("X4",)

_WORD = re.compile(r"[^\W\d_]{3}")


def check(example: ExampleSubject) -> Iterator[Finding]:
    """Look behind the colon of both sides' errors."""
    raises = example.example.compare.raises
    for side, stated in asdict(raises).items() if raises is not None else ():
        error, _, words = stated.partition(": ")
        if not _WORD.search(words):
            yield example.finding(
                f"Any `{error}` would do here.",
                *("compare", "raises", side),
                hint=f'Add words of the message: `{side}: "{error}: …"`.',
            )
