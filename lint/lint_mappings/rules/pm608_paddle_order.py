"""Rows that only Paddle has follow the order of Paddle's parameters.

Bad (`-`) and good (`+`):

```diff
 torch: torch.nn.MaxUnpool1d
 paddle: paddle.nn.MaxUnPool1D
 category: paddle-more-params
 params:
   - {torch: kernel_size, paddle: kernel_size, term: size}
   - {torch: stride, paddle: stride, term: size}
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

from lint_mappings.rules.signatures_of_sides import late_row
from lint_mappings.subjects import Fixable, VariantSubject
from mapping_model.categories import Text

SUMMARY = Text(
    "Rows that only Paddle has follow the order of Paddle's parameters.",
    "仅 Paddle 有的参数行与 Paddle 的参数顺序一致。",
)
REQUIREMENTS = ("P1",)


def check(variant: VariantSubject) -> Iterator[Fixable]:
    """Compare the order of the rows with that of the signature."""
    names = [row.paddle if row.torch is None else None for row in variant.rows]
    return late_row(variant, variant.paddle, names, "Paddle")
