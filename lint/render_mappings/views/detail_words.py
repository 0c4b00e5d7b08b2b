"""What a comparison has told, in Chinese: the records have it in English."""

from __future__ import annotations

import re
from collections.abc import Callable

from mapping_model.categories import Text
from mapping_model.language.sentences import spaced

# How a record ends that has no more of a detail.
_CUT = "..."
_MORE = Text("and more differs", "另有其他差异")
_Say = Callable[[re.Match[str]], str]
# Where it differs; what follows a colon.
_PLACES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"gradient of (\S+)"), r"\1 的梯度"),
    (re.compile(r"input (\S+)"), r"输入 \1"),
    (re.compile(r"module (\S+)"), r"模块 \1"),
    (re.compile(r"optimizer (\S+)"), r"优化器 \1"),
    (re.compile(r"result(\S*)"), r"结果\1"),
    (re.compile(r"output(\S*)"), r"输出\1"),
    (re.compile(r"printed(\S*)"), r"打印的内容\1"),
    (re.compile(r"buffer (\S+)"), r"缓冲区 \1"),
    (re.compile(r"process (\S+)"), r"进程 \1"),
    (re.compile(r"(\S+)"), r"\1"),
)
_THINGS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"an? (?:tensor|parameter) (.+)"), r"Tensor \1"),
    (re.compile(r"a sequence of (\d+)"), r"长度为 \1 的序列"),
    (re.compile(r"(\d+)(?: items)?"), r"\1 项"),
    (re.compile(r"the Python number (\S+)"), r"Python 数 \1"),
    (re.compile(r"an object of (\S+)"), r"\1 的对象"),
    (re.compile(r"the dtype (\S+)"), r"dtype \1"),
    (re.compile(r"the text (.+)"), r"文本 \1"),
    (re.compile(r"a (?:module|layer) (.+)"), r"层 \1"),
    (re.compile(r"a mapping of (\d+)"), r"含 \1 项的字典"),
    (re.compile(r"[Nn]one"), "None"),
)


def _thing(text: str) -> str:
    found = (rule.fullmatch(text) for rule, _ in _THINGS)
    for (_, said), match in zip(_THINGS, found, strict=True):
        if match:
            return match.expand(said)
    return text


def _two(match: re.Match[str]) -> str:
    return f"PyTorch 给出{_joint(_thing(match[1]))}，Paddle 给出{_joint(_thing(match[2]))}"


def _joint(text: str) -> str:
    return text if text[0] > "\u2e80" else f" {text}"


_TOLD: tuple[tuple[re.Pattern[str], _Say], ...] = (
    (
        re.compile(r"(\d+) of (\d+) values differ"),
        lambda m: f"{m[2]} 个值中有 {m[1]} 个不同",
    ),
    (
        re.compile(r"first(?: at (\[.*?\]))?: torch (.+?), Paddle (.+)"),
        lambda m: f"{f'首处 {m[1]}，' if m[1] else ''}PyTorch 为 {m[2]}，Paddle 为 {m[3]}",
    ),
    (
        re.compile(r"torch has shape (\[.*?\]), Paddle (\[.*?\])"),
        lambda m: f"PyTorch 的形状为 {m[1]}，Paddle 为 {m[2]}",
    ),
    (
        re.compile(r"torch has dtype (\S+), Paddle (\S+)"),
        lambda m: f"PyTorch 的 dtype 为 {m[1]}，Paddle 为 {m[2]}",
    ),
    (re.compile(r"torch gives (.+), Paddle ((?:an? |the |None|none|\d).*)"), _two),
    (re.compile(r"Paddle gives none"), lambda _: "Paddle 没有给出"),
    (re.compile(r"torch gives none"), lambda _: "PyTorch 没有给出"),
    (
        re.compile(r"the (mean square|mean) over (\d+) draws differs: torch (.+), Paddle (.+)"),
        lambda m: (
            f"{m[2]} 次抽样的{'均方' if m[1] == 'mean square' else '均值'}不同："
            f"PyTorch 为 {m[3]}，Paddle 为 {m[4]}"
        ),
    ),
    (
        re.compile(
            r"the mean square is at most (\S+) more often on one side: torch (.+), Paddle (.+)"
        ),
        lambda m: f"均方不超过 {m[1]} 的比例两侧不同：PyTorch 为 {m[2]}，Paddle 为 {m[3]}",
    ),
    (
        re.compile(r"(Paddle|torch) tracks gradients, (?:torch|Paddle) does not(.*)"),
        lambda m: (
            "Paddle 追踪梯度，PyTorch 不追踪"
            if m[1] == "Paddle"
            else "PyTorch 追踪梯度，Paddle 不追踪"
        ),
    ),
)


def detail(told: str) -> Text:
    """A detail in both languages; what has no words stays as it is.

    The records have the beginning of a long one: of what it ends in the middle of, only that it
    is there is told. The example tells the rest to whoever runs it.
    """
    parts = told.split("; ")
    if told.endswith(_CUT):
        if len(parts) == 1:
            return Text(told, told)
        parts[-1] = ""
    english = "; ".join(part or _MORE.en for part in parts)
    return Text(english, "；".join(_part(part) if part else _MORE.zh for part in parts))


def _part(told: str) -> str:
    if told.startswith("first"):
        return _said(told) or told
    *places, last = told.split(": ")
    # What follows may have a colon of its own.
    for count in range(len(places) + 1):
        rest = ": ".join([*places[count:], last])
        if (said := _said(rest)) is not None:
            return spaced("：".join([*(_place(one) for one in places[:count]), said]))
    return told


def _place(text: str) -> str:
    for rule, said in _PLACES:
        if match := rule.fullmatch(text):
            return match.expand(said)
    return text


def _said(text: str) -> str | None:
    for rule, say in _TOLD:
        if match := rule.fullmatch(text):
            return say(match)
    return None
