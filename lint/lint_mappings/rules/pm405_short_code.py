"""Examples import nothing and print nothing: `torch` or `paddle` and the inputs are there already.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 examples:
   - inputs: {x: "float32[2, 3]"}
-    torch: |
-      import torch
-      result = x.t()
+    torch: result = x.t()
     paddle: result = x.t()
```
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from mapping_model.categories import Text

SUMMARY = Text("Examples import and print nothing.", "示例不导入也不打印任何内容。")
REQUIREMENTS = ("X3",)
SEVERITY = "warning"


def check(example: ExampleSubject) -> Iterator[Finding]:
    """Report import statements and calls of `print`."""
    for code in example.sides:
        if "import" not in code.text and "print" not in code.text:
            continue
        for node in (*code.of(ast.Import), *code.of(ast.ImportFrom)):
            yield example.finding(
                "The example imports something.",
                code.side,
                hint=f"Remove it: `{code.side}` and the inputs are defined, and full names "
                "reach everything else.",
                offset=code.offset(node),
            )
        for node in code.calls:
            if _is_print(node.func):
                yield example.finding(
                    "The example prints something.",
                    code.side,
                    hint="Assign what is worth comparing to `result` instead.",
                    offset=code.offset(node),
                )


def _is_print(function: ast.expr) -> bool:
    return isinstance(function, ast.Name) and function.id == "print"
