"""Every mapping is shown by an example that runs, for each of its variants.

The format specification asks for none where the mapping is one to one; here they are asked for all
the same, since only what runs is known to be true. Aliases and missing APIs have none.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
+examples:
+  - inputs: {x: "float32[2, 3]"}
+    torch: result = x.t()
+    paddle: result = x.t()
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Category, Text

SUMMARY = Text(
    "Every entry, and every variant of one, has an example.",
    "每个条目及其每个变体都有示例。",
)
REQUIREMENTS = ("X1",)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Report variants without examples."""
    if variant.examples or variant.variant.category is Category.MISSING:
        return
    what = "variant" if variant.path else "entry"
    yield variant.finding(
        f"The {what} has no example.",
        "category",
        hint="Add `examples` with `inputs`, `torch` and `paddle`; both sides assign `result`.",
    )
