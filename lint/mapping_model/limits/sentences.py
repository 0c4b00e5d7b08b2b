"""A limit as sentences of both languages."""

from __future__ import annotations

import ast
from functools import cache

from mapping_model.applying.sentences import condition, releases_said, spaced
from mapping_model.categories import Text
from mapping_model.entry import Limit
from mapping_model.limits.checking import ALWAYS, condition_tree
from mapping_model.limits.vocabulary import WORDS
from mapping_model.outcomes import Departure

# What becomes of a call.
THEN = {
    Departure.DIFFERS: Text("the result differs without an error", "结果不同且不报错"),
    Departure.GRADIENT: Text("the gradient differs without an error", "梯度不同且不报错"),
    Departure.REFUSED: Text("Paddle raises an error", "Paddle 报错"),
    Departure.CRASHES: Text("Paddle ends the process", "Paddle 会使进程终止"),
    Departure.ACCEPTED: Text(
        "PyTorch raises an error and Paddle does not", "PyTorch 报错而 Paddle 不报错"
    ),
}
# The same, where it depends on more than the condition of a limit says.
MAY = {
    Departure.DIFFERS: Text("the result may differ without an error", "结果可能不同且不报错"),
    Departure.GRADIENT: Text("the gradient may differ without an error", "梯度可能不同且不报错"),
    Departure.REFUSED: Text("Paddle may raise an error", "Paddle 可能报错"),
    Departure.CRASHES: Text("Paddle may end the process", "Paddle 可能会使进程终止"),
    Departure.ACCEPTED: Text(
        "PyTorch raises an error and Paddle may not", "PyTorch 报错而 Paddle 可能不报错"
    ),
}
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
    "dtype": Text("the dtypes", "dtype"),
    "ndim": Text("the numbers of dimensions", "维数"),
    "shape": Text("the shapes", "形状"),
    "size": Text("the numbers of elements", "元素个数"),
}


@cache
def asked(when: str) -> Text:
    """A condition on values, as it follows "where": "`input` is empty"."""
    return condition(condition_tree(when), _said)


def limit_remark(limit: Limit) -> Text:
    """All that is to be said of a limit: where, what happens, on which releases if not on all."""
    then = (MAY if limit.sometimes else THEN)[limit.then]
    asides = [Text("on the CPU", "CPU")] if limit.cpu else []
    asides += [limit.processor.said] if limit.processor else []
    asides += [releases_said(limit.since, limit.until)] if limit.since or limit.until else []
    english, chinese = ", ".join(one.en for one in asides), "，".join(one.zh for one in asides)
    own = limit.text or Text("", "")
    said = _said_of_all(then) if limit.when == ALWAYS else _said_where(asked(limit.when), then)
    english = said.en + (f" ({english})." if asides else ".")
    chinese = said.zh + (f"（{chinese}）。" if asides else "。")
    return Text(f"{english} {own.en}".strip(), f"{spaced(chinese)}{own.zh}")


def _said_where(where: Text, then: Text) -> Text:
    return Text(f"Where {where.en}, {then.en}", f"当{where.zh}时，{then.zh}")


def _said_of_all(then: Text) -> Text:
    return Text(then.en[0].upper() + then.en[1:], then.zh)


def _said(node: ast.expr, holds: bool) -> Text | None:
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
            return _some_item(_code(items), _code(item), condition(elt, _said), holds)
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
        return Text(f"{name} is of dtype {english}", f"{name} 的 dtype 为 {chinese}")
    return Text(f"{name} is not of dtype {english}", f"{name} 的 dtype 不为 {chinese}")


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


def _code(node: ast.expr) -> str:
    return f"`{ast.unparse(node)}`"
