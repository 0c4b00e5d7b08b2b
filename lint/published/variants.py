"""One way of calling an API, with all that follows from its rows, cases, limits and targets."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mapping_model import remarks
from mapping_model.applying.idioms import IDIOMS
from mapping_model.applying.rows import older_idiom
from mapping_model.categories import Text
from mapping_model.differences import RowKind, row_kind
from mapping_model.entry import Action, Case, Entry, Limit, Newer, Row, Variant
from mapping_model.language.evaluating import truth
from mapping_model.language.parsing import (
    ALWAYS,
    RECEIVER,
    REST,
    SAME,
    VALUE,
    ExpressionError,
    named_in,
    without_set_aside,
)
from mapping_model.language.sentences import calls, condition, heading
from mapping_model.limits.sentences import MOST_WORDS, asked, limit_remark
from mapping_model.limits.sharing import placed_limits
from mapping_model.limits.standing import (
    asks_for_view,
    conjuncts,
    is_rare,
    narrow_case,
    plain_case,
)
from mapping_model.outcomes import Departure
from mapping_model.sides import Side, compare
from mapping_model.since import covers, is_lacking, keyword_since, parameter_since, target_since
from mapping_model.snapshots import Api, Signature
from mapping_model.standings import Execution
from published.examples import PublishedExample, called, examples_of
from published.known import Known, described, newest, shared_limits
from published.sides import Moved, PublishedSide, moved, outside_side, paddle_side, torch_sides

# What questions after kinds become, as code asks them.
_CODE = re.compile(r"paddle\.|\b(isinstance|callable|hasattr)\(")
# So many conditions on options have a place in a short sentence.
_OPTIONS_SAID, _WORDS_SAID = 1, MOST_WORDS - 7
_SILENT = (Departure.DIFFERS, Departure.GRADIENT, Departure.CRASHES)


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """A row, and what follows from it.

    `since` is the release that brought the parameter, `keyword_since` that from which on it may be
    passed under torch's name. `accepted` are the further keywords that Paddle takes for it, each
    with its first release; `older` is the idiom to write on releases that lack it, if some do.
    """

    row: Row
    kind: RowKind
    remark: Text
    older: str | None
    since: str | None
    keyword_since: str | None
    accepted: tuple[tuple[str, str | None], ...]

    @property
    def said_of_older(self) -> Text | None:
        """What to write on releases that lack the parameter, in words."""
        return IDIOMS[self.older].sentence if self.older else None


@dataclass(frozen=True, slots=True)
class PublishedCase:
    """Code, another target or advice, and when it counts."""

    case: Case
    heading: Text

    @property
    def code(self) -> str | None:
        """The code as people read it."""
        return without_set_aside(self.case.code) if self.case.code else None


@dataclass(frozen=True, slots=True)
class Writing:
    """What is written beside the rows: cases, and by name the parts of the result.

    `open` tells that the rows count where no case does; `names` are those in the code that are
    neither Python's nor those of parameters.
    """

    cases: tuple[PublishedCase, ...]
    fields: tuple[tuple[str, str], ...]
    open: bool
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PublishedLimit:
    """A limit with all that is to be said of it; `on` are its releases, none if these are all.

    `rare` tells that few inputs meet it, as it is written; `plain` what it asks of calls that pass
    no options, None where those never meet it, or on such inputs only. `short` is a condition that
    is no wider than its own; where that has no place, `plain`, and `defaults` tells of it.
    """

    limit: Limit
    remark: Text
    on: tuple[str, ...]
    rare: bool
    plain: Text | None
    short: Text | None = None
    defaults: bool = False

    @property
    def ordinary(self) -> bool:
        """Whether calls without options meet it on what most code has: no views, nothing rare."""
        return self.plain is not None and not self.rare and not asks_for_view(self.limit.when)

    @property
    def silent(self) -> bool:
        """Whether nothing tells that something is wrong before it is too late."""
        return self.limit.then in _SILENT

    @property
    def rank(self) -> tuple[bool, bool]:
        """What silently departs first, and what is rare last."""
        return self.rare, not self.silent


@dataclass(frozen=True, slots=True)
class PublishedNewer:
    """A closer target of newer releases: how it is called, and what is not as in PyTorch.

    `since` is the release from which on it is, None where the newest lacks it; `on` are the
    releases that have it, none if all have.
    """

    newer: Newer
    since: str | None
    on: tuple[str, ...]
    remark: Text
    side: PublishedSide
    rows: tuple[PublishedRow, ...]
    writing: Writing | None


@dataclass(frozen=True, slots=True)
class PublishedVariant:
    """One variant, by its number from 1; `when` says which calls it is for.

    `paddle` is the counterpart, None where there is none; `returns` the remark on the result.
    """

    number: int
    variant: Variant
    when: Text | None
    summary: tuple[Text, ...]
    torch: PublishedSide
    paddle: PublishedSide | None
    rows: tuple[PublishedRow, ...]
    returns: Text | None
    moved: tuple[Moved, ...]
    writing: Writing | None
    limits: tuple[PublishedLimit, ...]
    newer: tuple[PublishedNewer, ...]
    examples: tuple[PublishedExample, ...]

    def table(self, language: str) -> list[tuple[str | None, str | None, str]]:
        """The rows with their remarks, the result as the last of them."""
        rows = [(one.row.torch, one.row.paddle, one.remark.get(language)) for one in self.rows]
        name = remarks.RETURN_VALUE.get(language)
        return [*rows, (name, name, self.returns.get(language))] if self.returns else [*rows]

    @property
    def without_way(self) -> bool:
        """Whether there is a part that cannot be written, and no example that shows anything."""
        returns = self.variant.returns
        actions = [row.action for row in self.variant.params] + [
            returns.action if returns else None
        ]
        return not self.examples and Action.NONE in actions


def variants_of(
    known: Known, name: str, source: Entry, executions: Mapping[str, Execution]
) -> Iterator[PublishedVariant]:
    """The variants of an API, which `source` says, though the API be another name of it."""
    variants = source.variants
    placed = list(placed_limits(source, shared_limits(known, source)))
    sides = torch_sides(known, name, variants)
    for number, (variant, side) in enumerate(zip(variants, sides, strict=True), 1):
        both = _measured(known, name, variant)
        yield PublishedVariant(
            number=number,
            variant=variant,
            when=calls(variant.when) if variant.when else None,
            summary=tuple(remarks.summary(variant, _parameters(side))),
            torch=side,
            paddle=_counterpart(known, variant),
            rows=tuple(_rows(known, variant.paddle, variant.params, both)),
            returns=remarks.returns_remark(variant.returns) if variant.returns else None,
            moved=moved(variant.params, *both),
            writing=_writing(variant),
            limits=tuple(
                _limits(known, [p.limit for p in placed if p.variant == number - 1], side)
            ),
            newer=tuple(_newer(known, name, variant, newer) for newer in variant.newer),
            examples=tuple(
                replace(one, example=called(one.example, source, name))
                for one in examples_of(
                    known, variant, f"{number}." if len(variants) > 1 else "", executions
                )
            ),
        )


def _measured(known: Known, name: str, variant: Variant) -> tuple[Side, Side]:
    """What is measured of both APIs, with the overloads that the table is about."""
    target = newest(known).get(variant.paddle) if variant.paddle else None
    return compare(name, known.torch.get(name), target, variant.params)


def _parameters(side: PublishedSide) -> set[str]:
    return {one.name for signature in side.signatures for one in signature.parameters}


def _counterpart(known: Known, variant: Variant) -> PublishedSide | None:
    if variant.outside:
        return outside_side(variant.outside)
    return paddle_side(known, variant.paddle, variant.params) if variant.paddle else None


def _rows(
    known: Known, target: str | None, rows: Sequence[Row], both: tuple[Side, Side]
) -> Iterator[PublishedRow]:
    api = newest(known).get(target) if target else None
    for row in rows:
        names = zip(both, (row.torch, row.paddle), strict=True)
        defaults = [_default(side, name) for side, name in names]
        since = parameter_since(known.releases, target or "", row.paddle or "")
        lacked = row.older is not None and is_lacking(
            known.releases, target or "", row.paddle or ""
        )
        yield PublishedRow(
            row=row,
            kind=row_kind(row),
            remark=remarks.row_remark(row, described(known, row), *defaults),
            older=older_idiom(row, both[0]) if lacked else None,
            since=since,
            keyword_since=keyword_since(known.releases, target or "", row.torch or ""),
            accepted=tuple(_accepted(known, api, row)) if api else (),
        )


def _default(side: Side, name: str | None) -> str | None:
    """The default of a parameter; None where it has none or is not known."""
    default = side.default(name)
    return default.text if default else None


def _accepted(known: Known, api: Api, row: Row) -> Iterator[tuple[str, str | None]]:
    for keyword in api.aliases.get(row.paddle or "", ()):
        if keyword != row.torch:
            yield keyword, keyword_since(known.releases, api.name, keyword)


def _writing(variant: Variant) -> Writing | None:
    if not (variant.write or variant.fields):
        return None
    always = any(not (case.when or case.since or case.until) for case in variant.write)
    cases = enumerate(variant.write)
    return Writing(
        tuple(PublishedCase(case, heading(case, first=index == 0)) for index, case in cases),
        variant.fields,
        bool(variant.write) and not always and variant.paddle is not None,
        tuple(_names(variant)),
    )


def _names(variant: Variant) -> Iterator[str]:
    used = {name for code in variant.codes for name in named_in(code)}
    yield from (name for name in (RECEIVER, REST, SAME) if name in used)
    if VALUE in used and any("written()" in (case.when or "") for case in variant.write):
        yield VALUE


def _limits(known: Known, limits: Sequence[Limit], side: PublishedSide) -> list[PublishedLimit]:
    """What matters most comes first."""
    signature = side.signatures[0] if side.signatures else None
    return sorted((_limit(known, one, signature) for one in limits), key=lambda one: one.rank)


def _limit(known: Known, limit: Limit, signature: Signature | None) -> PublishedLimit:
    on = _covered(known, limit.since, limit.until)
    remark = limit_remark(limit)
    rare = limit.when != ALWAYS and is_rare(limit.when)
    try:
        left = plain_case(limit.when, signature)
    except ExpressionError:
        return PublishedLimit(limit, remark, on, rare, None)
    if left is None or truth(left) is not None or is_rare(ast.unparse(left)):
        return PublishedLimit(limit, remark, on, rare, None)
    # Questions that have become code are said as they were asked.
    whole = asked(limit.when)
    plain = whole if _CODE.search(ast.unparse(left)) else condition(left)
    if plain == whole:
        return PublishedLimit(limit, remark, on, rare, plain, plain)
    narrow = narrow_case(limit.when, signature)
    asks, said = conjuncts(left), condition(narrow)
    dropped = [one for one in conjuncts(narrow) if one not in asks]
    if len(dropped) <= _OPTIONS_SAID and len(said.en.split()) <= _WORDS_SAID:
        return PublishedLimit(limit, remark, on, rare, plain, said)
    return PublishedLimit(limit, remark, on, rare, plain, plain, defaults=True)


def _newer(known: Known, name: str, variant: Variant, newer: Newer) -> PublishedNewer:
    way = replace(variant, paddle=newer.paddle, params=newer.params, returns=None,
                  write=newer.write, fields=())  # fmt: skip
    since = newer.since or target_since(known.releases, newer.paddle)
    return PublishedNewer(
        newer,
        since,
        _covered(known, since, None),
        remarks.newer_remark(newer, newer.since),
        paddle_side(known, newer.paddle),
        tuple(_rows(known, newer.paddle, newer.params, _measured(known, name, way))),
        _writing(way),
    )


def _covered(known: Known, since: str | None, until: str | None) -> tuple[str, ...]:
    """The releases of a span; none where these are all."""
    found = tuple(release for release in known.releases if covers(since, until, release))
    return () if len(found) == len(known.releases) else found
