"""Reading the language of mappings: conditions, expressions and code, a small part of Python.

Whatever does not belong to it is told by ExpressionError. Nothing is ever executed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache, lru_cache

from mapping_model.calls.uses import dotted
from mapping_model.ending import MappingError
from mapping_model.language.kinds import KINDS
from mapping_model.language.values import ATTRIBUTES, CONSTANTS, WORDS
from mapping_model.problems import did_you_mean
from mapping_model.syntax import expression, nodes_of, parts, sentence, walk

# Questions about a call, and the functions of Python that expressions may use.
# What is asked of the use itself, and of its arguments.
OF_THE_USE = ("called", "decorates", "entered", "written")
QUESTIONS = (*OF_THE_USE, "given", "isa")
FUNCTIONS = (
    *("abs", "bool", "float", "getattr", "int", "isinstance", "len", "list", "max", "min"),
    *("range", "setattr", "str", "sum", "tuple", "type", "zip", "RuntimeError"),
)
RECEIVER = "self"
# What code asks that is also right where nothing is called.
CALLED = "called()"
DECORATES = "decorates()"
# What layers and losses are called with.
CALLED_WITH = ("input", "target")
# Whether the layer that comes out is in training when it is called so.
TRAINING = "training"
# What is written to an attribute.
VALUE = "value"
REST, SAME = "rest", "same"
# The parts of Python that expressions are made of.
NODES = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.keyword, ast.Starred),
    *(ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.List, ast.Tuple, ast.Dict),
    *(ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.Slice),
)
# Only code may repeat something: its names are made free of those around.
REPEATING = (ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.Lambda)
_IN_EXPRESSIONS = frozenset(kind for known in NODES for kind in (known, *known.__subclasses__()))
_IN_CODE = _IN_EXPRESSIONS.union((*REPEATING, ast.comprehension, ast.arguments, ast.arg))
# Infinity in a condition, and as code writes it.
INFINITY = "inf"
# The condition of what is so of all calls.
ALWAYS = "True"
# What code assigns an argument to that changes nothing.
SET_ASIDE = "_"


class ExpressionError(MappingError):
    """An expression is not of the language; the message says what is wrong."""


@cache
def parse(text: str) -> ast.expr:
    """The tree of an expression; raise ExpressionError for what does not belong to the language."""
    tree = expression(text)
    if tree is None:
        raise ExpressionError(f"`{text[:80]}` is no expression of Python")
    check(tree)
    return tree


def check(tree: ast.expr, in_code: bool = False) -> None:
    """Raise ExpressionError for what does not belong to the language."""
    known = _IN_CODE if in_code else _IN_EXPRESSIONS
    for node in walk(tree):
        if type(node) not in known:
            raise ExpressionError(f"{_called(node)} is not part of expressions")
        if isinstance(node, ast.Call):
            _check_call(node)
        if isinstance(node, ast.Lambda) and len(node.args.args) != len(parts(node.args)):
            raise ExpressionError(f"{_called(node)} takes more than plain parameters")


def names(node: ast.AST) -> Iterator[ast.Name]:
    """The names in an expression that stand for values of a call: not functions, kinds, paddle."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in QUESTIONS:
            for asked in node.args[:1]:
                yield from names(asked)
            return
        if node.func.id not in FUNCTIONS:
            yield node.func
        for part in (*node.args, *node.keywords):
            yield from names(part)
        return
    if isinstance(node, REPEATING):
        inner = [found for part in parts(node) for found in names(part)]
        own = set(stored(node))
        yield from (name for name in inner if name.id not in own)
        return
    if isinstance(node, ast.Name):
        if node.id != "paddle":
            yield node
        return
    for part in parts(node):
        yield from names(part)


def stored(tree: ast.AST) -> Iterator[str]:
    """The names that code gives a meaning to itself."""
    for node in walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


def _called(node: ast.AST) -> str:
    return f"`{ast.unparse(node)}`" if isinstance(node, ast.expr) else type(node).__name__


def _check_call(node: ast.Call) -> None:
    function = dotted(node.func)
    passed = [keyword.arg for keyword in node.keywords if keyword.arg is not None]
    for name in passed:
        if passed.count(name) > 1:
            raise ExpressionError(f"`{name}` is passed twice to `{ast.unparse(node.func)}`")
    if function is None or "." in function:
        return  # a method, a function of Paddle
    if function == "given" and not (len(node.args) == 1 and isinstance(node.args[0], ast.Name)):
        raise ExpressionError("`given` asks for one parameter: `given(out)`")
    if function in OF_THE_USE and (node.args or node.keywords):
        raise ExpressionError(f"`{function}()` takes no arguments")
    if function == "isa":
        kind = node.args[1] if len(node.args) == 2 else None
        if not isinstance(kind, ast.Name) or kind.id not in KINDS:
            raise ExpressionError(f"`isa` asks for a kind: {', '.join(KINDS)}")


