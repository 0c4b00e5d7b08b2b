"""One file of torch code as Paddle code, and what a person must know of it, line by line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from convert_torch.layout import laid_out
from mapping_model.applying.code import RewrittenTree, Undone, rewrite_tree
from mapping_model.applying.decisions import Reason
from mapping_model.categories import Text
from mapping_model.limits.sentences import limit_remark
from mapping_model.limits.sharing import shares
from mapping_model.limits.standing import is_rare, open_limits
from mapping_model.outcomes import Departure
from mapping_model.shelf import Shelf
from mapping_model.snapshots import Snapshot

MARK = "# torch-to-paddle: "
_SILENT = (Departure.DIFFERS, Departure.GRADIENT)
_TAKEN = Text(
    "Written as of a tensor: nothing else has this member that a layer is likely to hold.",
    "按 Tensor 转写：层中可能出现的其他对象没有这个成员。",
)
_NAMED = Text(
    "It is only named here; calls that pass {0} must change too.",
    "此处只写出名称；传入 {0} 的调用之处也须修改。",
)
# What a file is looked at for: code without this word has nothing of torch.
_TORCH = re.compile(r"\btorch\b")
_PADDLE = re.compile(r"^\s*import paddle\b", re.M)


class Kind(StrEnum):
    """What a person must do about a finding, in the order in which they are told."""

    # Written, and for some ordinary inputs it gives something else without an error.
    SILENT = "silent"
    # Written as a member of a tensor, or called as Paddle has it, which is likely.
    LIKELY = "likely"
    # Left as it is.
    UNDECIDED = "undecided"
    # A member of something unknown, left as it is: it may be torch's.
    POSSIBLE = "possible"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a person must know of a line, counted from 1, of the code that was given."""

    kind: Kind
    line: int
    api: str
    text: Text


@dataclass(frozen=True, slots=True)
class Converted:
    """The code for Paddle and what is left; `uses` is how many uses of torch were written."""

    code: str
    findings: tuple[Finding, ...]
    uses: int


def convert(source: str, shelf: Shelf, release: Snapshot, marks: bool = True) -> Converted:
    """The Paddle code for a module; with `marks` what is left is said at its line, too.

    Raises SyntaxError for what is not Python.
    """
    old = ast.parse(source)
    if not _TORCH.search(source):
        return Converted(source, (), 0)
    new = rewrite_tree(old, shelf.source, release, inferring=True)
    findings = sorted(
        {*_left(new, bool(_PADDLE.search(source))), *_written(new), *_silent(new, shelf, release)},
        key=lambda one: (one.line, list(Kind).index(one.kind), one.api, one.text.en),
    )
    code = laid_out(source, old, new.lines, _marks(findings) if marks else {})
    return Converted(code, tuple(findings), len(new.used))


def _left(new: RewrittenTree, partly: bool) -> Iterator[Finding]:
    """What is left; in code that is `partly` Paddle's, what torch does not take is Paddle's."""
    for one in new.undone:
        if partly and one.decision.reason is Reason.IMPOSSIBLE:
            continue
        yield Finding(_kind(one), one.line, one.api, one.decision.said())


def _kind(one: Undone) -> Kind:
    return Kind.POSSIBLE if one.decision.reason is Reason.RECEIVER else Kind.UNDECIDED


def _written(new: RewrittenTree) -> Iterator[Finding]:
    """What was written, and is right unless something else in the code says otherwise."""
    for line, api in new.guessed:
        yield Finding(Kind.LIKELY, line, api, _TAKEN)
    for one in new.named:
        kind = Kind.SILENT if one.silent else Kind.LIKELY
        parameters = ", ".join(f"`{name}`" for name in one.parameters)
        said = Text(_NAMED.en.format(parameters), _NAMED.zh.format(parameters))
        yield Finding(kind, one.line, one.api, said)


def _silent(new: RewrittenTree, shelf: Shelf, release: Snapshot) -> Iterator[Finding]:
    """Where what was written departs without an error, for other than rare inputs."""
    for used in new.used:
        shared = shelf.limits if shares(used.variant) else {}
        for limit in open_limits(used, shared, release.version):
            if limit.then in _SILENT and not is_rare(limit.when):
                yield Finding(Kind.SILENT, used.line, used.entry.torch, limit_remark(limit))


def _marks(findings: Sequence[Finding]) -> dict[int, list[str]]:
    """The comments about what is left, by line."""
    found: dict[int, list[str]] = {}
    for one in findings:
        if one.kind is Kind.UNDECIDED:
            comment = f"{MARK}{one.api}: {one.text.en}".replace("\n", " ")
            if comment not in found.setdefault(one.line, []):
                found[one.line].append(comment)
    return found
