"""A Paddle-only parameter that an example passes says what it gets.

That is `set` or `as`, code of the mapping that passes it, or a text of a row that does
(`need_weights=True`).
Without any of them the table tells the reader to keep the default.

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

import ast
from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from lint_mappings.subjects.passing import bindings, says
from mapping_model.applying.forms import FORMS
from mapping_model.calls.binding import Argument
from mapping_model.categories import Text
from mapping_model.differences import same_default
from mapping_model.entry import Row

SUMMARY = Text(
    "What examples pass to a Paddle-only parameter stands in its row.",
    "示例向仅 Paddle 有的参数传入的值，在该参数的行中写明。",
)
REQUIREMENTS = ("P5",)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look among the arguments of the examples for parameters whose rows say nothing."""
    silent = [(i, row.paddle) for i, row in enumerate(variant.rows) if _says_nothing(variant, row)]
    if not silent or any(example.paddle.error for example in variant.examples):
        return
    arguments = [
        argument
        for example in variant.examples
        for binding in bindings(example, "paddle")
        for argument in binding.arguments.values()
    ]
    for index, name in silent:
        values = (_shown(one) for one in arguments if one.parameter.name == name)
        value = next(filter(None, values), None)
        if value is not None and not says(variant, name or ""):
            yield variant.finding(
                f"An example passes `{name}={value}`, but the row does not say so.",
                *("params", index),
                hint="Say with `set` or `as` what it gets, or leave it out of the example.",
            )


def _says_nothing(variant: VariantSubject, row: Row) -> bool:
    """Whether only Paddle has the parameter, and the rows leave it at its default."""
    if row.torch is not None or row.paddle in (None, variant.paddle.own):
        return False
    parameter = variant.paddle.get(row.paddle)
    if parameter is None or parameter.required:
        return False  # PM603 or PM622
    forms = (FORMS[other.form] for other in variant.rows if other.form in FORMS)
    return row.set is None and row.value is None and row.paddle not in (f.into for f in forms)


def _shown(argument: Argument) -> str | None:
    """What is passed, unless it is the default anyway."""
    value = None if argument.value is None else ast.unparse(argument.value)
    return None if value is None or same_default(value, argument.parameter.default) else value
