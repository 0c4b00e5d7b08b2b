"""One file of torch code as Paddle code, and what a person must know of it, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from convert_torch.assuming import assumed_names
from convert_torch.devices import entered_devices
from convert_torch.finding import Finding, Kind
from convert_torch.gradients import emptied_gradients
from convert_torch.ignoring import without_ignored
from convert_torch.libraries import imported_libraries
from convert_torch.schedulers import replaced_schedulers
from mapping_model.applying.code import RewrittenTree, Undone, rewrite_tree
from mapping_model.applying.decisions import Reason
from mapping_model.applying.layout import laid_out
from mapping_model.applying.remarks import remarks
from mapping_model.entry import Entry
from mapping_model.limits.sentences import limit_remark
from mapping_model.limits.sharing import shares
from mapping_model.limits.standing import open_limits
from mapping_model.outcomes import Departure
from mapping_model.shelf import Shelf
from mapping_model.snapshots import Snapshot
from mapping_model.syntax import parsed

MARK = "# torch-to-paddle: "
# Kinds that are told in the code, too.
_MARKED = (Kind.UNDECIDED, Kind.LIBRARY)
_SILENT = (Departure.DIFFERS, Departure.GRADIENT)
# What a whole file is looked at for: without this word it has nothing of torch.
_TORCH = re.compile(r"\btorch\b")
_PADDLE = re.compile(r"^\s*import paddle\b", re.M)


@dataclass(frozen=True, slots=True)
class Converted:
    """The code for Paddle and what is left; `uses` is how many uses of torch were written."""

    code: str
    findings: tuple[Finding, ...]
    uses: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for: comments about what is left (`marks`), and of which APIs.

    `only` are names of APIs or patterns of such; empty for all. Libraries named in `own` are
    converted, too, and no longer foreign. A `snippet` is a part of some file for torch, whose
    imports it may lack; a whole file that does not name torch has nothing of it.
    """

    marks: bool = True
    only: tuple[str, ...] = ()
    own: frozenset[str] = frozenset()
    snippet: bool = False

    def has(self, api: str) -> bool:
        """Whether an API is asked for."""
        return not self.only or any(fnmatchcase(api, pattern) for pattern in self.only)


ALL = Wanted()


def convert(source: str, shelf: Shelf, release: Snapshot, wanted: Wanted = ALL) -> Converted:
    """The Paddle code for a module, and what is left, at the lines that it had.

    Raises SyntaxError for what is not Python.
    """
    old = parsed(source)
    findings = set() if wanted.only else {*imported_libraries(source, old, wanted.own)}
    if not (wanted.snippet or _TORCH.search(source)):
        told = without_ignored(source, sorted(findings, key=_order))
        return Converted(source, tuple(told), 0)

    def entry_of(api: str) -> Entry | None:
        return shelf.source(api) if wanted.has(api) else None

    new = rewrite_tree(old, entry_of, release, inferring=True, mending=True)
    left = {
        *_left(new, bool(_PADDLE.search(source))),
        *_written(new),
        *_silent(new, shelf, release),
        *replaced_schedulers(old, new.used),
        *emptied_gradients(old),
        *entered_devices(old, new),
        *assumed_names(old),
    }
    findings |= {one for one in left if wanted.has(one.api)}
    told = without_ignored(source, sorted(findings, key=_order))
    code = laid_out(source, old, new.lines, _marks(told) if wanted.marks else {})
    return Converted(code, tuple(told), len(new.used))


def _order(one: Finding) -> tuple[object, ...]:
    return one.line, [*Kind].index(one.kind), one.api, one.text.en


def _left(new: RewrittenTree, partly: bool) -> Iterator[Finding]:
    """What is left; in code that is `partly` Paddle's, what torch does not take is Paddle's."""
    for one in new.undone:
        if partly and one.decision.reason is Reason.IMPOSSIBLE:
            continue
        yield Finding(_kind(one), one.line, one.api, one.decision.said())


def _kind(one: Undone) -> Kind:
    unsure = one.decision.reason in (Reason.RECEIVER, Reason.STEPPED)
    return Kind.POSSIBLE if unsure else Kind.UNDECIDED


def _written(new: RewrittenTree) -> Iterator[Finding]:
    """What was written, and is right unless something else in the code says otherwise."""
    for one in remarks(new):
        yield Finding(Kind.SILENT if one.silent else Kind.LIKELY, one.line, one.api, one.text)


def _silent(new: RewrittenTree, shelf: Shelf, release: Snapshot) -> Iterator[Finding]:
    """Where what was written departs without an error, for other than rare inputs."""
    for used in new.used:
        shared = shelf.limits if shares(used.variant) else {}
        for found in open_limits(used, shared, release.version, _SILENT):
            kind = Kind.RARE if found.rare else Kind.SILENT
            yield Finding(kind, used.line, used.entry.torch, limit_remark(found.limit))


def _marks(findings: Sequence[Finding]) -> dict[int, list[str]]:
    """The comments about what is left, by line."""
    found: dict[int, list[str]] = {}
    for one in findings:
        if one.kind in _MARKED:
            comment = f"{MARK}{one.api}: {one.text.en}".replace("\n", " ")
            if comment not in found.setdefault(one.line, []):
                found[one.line].append(comment)
    return found
