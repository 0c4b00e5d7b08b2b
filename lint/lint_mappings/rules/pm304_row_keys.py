"""Some keys of a row make sense only on some rows.

`action` belongs to a parameter that torch has; `set` and `older` to one that Paddle has;
`same_default` to one that both have. `drop` fits only what Paddle lacks: a parameter on both sides
that differs is rewritten or cannot be. `desc` and `term` describe the same thing.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: params-differ
 summary: {en: "`input` differs.", zh: "`input` 不同。"}
 params:
-  - {torch: input, paddle: x, action: drop, note: {en: "It differs.", zh: "用法不同。"}}
+  - {torch: input, paddle: x, action: none, note: {en: "It differs.", zh: "用法不同。"}}
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
from mapping_model.entry import Action, Row

SUMMARY = Text("The keys of a row fit the row.", "行中的键适用于该行。")
REQUIREMENTS = ("P5", "P7", "P8")


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Report every key that has no meaning on its row."""
    for index, row in enumerate(variant.rows):
        for key, message, hint in _wrong(row):
            value = key == "action" and row.torch is not None
            yield variant.finding(message, "params", index, key, key=not value, hint=hint)


def _wrong(row: Row) -> Iterator[tuple[str, str, str]]:
    if row.torch is None and row.paddle is not None:
        remove = "Remove it; `set` says what to pass, and without it the default is kept."
        if row.action is not None:
            yield (
                "action",
                f"Only Paddle has `{row.paddle}`, so there is no action to take.",
                remove,
            )
        if row.same_default:
            yield (
                "same_default",
                f"PyTorch has no `{row.paddle}` whose default it could be.",
                remove,
            )
    elif row.paddle is None and row.torch is not None:
        for key, value in (("set", row.set), ("same_default", row.same_default)):
            if value:
                yield (
                    key,
                    f"Paddle has no `{row.torch}` to set.",
                    "Remove it, or name the parameter.",
                )
        if row.older:
            yield "older", f"No Paddle release has `{row.torch}`.", "Write it as `note`."
    elif row.torch is not None:
        if row.action is Action.DROP:
            yield (
                "action",
                f"Both sides have `{row.torch}`, so it cannot be dropped.",
                "Write `rewrite` or `none`.",
            )
        if row.set is not None and row.same_default:
            yield (
                "same_default",
                f"`set` says that the defaults of `{row.torch}` differ, `same_default` that they "
                "do not.",
                "Keep the one that is true.",
            )
    if row.desc is not None and row.term is not None:
        yield "term", "The row has a `desc` of its own and a `term` too.", "Keep one of them."
