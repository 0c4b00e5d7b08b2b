"""Which Paddle parameter a torch parameter is likely to be: a guess for a person to check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from lint_mappings.drafting.idioms import KnownWays, usual_way
from mapping_model.corpus import Corpus
from mapping_model.differences import same_default
from mapping_model.entry import Action, Row
from mapping_model.sides import Side
from mapping_model.snapshots import Parameter, ParameterKind

KnownPairs = Mapping[str, Sequence[str]]
_NAME = "name"
_TORCHS = "torch."


@dataclass(frozen=True, slots=True)
class Known:
    """What existing entries tell: which parameters they pair, how they carry them over."""

    pairs: KnownPairs
    ways: KnownWays


@dataclass(frozen=True, slots=True)
class Paired:
    """The rows of two signatures; `by_place` are paired by nothing but where they stand."""

    rows: tuple[Row, ...]
    by_place: frozenset[str]


def known_pairs(corpus: Corpus) -> KnownPairs:
    """What existing entries pair each torch parameter with, the most frequent first."""
    counts: dict[str, Counter[str]] = {}
    for entry in corpus.entries.values():
        for variant in entry.variants:
            for row in variant.params:
                if row.torch and row.paddle and row.torch != row.paddle:
                    counts.setdefault(row.torch, Counter())[row.paddle] += 1
    return {name: [other for other, _ in c.most_common()] for name, c in counts.items()}


def pair(torch: Side, paddle: Side, known: Known) -> Paired:
    """The rows of two signatures: torch's in order, then what only Paddle has."""
    free = _places(paddle)
    wanted = [name for name in torch.needing_rows() if name != torch.own]
    found: dict[str, str] = {}
    # What is certain comes first, so that a guess never takes another row's counterpart.
    for guess in (_same, _accepted, _usual):
        for name in wanted:
            other = None if name in found else guess(name, free, paddle, known.pairs)
            if other is not None:
                found[name] = other
                free.remove(other)
    by_place = set()
    for name, other in zip(wanted, _places(paddle), strict=False):
        if name not in found and other in free and _alike(torch.get(name), paddle.get(other)):
            found[name] = other
            free.remove(other)
            by_place.add(name)
    halves = {name: name[:-1] for name in wanted if name not in found}
    split = {name: [f"{half}1", f"{half}2"] for name, half in halves.items()}
    split = {name: parts for name, parts in split.items() if {*parts} <= {*free}}
    found |= {name: parts[0] for name, parts in split.items()}
    rows = [_row(torch, paddle, name, found.get(name), known.ways) for name in wanted]
    rows = [replace(r, value=f"{r.torch}[0]", set=None) if r.torch in split else r for r in rows]
    second = {parts[1]: f"{name}[1]" for name, parts in split.items()}
    rows += [Row(None, name, value=second.get(name)) for name in free if name not in found.values()]
    return Paired(tuple(rows), frozenset(by_place))


def _same(name: str, free: Sequence[str], paddle: Side, known: KnownPairs) -> str | None:
    return name if name in free else None


def _accepted(name: str, free: Sequence[str], paddle: Side, known: KnownPairs) -> str | None:
    """The parameter that takes the torch name as another keyword."""
    canonical = paddle.canonical(name)
    return canonical if canonical in free else None


def _usual(name: str, free: Sequence[str], paddle: Side, known: KnownPairs) -> str | None:
    """What other entries pair the name with; varargs also with what is called the same."""
    candidates = (*known.get(name, ()), name.lstrip("*"), *known.get(name.lstrip("*"), ()))
    return next((other for other in candidates if other in free), None)


def _places(paddle: Side) -> list[str]:
    return [name for name in paddle.needing_rows() if name != _NAME]


def _alike(ours: Parameter | None, theirs: Parameter | None) -> bool:
    """Whether two parameters that stand in the same place also have the same default, or none."""
    if ours is None or theirs is None:
        return False
    if ours.kind is ParameterKind.VAR_POSITIONAL and theirs.required:
        return True  # which takes a list of them
    if ours.kind is not theirs.kind or ours.default == "None":
        return False
    return same_default(ours.default, theirs.default)


def _row(torch: Side, paddle: Side, name: str, other: str | None, known: KnownWays) -> Row:
    way = usual_way(torch, name, other, known)
    carried = Row(name, other, way.action, form=way.form, value=way.value)
    if way.form or way.value:
        return replace(carried, action=Action.REWRITE)
    ours, theirs = torch.get(name), paddle.get(other) if other else None
    if ours is None or not _default_differs(ours, theirs):
        return carried
    # What is torch's own, as `torch.strided`, is no value in Paddle's code.
    unwritable = (ours.default or "").startswith(_TORCHS)
    return replace(carried, set=None if unwritable else ours.default, same_default=unwritable)


def _default_differs(ours: Parameter | None, theirs: Parameter | None) -> bool:
    if ours is None or theirs is None or ours.default in (None, "..."):
        return False  # What torch requires is always passed.
    return theirs.default != "..." and not same_default(ours.default, theirs.default)
