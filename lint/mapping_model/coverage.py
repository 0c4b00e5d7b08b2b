"""How much of torch has an entry: of its documented names, and of what people's code uses.

`uses.json` holds how often code of other packages uses each torch API: counted once, in the
packages and versions it names, by imports and by inferred types of receivers, annotations left
out. It says nothing about which code uses what.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mapping_model.naming import owner_of
from mapping_model.snapshots import Snapshot
from mapping_model.uncovered import Reason, reason_of

_USES = Path(__file__).parent / "uses.json"


@dataclass(frozen=True, slots=True)
class Uses:
    """How often each torch API is used, by full name, and the packages (with version) of that."""

    packages: dict[str, str]
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Part:
    """One module or class of torch, or all of it.

    `documented` names have a docstring, `entries` of them an entry; of the `uses` of its names,
    documented or not, `covered` are of names that have one.
    """

    name: str
    documented: int
    entries: int
    uses: int
    covered: int

    @property
    def of_names(self) -> float:
        """The share of documented names that have an entry, in percent."""
        return percent(self.entries, self.documented)

    @property
    def of_uses(self) -> float:
        """The share of uses that are of names with an entry, in percent."""
        return percent(self.covered, self.uses)


@dataclass(frozen=True, slots=True)
class Coverage:
    """All of torch, its parts, those that are used most first, and what has no entry.

    What is `missing` is used; the `private` names of that are torch's own affair and may change
    with any release. `without` are the documented names without an entry, by the reason for that.
    """

    torch: str
    packages: dict[str, str]
    whole: Part
    parts: tuple[Part, ...]
    missing: tuple[tuple[str, int], ...]
    private: tuple[tuple[str, int], ...]
    without: dict[Reason, tuple[str, ...]]

    @property
    def begun(self) -> list[Part]:
        """The parts of which something has an entry."""
        return [part for part in self.parts if part.entries or part.covered]

    @property
    def others(self) -> list[Part]:
        """The parts of which nothing has one."""
        return [part for part in self.parts if not (part.entries or part.covered)]


@cache
def read_uses() -> Uses:
    """The counts that the package brings."""
    told = json.loads(_USES.read_text("utf-8"))
    return Uses(told["packages"], told["uses"])


def by_use(names: Iterable[str]) -> list[str]:
    """Names by how much they are used, private ones last; the shorter is meant more often."""
    uses = read_uses().counts
    return sorted(names, key=lambda n: (is_private(n), -uses.get(n, 0), len(n), n))


def coverage_of(entries: Collection[str], torch: Snapshot) -> Coverage:
    """What the entries cover; what is missing goes by its uses."""
    uses = read_uses()
    documented = {name for name in torch.names() if torch.documented(name)}
    names: dict[str, set[str]] = {}
    for name in documented | uses.counts.keys():
        names.setdefault(owner_of(name), set()).add(name)

    def part(title: str, of: Collection[str]) -> Part:
        has, told = documented.intersection(of), [name for name in of if name in entries]
        return Part(
            title,
            len(has),
            len(has.intersection(told)),
            sum(uses.counts.get(name, 0) for name in of),
            sum(uses.counts.get(name, 0) for name in told),
        )

    parts = (part(owner, of) for owner, of in names.items())
    without = [pair for pair in uses.counts.items() if pair[0] not in entries]
    without.sort(key=lambda pair: (-pair[1], pair[0]))
    return Coverage(
        torch.version,
        uses.packages,
        part("torch", documented | uses.counts.keys()),
        tuple(sorted(parts, key=lambda p: (-p.uses, -p.documented, p.name))),
        tuple(pair for pair in without if not is_private(pair[0])),
        tuple(pair for pair in without if is_private(pair[0])),
        _by_reason(documented.difference(entries), uses, torch),
    )


def _by_reason(
    names: Collection[str], uses: Uses, torch: Snapshot
) -> dict[Reason, tuple[str, ...]]:
    found: dict[Reason, list[str]] = {reason: [] for reason in Reason}
    for name in sorted(names):
        found[reason_of(name, uses.counts, torch)].append(name)
    return {reason: tuple(of) for reason, of in found.items()}


def is_private(name: str) -> bool:
    """Whether a name of torch is its own affair and may change with any release."""
    parts = name.split(".")
    return any(part.startswith("_") and not part.startswith("__") for part in parts)


def percent(number: int, of: int) -> float:
    """A share in percent, of one decimal place; none of nothing, and 100 of all alone."""
    share = round(100 * number / of, 1) if of else 0.0
    return share if number == of else min(share, 99.9)
