"""Every torch parameter has a row.

Bad (`-`) and good (`+`):

```diff
 torch: torch.gather
 paddle: paddle.take_along_axis
-category: paddle-more-params
+category: torch-more-params
 params:
   - {torch: input, paddle: arr}
   - {torch: dim, paddle: axis}
   - {torch: index, paddle: indices}
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

from lint_mappings.rules.signatures_of_sides import missing_rows
from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text

SUMMARY = Text("Every torch parameter has a row.", "每个 torch 参数都有一行。")
REQUIREMENTS = ("P2",)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Compare the rows with the overload that they fit best."""
    # A row that claims the parameter for Paddle alone is PM611.
    claimed = {row.paddle for row in variant.rows if row.torch is None}
    lacking = variant.torch.lacking([row.torch for row in variant.rows])
    missing = [name for name in lacking if name not in claimed]
    hint = "add a row for each parameter, with `paddle: ~` where Paddle has none."
    return missing_rows(variant, variant.torch, missing, hint)
