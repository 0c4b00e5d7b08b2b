"""A line of `.known-problems.txt` leaves a problem out; once that is fixed the line has to go.

So the list shrinks with every fixed problem, and nobody leaves out what might come back.

Bad (`-`) and good (`+`):

```text
# mappings/.known-problems.txt
PM203 torch.abs  # The category is being discussed.
```

```diff
 torch: torch.abs
 paddle: paddle.abs
-category: renamed-params
+category: same-params
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

from lint_mappings.fixes.making import remove_line
from lint_mappings.subjects import Finding, Fixable, KnownSubject
from mapping_model.categories import Text

SUMMARY = Text(
    "Every line of the known problems leaves a problem out.",
    "已知问题列表的每一行都对应一个仍存在的问题。",
)
SEVERITY = "warning"


def check(known: KnownSubject) -> Iterator[Fixable]:
    """Report every line that was judged in this run and left nothing out."""
    for line in known.lines:
        if known.needless(line):
            yield Finding(
                known.document,
                f"`{line.target}` has no {line.code} any more.",
                "Remove the line.",
                offset=(line.number, 0),
                fix=remove_line(known.document.text, line.number),
            )
