"""An example shows what the `action` of its parameter says.

Where a parameter is dropped, the Paddle code does nothing more than the torch code; where it is
rewritten, it does more than leave the parameter out.

Bad (`-`) and good (`+`):

```diff
 torch: torch.linalg.svd
 paddle: paddle.linalg.svd
 category: torch-more-params
 params:
   - {torch: A, paddle: x, term: input}
   - {torch: full_matrices, paddle: full_matrices, set: "True", term: other}
-  - {torch: driver, paddle: ~, action: rewrite, term: other}
+  - {torch: driver, paddle: ~, action: drop, term: other}
   - {torch: out, paddle: out}
 examples:
   - param: driver
     inputs: {x: "float32[3, 2]"}
     torch: result = torch.linalg.svd(x, driver="gesvd")
     paddle: result = paddle.linalg.svd(x, full_matrices=True)
```
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding, VariantSubject
from lint_mappings.subjects.code import Code
from lint_mappings.subjects.passing import Library, calls, passed
from mapping_model.categories import Text
from mapping_model.entry import Action

SUMMARY = Text(
    "An example shows what the action of its parameter says.",
    "示例与其参数的处理方式一致。",
)
REQUIREMENTS = ("P7", "X1")

_SIDES: tuple[Library, Library] = ("torch", "paddle")


def check(example: ExampleSubject) -> Iterator[Finding]:
    """Hold the example of a parameter that only torch has against its action."""
    if example.variant is None or not example.parses:
        return
    rows = enumerate(example.variant.rows)
    found = [n for n, r in rows if r.torch == example.example.param and r.paddle is None]
    if not found or example.example.param is None:
        return
    name, action = example.example.param, example.variant.rows[found[0]].action
    if action is Action.DROP and _size(example.paddle) > _size(example.torch):
        message = f"`{name}` is to be dropped, but the Paddle code of its example does more."
        hint = "Write `action: rewrite`, or only leave the parameter out."
    elif action is Action.REWRITE and _only_left_out(example, example.variant):
        message = f"`{name}` is to be rewritten, but its example only leaves it out."
        hint = "Write `action: drop`, or show what replaces the parameter."
    else:
        return
    yield example.variant.finding(message, "params", found[0], "action", hint=hint)


def _size(code: Code) -> int:
    """How much is done: calls and statements."""
    return len(code.calls) + len(code.body)


def _only_left_out(example: ExampleSubject, variant: VariantSubject) -> bool:
    ours, theirs = passed(example, "torch"), passed(example, "paddle")
    if ours is None or theirs is None or not all(_is_one_call(example, s) for s in _SIDES):
        return False
    value = ours.get(example.example.param or "", "")
    if set(re.findall(r"\w+", value)) & example.paddle.loads.keys():
        return False  # What was passed is used in some other way.
    pairs = {row.torch: row.paddle for row in variant.rows}
    expected = {pairs[name]: value for name, value in ours.items() if pairs.get(name)}
    fixed = {row.paddle for row in variant.rows if row.set is not None} | {variant.paddle.own}
    return expected == {name: value for name, value in theirs.items() if name not in fixed}


def _is_one_call(example: ExampleSubject, side: Library) -> bool:
    """Whether a side is one statement, whose value is the call of the API itself."""
    body = getattr(example, side).body
    statement = body[0] if len(body) == 1 else None
    value = statement.value if isinstance(statement, (ast.Assign, ast.Expr)) else None
    return any(use.node is value for use in calls(example, side))
