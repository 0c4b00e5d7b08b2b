"""Syntax trees of the code in entries: none longer or deeper than its readers are made for.

Much of what looks at code calls itself for the parts of an expression, or looks at every part once
for every other one. Here alone is decided how much there may be of it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from threading import RLock
from typing import Any, Literal, overload

# Examples have some 600 characters and 15 levels at most. The longest number that fits is one that
# Python still writes in digits.
MAX_LENGTH = 3_500
MAX_DEPTH = 50


# Python's parser counts levels for all threads at once, and fails where another thread parses while
# it makes the tree: a SystemError, "AST constructor recursion depth mismatch" (seen in 3.11.7).
_ALONE = RLock()


@overload
def parsed(code: str) -> ast.Module: ...


@overload
def parsed(code: str, mode: Literal["exec"]) -> ast.Module: ...


@overload
def parsed(code: str, mode: Literal["eval"]) -> ast.Expression: ...


@overload
def parsed(code: str, mode: Literal["exec", "eval"]) -> ast.mod: ...


def parsed(code: str, mode: Literal["exec", "eval"] = "exec") -> ast.mod:
    """`ast.parse` for code that runs in threads; raises what it raises."""
    with _ALONE:
        return ast.parse(code, mode=mode)


class TooMuch(SyntaxError):
    """Code that is longer or nests deeper than any example should; `msg` is a sentence."""


def sentence(error: SyntaxError) -> str:
    """What is wrong with code that `nodes_of` does not take."""
    return error.msg if isinstance(error, TooMuch) else f"The code is not Python: {error.msg}."


_DEEP = f"The code nests deeper than {MAX_DEPTH} levels."


def nodes_of(code: str, mode: Literal["exec", "eval"] = "exec") -> list[ast.AST]:
    """Every node of the syntax tree of `code`, outer ones before inner ones.

    Raises SyntaxError where it is not Python, and TooMuch.
    """
    if len(code) > MAX_LENGTH:
        raise TooMuch(f"The code has more than {MAX_LENGTH:,} characters.")
    try:
        level: list[ast.AST] = [parsed(code, mode)]
    except ValueError as error:  # what no file of Python can hold, such as half a character
        raise SyntaxError(str(error)) from error
    except (RecursionError, MemoryError) as error:
        raise TooMuch(_DEEP) from error
    nodes: list[ast.AST] = []
    for _ in range(MAX_DEPTH):
        nodes += level
        inner = [node for node in level if type(node) not in _LEAVES]
        level = [part for node in inner for part in _PARTS.get(type(node), _parts)(node)]
        if not level:
            return nodes
    raise TooMuch(_DEEP)


def walk(tree: ast.AST) -> list[ast.AST]:
    """A node and every node within it, outer ones before inner ones, as `nodes_of` has them."""
    nodes = [tree]
    for node in nodes:
        if type(node) not in _LEAVES:
            nodes += _PARTS.get(type(node), _parts)(node)
    return nodes


def parts(node: ast.AST) -> Sequence[ast.AST]:
    """The nodes directly within a node, but for whether a name is read or written."""
    return _PARTS.get(type(node), _parts)(node)


def expression(text: str) -> ast.expr | None:
    """The syntax tree of an expression, None when the text is none, or too much of one."""
    try:
        tree = nodes_of(text.strip(), "eval")[0]
    except SyntaxError:
        return None
    return tree.body if isinstance(tree, ast.Expression) else None


def named(name: str) -> ast.expr:
    """The tree of a dotted name; a name that is misspelt need be none of Python (`torch.in`)."""
    first, *others = name.split(".")
    made: ast.expr = ast.Name(first, ast.Load())
    for other in others:
        made = ast.Attribute(made, other, ast.Load())
    return made


def _parts(node: ast.AST) -> list[ast.AST]:
    """The nodes within a node, but for whether a name is read or written."""
    parts: list[ast.AST] = []
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, list):
            parts.extend(item for item in value if isinstance(item, ast.AST))
        elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
            parts.append(value)
    return parts


# Half of all nodes, without any within.
_LEAVES = frozenset((ast.Name, ast.Constant))
# The kinds that nearly all code is made of, so that their fields need not be looked through.
_PARTS: Mapping[type[ast.AST], Callable[[Any], Sequence[ast.AST]]] = {
    **dict.fromkeys(_LEAVES, lambda node: ()),
    ast.Attribute: lambda node: (node.value,),
    ast.Call: lambda node: (node.func, *node.args, *node.keywords),
    ast.keyword: lambda node: (node.value,),
    ast.Assign: lambda node: (*node.targets, node.value),
    ast.Expr: lambda node: (node.value,),
    ast.Tuple: lambda node: node.elts,
    ast.List: lambda node: node.elts,
    ast.Module: lambda node: node.body,
    ast.Expression: lambda node: (node.body,),
    ast.Subscript: lambda node: (node.value, node.slice),
    ast.UnaryOp: lambda node: (node.op, node.operand),
    ast.BinOp: lambda node: (node.left, node.op, node.right),
    ast.Compare: lambda node: (node.left, *node.ops, *node.comparators),
}
