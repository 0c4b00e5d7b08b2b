"""What a form carries over is no `rewrite`: a program then knows what to write.

`action: rewrite` leaves a parameter to a person. Some are carried over in the same way everywhere;
that way has a name, which is written instead.

Bad (`-`) and good (`+`):

```diff
 torch: torch.mv
 paddle: paddle.mv
 category: torch-more-params
 params:
   - {torch: input, paddle: x}
   - {torch: vec, paddle: vec, desc: {en: "The vector.", zh: "向量。"}}
-  - {torch: out, paddle: ~, action: rewrite}
+  - {torch: out, paddle: ~, form: assign}
 examples:
   - inputs: {x: "float32[2, 3]", y: "float32[3]"}
     torch: result = torch.mv(x, y)
     paddle: result = paddle.mv(x, y)
   - param: out
     inputs: {x: "float32[2, 3]", y: "float32[3]", z: "float32[2]"}
     torch: torch.mv(x, y, out=z)
     paddle: paddle.assign(paddle.mv(x, y), z)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.fixes.making import put
from lint_mappings.subjects import Fixable, VariantSubject
from mapping_model.applying.forms import OUT
from mapping_model.categories import Text
from mapping_model.entry import Action, Row
from mapping_model.types import Type

SUMMARY = Text(
    "A parameter that a form carries over has the form instead of `action: rewrite`.",
    "可以用惯用写法转写的参数写 `form`，而不写 `action: rewrite`。",
)
REQUIREMENTS = ()

_FLAGS = {"requires_grad": "gradient", "pin_memory": "pinned"}
_REDUCING = ("size_average", "reduce")


def check(variant: VariantSubject) -> Iterator[Fixable]:
    """Look at rows that leave to a person what the entry's other data tell."""
    written = variant.variant.write or variant.variant.paddle is None
    for index, row in enumerate(() if written else variant.rows):
        form = _form(variant, row) if _is_left(row) else None
        if form is not None:
            steps = ("params", index, "action")
            path = (*variant.path, *steps)
            yield variant.finding(
                f"`{row.torch}` is carried over by the form `{form}`.",
                *steps,
                hint=f"Write `form: {form}` instead of `action: rewrite`.",
                fix=put(variant.document, path, "form", form),
            )


def _is_left(row: Row) -> bool:
    known = row.form or row.value or row.in_code
    return row.torch is not None and row.action is Action.REWRITE and not known


def _form(variant: VariantSubject, row: Row) -> str | None:
    name = row.torch or ""
    if row.paddle is not None:
        return "list" if name.startswith("*") and not row.paddle.startswith("*") else None
    if name in _REDUCING:
        return "reduction" if any(r.paddle == "reduction" for r in variant.rows) else None
    if name != OUT:
        default = variant.torch.default(name)
        return _FLAGS.get(name) if default is not None and default.text == "False" else None
    signature = variant.torch.signature
    returns = signature.returns if signature else None
    if returns == Type("Tensor"):
        return "assign"
    return "assign_pair" if returns is not None and len(returns.fields) == 2 else None
