"""Every row says what its parameter means.

The text is the row's `desc`, else the glossary's text for its `term`, else the glossary's for the
parameter's own name (PyTorch's; Paddle's where only Paddle has it).

Bad (`-`) and good (`+`):

```diff
 torch: torch.dist
 paddle: paddle.dist
 category: renamed-params
 params:
   - {torch: input, paddle: x}
   - {torch: other, paddle: y}
-  - {torch: p, paddle: p}
+  - {torch: p, paddle: p, desc: {en: "The order of the norm.", zh: "范数的阶数。"}}
 examples:
   - inputs: {x: "float32[3]", y: "float32[3]"}
     torch: result = torch.dist(x, y)
     paddle: result = paddle.dist(x, y)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text

SUMMARY = Text("Every row describes its parameter.", "每行都有参数说明。")
REQUIREMENTS = ("P1",)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Report rows for which no text is found; an unknown `term` is another rule's."""
    for index, row in enumerate(variant.rows):
        name = row.torch or row.paddle
        if name is None or row.term is not None or variant.description(row) is not None:
            continue
        yield variant.finding(
            f"The row `{name}` has no description, and the glossary has none for `{name}`.",
            *("params", index),
            hint="Write `desc` with `en` and `zh`, or `term` with a key of the glossary.",
        )
