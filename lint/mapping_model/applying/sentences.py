"""A condition of a mapping, and when a case of it counts, as words of both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from mapping_model.applying.expressions import parse
from mapping_model.applying.joining import joined
from mapping_model.applying.kinds import KINDS
from mapping_model.categories import Text
from mapping_model.entry import Case

_LATIN, _WIDE = "[A-Za-z0-9`]", "[\u4e00-\u9fff]"
_MEETING = re.compile(rf"(?<={_LATIN})(?={_WIDE})|(?<={_WIDE})(?={_LATIN})")

# What only tensors have, and questions after the kind of a tensor.
_TENSORS = ("dtype", "ndim", "size")
_KINDS_OF_TENSORS = ("floating", "integral", "complex", "contiguous")

# What a part of a condition that holds, or does not, is in words; None where that is not known.
Words = Callable[[ast.expr, bool], Text | None]


def condition(node: ast.expr, words: Words = lambda node, holds: None) -> Text:
    """What follows "where", or stands before 「时」: "`min` is a tensor".

    `words` knows of more than what stands in a call.
    """
    text, _ = _said(plain(node), words)
    return Text(text.en, spaced(text.zh))


def where(when: str) -> Text:
    """The condition as a part of a sentence: "where `min` is a tensor"."""
    said = condition(parse(when))
    return Text(f"where {said.en}", spaced(f"{said.zh}时"))


def calls(when: str) -> Text:
    """Which calls a variant is for: "For calls where `dim` is an integer."."""
    said = condition(parse(when))
    return Text(f"For calls where {said.en}.", spaced(f"适用于{said.zh}的情况。"))


def heading(case: Case, first: bool) -> Text:
    """When a case counts, as what it says follows: "Where `bias` is `False`:"."""
    parts = [releases_said(case.since, case.until)] if case.since or case.until else []
    if case.when is not None:
        parts.append(where(case.when))
    if not parts:
        parts.append(Text("always", "始终写作") if first else Text("otherwise", "其他情况"))
    english = ", ".join(part.en for part in parts)
    chinese = spaced("，".join(part.zh for part in parts))
    return Text(f"{english[0].upper()}{english[1:]}:", f"{chinese}：")


def releases_said(since: str | None, until: str | None) -> Text:
    """The Paddle releases from one to another, one of them given, in words."""
    if since == until:
        return Text(f"on Paddle {since}", f"在 Paddle {since} 上")
    if since is None:
        return Text(f"up to Paddle {until}", f"Paddle {until} 及之前的版本")
    if until is None:
        return Text(f"from Paddle {since} on", f"自 Paddle {since} 起")
    return Text(f"on Paddle {since} to {until}", f"在 Paddle {since} 至 {until} 上")


def spaced(chinese: str) -> str:
    """A blank where Chinese meets Latin letters, digits or code."""
    return _MEETING.sub(" ", chinese)


def plain(node: ast.expr, holds: bool = True) -> ast.expr:
    """The condition, or its opposite, with "not" before single questions only.

    What is asked of a tensor need not be told to be one.
    """
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return plain(operand, not holds)
        case ast.BoolOp(op=op, values=values):
            both = isinstance(op, ast.And) is holds
            parts: list[ast.expr] = []
            for part in (plain(value, holds) for value in values):
                flat = isinstance(part, ast.BoolOp) and isinstance(part.op, ast.And) is both
                parts += part.values if isinstance(part, ast.BoolOp) and flat else [part]
            if both:
                tensors = {name for part in parts for name in _tensors(part)}
                parts = [part for part in parts if _asked_tensor(part) not in tensors]
            if len(parts) == 1:
                return parts[0]
            return ast.BoolOp(ast.And() if both else ast.Or(), parts)
    return node if holds else ast.UnaryOp(ast.Not(), node)


def _asked_tensor(node: ast.expr) -> str | None:
    """What is asked to be a tensor."""
    match node:
        case ast.Call(func=ast.Name(id="isa"), args=[value, ast.Name(id="tensor")]):
            return ast.unparse(value)
    return None


def _tensors(node: ast.expr) -> Iterator[str]:
    """What must be a tensor for a question to be asked, or is told to be one of a kind."""
    match node:
        case ast.Compare():
            for one in ast.walk(node):
                if isinstance(one, ast.Attribute) and one.attr in _TENSORS:
                    yield ast.unparse(one.value)
        case ast.Call(func=ast.Name(id="some"), args=[ast.Compare(left=ast.Name(id=name))]):
            yield name
        case ast.Call(func=ast.Name(id=word), args=[value]) if word in _KINDS_OF_TENSORS:
            yield ast.unparse(value)


def _said(node: ast.expr, words: Words) -> tuple[Text, bool]:
    """A condition in words, and whether it is a single clause."""
    if isinstance(node, ast.BoolOp):
        both = isinstance(node.op, ast.And)
        parts = [_part(value, words, both) for value in node.values]
        return joined(parts, both)
    holds = not isinstance(node, ast.UnaryOp)
    asked = node.operand if isinstance(node, ast.UnaryOp) else node
    return words(asked, holds) or _question(asked, holds), True


def _part(node: ast.expr, words: Words, both: bool) -> tuple[Text, bool]:
    """One of several parts, and whether it is a question; of choices it is told that they are."""
    text, single = _said(node, words)
    if single or not both:
        return text, not isinstance(node, ast.BoolOp)
    return Text(f"either {text.en}", f"（{text.zh}）"), False


def _question(node: ast.expr, holds: bool) -> Text:
    match node:
        case ast.Call(func=ast.Name(id="given"), args=[ast.Name(id=name)]):
            return _either(holds, f"`{name}` is", "passed", f"传入 `{name}`", f"未传入 `{name}`")
        case ast.Call(func=ast.Name(id="isa"), args=[value, ast.Name(id=kind)]):
            what, word = _code(value), KINDS[kind][0]
            yes, no = f"{what} 为{word.zh}", f"{what} 不为{word.zh}"
            return _either(holds, f"{what} is", word.en, yes, no)
        case ast.Call(func=ast.Name(id="called")):
            return _either(holds, "it is", "called", "调用它", "只写出名称")
        case ast.Call(func=ast.Name(id="written")):
            return _either(holds, "it is", "assigned", "对其赋值", "读取其值")
        case ast.Compare(left=left, ops=[ast.Eq() | ast.Is()], comparators=[right]):
            return _equal(left, [right], holds)
        case ast.Compare(left=left, ops=[ast.NotEq() | ast.IsNot()], comparators=[right]):
            return _equal(left, [right], not holds)
        case ast.Compare(
            left=left, ops=[ast.In()], comparators=[ast.Tuple(elts=items) | ast.List(elts=items)]
        ):
            return _equal(left, items, holds)
        case ast.Compare(
            left=left, ops=[ast.NotIn()], comparators=[ast.Tuple(elts=items) | ast.List(elts=items)]
        ):
            return _equal(left, items, not holds)
        case ast.Name(id=name):
            yes, no = f"`{name}` 为真", f"`{name}` 为假"
            return Text(f"`{name}` is {'true' if holds else 'false'}", yes if holds else no)
    what = _code(node)
    return _either(holds, f"{what}", "holds", f"{what} 成立", f"{what} 不成立")


def _equal(left: ast.expr, items: list[ast.expr], holds: bool) -> Text:
    what = _code(left)
    *others, last = (_code(item) for item in items)
    before = ", ".join(others)
    chinese = " 或 ".join(filter(None, ["、".join(others), last]))
    if holds:
        english = " or ".join(filter(None, [before, last]))
        return Text(f"{what} is {english}", f"{what} 为 {chinese}")
    english = f"none of {before} and {last}" if len(others) > 1 else f"neither {before} nor {last}"
    return Text(f"{what} is {english if others else f'not {last}'}", f"{what} 不为 {chinese}")


def _either(holds: bool, subject: str, said: str, yes: str, no: str) -> Text:
    if said == "holds":
        return Text(f"{subject} {'holds' if holds else 'does not hold'}", yes if holds else no)
    return Text(f"{subject} {said}" if holds else f"{subject} not {said}", yes if holds else no)


def _code(node: ast.expr) -> str:
    return f"`{ast.unparse(node)}`"
