"""Examples pass the same value to the two parameters that a row pairs.

If an example gives `a` to torch's `input` and to Paddle's `x`, these two belong together; a row
that pairs `input` with `y` is wrong, or the example is.

Bad (`-`) and good (`+`):

```diff
 torch: torch.equal
 paddle: paddle.equal_all
 category: renamed-params
 params:
-  - {torch: input, paddle: y}
-  - {torch: other, paddle: x}
+  - {torch: input, paddle: x}
+  - {torch: other, paddle: y}
 examples:
   - inputs: {a: "float32[2]", b: "float32[2]"}
     torch: result = torch.equal(input=a, other=b)
     paddle: result = bool(paddle.equal_all(x=a, y=b))
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from lint_mappings.subjects.passing import passed
from mapping_model.categories import Text
from mapping_model.entry import Action, Row

SUMMARY = Text(
    "Examples pass the same value to both parameters of a row.",
    "示例向同一行的两个参数传入相同的值。",
)
REQUIREMENTS = ("P2", "X4")

_COMMON = ("True", "False", "None")


def check(example: ExampleSubject) -> Iterator[Finding]:
    """Look for a value that goes to parameters of two rows, and to no others."""
    if example.variant is None or not example.parses:
        return
    ours, theirs = passed(example, "torch"), passed(example, "paddle")
    if not ours or not theirs:
        return
    rows = example.variant.rows
    for index, row in enumerate(rows):
        value = ours.get(row.torch or "")
        # A bool can go to anything.
        if value in (None, *_COMMON) or list(ours.values()).count(value) != 1:
            continue
        takers = [name for name, other in theirs.items() if other == value]
        if len(takers) == 1 and _contradicts(rows, row, takers[0], theirs):
            yield example.variant.finding(
                f"The row pairs `{row.torch}` with {_shown(row.paddle)}, but an example passes "
                f"`{value}` to `{row.torch}` and to `{takers[0]}`.",
                *("params", index, "paddle"),
                hint=f"Write `paddle: {takers[0]}`, or fix the example.",
            )


def _contradicts(rows: tuple[Row, ...], row: Row, taker: str, theirs: dict[str, str]) -> bool:
    """Whether what a value goes to in Paddle is another parameter than the row says."""
    if row.paddle is None:
        alone = any(r.torch is None and r.paddle == taker for r in rows)
        return alone and row.action in (Action.DROP, Action.NONE)
    return row.action is None and row.paddle in theirs and row.paddle != taker


def _shown(name: str | None) -> str:
    return "nothing" if name is None else f"`{name}`"
