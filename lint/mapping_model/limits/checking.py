"""Whether a condition on values is of the language, and names what a call has."""

from __future__ import annotations

import ast
from collections.abc import Collection
from functools import cache

from mapping_model.applying.expressions import ExpressionError, check
from mapping_model.limits.vocabulary import ATTRIBUTES, CONSTANTS, RESULT, WORDS
from mapping_model.problems import did_you_mean
from mapping_model.syntax import expression, walk

# The condition of what is so of all calls.
ALWAYS = "True"
_QUESTIONS = ("given", "isa")


@cache
def condition_tree(text: str) -> ast.expr:
    """The tree of a condition; raise ExpressionError for what does not belong to the language."""
    tree = expression(text)
    if tree is None:
        raise ExpressionError(f"`{text}` is no expression of Python")
    check(tree, in_code=True)
    nodes = walk(tree)
    for node in nodes:
        _check(node)
    for node in nodes:
        if isinstance(node, ast.GeneratorExp) and not _is_plain(node):
            raise ExpressionError("`some` asks the items of a list: `some(t.ndim == 0 for t in x)`")
    return tree


@cache
def names_asked(text: str) -> tuple[str, ...]:
    """The names in a condition that stand for arguments of a call; raises as `condition_tree`."""
    nodes = walk(condition_tree(text))
    own = {n.id for n in nodes if isinstance(n, ast.Name) and _is_stored(n)}
    words = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    words |= {id(kind) for node in nodes for kind in _kinds(node)}
    loose = [n for n in nodes if isinstance(n, ast.Name) and id(n) not in words]
    return tuple(n.id for n in loose if n.id not in own | CONSTANTS.keys())


def fault(
    condition: str, known: Collection[str] | None, processor: bool = False
) -> tuple[str, str] | None:
    """What is wrong with a condition and how to fix it; None for nothing.

    `known` are the names of a call; None where that is not known. All calls may be meant where the
    `processor` is asked for.
    """
    if processor and condition == ALWAYS:
        return None
    try:
        asked = names_asked(condition)
    except ExpressionError as error:
        told = str(error)
        stop = "" if told.endswith(("?", ".")) else "."
        return f"{told}{stop}", "CONTRIBUTING.md lists the words of conditions."
    if not asked:
        return "The condition asks nothing of a call.", "Say for which values the limit is."
    for name in asked:
        if known is not None and name not in known and name != RESULT:
            near = did_you_mean(name, {*known, *CONSTANTS})
            return f"The call has no `{name}`.{near}", f"Known: {', '.join(sorted(known))}."
    return None


def _check(node: ast.AST) -> None:
    if isinstance(node, ast.Attribute) and node.attr not in ATTRIBUTES:
        near = did_you_mean(node.attr, ATTRIBUTES)
        raise ExpressionError(f"A condition cannot ask for `.{node.attr}`.{near}")
    if not isinstance(node, ast.Call):
        if isinstance(
            node, (ast.ListComp, ast.DictComp, ast.Lambda, ast.Dict, ast.Starred, ast.Slice)
        ):
            raise ExpressionError(f"{type(node).__name__} is not part of conditions")
        return
    word = node.func.id if isinstance(node.func, ast.Name) else None
    if word in _QUESTIONS:
        return
    if word not in WORDS:
        near = did_you_mean(word or "", (*WORDS, *_QUESTIONS))
        raise ExpressionError(f"Conditions have no `{ast.unparse(node.func)}`.{near}")
    least, most = WORDS[word].arguments
    if node.keywords or not least <= len(node.args) <= most:
        raise ExpressionError(f"`{word}` takes {least if least == most else f'{least} or {most}'}")


def _kinds(node: ast.AST) -> list[ast.expr]:
    """The word for a kind, which is no name of the call."""
    match node:
        case ast.Call(func=ast.Name(id="isa"), args=[_, kind]):
            return [kind]
    return []


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _is_plain(each: ast.GeneratorExp) -> bool:
    loops = each.generators
    return len(loops) == 1 and isinstance(loops[0].target, ast.Name) and not loops[0].ifs
