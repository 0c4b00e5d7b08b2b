"""A parameter on both sides with an `action` says in a `note` how it differs.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: params-differ
 summary: {en: "`input` differs.", zh: "`input` 不同。"}
 params:
-  - {torch: input, paddle: x, action: none}
+  - {torch: input, paddle: x, action: none, note: {en: "It differs.", zh: "用法不同。"}}
   - {torch: out, paddle: out}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text

SUMMARY = Text(
    "A parameter that differs has a note that says how.",
    "不一致的参数写明了如何不一致。",
)
REQUIREMENTS = ("P8",)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Report two-sided rows with an action and no note."""
    for index, row in enumerate(variant.rows):
        if None in (row.torch, row.paddle, row.action) or row.note or row.form:
            continue
        yield variant.finding(
            f"The row `{row.torch}` has an action but does not say how the parameter differs.",
            *("params", index, "action"),
            hint="Add a `note` with what PyTorch and Paddle each accept or mean.",
        )
