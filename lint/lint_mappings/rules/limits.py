"""What a program applies and where it stops holding: expressions, code, limits."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from lint_mappings.rules.rule import rule
from lint_mappings.subjects import CorpusSubject, EntrySubject, Finding, VariantSubject
from lint_mappings.subjects.recorded_probes import current_probes
from mapping_model.entry import Case, Limit
from mapping_model.language.parsing import CALLED_WITH, TRAINING
from mapping_model.language.pieces import Faults, Kind, Piece, fault, pieces_of
from mapping_model.limits.examples import (
    departure_of,
    departure_on,
    is_told_elsewhere,
)
from mapping_model.limits.sharing import placed_limits
from mapping_model.outcomes import Departure
from mapping_model.problems import did_you_mean
from mapping_model.processors import Feature
from mapping_model.records import BrokenRecord, Record
from mapping_model.results import example_hash
from mapping_model.since import covers
from mapping_model.snapshots import PADDLE
from mapping_model.syntax import nodes_of, sentence

_BROADCAST = "paddle.broadcast_tensors"
# What makes a tensor that has no gradient.
_WITHOUT = ("detach", "empty", "zeros", "ones")


@rule("PM310", VariantSubject)
def expression(variant: VariantSubject) -> Iterator[Finding]:
    """Expressions and code of a mapping are of its language and name what there is.
    映射中的表达式和代码符合其语言，且所用名称都存在。

    `value`, `when` and the code of cases are read by programs that apply the mapping. They name
    parameters of the torch API, `self` where it is a method, and functions of Paddle.

    They do not broadcast with `paddle.broadcast_tensors` what may need a gradient: its backward
    pass ends the process where one of the tensors needs none, or where one of the results is not
    used (see the gotcha `frozen-operands`). Detached tensors are safe: they give the shape, and
    each tensor is expanded by itself.

    ```diff
     torch: torch.abs
     cases:
    -  - code: paddle.abs(inptu, **rest)
    +  - code: paddle.abs(input, **rest)
    ```
    """
    codes = variant.document.data.get("code", {})
    for piece, message, hint in variant.faults:
        if piece.kind is Kind.CODE and piece.text.isidentifier():
            message = f"There is no code called `{piece.text}`.{did_you_mean(piece.text, codes)}"
            hint = "Write it under `code` of the entry, or write the code itself here."
        yield variant.finding(message, *piece.steps, hint=hint)
    for piece in pieces_of(variant.variant):
        if piece.kind is not Kind.CONDITION and _BROADCAST in piece.text and _ends(piece.text):
            yield variant.at(*piece.steps).finding(
                f"`{_BROADCAST}` ends the process in the backward pass where one of the tensors "
                "needs no gradient.",
                hint="Broadcast detached tensors for the shape, and expand each by itself.",
            )


def _ends(code: str) -> bool:
    """Whether it broadcasts tensors any of which may need a gradient."""
    try:
        nodes = nodes_of(code.strip())
    except SyntaxError:
        return False  # which is one of the faults
    return any(_may_need_gradients(node) for node in nodes if isinstance(node, ast.Call))


def _may_need_gradients(call: ast.Call) -> bool:
    """Whether any one of the tensors may: the others make nothing of it safe."""
    if ast.unparse(call.func) != _BROADCAST:
        return False
    return not all(map(_needs_none, (*call.args, *(k.value for k in call.keywords))))


def _needs_none(argument: ast.expr) -> bool:
    if isinstance(argument, (ast.List, ast.Tuple)):
        return all(map(_needs_none, argument.elts))
    nodes = ast.walk(argument)
    return any(isinstance(node, ast.Attribute) and node.attr in _WITHOUT for node in nodes)


@rule("PM311", EntrySubject)
def limit(entry: EntrySubject) -> Iterator[Finding]:
    """A case that departs asks for what a call has, on releases that there are, and can be run.
    有差异的情况，其条件只用到调用中有的内容，所述版本存在，且其示例可以运行。

    Its condition is over the values of PyTorch's parameters, `self` of a method, and what a layer
    is called with (`input`, `target`); the reference lists the words. The mapping must write code
    for the example.

    ```diff
     torch: torch.abs
     cases:
    -  - when: inptu.dtype == bool
    +  - when: input.dtype == int8
         departs: raises
         place: cpu
         example:
           inputs: {x: {tensor: [1, 2], dtype: int8}}
           torch: result = torch.abs(x)
    ```
    """
    shared = entry.facts.corpus.limits
    for variant in entry.variants:
        for name, place in variant.variant.shared_places.items():
            if name not in shared:
                near = did_you_mean(name, shared)
                hint = "Name one of mappings/cases.yaml."
                message = f"There are no shared cases `{name}`.{near}"
                yield variant.finding(message, "cases", place, hint=hint)
    for number, placed in enumerate(entry.limits.placed, 1):
        variant = entry.variants[placed.variant]
        own = placed.place not in variant.variant.shared_places.values()
        faults = Faults(
            variant.variant,
            variant.torch,
            entry.is_member,
            entry.facts.paddle.knows,
            entry.facts.paddle.guess,
        )
        known = faults.known | ({*CALLED_WITH, TRAINING} if variant.torch.is_class else set())
        for key, message, hint in _faults(entry, number, faults, known, own):
            inside = [key] if own else []
            yield variant.finding(message, "cases", placed.place, *inside, hint=hint)


def _faults(
    entry: EntrySubject, number: int, faults: Faults, known: set[str], own: bool
) -> Iterator[tuple[str, str, str]]:
    """The key that is wrong, why, and how to fix it.

    Of a shared limit, which is not the entry's `own`, PM312 tells what is wrong for all.
    """
    limit = entry.limits.placed[number - 1].limit
    asks = limit.processor is not None
    if not own and fault(limit.when, None, asks):
        return
    if found := fault(limit.when, known, asks):
        yield "when", *found
    if not own and limit.instead is not None:
        message, hint = faults.of(Piece(Kind.CODE, limit.instead, (), limit.when))
        if message:
            yield "code", message, hint
    if not any(covers(limit.since, limit.until, release) for release in PADDLE):
        yield "paddle", "No supported Paddle release is one of these.", "Fix the releases."
    if limit.since is not None and covers(limit.since, None, PADDLE[0]):
        yield "paddle", f"{PADDLE[0]} is the oldest supported release.", "Leave the first out."
    if limit.until is not None and covers(None, limit.until, PADDLE[-1]):
        yield "paddle", f"{PADDLE[-1]} is the newest supported release.", "Leave the last out."
    if (limit.then is Departure.ACCEPTED) is not (limit.example.compare.raises is not None):
        message = "`departs: accepts` and `compare: {raises: ...}` belong together."
        hint = "State torch's error there; for Paddle one that it raises elsewhere: `ValueError`."
        yield "example", message, hint
    record = entry.limit_record
    if isinstance(record, dict) and entry.limits.is_shown(number, record, PADDLE[-1]):
        return  # so there was code to run
    try:
        newest = entry.facts.releases[PADDLE[-1]]
        undone = entry.limits.written(limit, newest).undone
    except SyntaxError as error:
        yield "example", sentence(error), "Fix the code."
        return
    for one in undone[:1]:
        why = f"The mapping writes no code for `{one.api}` here: {one.decision.said().en}"
        yield "example", why, "Write `paddle`, or another example."


@rule("PM315", VariantSubject)
def reached(variant: VariantSubject) -> Iterator[Finding]:
    """Each case holds for some call, and all of it is used.
    每个情况都对某些调用成立，其中各项都会用到。

    Of the cases with code or advice, the first that holds is written: behind one without `when`, or
    with the same one, none is reached on its releases. Cases that depart all count, so none stands
    twice. `text` beside code would be read by nobody; what a reader must know belongs into `text`
    of the entry, or into `notes`. What follows for a form may be reached by the other API alone.

    ```diff
     torch: torch.abs
     cases:
       - when: input.dtype == int8
         departs: raises
         place: cpu
         example:
           inputs: {x: {tensor: [1, 2], dtype: int8}}
           torch: result = torch.abs(x)
    -  - when: input.dtype == int8
    -    departs: raises
    -    place: cpu
    -    example:
    -      inputs: {x: {tensor: [3], dtype: int8}}
    -      torch: result = torch.abs(x)
    ```
    """
    if variant.entry.entry.form_of is not None:
        return
    cases = variant.variant.write
    for index, case in enumerate(cases):
        if case.code is not None and case.advice is not None:
            hint = "Move it to `notes`; alone it says what a person must decide."
            message = "Nobody reads `text` beside `code`."
            yield variant.finding(message, "cases", case.place, "text", hint=hint)
        if case.code is not None and case.paddle is not None:
            hint = "Leave it out: the entry's own target is called as the rows say."
            yield variant.finding(
                "Nobody reads `call` beside `code` here.", "cases", case.place, hint=hint
            )
        before = cases[:index]
        same = [one for one in before if one.when in (None, case.when)]
        on = _releases(case)
        if same and on <= set().union(*map(_releases, same)):
            first = same[0].when
            told = f"asks the same: `{first}`" if first else "has no `when`: all calls are its own"
            yield variant.finding(
                f"This case is never reached: one before it {told}.",
                *("cases", case.place),
                hint="Place it before that one, remove it, or say for which calls each is.",
            )
    limits = [one for one in variant.variant.limits if isinstance(one, Limit)]
    for index, limit in enumerate(limits):
        twins = [one for one in limits[:index] if _said(one) == _said(limit)]
        if twins and _releases(limit) <= set().union(*map(_releases, twins)):
            message = f"Another case says that `{limit.when}` departs so."
            yield variant.finding(message, "cases", limit.place, hint="Remove one of them.")


def _said(limit: Limit) -> tuple[object, ...]:
    return limit.when, limit.then, limit.cpu, limit.processor


def _releases(case: Case | Limit) -> set[str]:
    return {release for release in PADDLE if covers(case.since, case.until, release)}


@rule("PM312", CorpusSubject)
def shared_limits(subject: CorpusSubject) -> Iterator[Finding]:
    """Shared cases are of the language of conditions, and an entry names them.
    共享的情况符合条件的语言，且被条目引用。

    ```diff
     # mappings/cases.yaml
     bytes:
    -  - when: input.dtyp == uint8
    +  - when: input.dtype == uint8
         departs: raises
         place: cpu
         example:
           inputs: {x: {tensor: [1, 2], dtype: uint8}}
           torch: result = API(x)
    ```

    ```yaml
    torch: torch.abs
    cases: [bytes]
    ```
    """
    corpus = subject.corpus
    if corpus.limits_file is None or not subject.is_wanted(corpus.limits_file):
        return
    named = {limit for entry in corpus.entry_files for limit in _named(entry[0].data)}
    for name, limits in corpus.limits.items():
        if name not in named:
            hint = "Remove them, or name them in the `cases` of an entry."
            yield Finding(corpus.limits_file, f"No entry names `{name}`.", hint, (name,), True)
        for index, limit in enumerate(limits):
            if found := fault(limit.when, None, limit.processor is not None):
                yield Finding(corpus.limits_file, *found, (name, index, "when"))


def _named(data: dict[str, Any]) -> Iterator[str]:
    """The shared cases that an entry names, by its data: to build all entries would take long."""
    for variant in data.get("variants") or [data]:
        yield from (case for case in variant.get("cases") or () if isinstance(case, str))


@rule("PM807", EntrySubject, serves="X4")
def limit_shown(entry: EntrySubject) -> Iterator[Finding]:
    """What runs have shown of a case that departs is what it says.
    有差异的情况所述与各版本的运行结果一致。

    Looked at only where `mappings/results` holds results at all: the example of such a case has one
    for the newest release, of the case and the mapping as they are, and Paddle departed from torch
    on the releases of the case, in the way that it says, and on no others. The example of one whose
    `place` are processors has been run on such processors, and departed on them alone.

    ```diff
     torch: torch.abs
     cases:
       - when: input.dtype == int8
    -    departs: differs
    +    departs: raises
         place: cpu
         example:
           inputs: {x: {tensor: [1, 2], dtype: int8}}
           torch: result = torch.abs(x)
    ```

    ```json
    # mappings/results/torch/torch.abs.json
    {"1": {"3.3.1": {"hash": "b4a643b53a8e 0bb4431c", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}}}
    ```

    ```json
    # mappings/results/limits/torch/torch.abs.json
    {"1.1": {"3.3.1": {"outcome": "raises", "detail": "Paddle raises RuntimeError: (NotFound)",
      "hash": "299d814406ab", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}}}
    ```
    """
    if not entry.facts.has_records or not any(v.limits for v in entry.entry.variants):
        return
    hint = f"Run: verify-mappings run {entry.entry.torch} --write"
    record, places = entry.limit_record, entry.limits.placed
    if isinstance(record, BrokenRecord):
        yield entry.finding(f"{record.path.name}:{record.line}: {record.reason}.", hint=hint)
        return
    for number, placed in enumerate(places, 1):
        variant = entry.variants[placed.variant]
        if stale := _stale(entry, number, record):
            yield variant.finding(stale, "cases", placed.place, hint=hint, again=True)
        elif told := next(_otherwise(entry, number, record), None):
            yield variant.finding(told, "cases", placed.place, hint=hint)
        elif kind := _lacking(number, placed.limit, record):
            told = f"The example of this case has no result {kind.said.en}."
            more = hint + (" --older-processor" if kind is Feature.NO_AVX512 else "")
            yield variant.finding(told, "cases", placed.place, hint=more)


def _stale(entry: EntrySubject, number: int, record: Record) -> str | None:
    """What is wrong with the results of a limit on the newest release, before they are read."""
    newest = PADDLE[-1]
    if entry.limits.is_shown(number, record, newest):
        return None
    try:
        for one in entry.limits.showings_of(number, {newest: entry.facts.releases[newest]}):
            result = record.get(one.key, {}).get(newest)
            if result is None:
                return f"The example of this case has no result on Paddle {newest}."
            if not result.is_of(example_hash(one.example)):
                return "The case or the mapping has changed since its result was recorded."
    except SyntaxError:
        pass  # That is PM311.
    return None


def _otherwise(entry: EntrySubject, number: int, record: Record) -> Iterator[str]:
    """Where runs have shown something else than a limit says.

    On older releases a result that is of another limit, or of another mapping, says nothing: there
    the examples are run again by CI.
    """
    places = entry.limits.placed
    limit = places[number - 1].limit
    lines = [
        line for one in record.get(f"{number}.1", {}).values() for line in (one, *one.elsewhere)
    ]
    seen_once = {departure_of(limit.example, line) for line in lines}
    silent = {Departure.GRADIENT} & seen_once
    for suffix, what in ((1, "the example"), (2, "the code of the case")):
        for release, result in record.get(f"{number}.{suffix}", {}).items():
            if is_told_elsewhere(limit, places, release):
                continue
            if release != PADDLE[-1] and not entry.limits.is_of(number, result):
                continue
            for line in (result, *result.elsewhere):
                leading = result.stamp.processors[0]
                for processor in line.stamp.processors:
                    departs = departure_on(limit, release, processor) if suffix == 1 else None
                    seen = departure_of(limit.example, line)
                    if seen is Departure.BACKWARD and departs in silent:
                        continue  # on others no error is raised
                    if seen is not departs or not line.as_expected:
                        told = f" ({line.detail})" if line.detail else ""
                        where = "" if processor is leading else f" {processor.said.en}"
                        told = f"is {_told_of_limit(seen)}, not {_told_of_limit(departs)}{told}."
                        yield f"On Paddle {release}{where} {what} {told}"


def _lacking(number: int, limit: Limit, record: Record) -> Feature | None:
    """The kind of processors that a limit is about and that has no result; None where it has."""
    result = record.get(f"{number}.1", {}).get(PADDLE[-1])
    if limit.processor is None or result is None:
        return None
    run = [kind for one in (result, *result.elsewhere) for kind in one.stamp.processors]
    return None if any(map(limit.processor.is_of, run)) else limit.processor


def _told_of_limit(departure: Departure | None) -> str:
    return "`equal`" if departure is None else f"`{departure.word}`"


@rule("PM809", EntrySubject, serves="X4")
def limit_covers(entry: EntrySubject) -> Iterator[Finding]:
    """At least nine of ten inputs that a case covers depart as it says.
    情况所涵盖的输入，至少九成的差异与其所述一致。

    Of the inputs that probes have tried and that a case covers, at least nine of ten depart as it
    says. What is covered and comes out equal makes readers write more than they need. Inputs that
    the case cannot speak of do not count, see [how inputs are tried](maintainers.md).

    ```diff
     torch: torch.abs
     cases:
    -  - when: floating(input)
    +  - when: some(isnan(input))
         departs: gradient
         example:
           inputs: {x: {tensor: [.nan, 0.5]}}
           torch: result = torch.abs(x)
    ```

    ```diff
     # mappings/probes/torch/torch.abs.json
     {
     "3.3.1": {"inputs": 9, "equal": 8, "run": "2.13.0 3.11.7 1", "limited": 1,
    -  "digest": "4b938331074d", "limits": [[1, 9, 1]]}
    +  "digest": "965f500f6514", "limits": [[1, 1, 1]]}
     }
    ```
    """
    found: dict[int, list[str]] = {}
    for release, probed in current_probes(entry).items():
        for number, covered, shown in probed.loose_limits:
            found.setdefault(number, []).append(f"{shown} of {covered} on Paddle {release}")
    placed = list(placed_limits(entry.entry, entry.facts.corpus.limits)) if found else []
    for number, told in found.items():
        limit = placed[number - 1]
        yield entry.variants[limit.variant].finding(
            f"Too few of the inputs where `{limit.limit.when}` come out as "
            f"`{limit.limit.then.word}`: {', '.join(told)}.",
            *("cases", limit.place),
            hint="Make the condition narrower.",
        )
