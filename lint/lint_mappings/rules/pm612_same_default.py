"""`same_default` is for defaults that look different; where they look the same it says nothing.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
-  - {torch: input, paddle: x, same_default: true}
+  - {torch: input, paddle: x}
   - {torch: out, paddle: out}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.fixes.making import remove
from lint_mappings.subjects import Fixable, VariantSubject
from mapping_model.categories import Text
from mapping_model.differences import same_default

SUMMARY = Text(
    "`same_default` is written only where defaults look different.",
    "仅当默认值看起来不同时才写 `same_default`。",
)
REQUIREMENTS = ("P6",)


def check(variant: VariantSubject) -> Iterator[Fixable]:
    """Compare the defaults of every row that claims it."""
    for index, row in enumerate(variant.rows):
        if not row.same_default or row.torch is None or row.paddle is None:
            continue
        torch, paddle = variant.torch.default(row.torch), variant.paddle.default(row.paddle)
        if torch is None or paddle is None:
            continue
        if torch.text is None:
            message = f"torch requires `{row.torch}`, so its default does not matter."
        elif same_default(torch.text, paddle.text):
            message = f"The default of `{row.torch}` is `{torch.text}` on both sides anyway."
        else:
            continue
        steps = ("params", index, "same_default")
        fix = remove(variant.document, (*variant.path, *steps))
        yield variant.finding(message, *steps, key=True, hint="Remove `same_default`.", fix=fix)
