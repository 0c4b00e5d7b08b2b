"""Finds the short answer of an entry: its plain call, the simplest right code on each release."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from mapping_model.applying.code import rewrite
from mapping_model.applying.examples import variables_of
from mapping_model.entry import Example
from mapping_model.outcomes import Outcome
from mapping_model.standings import Execution
from mapping_model.usages import Judgement, Verdict, Way
from render_mappings.data.answer import Answer, Written
from render_mappings.data.reference import Reference

# Only what gives the result is shown, not that it is one.
_RESULT = re.compile(r"\Aresult = (?!.*\n.)|\nresult = \w+\Z")
_TORCH = re.compile(r"(?<![\w.])torch(?=\.)")
_AS_IT_STANDS = (Verdict.UNCHANGED, Verdict.COMPAT)


def answers_of(reference: Reference, name: str) -> dict[int, Answer]:
    """By the number of the variant, from 1; a variant without examples has none. Found out once."""
    if name not in reference.answers:
        reference.answers[name] = _answers(reference, name)
    return reference.answers[name]


def _answers(reference: Reference, name: str) -> dict[int, Answer]:
    state = reference.states[name]
    examples = dict(state.source.examples()) if state.source else {}
    found: dict[int, Answer] = {}
    # Where every example is about a parameter, the first of them must do.
    for usage in sorted(reference.usages(name), key=lambda one: one.param is not None):
        if usage.variant not in found:
            key = usage.examples[0]
            example, execution = examples[key], state.executions[key]
            each = (_written(reference, example, execution, one) for one in usage.releases)
            found[usage.variant] = Answer(_bare(example.torch), tuple(_joined(each)))
    return found


def others_of(reference: Reference, name: str) -> dict[str, tuple[Written, ...]]:
    """By the key of an example, what is simpler than its own code, or right where that fails.

    Found out once.
    """
    if name not in reference.others:
        reference.others[name] = dict(_others(reference, name))
    return reference.others[name]


def _others(reference: Reference, name: str) -> Iterator[tuple[str, tuple[Written, ...]]]:
    state = reference.states[name]
    examples = dict(state.source.examples()) if state.source else {}
    for usage in reference.usages(name):
        for key in usage.examples:
            execution = state.executions[key]
            each = (_other(reference, examples[key], execution, one) for one in usage.releases)
            if found := tuple(_joined(one for one in each if one)):
                yield key, found


def _other(
    reference: Reference, example: Example, execution: Execution, judged: Judgement
) -> Written | None:
    failed = execution.on(judged.release).outcome.failed
    written = judged.verdict is Verdict.CODE and (judged.way is Way.NEWER or failed)
    if not written and judged.verdict not in _AS_IT_STANDS:
        return None
    code = _code(reference, example, execution, judged)
    if code is None or code.strip() == example.paddle.strip():
        return None
    return Written((judged.release,), judged.verdict, code.strip() if written else None, None)


def _written(
    reference: Reference, example: Example, execution: Execution, judged: Judgement
) -> Written:
    code = _code(reference, example, execution, judged)
    reason = judged.reason if judged.verdict is Verdict.THINK else None
    return Written((judged.release,), judged.verdict, code and _bare(code), reason)


def _code(
    reference: Reference, example: Example, execution: Execution, judged: Judgement
) -> str | None:
    if judged.verdict in _AS_IT_STANDS:
        compat = judged.verdict is Verdict.COMPAT
        return example.torch if compat else _TORCH.sub("paddle", example.torch)
    if judged.verdict is Verdict.CODE:
        release = reference.releases[judged.release]
        variables, newer = variables_of(example), judged.way is Way.NEWER
        return rewrite(example.torch, reference.resolve, release, variables, newer).code
    works = execution.on(judged.release).outcome is Outcome.EQUAL
    # Where nothing can be run, the code was judged by people.
    return example.paddle if works or example.cannot_run else None


def _joined(each: Iterator[Written]) -> Iterator[Written]:
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
