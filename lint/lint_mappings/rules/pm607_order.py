"""Rows follow the order of torch's parameters; those that only Paddle has, that of Paddle's.

Bad (`-`) and good (`+`):

```diff
 torch: torch.nn.MaxUnpool1d
 paddle: paddle.nn.MaxUnPool1D
 category: paddle-more-params
 params:
+  - {torch: kernel_size, paddle: kernel_size, term: size}
   - {torch: stride, paddle: stride, term: size}
-  - {torch: kernel_size, paddle: kernel_size, term: size}
   - {torch: padding, paddle: padding, term: size}
+  - {torch: ~, paddle: data_format}
   - {torch: ~, paddle: output_size, term: size}
-  - {torch: ~, paddle: data_format}
 examples:
   - inputs: {x: [[[5.0, 7.0]]], i: [[[1, 2]]]}
     torch: result = torch.nn.MaxUnpool1d(2)(x, i)
     paddle: result = paddle.nn.MaxUnPool1D(2)(x, i)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.fixes.making import in_order
from lint_mappings.subjects import Fixable, VariantSubject
from mapping_model.categories import Text
from mapping_model.sides import out_of_order

SUMMARY = Text(
    "Rows follow the order of torch's parameters, and of Paddle's where only Paddle has them.",
    "参数行的顺序与 torch 的参数顺序一致，仅 Paddle 有的与 Paddle 的一致。",
)
REQUIREMENTS = ("P1",)


def check(variant: VariantSubject) -> Iterator[Fixable]:
    """Report the first row of each side that stands too late."""
    ours = [row.torch for row in variant.rows]
    theirs = [row.paddle if row.torch is None else None for row in variant.rows]
    for side, names, title in (
        (variant.torch, ours, "torch"),
        (variant.paddle, theirs, "Paddle"),
    ):
        found = out_of_order(side.signature, names)
        if found is not None:
            index, before = found
            yield variant.finding(
                f"`{names[index]}` stands after `{before}`; in {title} it comes before.",
                *("params", index),
                hint=f"The signature is `{side.text}`.",
                fix=in_order(variant.document, (*variant.path, "params"), side, names),
            )
