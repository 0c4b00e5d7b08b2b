"""Which Paddle parameter a torch parameter is likely to be: a guess for a person to check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from mapping_model.corpus import Corpus
from mapping_model.differences import same_default
from mapping_model.entry import Row
from mapping_model.sides import Side
from mapping_model.snapshots import Parameter

KnownPairs = Mapping[str, Sequence[str]]
_NAME = "name"


def known_pairs(corpus: Corpus) -> KnownPairs:
    """What existing entries pair each torch parameter with, the most frequent first."""
    counts: dict[str, Counter[str]] = {}
    for entry in corpus.entries.values():
        for variant in entry.variants:
            for row in variant.params:
                if row.torch and row.paddle and row.torch != row.paddle:
                    counts.setdefault(row.torch, Counter())[row.paddle] += 1
    return {name: [other for other, _ in c.most_common()] for name, c in counts.items()}


def pair(torch: Side, paddle: Side, known: KnownPairs) -> tuple[Row, ...]:
    """The rows of two signatures: torch's in order, then what only Paddle has."""
    free = _places(paddle)
    wanted = [name for name in torch.needing_rows() if name != torch.own]
    found: dict[str, str] = {}
    # What is certain comes first, so that a guess never takes another row's counterpart.
    for guess in (_same, _accepted, _usual):
        for name in wanted:
            other = None if name in found else guess(name, free, paddle, known)
            if other is not None:
                found[name] = other
                free.remove(other)
    for name, other in zip(wanted, _places(paddle), strict=False):
        if name not in found and other in free and _alike(torch.get(name), paddle.get(other)):
            found[name] = other
            free.remove(other)
    rows = [_row(torch, paddle, name, found.get(name)) for name in wanted]
    return (*rows, *(Row(None, name) for name in free))


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
    if ours is None or theirs is None or ours.kind is not theirs.kind:
        return False
    return same_default(ours.default, theirs.default)


def _row(torch: Side, paddle: Side, name: str, other: str | None) -> Row:
    if other is None:
        return Row(name, None)
    ours, theirs = torch.get(name), paddle.get(other)
    differs = _default_differs(ours, theirs)
    return Row(name, other, set=ours.default if ours is not None and differs else None)


def _default_differs(ours: Parameter | None, theirs: Parameter | None) -> bool:
    if ours is None or theirs is None or ours.default in (None, "..."):
        return False  # What torch requires is always passed.
    return theirs.default != "..." and not same_default(ours.default, theirs.default)
