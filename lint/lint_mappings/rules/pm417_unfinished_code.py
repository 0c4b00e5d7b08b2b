"""The code of examples is complete: no `...` where a value belongs.

`lint-mappings new` writes such code where a person has to decide.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
   - {torch: input, paddle: x}
   - {torch: out, paddle: out}
 examples:
   - inputs: {x: "float32[2, 3]"}
-    torch: |
-      result = torch.abs(x, out=...)
-    paddle: |
-      result = paddle.abs(x)
+    torch: result = torch.abs(x)
+    paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from mapping_model.categories import Text

SUMMARY = Text("No value in code is left open as `...`.", "代码中没有用 `...` 代替的值。")
REQUIREMENTS = ("X2",)


def check(example: ExampleSubject) -> Iterator[Finding]:
    """Look for `...` as an argument or as what is assigned; in an index it has a meaning."""
    for code in example.sides:
        if "..." not in code.text:
            continue
        for call in code.calls:
            values = [*call.args, *(keyword.value for keyword in call.keywords)]
            for value in filter(_is_open, values):
                yield _finding(example, code.side, code.offset(value))
        for node in (*code.of(ast.Assign), *code.of(ast.Expr)):
            if _is_open(node.value):
                yield _finding(example, code.side, code.offset(node.value))


def _is_open(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _finding(example: ExampleSubject, side: str, offset: tuple[int, int]) -> Finding:
    return example.finding(
        "The code is unfinished: `...` stands where a value belongs.",
        side,
        hint="Write the value; the example is run.",
        offset=offset,
    )
