"""Finds where code uses an API: by its full name, on an object, by an operator or a subscript.

What an object is, nobody knows here: `x.sum()` may be a use of any method called `sum`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from mapping_model.calls import operators
from mapping_model.syntax import nodes_of

LIBRARIES = ("torch", "paddle")
_IMPORTS = (ast.Import, ast.ImportFrom)


class Form(Enum):
    """How a use is written."""

    CALL = "f(x), x.f()"
    OPERATOR = "x + y, -x, x < y, x += y, len(x), x[i], x[i] = y"
    READ = "x.a, or a function or class that is only named"
    WRITE = "x.a = y, del x.a"
    DECORATOR = "@f, which is not called"


class Use(NamedTuple):
    """One use: what stands in the code, the object it is used on, and what is passed.

    `receiver` is None for functions and classes. The value that is written to an attribute is its
    only argument; it is left out where it cannot be seen (`for x.a in …`). A call may be `entered`
    by `with`, or its result be called: what stands after `@` `decorates`, and `f` of `f(1)(x)`.
    """

    form: Form
    node: ast.expr | ast.stmt
    receiver: ast.expr | None = None
    args: tuple[ast.expr, ...] = ()
    keywords: tuple[ast.keyword, ...] = ()
    entered: bool = False
    decorates: bool = False


class Uses:
    """All uses in one piece of code, found once.

    `nodes` are those of its syntax tree, outer ones before inner ones, as `nodes_of` gives them;
    `imports` says what names stand for that the code does not import itself.
    `dotted` has those that are just `a.b.c`, with that.
    """

    def __init__(
        self, nodes: Sequence[ast.AST], imports: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self._imports = {**imports, **_imported(nodes)}
        self.dotted = dotted_names(nodes)
        # Under `torch.sum`, or `.sum` where it is a member of some object.
        self._found: dict[str, list[Use]] = {}
        self._called: set[int] = set()
        self._decorators: set[int] = set()
        self._entered: set[int] = set()
        # What is assigned to a place (an attribute, an item) of an object.
        self._assigned: dict[int, ast.expr] = {}
        self._augmented: set[int] = set()
        for node in nodes:
            look = _LOOKS.get(type(node))
            if look is not None:
                look(self, node)

    def of(self, api: str, *, member: bool) -> list[Use]:
        """The uses of an API; `member`: as a method or an attribute of any object, too."""
        found = self._found.get(api, [])
        if not member:
            return list(found)
        own = [as_member(use) for use in found]
        return [*own, *self._found.get("." + api.rpartition(".")[2], [])]

    def names(self) -> list[str]:
        """The full names of functions, classes and attributes that are used."""
        return [name for name in self._found if not name.startswith(".")]

    def items(self) -> Iterator[tuple[str, Use]]:
        """Every use, with the full name, or the name of the member after a dot."""
        return ((key, use) for key, uses in self._found.items() for use in uses)

    def _add(self, key: str, use: Use) -> None:
        self._found.setdefault(key, []).append(use)

    def _key(self, node: ast.expr) -> tuple[str, ast.expr | None]:
        """Under what a named thing is found, and the object that it belongs to."""
        name = self.dotted.get(node)
        if name is not None:
            root, dot, rest = name.partition(".")
            if root in self._imports or root in LIBRARIES or not dot:
                return self._imports.get(root, root) + dot + rest, None
        if isinstance(node, ast.Attribute):
            return f".{node.attr}", node.value
        got = gotten(node) if isinstance(node, ast.Call) else None
        return (f".{got[1]}", got[0]) if got else ("", None)

    def _call(self, node: ast.Call) -> None:
        self._called.add(id(node.func))
        if node in self.dotted and id(node) not in self._called:
            key, receiver = self._key(node)
            self._add(key, Use(Form.READ, node, receiver))
            return
        key, receiver = self._key(node.func)
        entered = id(node) in self._entered
        decorates = id(node) in self._decorators or id(node) in self._called
        passed = (tuple(node.args), tuple(node.keywords))
        self._add(key, Use(Form.CALL, node, receiver, *passed, entered, decorates))
        if key in operators.BUILTIN and node.args and not isinstance(node.args[0], ast.Starred):
            self._operator(operators.BUILTIN[key], node, node.args[0], *node.args[1:])

    def _attribute(self, node: ast.Attribute) -> None:
        if id(node) in self._called:
            return
        key, receiver = self._key(node)
        if isinstance(node.ctx, ast.Load):
            self._add(key, Use(self._named(node), node, receiver))
            return
        if id(node) in self._augmented:
            self._add(key, Use(Form.READ, node, receiver))
        value = self._assigned.get(id(node))
        self._add(key, Use(Form.WRITE, node, receiver, () if value is None else (value,)))

    def _name(self, node: ast.Name) -> None:
        """A function or class that was imported by its own name, and is not called here."""
        if node.id in self._imports and id(node) not in self._called:
            self._add(self._imports[node.id], Use(self._named(node), node))

    def _named(self, node: ast.expr) -> Form:
        """How something is named that is not called here: Python calls what decorates."""
        return Form.DECORATOR if id(node) in self._decorators else Form.READ

    def _decorated(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        self._decorators.update(map(id, node.decorator_list))

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        self._entered.update(id(item.context_expr) for item in node.items)

    def _subscript(self, node: ast.Subscript) -> None:
        value = self._assigned.get(id(node))
        given = (node.slice,) if value is None else (node.slice, value)
        self._operator(operators.SUBSCRIPT[type(node.ctx)], node, node.value, *given)
        if id(node) in self._augmented:
            self._operator("__getitem__", node, node.value, node.slice)

    def _binary(self, node: ast.BinOp) -> None:
        """`2 - x` is a use of `-`, too, of which the left operand is a number."""
        if is_literal(node.left):
            self._operator(operators.REFLECTED[type(node.op)], node, node.right, node.left)
        self._operator(operators.PLAIN[type(node.op)], node, node.left, node.right)

    def _in_place(self, node: ast.AugAssign) -> None:
        self._operator(operators.IN_PLACE[type(node.op)], node, node.target, node.value)
        self._augmented.add(id(node.target))

    def _unary(self, node: ast.UnaryOp) -> None:
        if not is_literal(node.operand):
            self._operator(operators.UNARY[type(node.op)], node, node.operand)

    def _compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, kind, right in zip(operands, node.ops, operands[1:], strict=False):
            if type(kind) in operators.CONTAINS:
                self._operator(operators.CONTAINS[type(kind)], node, right, left)
            elif (name := operators.COMPARISON.get(type(kind))) is None:
                continue
            elif is_literal(left):
                self._operator(operators.MIRRORED[name], node, right, left)
            else:
                self._operator(name, node, left, right)

    def _tested(self, node: ast.If | ast.While | ast.IfExp | ast.Assert) -> None:
        self._operator("__bool__", node, node.test)

    def _iterated(self, node: ast.For | ast.comprehension) -> None:
        self._operator("__iter__", node.iter, node.iter)

    def _assign(self, node: ast.Assign | ast.AnnAssign) -> None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            if node.value is not None:
                self._assigned[id(target)] = node.value

    def _operator(
        self, name: str, node: ast.expr | ast.stmt, receiver: ast.expr, *args: ast.expr
    ) -> None:
        self._add(f".{name}", Use(Form.OPERATOR, node, receiver, args))


# What is looked at for each kind of node.
_LOOKS: Mapping[type[ast.AST], Callable[[Uses, Any], None]] = {
    ast.Call: Uses._call,
    ast.Attribute: Uses._attribute,
    ast.Name: Uses._name,
    ast.Subscript: Uses._subscript,
    ast.BinOp: Uses._binary,
    ast.AugAssign: Uses._in_place,
    ast.UnaryOp: Uses._unary,
    ast.Compare: Uses._compare,
    ast.For: Uses._iterated,
    ast.comprehension: Uses._iterated,
    ast.Assign: Uses._assign,
    ast.AnnAssign: Uses._assign,
    **dict.fromkeys((ast.With, ast.AsyncWith), Uses._with),
    **dict.fromkeys((ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef), Uses._decorated),
    **dict.fromkeys((ast.If, ast.While, ast.IfExp, ast.Assert), Uses._tested),
}


@lru_cache(maxsize=256)  # what follows from code is looked at again, form by form
def uses_in(code: str) -> Uses:
    """The uses in a piece of code; none where it is not Python."""
    try:
        return Uses(nodes_of(code))
    except SyntaxError:
        return Uses(())


def dotted(node: ast.AST) -> str | None:
    """`a.b.c` as a string when the node is just that, else None."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    parts.append(node.id)
    return ".".join(reversed(parts))


