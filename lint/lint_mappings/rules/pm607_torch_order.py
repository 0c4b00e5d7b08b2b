"""Rows follow the order of torch's parameters.

Bad (`-`) and good (`+`):

```diff
 torch: torch.dist
 paddle: paddle.dist
 category: renamed-params
 params:
+  - {torch: input, paddle: x}
   - {torch: other, paddle: y}
-  - {torch: input, paddle: x}
   - {torch: p, paddle: p, desc: {en: "The order of the norm.", zh: "范数的阶数。"}}
 examples:
   - inputs: {x: "float32[3]", y: "float32[3]"}
     torch: result = torch.dist(x, y)
     paddle: result = paddle.dist(x, y)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.rules.signatures_of_sides import late_row
from lint_mappings.subjects import Fixable, VariantSubject
from mapping_model.categories import Text

SUMMARY = Text(
    "Rows follow the order of torch's parameters.",
    "参数行的顺序与 torch 的参数顺序一致。",
)
REQUIREMENTS = ("P1",)


def check(variant: VariantSubject) -> Iterator[Fixable]:
    """Compare the order of the rows with that of the signature."""
    return late_row(variant, variant.torch, [row.torch for row in variant.rows], "torch")
