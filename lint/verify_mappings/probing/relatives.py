"""What the entries of relatives say of limits, asked of an API: their examples, called as it is.

Relatives are functions, methods, in-place methods and operators that do the same.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mapping_model.calls import operators
from mapping_model.calls.uses import dotted
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry
from mapping_model.limits.sharing import placed_limits
from verify_mappings.job import Seed

_TENSOR = "torch.Tensor."
_OWNERS = ("torch.", "torch.nn.functional.", "torch.special.", "torch.linalg.", _TENSOR)
# The functions behind operators; `__iadd__` is `add_`.
_FUNCTIONS = {
    **{f"__{name}__": name for name in ("add", "sub", "mul", "matmul", "pow", "neg", "abs")},
    **{f"__{name}__": name for name in ("eq", "ne", "lt", "le", "gt", "ge")},
    **{f"__{name}__": f"bitwise_{name}" for name in ("and", "or", "xor")},
    **{"__truediv__": "div", "__floordiv__": "floor_divide", "__mod__": "remainder"},
    **{"__lshift__": "bitwise_left_shift", "__rshift__": "bitwise_right_shift"},
}
_METHODS = {function: method for method, function in _FUNCTIONS.items()}


def of_relatives(entry: Entry, corpus: Corpus) -> Iterator[Seed]:
    """The examples of the limits of all relatives, in the form of this API."""
    for name in _relatives(entry.torch):
        other = corpus.entries.get(name)
        for number, placed in enumerate(placed_limits(other, corpus.limits) if other else (), 1):
            example = placed.limit.example
            code = None if example.call else _called_as(entry.torch, name, example.torch)
            if code is not None:
                origin = f"limit {number} of {name}"
                raising = bool(example.compare.raises)
                yield Seed(origin, code, example.inputs, alone=True, plain=True, error=raising)


def _relatives(api: str) -> list[str]:
    """The names that the same may have, and that of the API without an underscore."""
    last = api.rpartition(".")[2]
    plain = _FUNCTIONS.get(last) or _FUNCTIONS.get(last.replace("__i", "__", 1), last.rstrip("_"))
    method = _METHODS.get(plain, "")
    names = [f"{owner}{plain}" for owner in _OWNERS] + [f"{_TENSOR}{plain}_"]
    if method:
        names += [f"{_TENSOR}{method}", f"{_TENSOR}{method.replace('__', '__i', 1)}"]
    return [name for name in names if name != api]


def _called_as(api: str, other: str, code: str) -> str | None:
    """The code with the calls of one API as calls of another; None where there are none."""
    calling = _Calling(api, other)
    tree = calling.visit(ast.parse(code))
    if not calling.changed:
        return None
    return f"{ast.unparse(ast.fix_missing_locations(tree))}\n"


class _Calling(ast.NodeTransformer):
    def __init__(self, api: str, other: str) -> None:
        self._api, self._other = api, other
        self.changed = False

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        last = self._other.rpartition(".")[2]
        if dotted(node.func) == self._other and node.args:
            return self._written(node, node.args[0], node.args[1:], node.keywords)
        own = node.func.value if isinstance(node.func, ast.Attribute) else None
        if self._other == f"{_TENSOR}{last}" and own is not None and node.func.attr == last:  # type: ignore[attr-defined]
            return self._written(node, own, node.args, node.keywords)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if self._other == f"{_TENSOR}{operators.PLAIN[type(node.op)]}":
            return self._written(node, node.left, [node.right], [])
        return node

    def _written(
        self, node: ast.AST, own: ast.expr, args: list[ast.expr], keywords: list[ast.keyword]
    ) -> ast.AST:
        last = self._api.rpartition(".")[2]
        new: ast.AST | None
        if last in operators.SPECIAL:
            new = None if keywords else operators.written(last, own, args)
            new = new if isinstance(new, ast.expr) else None
        elif self._api.startswith(_TENSOR):
            new = ast.Call(ast.Attribute(own, last, ast.Load()), args, keywords)
        else:
            new = ast.Call(ast.parse(self._api, mode="eval").body, [own, *args], keywords)
        self.changed |= new is not None
        return new or node
