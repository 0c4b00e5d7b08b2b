"""What of the changes of a release most readers meet: a few lines, what is used most first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from mapping_model.categories import Text
from mapping_model.changes.entries import Bound, Move, Simplest
from mapping_model.changes.releases import Changes
from mapping_model.changes.telling import Kind, Point, Section
from mapping_model.coverage import by_use, read_uses
from mapping_model.limits.sentences import short_remark
from mapping_model.limits.standing import is_rare
from mapping_model.outcomes import Departure
from render_mappings.data.reference import Reference

# So many lines are told of each.
MOST = 12
TITLES = {
    "gains": Text("What ordinary code gains", "对常见代码的改进"),
    "now-silent": Text("What now differs silently", "现在不报错但结果不同的用法"),
}
# What the plain call takes now, and what it took before.
_NOW = {
    Simplest.UNCHANGED: Text("runs unchanged now", "现在无需转写"),
    Simplest.COMPAT: Text(
        "runs unchanged now, once `paddle.enable_compat()` has been called",
        "先调用 `paddle.enable_compat()`，现在无需转写",
    ),
    Simplest.NEWER: Text("has a closer counterpart now", "现在有更接近的对应 API"),
    Simplest.MAPPING: Text("can be rewritten by a program now", "现在可由程序转写"),
    Simplest.THINK: Text("can be ported by hand now", "现在可人工迁移"),
    Simplest.MISSING: Text("is known to have no counterpart", "已知没有对应功能"),
}
_BEFORE = {
    Simplest.COMPAT: Text(
        "it needed `paddle.enable_compat()`", "此前需先调用 `paddle.enable_compat()`"
    ),
    Simplest.NEWER: Text("it had to be rewritten", "此前需要转写"),
    Simplest.MAPPING: Text("it had to be rewritten", "此前需要转写"),
    Simplest.THINK: Text("a person had to decide", "此前需人工判断"),
    Simplest.MISSING: Text("there was no counterpart", "此前没有对应功能"),
    Simplest.FAILS: Text("no code gave PyTorch's result", "此前没有结果一致的写法"),
}
# Beside an API whose usages are not told apart.
_EVERY = Text("every call", "全部用法")
# How a limit ends, and what is said once it is over.
_DEPARTS = re.compile(r" (?:may differ|differs) without an error|(?:可能)?不同且不报错")
# A word that is written with a capital only because it begins a sentence.
_BEGINNING = re.compile(r"(?!Python|Paddle|PyTorch|Adam)[A-Z][a-z]*\b")
# By which number a variant is called, where several have the same words.
_NUMBER = re.compile(r" \(\d+\)|（\d+）")


def highlights(reference: Reference, changes: Changes, told: Sequence[Section]) -> list[Section]:
    """What code that many write gains, and what of it now differs without an error.

    That is the plain call, where it takes less than before, and traps of it that are over; and all
    usages that, unchanged, differ, and traps of the plain call that are new. `told` is everything.
    """
    plain = (one for one in changes.moves if one.better and one.param is None and not one.title)
    gains = [Point(Kind.ENTRY, one.torch, _step(one)) for one in plain]
    over = dict(_traps(reference, changes.ended))
    gains += [Point(Kind.ENTRY, name, _over(text)) for name, text in over.items()]
    silent = [
        Point(Kind.ENTRY, point.name, _unnumbered(point.text) if point.text else _EVERY)
        for one in told
        if one.id == "silent"
        for point in one.points
    ]
    silent += [Point(Kind.ENTRY, *trap) for trap in _traps(reference, changes.began)]
    return [
        Section(id_, title, _first(points))
        for (id_, title), points in zip(TITLES.items(), (gains, silent), strict=True)
    ]


def ordered(section: Section) -> Section:
    """A section with what is used most first."""
    points = {point: point.entries or (point.name,) for point in section.points}
    names = {name for concerned in points.values() for name in concerned}
    places = {name: place for place, name in enumerate(by_use(names))}
    first = sorted(points, key=lambda point: min(places[name] for name in points[point]))
    return Section(section.id, section.title, tuple(first), section.others)


def _traps(reference: Reference, bounds: Iterable[Bound]) -> Iterator[tuple[str, Text]]:
    """Limits that the plain call meets in silence and on ordinary inputs, in few words."""
    for bound in bounds:
        for variant in reference.published[bound.torch].variants:
            for one in variant.limits:
                silent = one.limit.then in (Departure.DIFFERS, Departure.GRADIENT)
                rare = one.rare or is_rare(one.limit.when)
                if one.limit == bound.limit and silent and one.plain and not rare:
                    yield bound.torch, short_remark(one.limit, one.plain)


def _step(move: Move) -> Text:
    """What is to be written now, and what was before."""
    now, before = _NOW[move.new], _BEFORE[move.old]
    return Text(f"{now.en}; before, {before.en}", f"{now.zh}，{before.zh}")


def _over(trap: Text) -> Text:
    """That what departed is as in PyTorch."""
    return Text(
        _DEPARTS.sub(" is as in PyTorch now", _inside(trap.en)),
        _DEPARTS.sub("现已与 PyTorch 一致", trap.zh),
    )


def _unnumbered(usages: Text) -> Text:
    """Usages without the numbers of their variants, each once."""
    english = dict.fromkeys(_NUMBER.sub("", usages.en).split(", "))
    chinese = dict.fromkeys(_NUMBER.sub("", usages.zh).split("、"))
    return Text(", ".join(map(_inside, english)), "、".join(chinese))


def _inside(sentence: str) -> str:
    """A sentence as it stands within one; names keep their capitals."""
    begins = _BEGINNING.match(sentence)
    return sentence[:1].lower() + sentence[1:] if begins else sentence


def _first(points: Iterable[Point]) -> tuple[Point, ...]:
    """Of what is used at all the most used, a line for each API."""
    uses = read_uses().counts
    by_name: dict[str, list[Point]] = {}
    for point in points:
        if uses.get(point.name):
            by_name.setdefault(point.name, []).append(point)
    return tuple(_joined(by_name[name]) for name in by_use(by_name)[:MOST])


def _joined(points: Sequence[Point]) -> Point:
    texts = dict.fromkeys(point.text for point in points if point.text)
    english = "; ".join(_inside(text.en.removesuffix(".")) for text in texts)
    chinese = "；".join(text.zh.removesuffix("。") for text in texts)
    return Point(Kind.ENTRY, points[0].name, Text(english, chinese) if texts else None)
