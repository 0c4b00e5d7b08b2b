"""The target of an entry is used by the Paddle code of its examples, at least of one.

Others may show how one parameter is rewritten, which can take another API. A target that no example
uses is most likely the wrong one, where the mapping is one to one.

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
     torch: result = torch.abs(x)
-    paddle: result = paddle.maximum(x, -x)
+    paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text
from mapping_model.sides import is_member

SUMMARY = Text("An example uses the target.", "至少有一个示例用到对应的 Paddle API。")
REQUIREMENTS = ("X2",)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look for the target in all examples."""
    target = variant.variant.paddle
    if target is None or not variant.variant.category.one_to_one:
        return
    member = is_member(variant.paddle.api, target)
    codes = [example.paddle for example in variant.examples]
    if not codes or any(code.error for code in codes):
        return
    if not any(code.uses.of(target, member=member) for code in codes):
        yield variant.finding(
            f"No example uses `{target}`.",
            "paddle",
            hint="Use it in the Paddle code, or name the API that replaces it.",
        )
