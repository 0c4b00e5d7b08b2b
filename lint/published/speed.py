"""What is said of code that takes several times as long as what PyTorch and Paddle have for it."""

from __future__ import annotations

from dataclasses import dataclass

from mapping_model.categories import Text
from mapping_model.entry import Entry
from mapping_model.speed import Point, Speed, Timed

# A way that is longer than this is not named in a sentence.
_LONGEST = 90


@dataclass(frozen=True, slots=True)
class Slow:
    """A sentence about one example of an entry, by its key."""

    key: str
    text: Text


def slow_of(entry: Entry, speed: Speed) -> Slow | None:
    """What is said of an entry whose code was measured to be slow; None for all others."""
    found = speed.slow(entry)
    if found is None:
        return None
    timed, point = found
    return Slow(timed.key, _sentence(timed, point, speed.paddle))


def _sentence(timed: Timed, point: Point, release: str) -> Text:
    """How many times as long it takes, of how many elements, and on which release."""
    torch, own = _times(point.torch), _times(point.own or 0)
    better = (timed.better or "").removeprefix("result = ")
    named = better if better and "\n" not in better and len(better) <= _LONGEST else None
    other = (
        Text(f"`{named}`", f" `{named}` ")
        if named
        else Text("another way in Paddle", "另一种 Paddle 写法")
    )
    elements = f"{_rounded(point.elements):,}"
    trained = Text(" with gradients", "并求梯度") if point.training else Text("", "")
    return Text(
        f"Slow: for {elements} elements{trained.en}, what the mapping writes here takes {torch} "
        f"times the CPU time of PyTorch and {own} times that of {other.en} (Paddle {release}, one "
        "thread).",
        f"较慢：处理 {elements} 个元素{trained.zh}时，按映射写出的代码所用的 CPU 时间是 "
        f"PyTorch 的 {torch} 倍，是{other.zh}的 {own} 倍（Paddle {release}，单线程）。",
    )


def _times(ratio: float) -> str:
    return f"{ratio:.0f}"


def _rounded(elements: int) -> int:
    """A number of elements with one digit that counts."""
    size = f"{elements:.0e}"
    return int(float(size))
