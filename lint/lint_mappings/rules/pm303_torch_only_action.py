"""A row that only PyTorch has says what to do: `rewrite` it, `drop` it, or `none` for no way.

Where a `form`, `as` of another row or the code of `write` takes it up, that says it. `rewrite`
leaves a parameter to a person. What a form carries over in the same way everywhere, such as `out`,
`requires_grad` or the numbers of `*size`, has the form instead: a program then knows what to write.

Bad (`-`) and good (`+`):

```diff
 torch: torch.gather
 paddle: paddle.take_along_axis
 category: torch-more-params
 params:
   - {torch: input, paddle: arr}
   - {torch: dim, paddle: axis}
   - {torch: index, paddle: indices}
-  - {torch: sparse_grad, paddle: ~}
+  - {torch: sparse_grad, paddle: ~, action: drop}
   - {torch: out, paddle: out}
   - {torch: ~, paddle: broadcast, set: "False", term: other}
 examples:
   - inputs: {x: "float32[2, 2]", i: [[0, 1]]}
     torch: result = torch.gather(x, 0, i)
     paddle: result = paddle.take_along_axis(x, i, 0, broadcast=False)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.applying.forms import OUT
from mapping_model.categories import Text
from mapping_model.entry import Action, Row
from mapping_model.types import Type

SUMMARY = Text(
    "A parameter that only PyTorch has says what to do about it.",
    "仅 PyTorch 有的参数写明如何处理。",
)
REQUIREMENTS = ("P7",)

_FLAGS = {"requires_grad": "gradient", "pin_memory": "pinned"}
_REDUCING = ("size_average", "reduce")


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Report torch-only rows without an action, and actions that a form spares a person."""
    written = variant.variant.write or variant.variant.paddle is None
    for index, row in enumerate(variant.rows):
        form = None if written else _form(variant, row)
        if form is not None:
            yield variant.finding(
                f"`{row.torch}` is carried over by the form `{form}`.",
                *("params", index, "action"),
                hint=f"Write `form: {form}` instead of `action: rewrite`.",
            )
        if row.torch is not None and row.paddle is None and row.action is None:
            yield variant.finding(
                f"Paddle has no `{row.torch}`, and the row does not say what to do about it.",
                *("params", index),
                hint="Add a `form`, name it in the code of `write` or in `as` of another row, or "
                "add `action: rewrite` (a person must see to it), `drop` (results hardly change) "
                "or `none` (there is no way).",
            )


def _form(variant: VariantSubject, row: Row) -> str | None:
    """The form that carries over what is left to a person, where the signature tells it."""
    left = row.action is Action.REWRITE and not (row.form or row.value or row.in_code)
    if row.torch is None or not left:
        return None
    if row.paddle is not None:
        return "list" if row.torch.startswith("*") and not row.paddle.startswith("*") else None
    if row.torch in _REDUCING:
        return "reduction" if any(r.paddle == "reduction" for r in variant.rows) else None
    if row.torch != OUT:
        default = variant.torch.default(row.torch)
        return _FLAGS.get(row.torch) if default is not None and default.text == "False" else None
    signature = variant.torch.signature
    returns = signature.returns if signature else None
    if returns == Type("Tensor"):
        return "assign"
    return "assign_pair" if returns is not None and len(returns.fields) == 2 else None
