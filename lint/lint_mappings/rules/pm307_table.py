"""`no-params` has no table; every other one-to-one category has one.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
-category: same-params
+category: no-params
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = x.t()
     paddle: result = x.t()
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Category, Text

SUMMARY = Text(
    "`no-params` has no parameter table, other one-to-one categories have one.",
    "`no-params` 没有参数表，其他一一对应的分类都有。",
)
REQUIREMENTS = ("P2", "P3")


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Hold the presence of rows against the category."""
    category = variant.variant.category
    if not category.one_to_one:
        return
    if category is Category.NO_PARAMS:
        if variant.rows:
            yield variant.finding(
                "The category is `no-params`, but there is a parameter table.",
                "params",
                key=True,
                hint="Remove `params`, or write the category that its rows lead to.",
            )
    elif not variant.rows and variant.variant.returns is None:
        yield variant.finding(
            f"The category is `{category.value}`, but there is no parameter table.",
            "category",
            hint="Write `params`, one row per parameter; or `category: no-params`.",
        )
