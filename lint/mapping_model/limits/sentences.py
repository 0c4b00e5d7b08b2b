"""A limit as sentences of both languages."""

from __future__ import annotations

import ast
from functools import cache

from mapping_model.categories import Text
from mapping_model.entry import Limit
from mapping_model.language.kinds import KINDS
from mapping_model.language.parsing import ALWAYS, parse_condition
from mapping_model.language.sentences import condition, releases_said, spaced
from mapping_model.language.values import CONSTANTS
from mapping_model.outcomes import Departure
from mapping_model.syntax import walk

# Of a sentence that stands at the head of a page.
MOST_WORDS = 25
# How a sentence begins that cannot say where.
VAGUE = "For some "
# Of arguments in such a sentence.
_NAMED = 4
# What becomes of a call.
THEN = {
    Departure.DIFFERS: Text("the result differs without an error", "结果不同且不报错"),
    Departure.GRADIENT: Text("the gradient differs without an error", "梯度不同且不报错"),
    Departure.BACKWARD: Text(
        "Paddle raises an error if a gradient is wanted", "Paddle 求梯度会报错"
    ),
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
    Departure.BACKWARD: Text(
        "Paddle may raise an error if a gradient is wanted", "Paddle 求梯度可能报错"
    ),
    Departure.REFUSED: Text("Paddle may raise an error", "Paddle 可能报错"),
    Departure.CRASHES: Text("Paddle may end the process", "Paddle 可能会使进程终止"),
    Departure.ACCEPTED: Text(
        "PyTorch raises an error and Paddle may not", "PyTorch 报错而 Paddle 可能不报错"
    ),
}


@cache
def asked(when: str) -> Text:
    """A condition on values, as it follows "where": "`input` is empty"."""
    return condition(parse_condition(when))


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


def short_remark(limit: Limit, where: Text | None, *, defaults: bool = False) -> Text:
    """What happens, and where as far as few words say it, else of what it depends.

    `defaults` tells that `where` is so of calls without options alone.
    """
    then = (MAY if limit.sometimes else THEN)[limit.then]
    if where is None:
        said = _said_of_all(then)
        return Text(f"{said.en}.", f"{said.zh}。")
    said = _said_where(where, then)
    if defaults:
        said = Text(
            f"With default options, {said.en[0].lower()}{said.en[1:]}", f"默认参数下，{said.zh}"
        )
    if len(said.en.split()) > MOST_WORDS:
        names = _values(parse_condition(limit.when))
        listed = [f"`{name}`" for name in names] if len(names) <= _NAMED else []
        english = " and ".join(filter(None, (", ".join(listed[:-1]), *listed[-1:])))
        chinese = " 与 ".join(filter(None, ("、".join(listed[:-1]), *listed[-1:])))
        some = Text(english or "arguments", f" {chinese}" if chinese else "参数")
        said = Text(f"{VAGUE}{some.en}, {then.en}", f"对某些{some.zh}，{then.zh}")
    return Text(f"{said.en}.", spaced(f"{said.zh}。"))


def _values(condition: ast.expr) -> list[str]:
    """The arguments that a condition asks about."""
    nodes = walk(condition)
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    own = {inner.id for n in nodes if isinstance(n, ast.comprehension)
           for inner in walk(n.target) if isinstance(inner, ast.Name)}  # fmt: skip
    names = (n.id for n in nodes if isinstance(n, ast.Name) and id(n) not in called)
    return sorted({*names} - own - CONSTANTS.keys() - KINDS.keys())


def _said_where(where: Text, then: Text) -> Text:
    return Text(f"Where {where.en}, {then.en}", f"当{where.zh}时，{then.zh}")


def _said_of_all(then: Text) -> Text:
    return Text(then.en[0].upper() + then.en[1:], then.zh)
