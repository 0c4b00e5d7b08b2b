"""Every overload of a torch API is treated: its parameters have rows in one of the variants.

`torch.max(input)`, `torch.max(input, dim)` and `torch.max(input, other)` are three; overloads that
map the same way share a table. Overloads that torch has deprecated need not be treated.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.view
-paddle: paddle.Tensor.view
 category: params-differ
-summary: {en: "`*size` is given differently.", zh: "`*size` 的传入方式不同。"}
-params:
-  - torch: "*size"
-    paddle: shape_or_dtype
-    form: list
-    term: size
-    note: {en: "A list in Paddle.", zh: "Paddle 中为列表。"}
-examples:
-  - param: "*size"
-    inputs: {x: "float32[2, 3]"}
-    torch: result = x.view(3, 2)
-    paddle: result = x.view([3, 2])
+variants:
+  - paddle: paddle.Tensor.view
+    category: params-differ
+    summary: {en: "`*size` is given differently.", zh: "`*size` 的传入方式不同。"}
+    params:
+      - torch: "*size"
+        paddle: shape_or_dtype
+        form: list
+        term: size
+        note: {en: "A list in Paddle.", zh: "Paddle 中为列表。"}
+    examples:
+      - param: "*size"
+        inputs: {x: "float32[2, 3]"}
+        torch: result = x.view(3, 2)
+        paddle: result = x.view([3, 2])
+  - paddle: paddle.Tensor.view
+    category: renamed-params
+    params:
+      - {torch: dtype, paddle: shape_or_dtype}
+    examples:
+      - inputs: {x: "float32[2, 3]"}
+        torch: result = x.view(torch.int32)
+        paddle: result = x.view(paddle.int32)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import EntrySubject, Finding
from mapping_model.categories import Text

SUMMARY = Text(
    "Every overload of the torch API is treated by a variant.",
    "torch API 的每个重载都有对应的变体。",
)
REQUIREMENTS = ("P2",)


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Compare the rows of all variants with the parameters of all overloads."""
    api = entry.facts.torch.get(entry.entry.torch)
    tables = [variant for variant in entry.variants if variant.has_table]
    # A variant without a table (a composite) may treat whatever the others do not.
    if api is None or not tables or len(tables) < len(entry.variants):
        return
    rows = {row.torch for variant in tables for row in variant.rows}
    treated = [variant.torch.signature for variant in tables]
    for overload in api.signatures:
        lacking = [name for name in overload.names if name not in rows]
        if overload in treated or not lacking or tables[0].torch.open:
            continue
        names = ", ".join(f"`{name}`" for name in lacking)
        yield entry.finding(
            f"The overload `{overload.text}` is not treated; no row names {names}.",
            "torch",
            hint="Write `variants`, one for each overload that maps differently.",
        )
