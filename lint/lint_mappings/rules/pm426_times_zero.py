"""No result is multiplied by 0: it would be the same whatever was computed before.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 examples:
   - inputs: {x: "float32[2, 3]"}
-    torch: result = x.t() * 0
-    paddle: result = x.t() * 0
+    torch: result = x.t()
+    paddle: result = x.t()
```
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from mapping_model.categories import Text

SUMMARY = Text("No result is multiplied by 0.", "结果没有乘以 0。")
REQUIREMENTS = ("X3",)


def check(example: ExampleSubject) -> Iterator[Finding]:
    """Look for products with a 0 that is written out, in what `result` is bound to."""
    for code in example.sides:
        found = [node for node in code.of(ast.BinOp) if _is_nothing(node)]
        if not found:
            continue
        bound = code.assigned("result")
        inside = set() if bound is None else set(ast.walk(bound))
        for node in found:
            if node in inside:
                yield example.finding(
                    "The result is multiplied by 0, so it shows nothing.",
                    code.side,
                    hint="Leave the product out, or choose another factor.",
                    offset=code.offset(node),
                )


def _is_nothing(node: ast.BinOp) -> bool:
    factors = (node.left, node.right) if isinstance(node.op, ast.Mult) else ()
    return any(isinstance(f, ast.Constant) and f.value == 0 for f in factors)
