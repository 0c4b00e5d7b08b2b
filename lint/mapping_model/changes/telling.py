"""What changed, as sections with points: the report prints them, a page of the site shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from mapping_model.categories import Category, Text
from mapping_model.changes.entries import Bound, Move, Moved, Retyped, Simplest
from mapping_model.changes.names import Recalled
from mapping_model.changes.releases import Changes
from mapping_model.language.sentences import spaced
from mapping_model.limits.sentences import limit_remark
from mapping_model.probes import Finding
from mapping_model.usages import RETURNS


class Kind(StrEnum):
    """What the name of a point is: that of an entry, a gotcha, or an API of the library."""

    ENTRY = "entry"
    GOTCHA = "gotcha"
    API = "api"


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that changed; `entries` are those that it concerns, where it is not one itself."""

    kind: Kind
    name: str
    text: Text | None = None
    entries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """Changes of one sort; `others` are names of what concerns no entry."""

    id: str
    title: Text
    points: tuple[Point, ...]
    others: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """How many changes they are."""
        return len(self.points) + len(self.others)


# What is the simplest right code, and the title of the section of usages that have come to it.
_SIMPLEST = {
    Simplest.UNCHANGED: (
        Text("unchanged", "可原样保留"),
        Text("Calls that may now stay unchanged", "现在可以原样保留的调用"),
    ),
    Simplest.COMPAT: (
        Text("unchanged after `paddle.enable_compat()`", "`paddle.enable_compat()` 后可原样保留"),
        Text(
            "Calls that may now stay unchanged after `paddle.enable_compat()`",
            "现在执行 `paddle.enable_compat()` 后可以原样保留的调用",
        ),
    ),
    Simplest.NEWER: (
        Text("written with a closer target", "改用更接近的目标 API"),
        Text("Calls that now have a closer target", "现在有更接近的目标 API 的调用"),
    ),
    Simplest.MAPPING: (
        Text("written by the mapping", "按映射转写"),
        Text("Calls for which a program now writes the code", "现在由程序转写的调用"),
    ),
    Simplest.THINK: (
        Text("left to a person", "需人工判断"),
        Text("Calls that a person can now port", "现在可以人工迁移的调用"),
    ),
    Simplest.MISSING: (
        Text("without counterpart", "没有对应功能"),
        Text("Calls without counterpart", "没有对应功能的调用"),
    ),
    Simplest.FAILS: (
        Text("without code that gives PyTorch's result", "没有结果一致的写法"),
        Text("Calls without code that gives PyTorch's result", "没有结果一致的写法的调用"),
    ),
}
_TITLES = {
    "worse": Text("Calls that now need more changes", "现在需要更多改动的调用"),
    "silent": Text(
        "Unchanged calls that now give something else without an error",
        "原样保留时结果变得不同且不报错的调用",
    ),
    "unlike": Text("Limits that do not show as stated", "与说明不符的差异"),
    "ended": Text("Differences that are gone", "已消失的差异"),
    "began": Text("Differences that are new", "新出现的差异"),
    "new": Text("Traps that are new", "新出现的陷阱"),
    "gone": Text("Traps that are gone", "已消失的陷阱"),
    "dtypes": Text("Dtypes that are taken or refused anew", "开始支持或不再支持的数据类型"),
    "found": Text("Findings of probes that are new", "探测中新出现的差异"),
    "lost": Text("Findings of probes that are gone", "探测中已消失的差异"),
    "moved": Text("Signatures that lead to another category", "因签名变化而改变的分类"),
    "recalled": Text("Parameters that changed", "参数的变化"),
    "went": Text("Names that went", "删除的名称"),
    "came": Text("Names that came", "新增的名称"),
}
# The titles of all sections by their ids, in the order in which they are told.
TITLES = {simplest.value: title for simplest, (_, title) in _SIMPLEST.items()} | _TITLES
# What is to be reviewed when a release is added, and says nothing to those who port.
TO_REVIEW = ("unlike", "found", "lost")
_THE_CALL = Text("the call", "基本用法")
_RESULT = Text("the result", "返回值")
_NO_TARGET = Text("no such API", "没有该 API")
_REQUIRED = Text("none", "无")


def heading(library: str, older: str, newer: str) -> Text:
    """What a page or a report of the changes of a library is called."""
    library = {"torch": "PyTorch", "paddle": "Paddle"}[library]
    release = short(newer, older)
    return Text(f"What changed in {library} {release}", f"{library} {release} 的变化")


def short(release: str, other: str) -> str:
    """A release without its last number, 3.3 of 3.3.1, unless only that tells it from the other."""
    minor = release.rpartition(".")[0]
    return release if minor in ("", other.rpartition(".")[0]) else minor


def sections(changes: Changes) -> tuple[Section, ...]:
    """All sections that have something to tell, what readers of entries need first."""
    found = [*_usages(changes), *_statements(changes), *_library(changes)]
    return tuple(section for section in found if section.number)


def _section(id: str, points: Iterable[Point], others: Iterable[str] = ()) -> Section:
    return Section(id, TITLES[id], tuple(points), tuple(others))


def _usages(changes: Changes) -> Iterator[Section]:
    better = [move for move in changes.moves if move.better]
    for simplest in Simplest:
        own = [move for move in better if move.new is simplest]
        yield _section(simplest.value, _moves(own, changes.usages))
    worse = [move for move in changes.moves if move.worse]
    yield _section("worse", _moves(worse, changes.usages))
    silent = [move for move in changes.moves if move.silent]
    yield _section("silent", _moves(silent, changes.usages, told=False))


