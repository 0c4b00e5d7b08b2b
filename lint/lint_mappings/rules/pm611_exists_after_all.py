"""A parameter that only one side is said to have does not exist on the other.

Paddle has gained many of torch's parameters over its releases; a row that says otherwise is out of
date, and porters would rewrite for nothing. Where the two differ in spite of the name, one row
names both and has an `action`.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
-category: torch-more-params
+category: renamed-params
 params:
   - {torch: input, paddle: x}
-  - {torch: out, paddle: ~, action: drop}
-  - {torch: ~, paddle: out}
+  - {torch: out, paddle: out}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text

SUMMARY = Text(
    "A parameter said not to exist on one side does not exist there.",
    "标为一侧没有的参数，在该侧确实不存在。",
)
REQUIREMENTS = ("P5", "P7")


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look one-sided names up on the other side; those paired in another row are taken."""
    paired = [row for row in variant.rows if row.torch is not None and row.paddle is not None]
    of_torch = {row.torch for row in paired}
    of_paddle = {row.paddle for row in paired}
    for index, row in enumerate(variant.rows):
        if row.paddle is None and row.torch is not None:
            name = row.torch
            found = name if variant.paddle.get(name) else variant.paddle.canonical(name)
            if found is None or found in of_paddle or found == variant.paddle.own:
                continue
            also = "" if found == name else f", as another keyword for `{found}`"
            yield variant.finding(
                f"Paddle does have `{name}`{also}.",
                *("params", index, "paddle"),
                hint=f"Write `paddle: {found}`; with an `action` and a `note` if it differs.",
            )
        elif row.torch is None and row.paddle is not None:
            if variant.torch.get(row.paddle) is None or row.paddle in of_torch:
                continue
            if any(other.torch == row.paddle for other in variant.rows):
                continue  # reported at the row of torch
            yield variant.finding(
                f"torch does have `{row.paddle}`.",
                *("params", index, "torch"),
                hint=f"Write `torch: {row.paddle}`, at its place in torch's order.",
            )
