"""Expressions and code of a mapping are of its language, and name what there is.

`as`, `set`, `when` and the code of cases and fields are read by programs that apply the mapping.
They name parameters of the torch API, `self` where it is a method, and functions of Paddle.

They do not broadcast with `paddle.broadcast_tensors` what may need a gradient: its backward pass
ends the process where one of the tensors needs none, or where one of the results is not used (see
the gotcha `frozen-operands`). Detached tensors are safe: they give the shape, and each tensor is
expanded by itself.

Bad (`-`) and good (`+`):

```diff
 torch: torch.equal
 paddle: paddle.equal_all
 category: params-differ
 summary: {en: "PyTorch returns a bool.", zh: "PyTorch 返回布尔值。"}
 params:
   - {torch: input, paddle: x}
   - {torch: other, paddle: y, term: input}
 returns:
   action: rewrite
-  as: bool(results)
+  as: bool(result)
   note: {en: "PyTorch returns a bool.", zh: "PyTorch 返回布尔值。"}
 examples:
   - inputs: {x: "float32[2, 3]", y: "float32[2, 3]"}
     torch: result = torch.equal(x, y)
     paddle: result = bool(paddle.equal_all(x, y))
   - inputs: {x: "float32[2, 3]"}
     param: returns
     torch: result = torch.equal(x, x)
     paddle: result = bool(paddle.equal_all(x, x))
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
    "Expressions and code of a mapping are of its language and name what there is.",
    "映射中的表达式和代码符合其语言，且所用名称都存在。",
)
REQUIREMENTS = ()

_BROADCAST = "paddle.broadcast_tensors"
# What makes a tensor that has no gradient.
_WITHOUT = ("detach", "empty", "zeros", "ones")


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Report what is no expression, names that neither library nor the call has, broadcasting."""
    for piece, message, hint in variant.faults:
        yield variant.finding(message, *piece.steps, hint=hint)
    for piece in pieces_of(variant.variant):
        if piece.kind is not Kind.CONDITION and _BROADCAST in piece.text and _ends(piece.text):
            yield variant.finding(
                f"`{_BROADCAST}` ends the process in the backward pass where one of the tensors "
                "needs no gradient.",
                *piece.steps,
                hint="Broadcast detached tensors for the shape, and expand each by itself.",
            )


def _ends(code: str) -> bool:
    """Whether it broadcasts tensors any of which may need a gradient."""
    try:
        nodes = nodes_of(code.strip())
    except SyntaxError:
        return False  # which is one of the faults
    return any(_may_need_gradients(node) for node in nodes if isinstance(node, ast.Call))


def _may_need_gradients(call: ast.Call) -> bool:
    """Whether any one of the tensors may: the others make nothing of it safe."""
    if ast.unparse(call.func) != _BROADCAST:
        return False
    return not all(map(_needs_none, (*call.args, *(k.value for k in call.keywords))))


def _needs_none(argument: ast.expr) -> bool:
    if isinstance(argument, (ast.List, ast.Tuple)):
        return all(map(_needs_none, argument.elts))
    nodes = ast.walk(argument)
    return any(isinstance(node, ast.Attribute) and node.attr in _WITHOUT for node in nodes)
