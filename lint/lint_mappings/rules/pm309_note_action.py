"""A note and what to do go together: an `action`, or `set`.

A difference that is told but has no consequence in the table is counted nowhere: the entry stays in
a category that promises that nothing differs. What is dropped needs no note: if there is something
to do instead, it is to be rewritten. Where there is no way, the note says what that means.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
-  - {torch: input, paddle: x, note: {en: "Lists too.", zh: "也可传列表。"}}
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

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text
from mapping_model.entry import Action

SUMMARY = Text(
    "A note comes with a fitting `action` or `set`, and `none` with a note.",
    "备注与相应的 `action` 或 `set` 一同出现，`none` 必须有备注。",
)
REQUIREMENTS = ("P6", "P7", "P8")


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Hold the note of every row against its action."""
    for index, row in enumerate(variant.rows):
        name = row.torch or row.paddle
        both = row.torch is not None and row.paddle is not None
        if row.action is Action.NONE and row.note is None and not both:
            yield variant.finding(
                f"There is no way to write `{name}`, but nothing says what that means.",
                *("params", index, "action"),
                hint="Add a `note`: what Paddle does instead, or what it takes.",
            )
        if row.note is None:
            continue
        if both and row.action is None and row.set is None:
            yield variant.finding(
                f"The note says how `{name}` differs, but the row has no `action`.",
                *("params", index, "note"),
                key=True,
                hint="Say what Paddle's parameter gets (`as`, `form`), or add `action: rewrite` or "
                "`none`; a remark on something else is for `notes`.",
            )
        elif row.action is Action.DROP and not both:
            yield variant.finding(
                f"The note says more of `{name}` than that it can be dropped.",
                *("params", index, "note"),
                key=True,
                hint="Write `action: rewrite` if there is something to do instead; else remove it.",
            )
