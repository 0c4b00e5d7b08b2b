"""A parameter that is only called differently is passed in an example.

That two parameters mean the same is a claim; passing a value to both and comparing the results is
what checks it. By position will do.

Bad (`-`) and good (`+`):

```diff
 torch: torch.roll
 paddle: paddle.roll
 category: renamed-params
 params:
   - {torch: input, paddle: x}
   - {torch: shifts, paddle: shifts, term: other}
   - {torch: dims, paddle: axis, term: dim}
 examples:
   - inputs: {x: "float32[2, 3]"}
-    torch: result = torch.roll(x, 2)
-    paddle: result = paddle.roll(x, 2)
+    torch: result = torch.roll(x, 2, 1)
+    paddle: result = paddle.roll(x, 2, 1)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from lint_mappings.subjects.passing import only_binding
from mapping_model.categories import Text
from mapping_model.differences import RowKind, row_kind

SUMMARY = Text(
    "An example passes every parameter that is only called differently.",
    "每个仅名称不同的参数都在某个示例中传入。",
)
REQUIREMENTS = ("X1", "P4")


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Collect what the examples pass; where that cannot be told of one, it may be there."""
    if not variant.examples or any(not example.parses for example in variant.examples):
        return
    given = [only_binding(example, "torch") for example in variant.examples]
    if None in given:
        return
    shown = {name for binding in given if binding for name in binding.arguments}
    for index, row in enumerate(variant.rows):
        name = row.torch
        if row_kind(row) is not RowKind.RENAMED or name is None or row.paddle is None:
            continue
        if name == variant.torch.own or name in shown:
            continue
        if variant.torch.get(name) is None or variant.paddle.get(row.paddle) is None:
            continue  # There is no such parameter, which is PM603.
        yield variant.finding(
            f"No example passes `{name}`, so nothing shows that it is `{row.paddle}`.",
            *("params", index),
            hint="Pass another value than the default in an example, on both sides.",
        )
