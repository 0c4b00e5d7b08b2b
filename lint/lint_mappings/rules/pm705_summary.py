"""The summary of `params-differ` names what differs, in backticks, in both languages.

It is the one sentence that a reader sees first, and no fixed sentence stands before it.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: params-differ
-summary: {en: "One parameter differs.", zh: "有一个参数不同。"}
+summary: {en: "`input` differs.", zh: "`input` 不同。"}
 params:
   - {torch: input, paddle: x, action: none, note: {en: "It differs.", zh: "用法不同。"}}
   - {torch: out, paddle: out}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Category, Text
from mapping_model.differences import RowKind, row_kind

SUMMARY = Text(
    "The summary of `params-differ` names the parameters that differ.",
    "`params-differ` 的概述写明哪些参数不一致。",
)
REQUIREMENTS = ("S1", "S2")
SEVERITY = "warning"

_SPAN = re.compile(r"`([^`]*)`")


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look for each differing parameter among the code spans of the summary."""
    summary = variant.variant.summary
    if variant.variant.category is not Category.PARAMS_DIFFER or summary is None:
        return
    differing = [row for row in variant.rows if row_kind(row) is RowKind.DIFFERS]
    for language in ("en", "zh"):
        spans = _SPAN.findall(summary.get(language))
        named = set(re.findall(r"\w+", " ".join(spans)))
        for row in differing:
            if not {_plain(row.torch), _plain(row.paddle)} & named:
                yield variant.finding(
                    f"The summary does not name `{row.torch}`, which differs.",
                    *("summary", language),
                    hint=f"Say how `{row.torch}` differs, with the name in backticks.",
                )


def _plain(name: str | None) -> str:
    return (name or "").lstrip("*")
