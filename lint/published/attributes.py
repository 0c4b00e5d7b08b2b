"""What is said of the attributes of a layer, of which there are no entries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mapping_model.applying.attributes import Attributes, attributes_of
from mapping_model.categories import Text

_SELF = re.compile(r"\bself\b")
_PLAIN = re.compile(r"self\.\w+")


@dataclass(frozen=True, slots=True)
class Attribute:
    """One that differs: its name in torch, and what stands for it, over the layer as `m`.

    Without `code` there is none; `text` says when the value is another.
    """

    torch: str
    code: str | None
    text: Text | None


@dataclass(frozen=True, slots=True)
class LayerAttributes:
    """The attributes that differ; `where` says for which calls, None for all; `notes` the rest."""

    where: Text | None
    rows: tuple[Attribute, ...]
    notes: tuple[Text, ...]


def attributes_told(layer: str) -> tuple[LayerAttributes, ...]:
    """What is said of a layer, by its name in torch; nothing of what is no layer, or is alike."""
    return tuple(
        LayerAttributes(_where(one), tuple(_rows(one)), tuple(_notes(one)))
        for one in attributes_of(layer)
    )


def _rows(one: Attributes) -> Iterator[Attribute]:
    for name in dict.fromkeys((*one.codes, *one.other)):
        code = one.codes.get(name, f"self.{name}")
        yield Attribute(name, code and _SELF.sub("m", code), one.other.get(name))


def _where(one: Attributes) -> Text | None:
    if one.without:
        return Text(
            f"Where calls do not become `{one.without}`:", f"调用未转写为 `{one.without}` 时："
        )
    if one.within:
        return Text(f"Where calls become `{one.within}`:", f"调用转写为 `{one.within}` 时：")
    return None


def _notes(one: Attributes) -> Iterator[Text]:
    if one.silent:
        names = [f"`{name}`" for name in one.silent]
        own = {*one.fixed, *one.buffers}
        codes = [one.codes.get(name) or "" for name in one.silent if name not in own]
        heeded = [f"`{_SELF.sub('m', code)}`" for code in codes if _PLAIN.fullmatch(code)]
        written, under = ("it is", "this name") if len(names) == 1 else ("they are", "these names")
        yield Text(
            f"PyTorch heeds {_listed(names)} where {written} written to after building. In Paddle "
            f"writing to {under} does nothing, without an error"
            + (f"; write to {_listed(heeded)}." if heeded else "."),
            f"在 PyTorch 中，建好层之后再写入 {'、'.join(names)} 会生效；"
            "在 Paddle 中以同样的名称写入不起作用，也不报错"
            + (f"，应写入 {'、'.join(heeded)}。" if heeded else "。"),
        )
    if one.buffers:
        codes = [_SELF.sub("m", one.codes.get(name) or "") for name in one.buffers]
        fill = [f"`{code}.set_value(x)`" for code in codes]
        yield Text(
            f"Paddle's layer keeps its own tensors: write {_listed(fill)}; to assign one raises an "
            "error.",
            f"Paddle 的层保留自己的 Tensor，应写 {'、'.join(fill)}；直接赋值会报错。",
        )
    if one.fixed:
        names = [f"`{name}`" for name in one.fixed]
        yield Text(
            f"For another {_listed(names, 'or')} build the layer anew: in Paddle what is written "
            "afterwards, under whatever name, is ignored or may give something else.",
            f"要改变 {'、'.join(names)}，请重新构造该层：在 Paddle 中建好之后再写入，"
            "无论以什么名称，都不起作用，或结果可能不同。",
        )
    if one.state:
        yield one.state


def _listed(names: list[str], last: str = "and") -> str:
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
