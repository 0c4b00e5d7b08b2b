"""Every Paddle parameter has a row, but `name`.

Where a torch method becomes a Paddle function, the function's parameter for the tensor itself has
none either.

Bad (`-`) and good (`+`):

```diff
 torch: torch.gather
 paddle: paddle.take_along_axis
 category: torch-more-params
 params:
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

from lint_mappings.rules.signatures_of_sides import missing_rows
from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text

SUMMARY = Text(
    "Every Paddle parameter has a row, but `name`.",
    "除 `name` 外，每个 Paddle 参数都有一行。",
)
REQUIREMENTS = ("P2", "C4", "C5")


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Compare the rows with the target's signature."""
    lacking = variant.paddle.lacking([row.paddle for row in variant.rows])
    missing = [name for name in lacking if name != "name"]
    row = f"`{{torch: ~, paddle: {missing[0]}}}`" if missing else ""
    hint = f"add {row} at the end, with `set` if the default would change the result."
    return missing_rows(variant, variant.paddle, missing, hint)
