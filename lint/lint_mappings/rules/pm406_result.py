"""Both sides produce something to compare: `result`, or an input that they change.

An example that only evaluates something would pass whatever it computes.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = x.t()
-    paddle: y = x.t()
+    paddle: result = x.t()
```
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from mapping_model.calls.uses import LIBRARIES, dotted
from mapping_model.categories import Text
from mapping_model.outcomes import Outcome

SUMMARY = Text(
    "Both sides assign `result`, or change an input.",
    "两侧都给 `result` 赋值，或修改某个输入。",
)
REQUIREMENTS = ("X4",)

# Library functions that write into what they are given, though their names do not say so.
_WRITERS = ("paddle.assign", "paddle.increment")
_WRITING_MODULES = ("torch.autograd.", "torch.nn.utils.", "paddle.autograd.", "paddle.nn.utils.")
_STATEMENTS = (ast.AugAssign, ast.Delete, ast.Assign, ast.Expr)
_TITLES = {"torch": "PyTorch", "paddle": "Paddle"}


def check(subject: ExampleSubject) -> Iterator[Finding]:
    """Look for `result` on both sides, else for a statement that can change an input."""
    example = subject.example
    raises = example.compare.raises or example.expect is Outcome.RAISES
    if raises or example.cannot_run is not None or not subject.parses:
        return
    assigns = [code for code in subject.sides if "result" in code.bound]
    if len(assigns) == 1:
        other = subject.paddle if assigns[0] is subject.torch else subject.torch
        yield subject.finding(
            f"Only the {_TITLES[assigns[0].side]} side assigns `result`.",
            other.side,
            hint="Assign `result` on both sides, or on neither when an input is changed in place.",
        )
    elif not assigns:
        tensors = {name for name, spec in example.inputs if not isinstance(spec, dict)}
        for code in subject.sides:
            if not any(_has_effect(n, tensors) for kind in _STATEMENTS for n in code.of(kind)):
                yield subject.finding(
                    "The code neither assigns `result` nor changes an input.",
                    code.side,
                    hint="Assign what is to be compared to `result`.",
                )


def _has_effect(node: ast.AST, tensors: set[str]) -> bool:
    """Whether a statement can change an input."""
    if isinstance(node, (ast.AugAssign, ast.Delete)):
        return True
    if isinstance(node, ast.Assign):
        return any(isinstance(t, (ast.Attribute, ast.Subscript)) for t in node.targets)
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        return False
    name = dotted(node.value.func)
    if name is None or name.partition(".")[0] not in LIBRARIES:
        return True  # a method: it may change what it is called on
    if name.endswith("_") or name in _WRITERS or name.startswith(_WRITING_MODULES):
        return True
    return _writes(node.value, tensors)


def _writes(call: ast.Call, tensors: set[str]) -> bool:
    """Whether a library function gets something that it may change."""
    if any(keyword.arg in ("out", "inplace") for keyword in call.keywords):
        return True
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    names = {n.id for value in given for n in ast.walk(value) if isinstance(n, ast.Name)}
    return bool(names - tensors - set(LIBRARIES))
