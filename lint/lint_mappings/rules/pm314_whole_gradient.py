"""Code of a mapping does not broadcast with `paddle.broadcast_tensors` what may need a gradient.

Its backward pass ends the process where one of the tensors needs no gradient, or where one of the
results is not used (see the gotcha `frozen-operands`). Detached tensors are safe: they give the
shape, and each tensor is expanded by itself. The entry of `torch.broadcast_tensors` says so.

Bad (`-`) and good (`+`):

```diff
 torch: torch.igamma
 paddle: paddle.gammainc
 category: torch-more-params
 params:
   - {torch: input, paddle: x}
   - {torch: other, paddle: y, term: input}
   - {torch: out, paddle: ~, form: assign}
 write:
   - code: |
-      x, y = paddle.broadcast_tensors([input, other])
-      paddle.gammainc(x, y)
+      shape = paddle.broadcast_tensors([input.detach(), other.detach()])[0].shape
+      paddle.gammainc(input.expand(shape), other.expand(shape))
 examples:
   - inputs: {x: [0.5, 2.0], y: [1.0, 1.5]}
     torch: result = torch.igamma(x.detach(), y.detach())
     paddle: result = paddle.gammainc(x.detach(), y.detach())
   - inputs: {x: [0.5, 2.0], y: [1.0, 1.5], z: "float32[2]"}
     param: out
     torch: torch.igamma(x.detach(), y.detach(), out=z)
     paddle: paddle.assign(paddle.gammainc(x.detach(), y.detach()), z)
```
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.applying.checking import Kind, pieces_of
from mapping_model.categories import Text
from mapping_model.syntax import nodes_of

SUMMARY = Text(
    "Code does not broadcast with `paddle.broadcast_tensors` what may need a gradient.",
    "代码不用 `paddle.broadcast_tensors` 广播可能需要梯度的 Tensor。",
)
REQUIREMENTS = ()

_CALLED = "paddle.broadcast_tensors"


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look for calls on tensors that are not detached, in code and in what stands for values."""
    for piece in pieces_of(variant.variant):
        if piece.kind is Kind.CONDITION or _CALLED not in piece.text:
            continue
        try:
            nodes = nodes_of(piece.text.strip())
        except SyntaxError:
            continue  # PM310 tells of it
        if any(_may_need_gradients(node) for node in nodes if isinstance(node, ast.Call)):
            yield variant.finding(
                f"`{_CALLED}` ends the process in the backward pass where one of the tensors "
                "needs no gradient.",
                *piece.steps,
                hint="Broadcast detached tensors for the shape, and expand each by itself.",
            )


# What makes a tensor that has no gradient.
_WITHOUT = ("detach", "empty", "zeros", "ones")


def _may_need_gradients(call: ast.Call) -> bool:
    """Whether any one of the tensors may: the others make nothing of it safe."""
    if ast.unparse(call.func) != _CALLED:
        return False
    return not all(map(_needs_none, (*call.args, *(k.value for k in call.keywords))))


def _needs_none(argument: ast.expr) -> bool:
    if isinstance(argument, (ast.List, ast.Tuple)):
        return all(map(_needs_none, argument.elts))
    nodes = ast.walk(argument)
    return any(isinstance(node, ast.Attribute) and node.attr in _WITHOUT for node in nodes)
