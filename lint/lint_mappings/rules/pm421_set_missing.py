"""A Paddle-only parameter to which all examples pass the same value says so with `set`.

Without it the table tells the reader to keep the default, while no example does.

Bad (`-`) and good (`+`):

```diff
 torch: torch.gather
 paddle: paddle.take_along_axis
 category: torch-more-params
 params:
   - {torch: input, paddle: arr}
   - {torch: dim, paddle: axis}
   - {torch: index, paddle: indices}
   - {torch: sparse_grad, paddle: ~, action: drop}
   - {torch: out, paddle: out}
-  - {torch: ~, paddle: broadcast, term: other}
+  - {torch: ~, paddle: broadcast, term: other, set: "False"}
 examples:
   - inputs: {x: "float32[2, 2]", i: [[0, 1], [1, 0]]}
     torch: result = torch.gather(x, 0, i)
     paddle: result = paddle.take_along_axis(x, i, 0, broadcast=False)
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from lint_mappings.subjects.passing import passed
from mapping_model.categories import Text

SUMMARY = Text(
    "What all examples pass to a Paddle-only parameter stands in `set`.",
    "所有示例都向仅 Paddle 有的参数传入同一个值时，用 `set` 写明。",
)
REQUIREMENTS = ("P5",)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Collect what the examples pass; one that leaves the parameter out settles it."""
    own = variant.paddle.own
    rows = [
        (index, row)
        for index, row in enumerate(variant.rows)
        if row.torch is None and row.paddle not in (None, own) and row.set is None
    ]
    if not rows or any(example.paddle.error for example in variant.examples):
        return
    given = [passed(example, "paddle") for example in variant.examples]
    told = [arguments for arguments in given if arguments is not None]
    inputs = {name for example in variant.examples for name, _ in example.example.inputs}
    for index, row in rows:
        values = {arguments.get(row.paddle or "") for arguments in told}
        value = values.pop() if len(values) == 1 else None
        # What is made from an input belongs to the example, not to the API.
        if value is not None and not inputs & set(re.findall(r"\w+", value)):
            yield variant.finding(
                f"All examples pass `{row.paddle}={value}`, but the row does not say so.",
                *("params", index),
                hint=f'Add `set: "{value}"`, or leave it out of an example.',
            )
