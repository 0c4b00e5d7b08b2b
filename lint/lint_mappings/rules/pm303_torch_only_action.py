"""A row that only PyTorch has says what to do: `rewrite` it, `drop` it, or `none` for no way.

Where a `form`, `as` of another row or the code of `write` takes it up, that says it.

Bad (`-`) and good (`+`):

```diff
 torch: torch.gather
 paddle: paddle.take_along_axis
 category: torch-more-params
 params:
   - {torch: input, paddle: arr}
   - {torch: dim, paddle: axis}
   - {torch: index, paddle: indices}
-  - {torch: sparse_grad, paddle: ~}
+  - {torch: sparse_grad, paddle: ~, action: drop}
   - {torch: out, paddle: out}
   - {torch: ~, paddle: broadcast, set: "False", term: other}
 examples:
   - inputs: {x: "float32[2, 2]", i: [[0, 1]]}
     torch: result = torch.gather(x, 0, i)
     paddle: result = paddle.take_along_axis(x, i, 0, broadcast=False)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text

SUMMARY = Text(
    "A parameter that only PyTorch has says what to do about it.",
    "仅 PyTorch 有的参数写明如何处理。",
)
REQUIREMENTS = ("P7",)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Report torch-only rows without an action."""
    for index, row in enumerate(variant.rows):
        if row.torch is not None and row.paddle is None and row.action is None:
            yield variant.finding(
                f"Paddle has no `{row.torch}`, and the row does not say what to do about it.",
                *("params", index),
                hint="Add a `form`, name it in the code of `write` or in `as` of another row, or "
                "add `action: rewrite` (a person must see to it), `drop` (results hardly change) "
                "or `none` (there is no way).",
            )
