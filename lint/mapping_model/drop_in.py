"""Whether a port may leave a call as it is and change nothing but the import.

An API is "drop-in" on a Paddle release when all its examples, run there with Paddle's package
under the name `torch`, gave what torch gives, and when these examples show both ways of calling
it: with positional arguments and with keywords, which are what Paddle refuses most often.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from mapping_model.calls.uses import Form, Use, uses_in
from mapping_model.entry import Entry
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.results import Result, Results
from mapping_model.sides import is_member
from mapping_model.snapshots import Api, ParameterKind, torch_snapshot


class Lack(StrEnum):
    """What is lacking for a verdict; the first four are about an example or an API."""

    RUN = "run"
    MACHINE = "machine"
    MEANING = "meaning"
    NAME = "name"
    EXAMPLES = "examples"
    POSITIONAL = "positional"
    KEYWORDS = "keywords"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why there is no verdict; `about` is the key of an example, or the API that examples call."""

    lack: Lack
    about: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of the unchanged code of one entry on one release.

    `details` are the differences or errors, `reasons` why nothing is known; without repetitions.
    """

    status: DropIn
    details: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Coverage:
    """Ways of calling an API that exist, and whether examples show them."""

    positional: bool
    keywords: bool


def drop_in_verdict(entry: Entry, results: Results | None) -> Verdict:
    """What the results on one release say of the unchanged torch code; stale ones do not count.

    `results` is None where nothing was run. An alias is unknown: the examples call the other name.
    """
    if results is None:
        return Verdict(DropIn.UNKNOWN)
    if entry.alias_of is not None:
        return _unknown([Reason(Lack.NAME, entry.alias_of)])
    found = {key: results.current(entry.torch, key, e) for key, e in entry.examples()}
    if not found:
        return _unknown([Reason(Lack.EXAMPLES)])
    told = [result for result in found.values() if result is not None]
    for status in (DropIn.DIFFERS, DropIn.REFUSED):
        details = [r.drop_in_detail or status.value for r in told if r.drop_in is status]
        if details:
            return Verdict(status, tuple(dict.fromkeys(details)))
    lacking = [*_silent(found), *_not_shown(entry)]
    return _unknown(lacking) if lacking else Verdict(DropIn.EQUAL)


def _unknown(reasons: Iterable[Reason]) -> Verdict:
    return Verdict(DropIn.UNKNOWN, reasons=tuple(dict.fromkeys(reasons)))


def _silent(found: dict[str, Result | None]) -> Iterator[Reason]:
    """The examples that say nothing about the unchanged code."""
    for key, result in found.items():
        if result is None:
            yield Reason(Lack.RUN, key)
        elif result.outcome is Outcome.NOT_EXECUTABLE:
            yield Reason(Lack.MACHINE, key)
        elif result.drop_in is None:
            yield Reason(Lack.MEANING, key)


def _not_shown(entry: Entry) -> Iterator[Reason]:
    possible, shown = possible_ways(torch_snapshot().get(entry.torch)), shown_ways(entry)
    if possible.positional and not shown.positional:
        yield Reason(Lack.POSITIONAL)
    if possible.keywords and not shown.keywords:
        yield Reason(Lack.KEYWORDS)


def possible_ways(api: Api | None) -> Coverage:
    """How a torch API can be called; both ways where its signature is not known.

    An attribute, or a function without parameters, in neither way.
    """
    if api is not None and api.kind == "attribute":
        return Coverage(False, False)
    if api is None or not api.signatures:
        return Coverage(True, True)
    parameters = [parameter for s in api.signatures for parameter in s.parameters]
    variadic = ParameterKind.VAR_POSITIONAL
    return Coverage(
        any(p.by_position or p.kind is variadic for p in parameters),
        any(p.by_keyword for p in parameters),
    )


def shown_ways(entry: Entry) -> Coverage:
    """How the torch code of the examples of an entry calls its API."""
    calls = [call for _, example in entry.examples() for call in _calls(entry.torch, example.torch)]
    return Coverage(any(call.args for call in calls), any(call.keywords for call in calls))


@cache
def _calls(api: str, code: str) -> tuple[Use, ...]:
    member = is_member(torch_snapshot().get(api), api)
    uses = uses_in(code).of(api, member=member)
    return tuple(use for use in uses if use.form in (Form.CALL, Form.OPERATOR))
