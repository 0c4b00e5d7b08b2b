"""Results that the code changes in place afterwards, where it is plain to see."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy

from mapping_model.syntax import walk

_ASKED = "changed(result)"
_LOOPS = (ast.For, ast.AsyncFor)
_RESULTS = (ast.Call, ast.Attribute)  # `x.grad` is one of `x`, as `x.t()` is
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def as_overwritten(condition: ast.expr) -> ast.expr:
    """A condition as it is asked of a call whose result is changed in place afterwards."""
    asked: ast.expr = _Overwritten().visit(deepcopy(condition))  # parsed conditions are kept
    return asked


class _Overwritten(ast.NodeTransformer):
    """Holds for certain that the result is changed."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        return ast.Constant(True) if ast.unparse(node) == _ASKED else node


def overwritten(tree: ast.Module) -> set[int]:
    """The ids of the calls, and of the attributes, whose result is changed in place.

    By a method that ends in `_`, `+=`, a subscript that is assigned to, or `out=`: of the call
    itself, or of the name that the result is given to, as long as that name has it.
    """
    nodes = walk(tree)
    found = {id(one) for node in nodes for one in _changed(node) if isinstance(one, _RESULTS)}
    for body in (tree, *(node for node in nodes if isinstance(node, _FUNCTIONS))):
        found |= _by_name(body)
    return found


def _by_name(body: ast.AST) -> set[int]:
    """Those whose name is changed in place in a function, or in the module outside of all."""
    given: dict[str, ast.expr] = {}
    found = set()
    for node in _in_order(body):
        for changed in _changed(node):
            if isinstance(changed, ast.Name) and changed.id in given:
                found.add(id(given[changed.id]))
        for name, value in _given(node):
            if isinstance(value, _RESULTS):
                given[name] = value
            else:
                given.pop(name, None)
    return found


def _in_order(body: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function without those inside it: parts before the whole, but for loops."""
    for child in ast.iter_child_nodes(body):
        if isinstance(child, _LOOPS):
            yield child
            yield from _in_order(child)
        elif not isinstance(child, (*_FUNCTIONS, ast.ClassDef)):
            yield from _in_order(child)
            yield child


def _changed(node: ast.AST) -> Iterator[ast.expr]:
    """What a node changes in place."""
    match node:
        case ast.Call(func=ast.Attribute(value=whole, attr=method)):
            if method.endswith("_") and not method.endswith("__"):
                yield whole
            yield from (one.value for one in node.keywords if one.arg == "out")
        case ast.Call(keywords=keywords):
            yield from (one.value for one in keywords if one.arg == "out")
        case ast.AugAssign(target=ast.Subscript(value=whole) | (ast.Name() as whole)):
            yield whole
        case ast.Assign(targets=targets):
            for target in targets:
                if isinstance(target, ast.Subscript):
                    yield target.value


def _given(node: ast.AST) -> Iterator[tuple[str, ast.expr | None]]:
    """The names that a statement gives something to, and what; of `+=` they keep what they have."""
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                for part in walk(target):
                    if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                        yield part.id, value
        case (
            ast.AnnAssign(target=ast.Name(id=name), value=value)
            | ast.NamedExpr(target=ast.Name(id=name), value=value)
        ):
            yield name, value
        case ast.For(target=target) | ast.AsyncFor(target=target):
            yield from ((one.id, None) for one in walk(target) if isinstance(one, ast.Name))
