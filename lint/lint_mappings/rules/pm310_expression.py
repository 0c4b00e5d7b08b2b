"""Expressions and code of a mapping are of its language, and name what there is.

`as`, `set`, `when` and the code of cases and fields are read by programs that apply the mapping.
They name parameters of the torch API, `self` where it is a method, and functions of Paddle.

Bad (`-`) and good (`+`):

```diff
 torch: torch.equal
 paddle: paddle.equal_all
 category: params-differ
 summary: {en: "PyTorch returns a bool.", zh: "PyTorch 返回布尔值。"}
 params:
   - {torch: input, paddle: x}
   - {torch: other, paddle: y, term: input}
 returns:
   action: rewrite
-  as: bool(results)
+  as: bool(result)
   note: {en: "PyTorch returns a bool.", zh: "PyTorch 返回布尔值。"}
 examples:
   - inputs: {x: "float32[2, 3]", y: "float32[2, 3]"}
     torch: result = torch.equal(x, y)
     paddle: result = bool(paddle.equal_all(x, y))
   - inputs: {x: "float32[2, 3]"}
     param: returns
     torch: result = torch.equal(x, x)
     paddle: result = bool(paddle.equal_all(x, x))
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text

SUMMARY = Text(
    "Expressions and code of a mapping are of its language and name what there is.",
    "映射中的表达式和代码符合其语言，且所用名称都存在。",
)
REQUIREMENTS = ()


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Report what is no expression, and names that neither library nor the call has."""
    for piece, message, hint in variant.faults:
        yield variant.finding(message, *piece.steps, hint=hint)
