"""Every parameter to be rewritten, and a return value to be rewritten, is shown by an example.

The example names the row with `param`; `param: returns` is the return value.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: params-differ
 summary: {en: "`out` differs.", zh: "`out` 不同。"}
 params:
   - {torch: input, paddle: x}
   - {torch: out, paddle: out, action: rewrite, note: {en: "It differs.", zh: "用法不同。"}}
 examples:
-  - inputs: {x: "float32[2]", y: "float32[2]"}
+  - param: out
+    inputs: {x: "float32[2]", y: "float32[2]"}
     torch: result = torch.abs(x, out=y)
     paddle: result = paddle.assign(paddle.abs(x), y)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text
from mapping_model.entry import Action

SUMMARY = Text(
    "Everything to be rewritten is shown by an example that names it.",
    "每个需要转写的参数或返回值都有对应的示例。",
)
REQUIREMENTS = ("X1", "X2")

RETURNS = "returns"


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Compare the rows to be rewritten with what the examples name."""
    shown = {example.example.param for example in variant.examples}
    for index, row in enumerate(variant.rows):
        name = row.torch or row.paddle
        if row.action is Action.REWRITE and name not in shown:
            yield variant.finding(
                f"`{name}` is to be rewritten, but no example shows how.",
                *("params", index, "action"),
                hint=f"Add an example with `param: {_quoted(name or '')}`.",
            )
    returns = variant.variant.returns
    if returns is not None and returns.action is Action.REWRITE and RETURNS not in shown:
        yield variant.finding(
            "The return value is to be rewritten, but no example shows how.",
            *("returns", "action"),
            hint="Add an example with `param: returns`.",
        )


def _quoted(name: str) -> str:
    return f'"{name}"' if name.startswith("*") else name
