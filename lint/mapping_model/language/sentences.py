"""A condition of a mapping, and when a case of it counts, as words of both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mapping_model.categories import Text
from mapping_model.entry import Case
from mapping_model.language.joining import joined
from mapping_model.language.kinds import KINDS
from mapping_model.language.parsing import parse_condition
from mapping_model.language.values import WORDS
from mapping_model.syntax import parsed

_LATIN, _WIDE = "[A-Za-z0-9`]", "[\u4e00-\u9fff]"
_MEETING = re.compile(rf"(?<={_LATIN})(?={_WIDE})|(?<={_WIDE})(?={_LATIN})")

# What only tensors have, and questions after the kind of a tensor.
_TENSORS = ("dtype", "ndim", "size")
_KINDS_OF_TENSORS = ("floating", "integral", "complex", "contiguous", "view")

_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.Lt: ast.GtE,
    ast.Gt: ast.LtE,
    ast.Is: ast.IsNot,
    ast.In: ast.NotIn,
}
_OPPOSITE |= {other: one for one, other in _OPPOSITE.items()}
# How an element, and a number of dimensions, compares with a number.
_ELEMENTS: dict[type[ast.cmpop], Text] = {
    ast.Lt: Text("elements below {0}", "小于 {0} 的元素"),
    ast.LtE: Text("elements of at most {0}", "不大于 {0} 的元素"),
    ast.Gt: Text("elements above {0}", "大于 {0} 的元素"),
    ast.GtE: Text("elements of at least {0}", "不小于 {0} 的元素"),
    ast.NotEq: Text("elements other than {0}", "不等于 {0} 的元素"),
    ast.Eq: Text("{0}", " {0}"),
}
_DIMENSIONS: dict[type[ast.cmpop], Text] = {
    ast.Eq: Text("{0}", "为 {0} 维"),
    ast.NotEq: Text("other than {0}", "不为 {0} 维"),
    ast.Lt: Text("fewer than {0}", "少于 {0} 维"),
    ast.LtE: Text("at most {0}", "不超过 {0} 维"),
    ast.Gt: Text("more than {0}", "多于 {0} 维"),
    ast.GtE: Text("at least {0}", "至少 {0} 维"),
}
_COMPARED = {
    "dtype": Text("the dtypes", "数据类型"),
    "ndim": Text("the numbers of dimensions", "维数"),
    "shape": Text("the shapes", "形状"),
    "size": Text("the numbers of elements", "元素个数"),
}


# What a complex number is asked for by: a number, and none of the others.
_COMPLEX = frozenset(("number", "bool", "int", "float"))
_COMPLEX_SAID = Text("a complex number", "复数")


def condition(node: ast.expr) -> Text:
    """What follows "where", or stands before 「时」: "`min` is a tensor"."""
    text, _ = _said(plain(node))
    return Text(text.en, spaced(text.zh))


def where(when: str) -> Text:
    """The condition as a part of a sentence: "where `min` is a tensor"."""
    said = condition(parse_condition(when))
    return Text(f"where {said.en}", spaced(f"{said.zh}时"))


def calls(when: str) -> Text:
    """Which calls a variant is for: "For calls where `dim` is an integer."."""
    said = condition(parse_condition(when))
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
        case ast.BoolOp(op=ast.Or(), values=values):
            yield from set.intersection(*({*_tensors(value)} for value in values))


def _said(node: ast.expr) -> tuple[Text, bool]:
    """A condition in words, and whether it is a single clause."""
    if isinstance(node, ast.BoolOp):
        both = isinstance(node.op, ast.And)
        parts = [_part(value, both) for value in (_complex(node.values) if both else node.values)]
        return joined(parts, both)
    holds = not isinstance(node, ast.UnaryOp)
    asked = node.operand if isinstance(node, ast.UnaryOp) else node
    return _of_values(asked, holds) or _question(asked, holds), True


def _complex(parts: list[ast.expr]) -> list[ast.expr]:
    """The parts, of which "a number, no bool, no integer and no float" is "a complex number"."""
    told: dict[str, dict[str, ast.expr]] = {}
    for part in parts:
        holds = not isinstance(part, ast.UnaryOp)
        match part.operand if isinstance(part, ast.UnaryOp) else part:
            case ast.Call(func=ast.Name(id="isa"), args=[value, ast.Name(id=kind)]):
                if holds is (kind == "number"):
                    told.setdefault(ast.unparse(value), {})[kind] = part
    found = {name: kinds for name, kinds in told.items() if kinds.keys() >= _COMPLEX}
    gone = {id(one) for kinds in found.values() for kind, one in kinds.items() if kind in _COMPLEX}
    made: list[ast.expr] = []
    for part in parts:
        number = next((name for name, k in found.items() if k["number"] is part), None)
        if number is not None:
            value = parsed(number, mode="eval").body
            complex_ = ast.Name("complex", ast.Load())
            made.append(ast.Call(ast.Name("isa", ast.Load()), [value, complex_], []))
        elif id(part) not in gone:
            made.append(part)
    return made


def _part(node: ast.expr, both: bool) -> tuple[Text, bool]:
    """One of several parts, and whether it is a question; of choices it is told that they are."""
    text, single = _said(node)
    if single or not both:
        return text, not isinstance(node, ast.BoolOp)
    return Text(f"either {text.en}", f"（{text.zh}）"), False


def _question(node: ast.expr, holds: bool) -> Text:
    match node:
        case ast.Call(func=ast.Name(id="given"), args=[ast.Name(id=name)]):
            return _either(holds, f"`{name}` is", "passed", f"传入 `{name}`", f"未传入 `{name}`")
        case ast.Call(func=ast.Name(id="isa"), args=[value, ast.Name(id=kind)]):
            if isinstance(value, ast.Name) and value.id == kind:
                # "`dtype` is a dtype": the argument has its name of what it is.
                word = KINDS[kind][0]
                yes, no = f"传入{word.zh}", f"未传入{word.zh}"
                return Text(f"{word.en if holds else f'no {kind}'} is passed", yes if holds else no)
            what, word = _code(value), _COMPLEX_SAID if kind == "complex" else KINDS[kind][0]
            yes, no = f"{what} 为{word.zh}", f"{what} 不为{word.zh}"
            return _either(holds, f"{what} is", word.en, yes, no)
        case ast.Call(func=ast.Name(id="called")):
            return _either(holds, "it is", "called", "调用它", "只写出名称")
        case ast.Call(func=ast.Name(id="decorates")):
            yes, no = "作为不带括号的装饰器", "不作为不带括号的装饰器"
            return _either(holds, "it is", "a decorator without brackets", yes, no)
        case ast.Call(func=ast.Name(id="entered")):
            return _either(holds, "it is", "what `with` takes", "用于 `with`", "不用于 `with`")
        case ast.Call(func=ast.Name(id="wraps")):
            return _either(
                holds,
                "it is",
                "a decorator with brackets",
                "作为带括号的装饰器",
                "不作为带括号的装饰器",
            )
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
        if isinstance(items[-1], (ast.BinOp, ast.Attribute, ast.Subscript)):
            return Text(f"{what} equals {english}", f"{what} 等于 {chinese}")
        return Text(f"{what} is {english}", f"{what} 为 {chinese}")
    english = f"none of {before} and {last}" if len(others) > 1 else f"neither {before} nor {last}"
    return Text(f"{what} is {english if others else f'not {last}'}", f"{what} 不为 {chinese}")


def _either(holds: bool, subject: str, said: str, yes: str, no: str) -> Text:
    if said == "holds":
        return Text(f"{subject} {'holds' if holds else 'does not hold'}", yes if holds else no)
    return Text(f"{subject} {said}" if holds else f"{subject} not {said}", yes if holds else no)


def _code(node: ast.expr) -> str:
    return f"`{ast.unparse(node)}`"


def _of_values(node: ast.expr, holds: bool) -> Text | None:
    """A part of a condition that asks of values in words; None for others."""
    match node:
        case ast.Call(func=ast.Name(id="some"), args=[asked]):
            return _some(asked, holds)
        case ast.Call(func=ast.Name(id=word), args=args) if word in WORDS:
            return _word(word, args, holds)
        case ast.Compare(left=left, ops=[kind], comparators=[right]):
            return _compared(left, type(kind), right, holds)
        case ast.Attribute(value=tensor, attr="requires_grad"):
            name = _code(tensor)
            article, no = ("a", "") if holds else ("no", "不")
            return Text(f"{name} needs {article} gradient", f"{name} {no}需要梯度")
        case ast.Name(id="training"):
            mode = Text("training", "训练") if holds else Text("evaluation", "评估")
            return Text(f"the layer is in {mode.en}", f"该层处于{mode.zh}模式")
    return None


def _word(word: str, args: list[ast.expr], holds: bool) -> Text | None:
    text = WORDS[word].said if holds else WORDS[word].denied
    if text is None:
        return None
    tensor, *dims = map(_code, args)
    more = Text(f" along {dims[0]}", f"沿 {dims[0]} ") if dims else Text("", "")
    return Text(text.en.format(tensor, more.en), text.zh.format(tensor, more.zh))


def _some(asked: ast.expr, holds: bool) -> Text:
    match asked:
        case ast.Call(func=ast.Name(id="isnan"), args=[tensor]):
            return _holding(tensor, Text("NaN", " NaN"), holds)
        case ast.Call(func=ast.Name(id="isinf"), args=[tensor]):
            return _holding(tensor, Text("infinities", "无穷大"), holds)
        case ast.Compare(left=ast.Name() as tensor, ops=[kind], comparators=[bound]):
            if type(kind) in _ELEMENTS:
                return _holding(tensor, _filled(_ELEMENTS[type(kind)], bound), holds)
        case ast.GeneratorExp(elt=elt, generators=[ast.comprehension(target=item, iter=items)]):
            return _some_item(_code(items), _code(item), condition(elt), holds)
    what = _code(asked)
    if holds:
        return Text(f"{what} for some element", f"某些元素满足 {what}")
    return Text(f"{what} for no element", f"没有元素满足 {what}")


def _some_item(items: str, item: str, inner: Text, holds: bool) -> Text:
    """That an item, or none, is as a condition says."""
    one = Text("an item", "有元素") if holds else Text("no item", "没有元素")
    if inner.en.startswith(f"{item} ") and inner.zh.startswith(f"{item} "):
        said = Text(inner.en.removeprefix(item), inner.zh.removeprefix(f"{item} "))
        return Text(f"{one.en} of {items}{said.en}", f"{items} 中{one.zh}{said.zh}")
    return Text(
        f"{inner.en} for {one.en} {item} of {items}", f"{items} 中{one.zh} {item} 满足 {inner.zh}"
    )


def _holding(tensor: ast.expr, what: Text, holds: bool) -> Text:
    name = _code(tensor)
    if holds:
        return Text(f"{name} holds {what.en}", f"{name} 含{what.zh}")
    return Text(f"{name} holds no {what.en}", f"{name} 不含{what.zh}")


def _compared(left: ast.expr, kind: type[ast.cmpop], right: ast.expr, holds: bool) -> Text | None:
    if not holds:
        kind = _OPPOSITE[kind]
    match left, right:
        case ast.Attribute(value=one, attr="requires_grad"), ast.Attribute(
            value=two, attr="requires_grad"
        ) if kind is ast.NotEq:
            return Text(
                f"{_code(one)} needs a gradient and {_code(two)} none, or the other way round",
                f"{_code(one)} 与 {_code(two)} 中只有一个需要梯度",
            )
        case ast.Attribute(value=one, attr=asked), ast.Attribute(value=two, attr=other):
            if asked == other and asked in _COMPARED and kind in (ast.Eq, ast.NotEq):
                return _both(one, two, _COMPARED[asked], kind is ast.Eq)
        case ast.Attribute(value=tensor, attr="dtype"), _:
            return _of_dtype(_code(tensor), right, kind in (ast.Eq, ast.In))
        case ast.Attribute(value=tensor, attr="ndim"), ast.Constant(value=int(number)):
            return _dimensions(_code(tensor), kind, number)
        case ast.Attribute(value=tensor, attr="size"), ast.Constant(value=0):
            return _empty(_code(tensor), kind is ast.Eq)
    if kind in (ast.Eq, ast.Is, ast.NotEq, ast.IsNot, ast.In, ast.NotIn):
        return None
    code = f"`{ast.unparse(ast.Compare(left, [kind()], [right]))}`"
    return Text(code, code)


def _both(one: ast.expr, two: ast.expr, what: Text, same: bool) -> Text:
    first, second = _code(one), _code(two)
    return Text(
        f"{what.en} of {first} and {second} {'are the same' if same else 'differ'}",
        f"{first} 与 {second} 的{what.zh}{'相同' if same else '不同'}",
    )


def _of_dtype(name: str, right: ast.expr, holds: bool) -> Text:
    items = right.elts if isinstance(right, (ast.Tuple, ast.List)) else [right]
    words = [ast.unparse(item) for item in items]
    english = ", ".join(words[:-1]) + " or " + words[-1] if len(words) > 1 else words[0]
    chinese = "、".join(words[:-1]) + " 或 " + words[-1] if len(words) > 1 else words[0]
    if holds:
        return Text(f"{name} is of dtype {english}", f"{name} 的数据类型为 {chinese}")
    return Text(f"{name} is not of dtype {english}", f"{name} 的数据类型不为 {chinese}")


def _dimensions(name: str, kind: type[ast.cmpop], number: int) -> Text | None:
    if kind not in _DIMENSIONS:
        return None
    if number == 0 and kind in (ast.Gt, ast.NotEq):
        return Text(f"{name} has dimensions", f"{name} 不为 0 维")
    said = _DIMENSIONS[kind]
    many = said.en.format(number) if number or kind is not ast.Eq else "no"
    noun = "dimension" if number == 1 else "dimensions"
    return Text(f"{name} has {many} {noun}", f"{name} {said.zh.format(number)}")


def _empty(name: str, holds: bool) -> Text:
    return Text(f"{name} is {'' if holds else 'not '}empty", f"{name} {'' if holds else '不'}为空")


def _filled(text: Text, bound: ast.expr) -> Text:
    return Text(text.en.format(_code(bound)), text.zh.format(_code(bound)))
