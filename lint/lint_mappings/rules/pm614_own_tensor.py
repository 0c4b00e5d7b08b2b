"""Where a method becomes a function, the parameter for the tensor itself has no row.

`x.outer(vec2)` becomes `paddle.outer(x, y)`: the comparison starts with `vec2` and `y`.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.dist
 paddle: paddle.dist
-category: paddle-more-params
+category: renamed-params
 params:
   - {torch: other, paddle: y}
   - {torch: p, paddle: p, desc: {en: "The order of the norm.", zh: "范数的阶数。"}}
-  - {torch: ~, paddle: x, term: input}
 examples:
   - inputs: {x: "float32[3]", y: "float32[3]"}
     torch: result = x.dist(y)
     paddle: result = paddle.dist(x, y)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text

SUMMARY = Text(
    "The tensor that a method is called on has no row.",
    "调用方法的 Tensor 自身没有参数行。",
)
REQUIREMENTS = ("C5",)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Find a one-sided row for the function's parameter that is the tensor."""
    for index, row in enumerate(variant.rows):
        if row.torch is None and row.paddle and row.paddle == variant.paddle.own:
            name, step = row.paddle, "paddle"
        elif row.paddle is None and row.torch and row.torch == variant.torch.own:
            name, step = row.torch, "torch"
        else:
            continue
        yield variant.finding(
            f"`{name}` is the tensor that the method is called on, which is not compared.",
            *("params", index, step),
            hint="Remove the row.",
        )
