"""Where the defaults of a parameter differ, its row says what follows from that.

`set` gives the value that keeps torch's behaviour, `same_default: true` says that the two mean the
same, and an `action` that the parameter differs altogether. A default that goes unnoticed changes
results without an error.

Bad (`-`) and good (`+`):

```diff
 torch: torch.linalg.svd
 paddle: paddle.linalg.svd
 category: torch-more-params
 params:
   - {torch: A, paddle: x, term: input}
-  - {torch: full_matrices, paddle: full_matrices, term: other}
+  - {torch: full_matrices, paddle: full_matrices, set: "True", term: other}
   - {torch: driver, paddle: ~, action: drop, term: other}
   - {torch: out, paddle: out}
 examples:
   - inputs: {x: "float32[3, 2]"}
     torch: result = torch.linalg.svd(x)[1]
     paddle: result = paddle.linalg.svd(x, full_matrices=True)[1]
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text
from mapping_model.differences import same_default

SUMMARY = Text(
    "A row says so where the defaults of its parameter differ.",
    "参数默认值不同时，参数行予以说明。",
)
REQUIREMENTS = ("C1", "P6")


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Compare the defaults of every row that both sides have."""
    for index, row in enumerate(variant.rows):
        if row.torch is None or row.paddle is None:
            continue
        if row.set is not None or row.same_default or row.action is not None:
            continue
        torch, paddle = variant.torch.default(row.torch), variant.paddle.default(row.paddle)
        # What torch requires is always passed, so that Paddle's default does not matter.
        if torch is None or paddle is None or torch.text is None:
            continue
        if same_default(torch.text, paddle.text):
            continue
        theirs = "it is required" if paddle.text is None else f"it is `{paddle.text}`"
        yield variant.finding(
            f"The default of `{row.torch}` is `{torch.text}`; in Paddle {theirs}.",
            *("params", index),
            hint=f'Add `set: "{torch.text}"`; or `same_default: true` if both mean the same.',
        )
