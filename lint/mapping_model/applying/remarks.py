"""What is to be known of code that was written: right unless something else says otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mapping_model.applying.code import RewrittenTree
from mapping_model.categories import Text

_TAKEN = Text(
    "Written as of a tensor: nothing else has this member that a layer is likely to hold.",
    "按 Tensor 转写：层中可能出现的其他对象没有这个成员。",
)
_REBOUND = Text(
    "The name gets a new tensor in Paddle; whoever passed it here keeps the old values.",
    "在 Paddle 中该名称指向新的 Tensor，传入它的一方看到的值不变。",
)
_SHARED = Text(
    "What shares the memory of this tensor lives on; in Paddle the gradient through it, and an "
    "array made of it, do not know of this change.",
    "与该 Tensor 共享内存的对象仍在使用；"
    "在 Paddle 中，经由它的梯度和由它得到的数组都不反映此处的修改。",
)
_NAMED = Text(
    "It is only named here; calls that pass {0} must change too.",
    "此处只写出名称；传入 {0} 的调用之处也须修改。",
)


@dataclass(frozen=True, slots=True)
class Remark:
    """What is to be known of an API at a line; `silent` where it may be wrong without an error."""

    line: int
    api: str
    text: Text
    silent: bool


def remarks(new: RewrittenTree) -> Iterator[Remark]:
    """What is to be known of a module that was looked into."""
    for line, api in new.guessed:
        yield Remark(line, api, _TAKEN, silent=False)
    for line, api in new.rebound:
        yield Remark(line, api, _REBOUND, silent=True)
    for line, api in new.shared:
        yield Remark(line, api, _SHARED, silent=True)
    for one in new.named:
        names = [f"`{name}`" for name in one.parameters]
        said = Text(_NAMED.en.format(", ".join(names)), _NAMED.zh.format("、".join(names)))
        yield Remark(one.line, one.api, said, one.silent)
