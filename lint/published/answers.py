"""What to write for the examples of an entry: the simplest right code on each release."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from mapping_model.applying.code import rewrite
from mapping_model.applying.examples import variables_of
from mapping_model.categories import Text
from mapping_model.entry import Example
from mapping_model.outcomes import Outcome
from mapping_model.standings import EntryState, Execution
from mapping_model.usages import Judgement, Usage, Verdict, Way
from published.examples import called, unchanged
from published.known import Known

# Only what gives the result is shown, not that it is one.
_RESULT = re.compile(r"\Aresult = (?!.*\n.)|\nresult = \w+\Z")
_AS_IT_STANDS = (Verdict.UNCHANGED, Verdict.COMPAT)


@dataclass(frozen=True, slots=True)
class Written:
    """What to write on some releases, oldest first; `code` is None where nothing is known to work.

    `reason` says why a person must think.
    """

    releases: tuple[str, ...]
    verdict: Verdict
    code: str | None
    reason: Text | None


@dataclass(frozen=True, slots=True)
class Answer:
    """The plain call of one variant, in torch and on the releases, oldest first."""

    torch: str
    written: tuple[Written, ...]


def answers_of(known: Known, state: EntryState, usages: Sequence[Usage]) -> dict[int, Answer]:
    """The short answer of an entry by the number of the variant; without examples there is none."""
    examples = dict(_examples(state))
    found: dict[int, Answer] = {}
    # Where every example is about a parameter, the first of them must do.
    for usage in sorted(usages, key=lambda one: one.param is not None):
        if usage.variant not in found:
            key = usage.examples[0]
            example, execution = examples[key], state.executions[key]
            each = (_written(known, example, execution, one) for one in usage.releases)
            found[usage.variant] = Answer(_bare(example.torch), tuple(_joined(each)))
    return dict(sorted(found.items()))


def others_of(
    known: Known, state: EntryState, usages: Sequence[Usage]
) -> dict[str, tuple[Written, ...]]:
    """By the key of an example, what is simpler than its own code, or right where that fails."""
    examples = dict(_examples(state))
    found = {}
    for usage in usages:
        for key in usage.examples:
            execution = state.executions[key]
            each = (_other(known, examples[key], execution, one) for one in usage.releases)
            if written := tuple(_joined(one for one in each if one)):
                found[key] = written
    return found


def _examples(state: EntryState) -> Iterator[tuple[str, Example]]:
    for key, example in state.source.examples() if state.source else ():
        yield key, called(example, state.source, state.entry.torch)


def _other(
    known: Known, example: Example, execution: Execution, judged: Judgement
) -> Written | None:
    failed = execution.on(judged.release).outcome.failed
    written = judged.verdict is Verdict.CODE and (judged.way is Way.NEWER or failed)
    if not written and judged.verdict not in _AS_IT_STANDS:
        return None
    code = _code(known, example, execution, judged)
    if code is None or code.strip() == example.paddle.strip():
        return None
    return Written((judged.release,), judged.verdict, code.strip() if written else None, None)


def _written(known: Known, example: Example, execution: Execution, judged: Judgement) -> Written:
    code = _code(known, example, execution, judged)
    reason = judged.reason if judged.verdict is Verdict.THINK else None
    return Written((judged.release,), judged.verdict, code and _bare(code), reason)


def _code(known: Known, example: Example, execution: Execution, judged: Judgement) -> str | None:
    if judged.verdict in _AS_IT_STANDS:
        compat = judged.verdict is Verdict.COMPAT
        return example.torch if compat else unchanged(example.torch)
    if judged.verdict is Verdict.CODE:
        release = known.releases[judged.release]
        variables, newer = variables_of(example), judged.way is Way.NEWER
        return rewrite(example.torch, known.resolve, release, variables, newer).code
    works = execution.on(judged.release).outcome is Outcome.EQUAL
    # Where nothing can be run, the code was judged by people.
    return example.paddle if works or example.cannot_run else None


def _joined(each: Iterable[Written]) -> Iterator[Written]:
    """Releases on which the same is written as one, with the verdict on the newest."""
    last: Written | None = None
    for one in each:
        if last and _same(last, one):
            last = replace(one, releases=(*last.releases, *one.releases))
        else:
            if last:
                yield last
            last = one
    if last:
        yield last


def _same(one: Written, other: Written) -> bool:
    """Whether the same is written; without code it is the verdict that says what."""
    if one.code is None and one.verdict is not other.verdict:
        return False
    return (one.code, one.reason) == (other.code, other.reason)


def _bare(code: str) -> str:
    return _RESULT.sub("", code.strip())
