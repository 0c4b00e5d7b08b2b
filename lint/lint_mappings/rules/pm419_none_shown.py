"""What has no way to be written is shown by no example.

Bad (`-`) and good (`+`):

```diff
 torch: torch.linalg.svd
 paddle: paddle.linalg.svd
 category: torch-more-params
 params:
   - {torch: A, paddle: x, term: input}
   - {torch: full_matrices, paddle: full_matrices, set: "True", term: other}
-  - torch: driver
-    paddle: ~
-    action: none
-    note: {en: "Paddle chooses.", zh: "由 Paddle 选择。"}
-    term: other
+  - {torch: driver, paddle: ~, action: drop, term: other}
   - {torch: out, paddle: out}
 examples:
   - param: driver
     inputs: {x: "float32[3, 2]"}
     torch: result = torch.linalg.svd(x, driver="gesvd")[1]
     paddle: result = paddle.linalg.svd(x, full_matrices=True)[1]
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text
from mapping_model.entry import Action

SUMMARY = Text(
    "What has no way to be written is shown by no example.", "暂无转写方式的参数没有转写示例。"
)
REQUIREMENTS = ("P7", "P8", "X1")


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look for examples of rows with `action: none`."""
    for index, row in enumerate(variant.rows):
        name = row.torch or row.paddle
        shown = any(example.example.param == name for example in variant.examples)
        if row.action is Action.NONE and shown:
            yield variant.finding(
                f"The row says that there is no way to write `{name}`, but an example shows one.",
                *("params", index, "action"),
                hint="Write `action: rewrite`, or remove the example.",
            )
