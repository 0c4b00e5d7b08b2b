"""A condition of a mapping, and when a case of it counts, as words of both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from mapping_model.applying.expressions import parse
from mapping_model.applying.kinds import KINDS
from mapping_model.categories import Text
from mapping_model.entry import Case

_LATIN, _WIDE = "[A-Za-z0-9`]", "[\u4e00-\u9fff]"
_MEETING = re.compile(rf"(?<={_LATIN})(?={_WIDE})|(?<={_WIDE})(?={_LATIN})")

# What a part of a condition that holds, or does not, is in words; None where that is not known.
Words = Callable[[ast.expr, bool], Text | None]


def condition(node: ast.expr, words: Words = lambda node, holds: None) -> Text:
    """What follows "where", or stands before 「时」: "`min` is a tensor".

    `words` knows of more than what stands in a call.
    """
    return _said(node, True, words)


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
    """The Paddle releases from one to another, in words."""
    if since is None and until is None:
        return Text("on every release", "所有版本")
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


def _said(node: ast.expr, holds: bool, words: Words) -> Text:
    known = words(node, holds)
    if known is not None:
        return known
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _said(operand, not holds, words)
        case ast.BoolOp(op=op, values=values):
            both = isinstance(op, ast.And) is holds
            parts = [_part(value, holds, words, both) for value in values]
            return _joined(parts, Text(" and ", "且") if both else Text(" or ", "或"))
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
    what = _code(node)
    return _either(holds, f"{what}", "holds", f"{what} 成立", f"{what} 不成立")


def _equal(left: ast.expr, items: list[ast.expr], holds: bool) -> Text:
    what = _code(left)
    values = [_code(item) for item in items]
    english = " or ".join(values)
    chinese = " 或 ".join(values)
    return _either(holds, f"{what} is", english, f"{what} 为 {chinese}", f"{what} 不为 {chinese}")


def _either(holds: bool, subject: str, said: str, yes: str, no: str) -> Text:
    if said == "holds":
        return Text(f"{subject} {'holds' if holds else 'does not hold'}", yes if holds else no)
    return Text(f"{subject} {said}" if holds else f"{subject} not {said}", yes if holds else no)


def _part(node: ast.expr, holds: bool, words: Words, all_hold: bool) -> Text:
    """One of several parts; where all of them hold, a choice is told as one."""
    text = _said(node, holds, words)
    choice = isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or) is holds
    return Text(f"either {text.en}", f"（{text.zh}）") if choice and all_hold else text


def _joined(parts: list[Text], word: Text) -> Text:
    english, chinese = (word.get(at).join(p.get(at) for p in parts) for at in ("en", "zh"))
    return Text(english, spaced(chinese))


def _code(node: ast.expr) -> str:
    return f"`{ast.unparse(node)}`"
