"""Whether a port may leave a call as it is and change nothing but the import.

An API is "drop-in" on a Paddle release when all its examples, run there with Paddle's package
under the name `torch`, gave what torch gives, and when these examples show both ways of calling
it: with positional arguments and with keywords, which are what Paddle refuses most often.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from mapping_model.entry import Entry
from mapping_model.results import DropIn, Outcome, Result, Results
from mapping_model.snapshots import Api, ParameterKind, torch_snapshot

_POSITIONAL = {
    ParameterKind.POSITIONAL_ONLY,
    ParameterKind.POSITIONAL_OR_KEYWORD,
    ParameterKind.VAR_POSITIONAL,
}
_MODULE = re.compile(r"torch(\.\w+)*")
_KEYWORD = {ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.KEYWORD_ONLY}


class DropInStatus(StrEnum):
    """What becomes of the unchanged torch code on a Paddle release."""

    DROP_IN = "drop-in"
    SILENTLY_DIFFERENT = "silently-different"
    REFUSED = "refused"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Coverage:
    """Ways of calling an API that exist, and whether examples show them."""

    positional: bool
    keywords: bool


@dataclass(frozen=True, slots=True)
class DropInVerdict:
    """The status of one entry on one release.

    `what` are the differences, the errors, or what is lacking for a verdict; without repetitions.
    """

    status: DropInStatus
    what: tuple[str, ...] = ()


def drop_in_verdict(entry: Entry, results: Results) -> DropInVerdict:
    """What the results on one release say of the unchanged torch code; stale ones do not count.

    An alias is unknown: the examples call the other name.
    """
    if entry.alias_of is not None:
        return _verdict(DropInStatus.UNKNOWN, [f"the examples call {entry.alias_of}"])
    found = {key: results.current(entry.torch, key, e) for key, e in entry.examples()}
    if not found:
        return _verdict(DropInStatus.UNKNOWN, ["there are no examples"])
    told = [result for result in found.values() if result is not None]
    for outcome, status in (
        (DropIn.DIFFERS, DropInStatus.SILENTLY_DIFFERENT),
        (DropIn.REFUSED, DropInStatus.REFUSED),
    ):
        texts = [r.drop_in_detail or outcome.value for r in told if r.drop_in is outcome]
        if texts:
            return _verdict(status, texts)
    lacking = [*_unknown(found), *_not_shown(entry)]
    return _verdict(DropInStatus.UNKNOWN if lacking else DropInStatus.DROP_IN, lacking)


def _verdict(status: DropInStatus, what: list[str]) -> DropInVerdict:
    return DropInVerdict(status, tuple(dict.fromkeys(what)))


def _unknown(found: dict[str, Result | None]) -> Iterator[str]:
    for key, result in found.items():
        if result is None:
            yield f"example {key} has not been run"
        elif result.outcome is Outcome.NOT_EXECUTABLE:
            yield f"example {key} cannot be run"
        elif result.drop_in is None:
            yield f"example {key} shows nothing"


def _not_shown(entry: Entry) -> Iterator[str]:
    possible, shown = possible_ways(torch_snapshot().get(entry.torch)), shown_ways(entry)
    if possible.positional and not shown.positional:
        yield "no example calls it with positional arguments"
    if possible.keywords and not shown.keywords:
        yield "no example calls it with keywords"


def possible_ways(api: Api | None) -> Coverage:
    """How a torch API can be called; both ways where its signature is not known.

    An attribute, or a function without parameters, in neither way.
    """
    if api is not None and api.kind == "attribute":
        return Coverage(False, False)
    if api is None or not api.signatures:
        return Coverage(True, True)
    kinds = {parameter.kind for s in api.signatures for parameter in s.parameters}
    return Coverage(bool(kinds & _POSITIONAL), bool(kinds & _KEYWORD))


def shown_ways(entry: Entry) -> Coverage:
    """How the torch code of the examples of an entry calls its API."""
    calls = [call for _, example in entry.examples() for call in _calls(entry.torch, example.torch)]
    return Coverage(any(call.args for call in calls), any(call.keywords for call in calls))


@cache
def _calls(api: str, code: str) -> tuple[ast.Call, ...]:
    """The calls of an API in torch code; of a method, all calls of that name on any object."""
    try:
        nodes = ast.walk(ast.parse(code))
    except SyntaxError:
        return ()
    return tuple(node for node in nodes if isinstance(node, ast.Call) and _is(node.func, api))


def _is(function: ast.expr, api: str) -> bool:
    """Whether an expression names an API: by its full name, or as a method of an object."""
    if ast.unparse(function) == api:
        return True
    owner, _, name = api.rpartition(".")
    # Classes have capitalised names: what they own are methods.
    if not owner.rpartition(".")[2][:1].isupper() or not isinstance(function, ast.Attribute):
        return False
    return function.attr == name and not _MODULE.fullmatch(ast.unparse(function.value))
