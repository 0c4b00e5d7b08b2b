"""A torch parameter is paired with the Paddle parameter that has or accepts its name.

Where Paddle takes torch's name as a keyword, the library itself says what belongs together. A row
with an `action` may say otherwise.

Bad (`-`) and good (`+`):

```diff
 torch: torch.eq
 paddle: paddle.equal
 category: renamed-params
 params:
-  - {torch: input, paddle: y}
-  - {torch: other, paddle: x}
+  - {torch: input, paddle: x}
+  - {torch: other, paddle: y}
   - {torch: out, paddle: out}
 examples:
   - inputs: {a: "float32[2]"}
     torch: result = torch.eq(a, a)
     paddle: result = paddle.equal(a, a)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text

SUMMARY = Text(
    "A parameter is paired with the one that has or accepts its name.",
    "参数与 Paddle 中同名或接受该名称的参数配对。",
)
REQUIREMENTS = ("C3", "P2")


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look up each torch name among Paddle's parameters and their aliases."""
    side = variant.paddle
    for index, row in enumerate(variant.rows):
        if row.torch is None or row.paddle is None or row.action is not None:
            continue
        natural = row.torch if side.get(row.torch) is not None else side.canonical(row.torch)
        if natural is None or natural in (row.paddle, side.own) or side.get(natural) is None:
            continue
        if side.get(row.paddle) is not None:
            yield variant.finding(
                f"`{side.name}` takes `{row.torch}` as `{natural}`, not as `{row.paddle}`.",
                *("params", index, "paddle"),
                hint=f"Write `paddle: {natural}`; if it means something else, add an `action`.",
            )
