"""Paddle's `name` is ignored everywhere: it names a node of a graph and never matters for porting.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
-category: paddle-more-params
+category: renamed-params
 params:
   - {torch: input, paddle: x}
   - {torch: out, paddle: out}
-  - {torch: ~, paddle: name, desc: {en: "The name.", zh: "名称。"}}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as having

from lint_mappings.fixes.fix import Fix
from lint_mappings.fixes.making import remove, replace, together
from lint_mappings.subjects import Fixable, VariantSubject
from mapping_model.categories import Text
from mapping_model.differences import derive_category

SUMMARY = Text("Paddle's `name` has no row.", "Paddle 的 `name` 参数不列出。")
REQUIREMENTS = ("C4", "P2")


def check(variant: VariantSubject) -> Iterator[Fixable]:
    """Report Paddle-only rows called `name`; where torch has a counterpart it is a real one."""
    for index, row in enumerate(variant.rows):
        if row.paddle == "name" and row.torch is None:
            yield variant.finding(
                "Paddle's `name` is ignored and has no row.",
                *("params", index, "paddle"),
                hint="Remove the row.",
                fix=_fix(variant, index),
            )


def _fix(subject: VariantSubject, index: int) -> Fix | None:
    """Remove the row, and write the category that the others lead to."""
    variant = subject.variant
    rows = (*variant.params[:index], *variant.params[index + 1 :])
    fix = remove(subject.document, (*subject.path, "params", index))
    old, new = derive_category(variant), derive_category(having(variant, params=rows))
    if old is new or old is not variant.category:
        return fix
    if len(subject.entry.variants) > 1:
        return None
    return together(fix, replace(subject.document, (*subject.path, "category"), new.value))
