"""The target of an entry is used by the Paddle code of its examples.

Those that show how one parameter is rewritten (`param`), or something that their `title` tells, may
take another API, as long as one uses the target.

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

SUMMARY = Text("Examples use the target.", "示例用到对应的 Paddle API。")
REQUIREMENTS = ("X2",)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look for the target in all examples."""
    target = variant.variant.paddle
    examples = variant.examples
    if target is None or not examples or any(example.paddle.error for example in examples):
        return
    member = is_member(variant.paddle.api, target)
    without = [e for e in examples if not e.paddle.uses.of(target, member=member)]
    if without == examples:
        yield variant.finding(
            f"No example uses `{target}`.",
            "paddle",
            hint="Use it in the Paddle code, or name the API that replaces it.",
        )
        return
    for example in without:
        if example.example.param is None and example.example.title is None:
            yield example.finding(
                f"The Paddle code does not use `{target}`.",
                "paddle",
                hint="Use it, or say in `param` or `title` what is shown.",
            )