@cache
def parse_condition(text: str) -> ast.expr:
    """The tree of a condition; raise ExpressionError for what does not belong to the language."""
    tree = expression(text)
    if tree is None:
        raise ExpressionError(f"`{text[:80]}` is no expression of Python")
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
    """The names in a condition that stand for arguments of a call; raises as `parse_condition`."""
    nodes = walk(parse_condition(text))
    own = {n.id for n in nodes if isinstance(n, ast.Name) and _is_stored(n)}
    words = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    words |= {id(kind) for node in nodes for kind in _kinds(node)}
    loose = [n for n in nodes if isinstance(n, ast.Name) and id(n) not in words]
    return tuple(n.id for n in loose if n.id not in own | CONSTANTS.keys())


def _check(node: ast.AST) -> None:
    if isinstance(node, ast.Attribute) and node.attr not in ATTRIBUTES:
        near = did_you_mean(node.attr, ATTRIBUTES)
        raise ExpressionError(f"A condition cannot ask for `.{node.attr}`.{near}")
    if isinstance(node, ast.Subscript) and any(isinstance(n, ast.Slice) for n in walk(node.slice)):
        raise ExpressionError(f"{_called(node)} is a slice, which conditions have not")
    if not isinstance(node, ast.Call):
        if isinstance(node, _OF_CODE):
            raise ExpressionError(f"{_called(node)} is not part of conditions")
        return
    word = node.func.id if isinstance(node.func, ast.Name) else None
    if word in QUESTIONS:
        return
    if word not in WORDS:
        near = did_you_mean(word or "", (*WORDS, *QUESTIONS))
        raise ExpressionError(f"Conditions have no `{ast.unparse(node.func)}`.{near}")
    least, most = WORDS[word].arguments
    if node.keywords or not least <= len(node.args) <= most:
        raise ExpressionError(f"`{word}` takes {least if least == most else f'{least} or {most}'}")


# What code may hold, and conditions may not.
_OF_CODE = (ast.ListComp, ast.DictComp, ast.Lambda, ast.Dict, ast.Starred)


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


def lines_of(code: str) -> list[ast.stmt]:
    """The lines of a case's code; raise ExpressionError for what is no such code."""
    try:
        tree = nodes_of(code)[0]
    except SyntaxError as error:
        raise ExpressionError(sentence(error).removesuffix(".")) from None
    assert isinstance(tree, ast.Module)
    if not tree.body or not isinstance(tree.body[-1], ast.Expr):
        raise ExpressionError("The last line of the code is not its result")
    for line in tree.body:
        for part in _expressions(line):
            check(part, in_code=True)
    _check_rest(tree)
    return tree.body


def _check_rest(tree: ast.Module) -> None:
    """`**rest` and `**same` stand at the end of one call, and are nothing by themselves."""
    ends = [
        keyword.value
        for node in walk(tree)
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg is None
    ]
    for node in walk(tree):
        if isinstance(node, ast.Name) and node.id in (REST, SAME) and node not in ends:
            raise ExpressionError(f"`{node.id}` stands only as `**{node.id}`, in a call")


def _expressions(line: ast.stmt) -> tuple[ast.expr, ...]:
    """The expressions of a line; raise ExpressionError for what no line of code is."""
    match line:
        case ast.Expr(value=value):
            return (value,)
        case ast.Assign(value=value) if is_set_aside(line):
            asides = value.elts if isinstance(value, ast.Tuple) else [value]
            plain = (isinstance(one, ast.Name) and one.id not in (REST, SAME) for one in asides)
            if not all(plain):
                raise ExpressionError(f"`{SET_ASIDE} = …` is not written: it only names arguments")
            return (value,)
        case ast.Assign(targets=[place], value=value):
            check_target(place)
            return (value,)
        case ast.If(test=test, body=[ast.Raise(exc=ast.Call() as error, cause=None)], orelse=[]):
            return test, error
        case ast.Assign():
            raise ExpressionError("Code assigns to one place at a time")
    raise ExpressionError("Code consists of assignments, expressions and `if …: raise …`")


@lru_cache(maxsize=256)  # asked for each piece of code under one condition
def named_in(code: str | None) -> frozenset[str]:
    """The names in code or an expression that stand for something in the call.

    What is no code, which is told where it stands, has none.
    """
    try:
        tree = nodes_of((code or "").strip())[0]
    except SyntaxError:
        return frozenset()
    return frozenset(name.id for name in names(tree))


def is_set_aside(line: ast.AST) -> bool:
    """Whether it says of an argument that nothing becomes of it: `_ = dim`."""
    match line:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name == SET_ASIDE
    return False


def without_set_aside(code: str) -> str:
    """Code as people read it: without lines that only say that nothing becomes of an argument."""
    lines = code.strip().splitlines()
    return "\n".join(line for line in lines if not line.startswith(f"{SET_ASIDE} = "))


def check_target(node: ast.expr) -> None:
    """Raise ExpressionError for what code does not assign to."""
    if isinstance(node, ast.Tuple):
        for item in node.elts:
            check_target(item)
    elif not isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        told = "Code assigns to names, attributes, items and tuples of them, not to"
        raise ExpressionError(f"{told} `{ast.unparse(node)}`")