def _moves(moves: Iterable[Move], usages: Mapping[str, int], told: bool = True) -> Iterator[Point]:
    """A point per entry: which usages, unless it is all, and if `told` what was written before."""
    for torch, group in groupby(moves, key=lambda move: move.torch):
        own = list(group)
        which = _listed(_usage(move) for move in own) if len(own) < usages[torch] else None
        # What the mapping writes is the usual thing, and goes without saying.
        before = _words(one.old for one in own if one.worse or one.old is not Simplest.MAPPING)
        after = _words(one.new for one in own if one.worse)
        was = _filled("before: {0}", "此前{0}", before) if before and told else None
        now = _filled("now: {0}", "现在{0}", after) if after and told else None
        yield Point(Kind.ENTRY, torch, _joined(which, was, now))


def _words(found: Iterable[Simplest]) -> Text | None:
    words = [_SIMPLEST[simplest][0] for simplest in dict.fromkeys(found)]
    return _listed(words) if words else None


def _usage(move: Move) -> Text:
    named = {None: _THE_CALL, RETURNS: _RESULT}
    said = move.title or named.get(move.param) or _code(move.param or "")
    said = Text(said.en.removesuffix("."), said.zh.removesuffix("。"))
    if move.variant is None:
        return said
    return Text(f"{said.en} ({move.variant})", f"{said.zh}（{move.variant}）")


def _statements(changes: Changes) -> Iterator[Section]:
    """What entries and gotchas state."""
    unlike = (
        Point(Kind.ENTRY, torch, _filled("limit {0}", "第 {0} 条", Text(number, number)))
        for torch, number in changes.unlike
    )
    yield _section("unlike", unlike)
    yield _section("ended", map(_bound, changes.ended))
    yield _section("began", map(_bound, changes.began))
    for id_, gotchas in (("new", changes.new), ("gone", changes.gone)):
        yield _section(id_, (Point(Kind.GOTCHA, g, changes.titles[g]) for g in gotchas))
    yield _section("dtypes", map(_retyped, changes.retyped))
    yield _section("found", (_finding(*one) for one in changes.found))
    yield _section("lost", (_finding(*one) for one in changes.lost))
    yield _section("moved", map(_moved, changes.moved))


def _bound(bound: Bound) -> Point:
    return Point(Kind.ENTRY, bound.torch, limit_remark(bound.limit))


def _retyped(one: Retyped) -> Point:
    taken = _filled("taken: {0}", "支持 {0}", _listed(map(_code, one.taken)))
    refused = _filled("refused: {0}", "不支持 {0}", _listed(map(_code, one.refused)))
    text = _joined(taken if one.taken else None, refused if one.refused else None)
    return Point(Kind.ENTRY, one.torch, text)


def _finding(torch: str, finding: Finding) -> Point:
    on = f" on {finding.on}" if finding.on else ""
    text = f"{finding.outcome.value}{on}: `{finding.reason.replace('`', '')}`"
    return Point(Kind.ENTRY, torch, Text(text, text))


def _moved(moved: Moved) -> Point:
    old, new = (_category(one) for one in (moved.old, moved.new))
    which = f" ({moved.variant})" if moved.variant else ""
    return Point(
        Kind.ENTRY, moved.torch, Text(f"{old.en} → {new.en}{which}", f"{old.zh} → {new.zh}{which}")
    )


def _category(category: Category | None) -> Text:
    return category.info.name if category else _NO_TARGET


def _library(changes: Changes) -> Iterator[Section]:
    """Names and parameters; what entries use is told one by one."""
    names, used = changes.names, changes.used
    own = [one for one in names.recalled if one.api in used]
    points = (Point(Kind.API, one.api, _recalled(one), _concerned(changes, one.api)) for one in own)
    others = (one.api for one in names.recalled if one.api not in used)
    yield _section("recalled", points, others)
    for id_, found in (("went", names.went), ("came", names.came)):
        told = (Point(Kind.API, n, None, _concerned(changes, n)) for n in found if n in used)
        yield _section(id_, told, (name for name in found if name not in used))


def _concerned(changes: Changes, name: str) -> tuple[str, ...]:
    return tuple(torch for torch in changes.used[name] if torch != name)


def _recalled(one: Recalled) -> Text | None:
    parts: list[Text | None] = []
    if one.came:
        parts.append(_filled("new: {0}", "新增 {0}", _listed(map(_code, one.came))))
    if one.went:
        parts.append(_filled("gone: {0}", "删除 {0}", _listed(map(_code, one.went))))
    for word, of in one.keywords:
        parts.append(_filled("{0} is accepted for {1}", "{0} 可代替 {1}", _code(word), _code(of)))
    if one.refused:
        words = _listed(map(_code, one.refused))
        parts.append(_filled("no longer accepted: {0}", "不再接受 {0}", words))
    for name, old, new in one.defaults:
        values = (_REQUIRED if value is None else _code(value) for value in (old, new))
        texts = "the default of {0} was {1} and is {2}", "{0} 的默认值由 {1} 变为 {2}"
        parts.append(_filled(*texts, _code(name), *values))
    if one.reordered:
        parts.append(Text("parameters changed places", "参数的位置有变化"))
    return _joined(*parts)


def _code(name: str) -> Text:
    return Text(f"`{name}`", f"`{name}`")


def _filled(english: str, chinese: str, *values: Text) -> Text:
    zh = spaced(chinese.format(*(value.zh for value in values)))
    return Text(english.format(*(value.en for value in values)), zh)


def _listed(parts: Iterable[Text]) -> Text:
    found = list(parts)
    return Text(", ".join(part.en for part in found), "、".join(part.zh for part in found))


def _joined(*parts: Text | None) -> Text | None:
    found = [part for part in parts if part]
    if not found:
        return None
    return Text("; ".join(part.en for part in found), "；".join(part.zh for part in found))
