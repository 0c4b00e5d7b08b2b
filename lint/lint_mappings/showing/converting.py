"""The Paddle code for torch code, and what a person must know about it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TextIO

from lint_mappings.showing.supposing import supposed
from mapping_model.applying.code import rewrite
from mapping_model.applying.typing import TENSOR
from mapping_model.limits.sentences import limit_remark
from mapping_model.limits.sharing import shares
from mapping_model.limits.standing import open_limits
from mapping_model.outcomes import Departure
from mapping_model.printable import printable
from mapping_model.shelf import Shelf
from mapping_model.snapshots import load_snapshot

# Without an error first.
_ORDER = (
    *(Departure.DIFFERS, Departure.GRADIENT, Departure.CRASHES),
    *(Departure.ACCEPTED, Departure.BACKWARD, Departure.REFUSED),
)
# What one of both libraries says itself.
_LOUD = (Departure.REFUSED, Departure.BACKWARD, Departure.ACCEPTED)


@dataclass(frozen=True, slots=True)
class Undecided:
    """A use of torch that stays as it is, and why."""

    api: str
    line: int
    why: str


@dataclass(frozen=True, slots=True)
class Departing:
    """Where what is written may depart from torch: `then` says how, `remark` for which values."""

    api: str
    then: str
    remark: str


@dataclass(frozen=True, slots=True)
class Converted:
    """Paddle code for torch code; `assumed` are conditions that were taken not to hold.

    `tensors` are the names that were taken for tensors, by what is done with them. `limits` are
    those that the code given does not rule out, silent ones first; `gotchas` the ids of what else
    is to be known, by API.
    """

    code: str
    undecided: tuple[Undecided, ...]
    assumed: tuple[str, ...]
    limits: tuple[Departing, ...] = ()
    gotchas: dict[str, tuple[str, ...]] = field(default_factory=dict)
    tensors: tuple[str, ...] = ()


def convert(
    shelf: Shelf, code: str, release: str, language: str, asked: str | None = None
) -> Converted:
    """The Paddle code for torch code, which may be `asked` for an API; raise SyntaxError."""
    kinds = supposed(code, asked)
    found = rewrite(code, shelf.source, load_snapshot("paddle", release), kinds)
    tensors = tuple(name for name, kind in kinds.items() if kind == TENSOR)
    undone = (Undecided(u.api, u.line, u.decision.said().get(language)) for u in found.undone)
    limits = {
        Departing(used.entry.torch, limit.then.value, limit_remark(limit).get(language)): limit
        for used in found.used
        for one in open_limits(used, shelf.limits if shares(used.variant) else {}, release)
        for limit in [one.limit]
    }
    gotchas = {used.entry.torch: used.entry.gotchas for used in found.used if used.entry.gotchas}
    silent_first = sorted(limits, key=lambda one: _ORDER.index(limits[one].then))
    return Converted(
        found.code, tuple(undone), found.assumed, tuple(silent_first), gotchas, tensors
    )


def print_converted(converted: Converted, out: TextIO, remarks: TextIO) -> None:
    """The code alone, so that it can be piped; what is left to a person on the other stream.

    A terminal obeys some characters of strings, so it gets no such ones.
    """
    lines = converted.code.split("\n")
    for line in map(printable, lines) if out.isatty() else lines:
        out.write(f"{line}\n")
    for one in converted.undecided:
        remarks.write(printable(f"line {one.line}: {one.api} is left as it is. {one.why}") + "\n")
    for condition in converted.assumed:
        remarks.write(printable(f"assumed not to hold: {condition}") + "\n")
    if converted.tensors:
        remarks.write(f"taken for a tensor: {', '.join(converted.tensors)}\n")
    loud = Counter(limit.api for limit in converted.limits if limit.then in _LOUD)
    for limit in converted.limits:
        if limit.then not in _LOUD:
            remarks.write(printable(f"{limit.api}: {limit.remark}") + "\n")
    for api in dict.fromkeys((*loud, *converted.gotchas)):
        ids, count = converted.gotchas.get(api, ()), loud[api]
        more = [f"{count} further limit{'s' if count > 1 else ''}, not silent"] if count else []
        more += [f"gotchas {', '.join(ids)}"] if ids else []
        told = f"{api}: {'; '.join(more)}. See lint-mappings show {api}"
        remarks.write(printable(told) + "\n")
