"""Rows of torch's parameters come first, rows that only Paddle has after them.

Bad (`-`) and good (`+`):

```diff
 torch: torch.gather
 paddle: paddle.take_along_axis
 category: torch-more-params
 params:
-  - {torch: ~, paddle: broadcast, set: "False", term: other}
   - {torch: input, paddle: arr}
   - {torch: dim, paddle: axis}
   - {torch: index, paddle: indices}
   - {torch: sparse_grad, paddle: ~, action: drop}
   - {torch: out, paddle: out}
+  - {torch: ~, paddle: broadcast, set: "False", term: other}
 examples:
   - inputs: {x: "float32[2, 2]", i: [[0, 1]]}
     torch: result = torch.gather(x, 0, i)
     paddle: result = paddle.take_along_axis(x, i, 0, broadcast=False)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.fixes.making import reorder
from lint_mappings.subjects import Fixable, VariantSubject
from mapping_model.categories import Text

SUMMARY = Text(
    "Rows that only Paddle has come after all of torch's.",
    "仅 Paddle 有的参数行排在所有 PyTorch 参数行之后。",
)
REQUIREMENTS = ("P1",)


def check(variant: VariantSubject) -> Iterator[Fixable]:
    """Report each Paddle-only row that a row of torch follows."""
    of_torch = [index for index, row in enumerate(variant.rows) if row.torch is not None]
    last = max(of_torch, default=0)
    order = sorted(range(len(variant.rows)), key=lambda index: variant.rows[index].torch is None)
    for index, row in enumerate(variant.rows[:last]):
        if row.torch is None and row.paddle is not None:
            yield variant.finding(
                f"`{row.paddle}`, which only Paddle has, stands before "
                f"`{variant.rows[last].torch}` of PyTorch.",
                *("params", index),
                hint="Move it behind the last row of PyTorch.",
                fix=reorder(variant.document, (*variant.path, "params"), order),
            )
