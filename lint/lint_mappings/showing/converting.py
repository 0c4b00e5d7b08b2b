"""The Paddle code for torch code, and what a person must know about it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TextIO

from lint_mappings.showing.supposing import meant, receivers, supposed
from mapping_model.applying.code import Undone, rewrite_tree
from mapping_model.applying.decisions import Reason
from mapping_model.applying.layout import laid_out
from mapping_model.applying.remarks import remarks
from mapping_model.applying.typing import TENSOR
from mapping_model.categories import Text
from mapping_model.limits.sentences import limit_remark
from mapping_model.limits.sharing import shares
from mapping_model.limits.standing import open_limits
from mapping_model.outcomes import Departure
from mapping_model.printable import printable
from mapping_model.problems import nearest
from mapping_model.shelf import Shelf
from mapping_model.snapshots import load_snapshot, torch_snapshot
from mapping_model.syntax import parsed

# Without an error first.
_ALIKE = 0.75
_ORDER = (
    *(Departure.DIFFERS, Departure.GRADIENT, Departure.CRASHES),
    *(Departure.ACCEPTED, Departure.BACKWARD, Departure.REFUSED),
)
# So many lines are named.
_FEW = 5
# What one of both libraries says itself.
_LOUD = (Departure.REFUSED, Departure.BACKWARD, Departure.ACCEPTED)


@dataclass(frozen=True, slots=True)
class Undecided:
    """A use of torch that stays as it is, and why."""

    api: str
    line: int
    why: str


@dataclass(frozen=True, slots=True)
class Written:
    """What is to be known of a use of torch that was written; `silent` if it may be wrong."""

    api: str
    line: int
    text: str
    silent: bool


@dataclass(frozen=True, slots=True)
class Departing:
    """Where what is written may depart from torch: `then` says how, `remark` for which values.

    `rare` are those that ask for what few inputs have: NaN, infinities, no elements, odd dtypes.
    `lines` are those that it is written in.
    """

    api: str
    then: str
    remark: str
    rare: bool = False
    lines: tuple[int, ...] = ()

    @property
    def silent(self) -> bool:
        """Whether neither library says so itself."""
        return self.then not in _LOUD


@dataclass(frozen=True, slots=True)
class Converted:
    """Paddle code of a release for torch code; `assumed` are conditions taken not to hold.

    `tensors` are the names that were taken for tensors, by what is done with them, `written` tells
    of single lines. `limits` are those that the code given does not rule out: those of ordinary
    inputs first, silent ones before others; `gotchas` the ids of what else is to be known, by API.
    """

    code: str
    release: str
    undecided: tuple[Undecided, ...]
    assumed: tuple[str, ...]
    limits: tuple[Departing, ...] = ()
    gotchas: dict[str, tuple[str, ...]] = field(default_factory=dict)
    tensors: tuple[str, ...] = ()
    written: tuple[Written, ...] = ()


def convert(
    shelf: Shelf,
    code: str,
    release: str,
    language: str,
    asked: str | None = None,
    whole: bool = False,
) -> Converted:
    """The Paddle code for torch code, which may be `asked` for an API; raise SyntaxError.

    Of a `whole` file, what it defines is looked into, as `torch-to-paddle` does.
    """
    kinds, tree = supposed(code, asked), parsed(code)
    snapshot, told = load_snapshot("paddle", release), receivers(tree, asked)
    found = rewrite_tree(
        *(tree, shelf.source, snapshot, kinds, True, whole, told), mending=True, meant=meant(asked)
    )
    tensors = tuple(name for name, kind in kinds.items() if kind == TENSOR)
    undone = (
        Undecided(u.api, u.line, u.decision.said().get(language) + _meant(u).get(language))
        for u in found.undone
    )
    written = (Written(r.api, r.line, r.text.get(language), r.silent) for r in remarks(found))
    limits: dict[tuple[str, str, str], Departing] = {}
    for used in found.used:
        for one in open_limits(used, shelf.limits if shares(used.variant) else {}, release):
            key = used.entry.torch, one.limit.then.value, limit_remark(one.limit).get(language)
            # Of several calls one may leave more open than another.
            known = limits.get(key, Departing(*key, rare=True))
            lines = {*known.lines, used.line} if known.rare == one.rare else {used.line}
            if known.rare or not one.rare:
                limits[key] = Departing(*key, one.rare, tuple(sorted(lines)))
    gotchas = {used.entry.torch: used.entry.gotchas for used in found.used if used.entry.gotchas}
    ordered = sorted(limits.values(), key=_place)
    text = laid_out(code, tree, found.lines).rstrip()
    left = tuple(undone), found.assumed, tuple(ordered), gotchas, tensors
    return Converted(text, release, *left, tuple(written))


def _meant(undone: Undone) -> Text:
    """What was likely meant by a name, or by a parameter, that PyTorch does not have."""
    torch = torch_snapshot()
    api, near = torch.get(undone.api), None
    if undone.decision.reason is Reason.IMPOSSIBLE and api is not None:
        names = [one.name for signature in api.overloads for one in signature.parameters]
        passed = undone.node.keywords if isinstance(undone.node, ast.Call) else []
        strange = next((one.arg for one in passed if one.arg and one.arg not in names), None)
        near = nearest(strange, names) if strange else None
    elif undone.decision.reason is Reason.NO_ENTRY and api is None:
        # By the last part: what all names begin with would make any two alike.
        module, _, asked = undone.api.rpartition(".")
        known = sorted(torch.names(), key=lambda name: name.rpartition(".")[0] == module)
        lasts = {name.rpartition(".")[2]: name for name in known}
        near = lasts.get(nearest(asked, lasts, _ALIKE) or "")
    return Text(f" Did you mean `{near}`?", f"是否指 `{near}`？") if near else Text("", "")


def _place(limit: Departing) -> tuple[bool, int]:
    return limit.rare, _ORDER.index(Departure(limit.then))


def print_converted(
    converted: Converted, out: TextIO, remarks: TextIO, everything: bool = False
) -> None:
    """The code alone, so that it can be piped; what is left to a person on the other stream.

    A terminal obeys some characters of strings, so it gets no such ones. What few inputs meet, or
    what a library says itself, is counted, unless `everything` is asked for.
    """
    lines = converted.code.split("\n")
    for line in map(printable, lines) if out.isatty() else lines:
        out.write(f"{line}\n")
    out.flush()
    for told in _told(converted, everything):
        remarks.write(printable(told) + "\n")


def _told(converted: Converted, everything: bool) -> Iterator[str]:
    yield f"for Paddle {converted.release}"
    for one in converted.undecided:
        yield f"line {one.line}: {one.api} is left as it is. {one.why}"
    yield from (f"line {one.line}: {one.api}: {one.text}" for one in converted.written)
    for condition in converted.assumed:
        yield f"assumed not to hold: {condition}"
    if converted.tensors:
        yield f"taken for a tensor: {', '.join(converted.tensors)}"
    shown = [one for one in converted.limits if everything or (one.silent and not one.rare)]
    several = "\n" in converted.code
    for limit in shown:
        place = f"{_lines(limit.lines)}: " if several and all(limit.lines) else ""
        yield f"{place}{limit.api}: {limit.remark}"
    for api in dict.fromkeys([*(one.api for one in converted.limits), *converted.gotchas]):
        left = [one for one in converted.limits if one.api == api and one not in shown]
        more = [] if everything or not left else [_counted(left)]
        ids = converted.gotchas.get(api, ())
        more += [f"gotchas {', '.join(ids)}"] if ids else []
        if more:
            yield f"{api}: {'; '.join(more)}. See lint-mappings show {api}"


def _lines(lines: Sequence[int]) -> str:
    """Some lines, of many the first few."""
    if len(lines) == 1:
        return f"line {lines[0]}"
    more = len(lines) - _FEW
    *first, last = [*map(str, lines[:_FEW]), *([f"{more} more"] if more > 0 else [])]
    return f"lines {', '.join(first)} and {last}"


def _counted(left: list[Departing]) -> str:
    """How many limits are not told: those with an error on ordinary inputs, and the rare ones."""
    rare = sum(one.rare for one in left)
    loud = len(left) - rare
    said = f"{loud} further limit{'s' if loud > 1 else ''}, not silent" if loud else ""
    if not rare:
        return said
    if not said:
        return f"{rare} limit{'s' if rare > 1 else ''} on rare inputs: `--all`"
    return f"{said}, and {rare} on rare inputs: `--all`"
