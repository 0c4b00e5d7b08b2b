"""What to write for the examples of an entry: the simplest right code on each release."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from mapping_model.applying.code import rewrite
from mapping_model.applying.examples import variables_of
from mapping_model.calls.uses import uses_in
from mapping_model.categories import Text
from mapping_model.entry import Example
from mapping_model.outcomes import Outcome
from mapping_model.results import Applied
from mapping_model.snapshots import torch_snapshot
from mapping_model.standings import EntryState, Execution
from mapping_model.syntax import parsed
from mapping_model.usages import RETURNS, Judgement, Severity, Usage, Verdict, Way
from mapping_model.ways import read_ways, way_of
from published.examples import called, unchanged
from published.known import Known
from published.own_call import keeps_call

# Only what gives the result is shown, not that it is one.
_RESULT = re.compile(r"\Aresult = (?!.*\n.)|\nresult = \w+\Z")
_MEMBER = "torch.Tensor."
# Of calls that code often has, so many are shown besides; often is this share of those counted.
_COMMON, _OFTEN = 2, 0.15
# The title of an example of which people say so; the first that is not shown is told first.
_SAID_COMMON = "A common call"
_AS_IT_STANDS = (Verdict.UNCHANGED, Verdict.COMPAT)


@dataclass(frozen=True, slots=True)
class Written:
    """What to write on some releases, oldest first; `code` is None where nothing is known to work.

    `reason` says why a person must think; `kept` that the API is called as before, and only lines
    with other APIs are rewritten.
    """

    releases: tuple[str, ...]
    verdict: Verdict
    code: str | None
    reason: Text | None
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """A call of one variant, in torch and on the releases, oldest first.

    `key` is that of its example, `way` which parameters it passes, None where that cannot be told.
    """

    key: str
    torch: str
    written: tuple[Written, ...]
    way: tuple[str, ...] | None


def answers_of(known: Known, state: EntryState, usages: Sequence[Usage]) -> dict[int, Answer]:
    """The short answer of an entry by the number of the variant; without examples there is none.

    The variant that code calls most often comes first.
    """
    found: dict[int, Answer] = {}
    for number in dict.fromkeys(usage.variant for usage in usages):
        own = [usage for usage in usages if usage.variant == number]
        # Where every example is about a parameter, the first of them must do.
        plain = [one for one in own if one.param in (None, RETURNS) and one.title is None]
        plain = plain or sorted(own, key=_rarity)[:1]
        found[number] = _answer(known, state, *_plainest(state, plain))
    used: Counter[int] = Counter()
    for usage, _, count in _ways(state, usages):
        used[usage.variant] += count
    return dict(sorted(found.items(), key=lambda pair: (-used[pair[0]], pair[0])))


def common_of(
    known: Known, state: EntryState, usages: Sequence[Usage], shown: Iterable[Answer]
) -> tuple[Answer, ...]:
    """What code calls often and the short answers do not show, the commonest first.

    What is counted misses much: code passes what nobody can tell. So people may say it, too.
    """
    ways = read_ways().get(state.entry.torch, {})
    examples, told = dict(_examples(state)), {answer.way for answer in shown}
    said = _said_common(known, state, usages, told)
    told |= {answer.way for answer in said}
    least = sum(ways.values()) * _OFTEN
    found: list[Answer] = []
    for usage, key, count in sorted(_ways(state, usages), key=lambda one: -one[2]):
        if count < least or len(found) == _COMMON:
            break
        if _is_repeated(examples[key].torch):
            continue
        answer = _answer(known, state, _ported(usage), key)
        if answer.way not in told:
            found.append(answer)
            told.add(answer.way)
    return (*said, *found)


def _said_common(
    known: Known, state: EntryState, usages: Sequence[Usage], told: Collection[object]
) -> tuple[Answer, ...]:
    examples = dict(_examples(state))
    for usage in usages:
        for key in usage.examples:
            title = examples[key].title
            if title and title.en.startswith(_SAID_COMMON):
                answer = _answer(known, state, _ported(usage), key)
                if answer.way not in told:
                    return (answer,)
    return ()


def _ported(usage: Usage) -> Usage:
    """A usage to be ported where it runs unchanged in a mode of the whole process alone."""
    releases = [
        replace(one, verdict=Verdict.CODE) if one.verdict is Verdict.COMPAT else one
        for one in usage.releases
    ]
    return replace(usage, releases=tuple(releases))


def _ways(state: EntryState, usages: Sequence[Usage]) -> Iterator[tuple[Usage, str, int]]:
    """For each way of calling the first example that shows it, and how often code calls so."""
    ways, told = read_ways().get(state.entry.torch, {}), set()
    examples = dict(_examples(state)) if ways else {}
    for usage in usages if ways else ():
        for key in usage.examples:
            way = _way(state, examples[key])
            if way is not None and way in ways and way not in told:
                told.add(way)
                yield usage, key, ways[way]


def _plainest(state: EntryState, usages: Sequence[Usage]) -> tuple[Usage, str]:
    """The usage and the example of it that calls as most code does, and does nothing else.

    Nobody passes by name what comes first: such a call stands for none where there is another.
    Where the result silently is another, it is what shows that.
    """
    ways, examples = read_ways().get(state.entry.torch, {}), dict(_examples(state))
    # Those of the first usage come first, and what only shows its result with a title last.
    order = {id(usage): place for place, usage in enumerate(sorted(usages, key=_rarity))}

    def rank(found: tuple[Usage, str]) -> tuple[bool, bool, int, bool, int]:
        usage, key = found
        code = examples[key].torch
        way = _way(state, examples[key])
        count = ways.get(way, 0) if way else 0
        silent = usage.param == RETURNS and usage.newest.severity is Severity.SILENT
        return not silent, _is_odd(code), -count, not _is_bare_call(code), order[id(usage)]

    return min(((usage, key) for usage in usages for key in usage.examples), key=rank)


def _rarity(usage: Usage) -> tuple[bool, bool]:
    return usage.param is not None, usage.title is not None


def _is_bare_call(code: str) -> bool:
    match parsed(code).body:
        case [ast.Assign(value=ast.Call() as call) | ast.Expr(ast.Call() as call)]:
            return not call.keywords or bool(call.args)
    return False


def _is_repeated(code: str) -> bool:
    """Whether an example calls again and again, to show much in little, as nobody does."""
    return any(isinstance(node, (ast.comprehension, ast.For)) for node in ast.walk(parsed(code)))


def _is_odd(code: str) -> bool:
    """Whether calls pass even the tensor of a function by name, or several stand side by side."""
    match parsed(code).body:
        case [ast.Assign(value=ast.Tuple(elts=[ast.Call(), *_]))]:
            return True
        case [ast.Assign(value=value) | ast.Expr(value)]:
            while isinstance(value, (ast.Attribute, ast.Subscript)):
                value = value.value
            match value:
                case ast.Call(func=ast.Attribute(attr=name), args=[], keywords=[_, *_]):
                    return name[0].islower()
    return False


def _way(state: EntryState, example: Example) -> tuple[str, ...] | None:
    name = state.entry.torch
    api = torch_snapshot().get(name)
    uses = uses_in(example.torch).of(name, member=name.startswith(_MEMBER)) if api else ()
    ways = {way_of(use, api) for use in uses} if api else set()
    return ways.pop() if len(ways) == 1 else None


def _answer(known: Known, state: EntryState, usage: Usage, key: str) -> Answer:
    example, execution = dict(_examples(state))[key], state.executions[key]
    name = state.entry.torch
    each = (_written(known, name, example, execution, one) for one in usage.releases)
    return Answer(key, _bare(example.torch), tuple(_joined(each)), _way(state, example))


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


def _written(
    known: Known, name: str, example: Example, execution: Execution, judged: Judgement
) -> Written:
    code = _code(known, example, execution, judged)
    reason = judged.reason if judged.verdict is Verdict.THINK else None
    written = judged.verdict is Verdict.CODE and code is not None
    kept = written and keeps_call(name, example.torch, code or "")
    return Written((judged.release,), judged.verdict, code and _bare(code), reason, kept)


def kept_on(known: Known, state: EntryState, usage: Usage) -> frozenset[str]:
    """The releases on which the plain call stays, though its example has to be rewritten."""
    example, key = dict(_examples(state)), usage.examples[0]
    if "\n" not in example[key].torch.strip():
        return frozenset()
    found = (_written(known, state.entry.torch, example[key], state.executions[key], one)
             for one in usage.releases)  # fmt: skip
    return frozenset(release for one in found if one.kept for release in one.releases)


def _code(known: Known, example: Example, execution: Execution, judged: Judgement) -> str | None:
    if judged.verdict in _AS_IT_STANDS:
        compat = judged.verdict is Verdict.COMPAT
        return example.torch if compat else unchanged(example.torch)
    if judged.verdict is Verdict.CODE:
        release = known.releases[judged.release]
        variables, newer = variables_of(example), judged.way is Way.NEWER
        code = rewrite(example.torch, known.resolve, release, variables, newer).code
        # What a program leaves to people stands in the code of the example.
        return code if not _has_torch(code) or not _works(execution, judged) else example.paddle
    # Where nothing can be run, the code was judged by people.
    return example.paddle if _works(execution, judged) or example.cannot_run else None


def _works(execution: Execution, judged: Judgement) -> bool:
    return execution.on(judged.release).outcome is Outcome.EQUAL


def _has_torch(code: str) -> bool:
    return any(name.startswith("torch.") for name in uses_in(code).dotted.values())


def code_written(known: Known, state: EntryState, key: str, release: str) -> str | None:
    """What a program makes of an example by the mapping, where that has given the same result."""
    result = state.executions[key].on(release).result
    example = dict(_examples(state))[key]
    if result is None or result.applied is not Applied.EQUAL:
        return None
    snapshot = known.releases[release]
    return _bare(rewrite(example.torch, known.resolve, snapshot, variables_of(example), False).code)


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
