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

from lint_mappings.fixes.making import in_order
from lint_mappings.subjects import Fixable, VariantSubject
from mapping_model.categories import Text
from mapping_model.sides import out_of_order

SUMMARY = Text(
    "Rows follow the order of torch's parameters.",
    "参数行的顺序与 torch 的参数顺序一致。",
)
REQUIREMENTS = ("P1",)


def check(variant: VariantSubject) -> Iterator[Fixable]:
    """Report the first row that stands too late."""
    names = [row.torch for row in variant.rows]
    found = out_of_order(variant.torch.signature, names)
    if found is not None:
        index, before = found
        place = (*variant.path, "params")
        yield variant.finding(
            f"`{variant.rows[index].torch}` stands after `{before}`; in torch it comes before.",
            *("params", index),
            hint=f"The signature is `{variant.torch.text}`.",
            fix=in_order(variant.document, place, variant.torch, names),
        )
