"""Every parameter of either side has a row, but Paddle's `name`.

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
+  - {torch: index, paddle: indices}
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

from collections.abc import Iterator, Sequence

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text
from mapping_model.sides import Side

SUMMARY = Text(
    "Every parameter of either side has a row, but Paddle's `name`.",
    "除 Paddle 的 `name` 外，两侧的每个参数都有一行。",
)
REQUIREMENTS = ("P2", "C4", "C5")


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Compare the rows with the overload of each side that they fit best."""
    # A row that claims a parameter of torch for Paddle alone is PM611.
    claimed = {row.paddle for row in variant.rows if row.torch is None}
    ours = variant.torch.lacking([row.torch for row in variant.rows])
    missing = [name for name in ours if name not in claimed]
    hint = "add a row for each parameter, with `paddle: ~` where Paddle has none."
    yield from _missing(variant, variant.torch, missing, hint)
    theirs = variant.paddle.lacking([row.paddle for row in variant.rows])
    missing = [name for name in theirs if name != "name"]
    row = f"`{{torch: ~, paddle: {missing[0]}}}`" if missing else ""
    hint = f"add {row} at the end, with `set` if the default would change the result."
    yield from _missing(variant, variant.paddle, missing, hint)


def _missing(
    variant: VariantSubject, side: Side, missing: Sequence[str], hint: str
) -> Iterator[Finding]:
    if missing and variant.has_table:
        names = ", ".join(f"`{name}`" for name in missing)
        yield variant.finding(
            f"{names} of `{side.name}` {'lacks a row' if len(missing) == 1 else 'lack rows'}.",
            "params" if variant.rows else "category",
            key=bool(variant.rows),
            hint=f"The signature is `{side.text}`; {hint}",
        )
