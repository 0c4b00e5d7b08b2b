"""A value that must be set on the Paddle side is set in an example.

Who copies the example then gets it right without reading the table.

Bad (`-`) and good (`+`):

```diff
 torch: torch.gather
 paddle: paddle.take_along_axis
 category: torch-more-params
 params:
   - {torch: input, paddle: arr}
   - {torch: dim, paddle: axis}
   - {torch: index, paddle: indices}
   - {torch: sparse_grad, paddle: ~, action: drop}
   - {torch: out, paddle: out}
   - {torch: ~, paddle: broadcast, set: "False", term: other}
 examples:
   - inputs: {x: "float32[2, 2]", i: [[0, 1], [1, 0]]}
     torch: result = torch.gather(x, 0, i)
-    paddle: result = paddle.take_along_axis(x, i, 0)
+    paddle: result = paddle.take_along_axis(x, i, 0, broadcast=False)
```
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from lint_mappings.subjects.passing import bindings
from mapping_model.categories import Text
from mapping_model.sides import Side
from mapping_model.syntax import expression

SUMMARY = Text(
    "Every value to be set in Paddle is set in an example.",
    "每个需要在 Paddle 中设置的值都出现在示例中。",
)
REQUIREMENTS = ("P5", "P6", "X2")


_NAME = re.compile(r"Name\(id='(?!paddle')\w+'[^)]*\)\)")


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look for each `set` among the arguments of the examples."""
    if not variant.examples or any(e.paddle.error for e in variant.examples):
        return
    for index, row in enumerate(variant.rows):
        if row.set is None or row.paddle is None or not _takes(variant.paddle, row.paddle):
            continue
        wanted = expression(row.set)
        if wanted is None or _shown(variant, row.paddle, _shape(wanted)):
            continue
        yield variant.finding(
            f"No example passes `{row.paddle}={row.set}`.",
            *("params", index, "set"),
            hint=f"Write `{row.paddle}={row.set}` in the Paddle code of an example.",
        )


def _takes(paddle: Side, name: str) -> bool:
    """Whether the target can take it at all; PM206 or PM603 tells where it cannot."""
    return paddle.open or paddle.get(name) is not None


def _shown(variant: VariantSubject, name: str, value: str) -> bool:
    passed = (b.value(name) for e in variant.examples for b in bindings(e, "paddle"))
    return any(given is not None and _shape(given) == value for given in passed)


def _shape(value: ast.expr) -> str:
    """A value, whatever the things that it is about are called."""
    return _NAME.sub("Name()", ast.dump(value))