def dotted_names(nodes: Sequence[ast.AST]) -> dict[ast.AST, str]:
    """Every node that is just `a.b.c`, with that; `nodes` are outer ones before inner ones.

    `getattr(a.b, "c")` is no other.
    """
    found: dict[ast.AST, str] = {}
    for node in reversed(nodes):
        if isinstance(node, ast.Name):
            found[node] = node.id
        elif isinstance(node, ast.Attribute) and node.value in found:
            found[node] = f"{found[node.value]}.{node.attr}"
        elif isinstance(node, ast.Call) and (got := gotten(node)) and got[0] in found:
            found[node] = f"{found[got[0]]}.{got[1]}"
    return found


def gotten(node: ast.Call) -> tuple[ast.expr, str] | None:
    """Of what `getattr(nn, "relu")` gets an attribute, and which; None for other calls."""
    match node:
        case ast.Call(
            func=ast.Name(id="getattr"),
            args=[value, ast.Constant(value=str(name)), *_],
            keywords=[],
        ) if name.isidentifier():
            return value, name
    return None


def is_literal(node: ast.expr) -> bool:
    """Whether an operand is written out as a value of Python, so that it is no tensor."""
    if isinstance(node, ast.UnaryOp):
        return is_literal(node.operand)
    return isinstance(node, (ast.Constant, ast.JoinedStr, ast.List, ast.Tuple, ast.Dict, ast.Set))


def _imported(nodes: Iterable[ast.AST]) -> dict[str, str]:
    """What names stand for by imports: `F` for `torch.nn.functional`."""
    found: dict[str, str] = {}
    for node in [node for node in nodes if type(node) in _IMPORTS]:
        if isinstance(node, ast.Import):
            found.update((a.asname, a.name) for a in node.names if a.asname is not None)
            roots = (a.name.partition(".")[0] for a in node.names if a.asname is None)
            found.update((root, root) for root in roots)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.update((a.asname or a.name, f"{node.module}.{a.name}") for a in node.names)
    return found


def as_member(use: Use) -> Use:
    """`torch.Tensor.sum(x, 1)` as `x.sum(1)`."""
    if use.form is not Form.CALL or not use.args or isinstance(use.args[0], ast.Starred):
        return use
    return Use(use.form, use.node, use.args[0], use.args[1:], use.keywords)
