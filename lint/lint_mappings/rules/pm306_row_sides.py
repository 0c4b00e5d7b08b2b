"""A row names a parameter of at least one side, and no parameter has two rows.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
   - {torch: input, paddle: x}
   - {torch: out, paddle: out}
-  - {torch: out, paddle: out}
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

SUMMARY = Text(
    "A row has at least one side, and a parameter at most one row.",
    "每行至少有一侧参数，每个参数最多一行。",
)
REQUIREMENTS = ("P2",)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Report empty rows, and each repeated parameter at its second row."""
    seen: set[tuple[str, str]] = set()
    for index, row in enumerate(variant.rows):
        if row.torch is None and row.paddle is None:
            yield variant.finding(
                "The row names no parameter on either side.",
                *("params", index),
                hint="Name one, or remove the row.",
            )
        for side, name in (("torch", row.torch), ("paddle", row.paddle)):
            if name is None:
                continue
            if (side, name) in seen:
                library = "PyTorch" if side == "torch" else "Paddle"
                yield variant.finding(
                    f"`{name}` of {library} has a row already.",
                    *("params", index, side),
                    hint="Keep one row; a parameter that becomes several is described in a `note`.",
                )
            seen.add((side, name))
