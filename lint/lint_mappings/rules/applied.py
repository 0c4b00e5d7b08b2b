"""What a program makes of the examples by the mapping."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache

from lint_mappings.rules.rule import rule
from lint_mappings.rules.shown import pair_shown
from lint_mappings.subjects import ExampleSubject, Finding, VariantSubject
from lint_mappings.subjects.passing import calls, only_binding, passed, says
from lint_mappings.subjects.recorded_results import again, current_results, is_applied
from mapping_model.applying.decisions import Reason, Undecided
from mapping_model.applying.examples import variables_of
from mapping_model.applying.idioms import IDIOMS
from mapping_model.applying.mapping import Surroundings, apply
from mapping_model.calls.binding import Argument, Binding
from mapping_model.calls.overloads import choose, type_of_literal
from mapping_model.calls.uses import Form, Use, Uses
from mapping_model.differences import same_default
from mapping_model.entry import Row
from mapping_model.language.evaluating import Scope, literal, reduce
from mapping_model.language.filling import Names
from mapping_model.limits.examples import departure_on
from mapping_model.limits.sharing import placed_limits
from mapping_model.outcomes import Departure
from mapping_model.processors import Processor
from mapping_model.results import Applied, Result
from mapping_model.sides import is_member
from mapping_model.types import Type

# What is passed to a parameter; None where it is left out.
Passed = ast.expr | None


@rule("PM428", VariantSubject, serves="P2 P4 P5")
def applied(variant: VariantSubject) -> Iterator[Finding]:
    """What the rows make of torch's arguments is what an example passes to Paddle.
    按参数表转写 torch 的参数，所得与示例传给 Paddle 的一致。

    The torch call of each example is rewritten by the rows, as programs do it. A parameter that
    then gets something else than the Paddle code passes, and the same in no other example, is
    paired wrongly, or lacks its `value`. Code that cannot be run has to agree each time.
    Where runs have shown of the examples, as they are, what a program makes of them, there is
    nothing to find out.

    ```diff
     torch: torch.nn.functional.gelu
     paddle: paddle.nn.functional.gelu
     category: params-differ
     text: {en: "`approximate` is a bool in Paddle.", zh: "Paddle 的 `approximate` 为布尔值。"}
     params:
       - {torch: input, paddle: x}
       - torch: approximate
         paddle: approximate
    -    value: approximate == 'none'
    +    value: approximate == 'tanh'
         desc: other
         text: {en: "A bool in Paddle.", zh: "在 Paddle 中为布尔值。"}
     examples:
       - inputs: {x: "float32[3]"}
         param: approximate
         torch: result = torch.nn.functional.gelu(x, approximate="tanh")
         paddle: result = paddle.nn.functional.gelu(x, approximate=True)
    ```
    """
    if variant.paddle.signature is None or variant.faults:
        return  # PM602, PM310
    rows = {row.paddle: index for index, row in enumerate(variant.rows) if row.paddle}
    agreed: set[str] = set()
    told: dict[str, str] = {}
    # Those that may differ come first: without a difference the others have nothing to settle.
    for example in sorted(variant.examples, key=lambda one: not _is_open(variant, one)):
        if not told and not _is_open(variant, example):
            return
        inputs = {name for name, _ in example.example.inputs}
        for name, ours, theirs in _arguments(variant, example):
            same = _same(ours, theirs, inputs)
            if same:
                agreed.add(name)
            elif same is False and name in rows and _counts(variant, rows[name], ours, theirs):
                shown = f"{_shown_by_record(ours)}, and {_shown_by_record(theirs)} in an example"
                # Nobody runs it, so that another example proves nothing.
                key = name if example.example.cannot_run is None else f"{name} "
                told.setdefault(key, f"By the rows `{name}` {shown}.")
    wrong = {key: message for key, message in told.items() if key not in agreed}
    if not wrong or any(True for example in variant.examples for _ in pair_shown.check(example)):
        return  # PM420
    for key, message in wrong.items():
        yield variant.at("params", rows[key.strip()]).finding(
            message, hint="Pair the right parameters, write `value`, or fix the example."
        )


def _counts(variant: VariantSubject, index: int, ours: Passed, theirs: Passed) -> bool:
    """Whether a row has to agree with the examples, and no other rule says that it does not."""
    row = variant.rows[index]
    if row.torch is None and row.set is None and row.value is None:
        return False  # PM421
    if (row.set is not None and theirs is None) or (row.same_default and ours is None):
        return False  # PM412, or said
    # A parameter of the same name is the right one, even if an example does without it.
    natural = row.torch == row.paddle and row.value is None and theirs is None
    return not natural and not says(variant, row.paddle or "")


@lru_cache(maxsize=64)
def _is_open(variant: VariantSubject, example: ExampleSubject) -> bool:
    """Whether rows can make something else of an example than it has, and no run has shown it.

    Of several variants a run may have shown another one.
    """
    shown = len(variant.entry.variants) == 1 and is_applied(example)
    return not shown and _may_differ(variant, example)


def _may_differ(variant: VariantSubject, example: ExampleSubject) -> bool:
    """Whether rows can make something else of an example's torch call than its Paddle code has.

    To make it costs a hundred times as much as this.
    """
    if not example.parses or only_binding(example, "paddle") is None:
        return False
    binding = only_binding(example, "torch")
    if binding is None or binding.signature != variant.torch.signature:
        return True
    ours, theirs = passed(example, "torch") or {}, passed(example, "paddle") or {}
    return len(variant.paddle.overloads) != 1 or any(
        _row_may_differ(variant, row, ours.get(row.torch or ""), theirs.get(row.paddle))
        for row in variant.rows
        if row.paddle not in (None, variant.paddle.own)
    )


def _row_may_differ(
    variant: VariantSubject, row: Row, ours: str | None, theirs: str | None
) -> bool:
    if theirs is None and row.value is None and (row.torch == row.paddle or row.set is not None):
        return False  # It would not count.
    formed = row.form or any(r.form and IDIOMS[r.form].into == row.paddle for r in variant.rows)
    if formed or row.value or row.action:
        return True
    if row.torch is None:
        return bool(row.set and theirs) and not same_default(theirs, row.set)
    if ours != theirs or row.set is not None:
        return True
    if ours is not None or row.same_default:
        return False
    torch, paddle = variant.torch.default(row.torch), variant.paddle.default(row.paddle or "")
    if torch is None or paddle is None or torch.text is None:
        return False
    return not same_default(torch.text, paddle.text)


def _arguments(
    variant: VariantSubject, example: ExampleSubject
) -> Iterator[tuple[str, Passed, Passed]]:
    """What each parameter gets by the rows, and in the example, where either passes it."""
    theirs = only_binding(example, "paddle") if example.parses else None
    uses = calls(example, "torch") if theirs is not None else []
    ours = _applied(variant, example, uses[0]) if len(uses) == 1 else None
    if ours is None or theirs is None:
        return
    for name in {**ours.arguments, **theirs.arguments}:
        if name != variant.paddle.own:
            yield name, _passed(ours.arguments.get(name)), _passed(theirs.arguments.get(name))


def _applied(variant: VariantSubject, example: ExampleSubject, use: Use) -> Binding | None:
    """The only call of the target that the rows write for a use of torch, None for others."""
    torch, target = variant.torch.api, variant.paddle.api
    if torch is None or target is None or use.form is not Form.CALL:
        return None
    variables = variables_of(example.example)

    def type_of(node: ast.expr) -> Type | None:
        return variables.get(node.id) if isinstance(node, ast.Name) else type_of_literal(node)

    around = Surroundings(torch, variant.facts.paddle.snapshot, type_of, Names(variables))
    entry = replace(variant.entry.entry, variants=(variant.variant,))
    try:
        written = apply(entry, use, around)
    except Undecided:
        return None
    found = Uses(list(written.nodes())).of(target.name, member=is_member(target, target.name))
    made = [other for other in found if other.form is Form.CALL]
    return choose(made[0], target).best if len(made) == 1 else None


def _passed(argument: Argument | None) -> Passed:
    """The value of an argument; None where it is the default anyway."""
    if argument is None:
        return None
    values = argument.values
    value = values[0] if len(values) == 1 else ast.List(list(values), ast.Load())
    if same_default(ast.unparse(value), argument.parameter.default):
        return None
    # What a call in the example does is not worked out: it may be anything.
    alone = not any(isinstance(node, ast.Call) for node in ast.walk(value))
    return reduce(value, Scope({})) if alone else value


def _same(one: Passed, other: Passed, inputs: Collection[str]) -> bool | None:
    """Whether two values are the same; None where that cannot be told."""
    if one is None or other is None:
        left = one or other
        return None if left is None or isinstance(left, ast.IfExp) else False
    if same_default(ast.unparse(one), ast.unparse(other)):
        return True
    first, second = literal(one), literal(other)
    if first is None or second is None:
        # What other names and expressions stand for is not known.
        known = ((isinstance(v, ast.Name) and v.id in inputs) or literal(v) for v in (one, other))
        return False if all(known) else None
    a, b = first[0], second[0]
    if isinstance(a, str) and isinstance(b, str):
        return None  # two ways to say it
    if isinstance(a, (list, tuple)) is not isinstance(b, (list, tuple)):
        return None  # one dimension, or a list of it
    numbers = isinstance(a, (int, float)) and isinstance(b, (int, float))
    try:
        return numbers and math.isclose(a, b)
    except OverflowError:
        return False  # an integer that is larger than any float


def _shown_by_record(value: Passed) -> str:
    return "is left out" if value is None else f"gets `{ast.unparse(value)}`"


_SAID = {
    Applied.DIFFERS: (
        *(Departure.DIFFERS, Departure.GRADIENT),
        *(Departure.BACKWARD, Departure.ACCEPTED),
    ),
    Applied.RAISES: (Departure.REFUSED, Departure.CRASHES),
}


@rule("PM810", ExampleSubject, serves="X4")
def applied_right(example: ExampleSubject) -> Iterator[Finding]:
    """The code that the mapping gives for an example is right, or a case says where it is not.
    按映射为示例转写的代码结果正确，或由某个情况说明何处不同。

    On every release on which the example itself comes out equal, the code that a program writes
    must, too, by the main target and by those that newer releases have. It may be left to a person.
    Where a case of the entry says that Paddle departs so on that release, readers know. Where
    nothing was written because another API had no entry, and it has one by now, the record says too
    little.

    ```yaml
    torch: torch.abs
    ```

    ```diff
     # mappings/results/torch/torch.abs.json
     {
     "1": {
    -"3.3.1": {"applied": "differs", "applied_detail": "result: torch 1, Paddle 2",
    -  "hash": "b4a643b53a8e 0bb4431c", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
    +"3.3.1": {"hash": "b4a643b53a8e 0bb4431c", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
     }
     }
    ```
    """
    wrong: dict[str, list[str]] = {}
    outdated: set[str] = set()
    for release, processor, result in _lines(example):
        where = release if processor is None else f"{release} {processor.said.en}"
        for applied, detail in (
            (result.applied, result.applied_detail),
            (result.newer, result.newer_detail),
        ):
            if applied in _SAID and not _is_told(example, applied, release, processor):
                wrong.setdefault(f"{applied} ({detail})", []).append(where)
            if applied is Applied.ELSEWHERE:
                outdated |= _with_entry(example, detail or "")
    if outdated:
        yield example.at("torch").finding(
            f"The record says that {', '.join(sorted(outdated))} has no entry; it has one by now.",
            hint=f"Run: {again(example)}",
        )
    for told, releases in wrong.items():
        yield example.at("torch").finding(
            f"On Paddle {', '.join(releases)} the code that the mapping gives {told}.",
            hint="See it with `lint-mappings show`; change the mapping, or add a case that "
            "departs.",
        )


def _lines(example: ExampleSubject) -> Iterator[tuple[str, Processor | None, Result]]:
    """What is recorded of each release, and of the kinds of processors that fare otherwise."""
    for release, result in current_results(example).items():
        yield release, None, result
        for line in result.elsewhere:
            yield release, line.stamp.processors[0], line


def _with_entry(example: ExampleSubject, detail: str) -> set[str]:
    """The APIs that a record says have no entry, and that have one."""
    names = re.findall(rf"([\w.]+): {Reason.NO_ENTRY.value}\b", detail)
    return {f"`{name}`" for name in names if name in example.facts.corpus.entries}


def _is_told(
    example: ExampleSubject, applied: Applied, release: str, processor: Processor | None
) -> bool:
    """Whether a limit of the entry says that Paddle departs so on a release."""
    assert example.variant is not None
    limits = placed_limits(example.variant.entry.entry, example.facts.corpus.limits)
    return any(departure_on(one.limit, release, processor) in _SAID[applied] for one in limits)
