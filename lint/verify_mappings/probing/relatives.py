"""What the entries of relatives say of limits, asked of an API: their examples, called as it is.

Relatives are functions, methods, in-place methods, operators and layers that do the same.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

from mapping_model.calls import operators
from mapping_model.calls.uses import dotted
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry
from mapping_model.forms.calls import Turn
from mapping_model.forms.relation import Underivable, functions_alike
from mapping_model.limits.sharing import placed_limits
from mapping_model.snapshots import Api, torch_snapshot
from mapping_model.syntax import parsed
from verify_mappings.job import Seed

_TENSOR, _LAYERS = "torch.Tensor.", "torch.nn."
_OWNERS = ("torch.", "torch.nn.functional.", "torch.special.", "torch.linalg.", _TENSOR)
# The functions behind operators; `__iadd__` is `add_`, `__radd__` is for a number on the left.
_FUNCTIONS = {
    **{f"__{name}__": name for name in ("add", "sub", "mul", "matmul", "pow", "neg", "abs")},
    **{f"__{name}__": name for name in ("eq", "ne", "lt", "le", "gt", "ge")},
    **{f"__{name}__": f"bitwise_{name}" for name in ("and", "or", "xor")},
    **{"__truediv__": "div", "__floordiv__": "floor_divide", "__mod__": "remainder"},
    **{"__lshift__": "bitwise_left_shift", "__rshift__": "bitwise_right_shift"},
    "__invert__": "bitwise_not",
}
_METHODS = {function: method for method, function in _FUNCTIONS.items()}
_REFLECTED, _IN_PLACE = operators.REFLECTED.values(), operators.IN_PLACE.values()
# Functions that compute the same, in float64 in one of them.
_KIN = {"pow": ("float_power",), "float_power": ("pow",)}
# The functions of layers that are not called as these are.
_FUNCTIONS_OF = {
    "BCELoss": "binary_cross_entropy",
    "BCEWithLogitsLoss": "binary_cross_entropy_with_logits",
}


def of_relatives(entry: Entry, corpus: Corpus) -> Iterator[Seed]:
    """The examples of the limits of all relatives, in the form of this API."""
    names = (*_relatives(entry.torch), *_forms(entry, corpus))
    for name in dict.fromkeys(name for name in names if name != entry.torch):
        other = corpus.entries.get(name)
        for number, placed in enumerate(placed_limits(other, corpus.limits) if other else (), 1):
            example = placed.limit.example
            code = None if example.call else _called_as(entry.torch, name, example.torch)
            if code is not None:
                origin = f"limit {number} of {name}"
                raising = bool(example.compare.raises)
                yield Seed(origin, code, example.inputs, alone=True, plain=True, error=raising)


def _forms(entry: Entry, corpus: Corpus) -> Iterator[str]:
    """What entries say to be forms of one operation."""
    base = entry.form_of or entry.torch
    yield base
    yield from (name for name, other in corpus.entries.items() if other.form_of == base)


def _relatives(api: str) -> Iterator[str]:
    """The names that the same may have, and that of the API without an underscore."""
    own = _plain(api)
    for plain in (*own, *(kin for name in own for kin in _KIN.get(name, ()))):
        method = _METHODS.get(plain, "")
        yield from (f"{owner}{plain}" for owner in _OWNERS)
        yield f"{_TENSOR}{plain}_"
        yield from _layers().get(plain, ())
        if method:
            yield from (f"{_TENSOR}{method.replace('__', sign, 1)}" for sign in ("__", "__i"))


def _plain(api: str) -> list[str]:
    """What functions are called that do the same, without their owners."""
    last = api.rpartition(".")[2]
    if _is_layer(torch_snapshot().get(api)):
        return [name for name, layers in _layers().items() if api in layers]
    if function := _FUNCTIONS.get(last):
        return [function]
    signs = ("__i", "__r") if last in (*_IN_PLACE, *_REFLECTED) else ()
    functions = (_FUNCTIONS.get(last.replace(sign, "__", 1)) for sign in signs)
    return [next(filter(None, functions), last.rstrip("_"))]


@cache
def _layers() -> dict[str, list[str]]:
    """The layers of functions, by the names of these without their owners."""
    found: dict[str, list[str]] = {}
    for name in torch_snapshot().names():
        owner, _, last = name.rpartition(".")
        if f"{owner}." == _LAYERS and _is_layer(torch_snapshot().get(name)):
            lower = last.lower()
            alike = (*functions_alike(lower), *functions_alike(lower.removesuffix("loss")))
            functions = [function.rpartition(".")[2] for function in alike]
            for function in dict.fromkeys([_FUNCTIONS_OF.get(last, ""), *functions]):
                if function and not function.endswith("_"):
                    found.setdefault(function, []).append(name)
    return found


def _is_layer(api: Api | None) -> bool:
    return api is not None and api.kind == "class" and api.name.rpartition(".")[0] == _LAYERS[:-1]


def _called_as(api: str, other: str, code: str) -> str | None:
    """The code with the calls of one API as calls of another; None where there are none."""
    layer = torch_snapshot().get(api)
    if layer is not None and _is_layer(layer):
        return _called_as_layer(layer, other, code)
    calling = _Calling(api, other)
    tree = calling.visit(parsed(code))
    text = f"{ast.unparse(ast.fix_missing_locations(tree))}\n"
    return text if calling.changed and _is_code(text) else None


def _is_code(text: str) -> bool:
    """Whether it is: a statement has no place in an expression."""
    try:
        parsed(text)
    except SyntaxError:
        return False
    return True


def _called_as_layer(layer: Api, other: str, code: str) -> str | None:
    """The code with what a function of the layer takes and it does not passed to its call."""
    if _is_layer(torch_snapshot().get(other)):
        return None
    for name in _plain(layer.name):
        for function in functions_alike(name.replace("_", "")):
            api = torch_snapshot().get(function)
            text = code if function == other else _called_as(function, other, code)
            if api is None or text is None:
                continue
            taken = {name for signature in layer.overloads for name in signature.names}
            names = (name for signature in api.overloads for name in signature.names)
            later = tuple(name for name in dict.fromkeys(names) if name not in taken)
            try:
                turned = Turn(api, layer, later=later).code(text)
            except Underivable:
                continue
            if turned != text:
                return turned
    return None


class _Calling(ast.NodeTransformer):
    def __init__(self, api: str, other: str) -> None:
        self._api, self._other = api, other
        self._of_layer = _is_layer(torch_snapshot().get(other))
        self.changed = False

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        if isinstance(node.value, ast.AugAssign):  # what an operator has in the place of a call
            return [node.value, ast.Assign(node.targets, _loaded(node.value.target))]
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        self.generic_visit(node)
        return node.value if isinstance(node.value, ast.AugAssign) else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        last = self._other.rpartition(".")[2]
        if dotted(node.func) == self._other and node.args and not self._of_layer:
            return self._written(node, node.args[0], node.args[1:], node.keywords)
        own = node.func.value if isinstance(node.func, ast.Attribute) else None
        if self._other == f"{_TENSOR}{last}" and own is not None and node.func.attr == last:  # type: ignore[attr-defined]
            return self._written(node, own, node.args, node.keywords)
        if isinstance(node.func, ast.Call) and dotted(node.func.func) == self._other and node.args:
            made = _by_name(self._other, node.func)
            if made is not None:
                return self._written(node, node.args[0], node.args[1:], [*node.keywords, *made])
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if self._other == f"{_TENSOR}{operators.PLAIN[type(node.op)]}":
            return self._written(node, node.left, [node.right], [])
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if self._other == f"{_TENSOR}{operators.UNARY[type(node.op)]}":
            return self._written(node, node.operand, [], [])
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        method = operators.COMPARISON.get(type(node.ops[0]))
        if len(node.ops) == 1 and self._other == f"{_TENSOR}{method}":
            return self._written(node, node.left, node.comparators, [])
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if self._other != f"{_TENSOR}{operators.IN_PLACE[type(node.op)]}":
            return node
        made = self._written(node, _loaded(node.target), [node.value], [])
        if isinstance(made, ast.expr):
            return ast.Expr(made) if self._api.endswith("_") else ast.Assign([node.target], made)
        return made

    def _written(
        self, node: ast.AST, own: ast.expr, args: list[ast.expr], keywords: list[ast.keyword]
    ) -> ast.AST:
        last = self._api.rpartition(".")[2]
        new: ast.AST | None
        if last in operators.SPECIAL:
            reflects = last in _REFLECTED and not any(map(_is_number, args))
            new = None if keywords or reflects else operators.written(last, own, args)
            new = new if isinstance(new, (ast.expr, ast.AugAssign)) else None
        elif self._api.startswith(_TENSOR):
            new = ast.Call(ast.Attribute(own, last, ast.Load()), args, keywords)
        else:
            new = ast.Call(parsed(self._api, mode="eval").body, [own, *args], keywords)
        self.changed |= new is not None
        return new or node


def _by_name(layer: str, made: ast.Call) -> list[ast.keyword] | None:
    """What is passed to make a layer, as keywords; None where the names are not known."""
    api = torch_snapshot().get(layer)
    places = [p.name for p in api.signatures[0].by_position] if api and api.signatures else []
    if len(made.args) > len(places) or any(isinstance(arg, ast.Starred) for arg in made.args):
        return None
    placed = zip(places, made.args, strict=False)
    return [*(ast.keyword(name, value) for name, value in placed), *made.keywords]


def _is_number(value: ast.expr) -> bool:
    literal = value.operand if isinstance(value, ast.UnaryOp) else value
    return isinstance(literal, ast.Constant)


def _loaded(target: ast.expr) -> ast.expr:
    """What is assigned to, as an expression."""
    return parsed(ast.unparse(target), mode="eval").body
