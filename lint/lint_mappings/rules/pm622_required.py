"""A parameter that Paddle requires and torch does not have gets its value from `set`.

There is no default to keep, so the table must say what to pass.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.float
 paddle: paddle.Tensor.astype
 category: torch-more-params
 params:
   - {torch: memory_format, paddle: ~, action: drop, term: other}
-  - {torch: ~, paddle: dtype}
+  - {torch: ~, paddle: dtype, set: "'float32'"}
 examples:
   - inputs: {x: "float64[2, 3]"}
     torch: result = x.float()
     paddle: result = x.astype(paddle.float32)
   - inputs: {x: "float64[2, 3]"}
     torch: result = x.float() + 1
     paddle: result = x.astype('float32') + 1
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text

SUMMARY = Text(
    "A Paddle-only parameter without a default gets its value from `set`.",
    "仅 Paddle 有且没有默认值的参数，用 `set` 写明所传的值。",
)
REQUIREMENTS = ("P5",)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look the defaults of Paddle-only rows up."""
    for index, row in enumerate(variant.rows):
        if row.torch is not None or row.paddle is None or row.set is not None:
            continue
        default = variant.paddle.default(row.paddle)
        varied = row.paddle.startswith("*") or row.paddle == variant.paddle.own
        if default is not None and default.text is None and not varied:
            yield variant.finding(
                f"Paddle requires `{row.paddle}`, but the row does not say what to pass.",
                *("params", index),
                hint="Add `set` with the value that gives PyTorch's behaviour.",
            )
