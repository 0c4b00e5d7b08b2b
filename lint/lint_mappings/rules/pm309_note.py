"""A note on a parameter that both sides have comes with what to do: an `action`, or `set`.

A difference that is told but has no consequence in the table is counted nowhere: the entry stays in
a category that promises that nothing differs.

Bad:

```yaml
torch: torch.abs
paddle: paddle.abs
category: renamed-params
params:
  - {torch: input, paddle: x, note: {en: "Lists too.", zh: "也可传列表。"}}
  - {torch: out, paddle: out}
examples:
  - inputs: {x: "float32[2, 3]"}
    torch: result = torch.abs(x)
    paddle: result = paddle.abs(x)
```

Good:

```yaml
torch: torch.abs
paddle: paddle.abs
category: renamed-params
params:
  - {torch: input, paddle: x}
  - {torch: out, paddle: out}
examples:
  - inputs: {x: "float32[2, 3]"}
    torch: result = torch.abs(x)
    paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.finding import Finding
from lint_mappings.subjects import VariantSubject
from mapping_model.categories import Text

CODE = "PM309"
NAME = "note-action"
SUMMARY = Text(
    "A note on a parameter of both sides comes with `action` or `set`.",
    "两侧都有的参数，如有备注则写明 `action` 或 `set`。",
)
REQUIREMENTS = ("P6", "P8")
SCOPE = "variant"


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Report notes on rows that claim to be alike."""
    for index, row in enumerate(variant.rows):
        if row.torch is None or row.paddle is None or row.note is None:
            continue
        if row.action is None and row.set is None:
            yield variant.finding(
                f"The note says how `{row.torch}` differs, but the row has no `action`.",
                *("params", index, "note"),
                key=True,
                hint="Add `action: rewrite` or `none`; a remark on something else is for `notes`.",
            )
