"""What is shown of one example: both codes, what it shows, and how running it went."""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from itertools import groupby
from typing import Any

from markupsafe import Markup, escape

from mapping_model import remarks
from mapping_model.entry import Compare, Example, Gotcha, Row, Variant
from mapping_model.inputs import (
    LiteralTensor,
    ModuleInput,
    ParameterInput,
    ScalarInput,
    ValueInput,
    parse_input,
)
from mapping_model.outcomes import Outcome
from mapping_model.standings import Execution
from render_mappings.data.answers import others_of
from render_mappings.views.answer_view import CodeView, code_view
from render_mappings.views.failures import older_failures, run_key, where_it_holds
from render_mappings.views.markup import inline, without_stop
from render_mappings.views.page_context import Context, filled
from render_mappings.views.processor_view import elsewhere
from render_mappings.views.release_view import anchor

# So many characters of code fit in half the width of a page.
_COLUMN = 47


@dataclass(frozen=True, slots=True)
class StateView:
    """How running an example went: `run` for its colour, a label, and the facts behind it.

    `releases` holds neighbouring releases that fared alike, newest first, and how they did;
    `failures` says of older releases what went wrong there.
    """

    run: str
    label: str
    facts: tuple[Markup, ...]
    releases: tuple[tuple[str, tuple[str, ...]], ...]
    failures: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ExampleView:
    """One example; `param` is the row that it shows, None for the API as a whole.

    `others` is code for some releases, simpler than `paddle`, or right where that is not. `holds`
    says of a gotcha's check on which releases it is as described.
    """

    anchor: str
    param: str | None
    heading: Markup
    inputs: tuple[tuple[str, str], ...]
    torch: str
    paddle: str
    state: StateView
    others: tuple[CodeView, ...] = ()
    holds: str = ""

    @property
    def long(self) -> bool:
        """Whether a line is too long for two columns."""
        return any(len(line) > _COLUMN for line in f"{self.torch}\n{self.paddle}".split("\n"))


def example_views(
    context: Context, name: str, variant: Variant, number: int | None
) -> tuple[ExampleView, ...]:
    """The views of a variant's examples; `number` is the variant's, None if it is the only one."""
    executions = context.reference.states[name].executions
    views = []
    for index, example in enumerate(variant.examples, 1):
        key = f"{number}.{index}" if number else f"{index}"
        heading = inline(heading_text(context, variant, example))
        view = _view(context, example, key, heading, executions[key])
        found = others_of(context.reference, name).get(key, ())
        views.append(replace(view, others=tuple(code_view(context, one) for one in found)))
    return tuple(views)


def check_views(context: Context, gotcha: Gotcha) -> tuple[ExampleView, ...]:
    """The views of a gotcha's checks."""
    executions = context.reference.gotcha_executions[gotcha.id]
    views = []
    for key, check in gotcha.examples():
        heading = _check_heading(context, check, key)
        view = _view(context, check, key, heading, executions[key])
        views.append(replace(view, holds=where_it_holds(context, [executions[key]])))
    return tuple(views)


def _view(
    context: Context, example: Example, key: str, heading: Markup, execution: Execution
) -> ExampleView:
    return ExampleView(
        anchor=anchor(key),
        param=example.param,
        heading=heading,
        inputs=tuple((name, written_input(spec)) for name, spec in example.inputs),
        torch=example.torch,
        paddle=example.paddle,
        state=_state(context, example, execution),
    )


def heading_text(context: Context, variant: Variant, example: Example) -> str:
    """What the example shows: the parameter and what it does (X2); names in backticks."""
    title = without_stop(example.title.get(context.language)) if example.title else None
    if example.param is None:
        return title or context.words["whole"]
    if example.param == "returns":
        name = remarks.RETURN_VALUE.get(context.language)
        described = variant.returns.note if variant.returns else None
    else:
        name = f"`{example.param}`"
        described = _described(context, variant, example.param)
    if title is None and described is not None:
        title = without_stop(described.get(context.language))
    return f"{name}{context.words['colon']}{title}" if title else name


def _described(context: Context, variant: Variant, param: str) -> Any:
    row = next((r for r in variant.params if param in (r.torch, r.paddle)), None)
    return describe(row, context) if row else None


def describe(row: Row, context: Context) -> Any:
    """What a parameter means: the row's own text or the glossary's; None where neither has one."""
    return row.desc or context.reference.glossary.get(row.term or row.torch or row.paddle or "")


def _check_heading(context: Context, check: Example, key: str) -> Markup:
    if check.title:
        return inline(without_stop(check.title.get(context.language)))
    return filled(context.words["check"], int(key))


def written_input(spec: Any) -> str:
    """An input as a reader understands it: as Python writes it, tensors with random values as in
    the file.
    """
    match parse_input(spec):
        case ScalarInput(value) | ValueInput(value):
            return repr(value)
        case LiteralTensor(values, dtype):
            shown = repr(values).replace("'", "")  # complex numbers are strings in YAML
            given = isinstance(spec, dict) and "dtype" in spec
            return f"tensor({shown}, dtype={dtype})" if given else f"tensor({shown})"
        case ParameterInput():
            return f"Parameter({written_input(spec['parameter'])})"
        case ModuleInput(torch, paddle):
            return torch if torch == paddle else f"{torch} / {paddle}"
    return str(spec)


def _state(context: Context, example: Example, execution: Execution) -> StateView:
    words = context.words
    outcome, key = execution.latest, run_key(execution.latest)
    label = words[f"run_{key}"]
    facts: list[Markup] = []
    if execution.run_on and execution.newest and outcome is not Outcome.NOT_EXECUTABLE:
        on = execution.run_on
        if outcome is Outcome.EQUAL:
            label = words[_OUTCOMES[execution.newest.outcome]]
            if execution.newest.gradient == "equal":
                facts.append(Markup(escape(words["gradients_too"])))
        facts.append(Markup(escape(words["run_on"].format(on.date, on.torch))))
        if key == "failed" and execution.newest.detail:
            facts.append(Markup("<code>{}</code>").format(execution.newest.detail[:300]))
    if example.call:
        names = Markup(words["comma"]).join(inline(f"`{name}`") for name in example.call)
        facts.append(filled(words["called_with"], names))
    facts += reasons(context, example)
    facts += _comparison(context, example.compare)
    if execution.newest:
        facts += elsewhere(context, example, execution.newest)
    alike = groupby(execution.trials, key=lambda trial: run_key(trial.outcome))
    releases = tuple((run, tuple(t.release for t in trials)) for run, trials in alike)
    return StateView(key, label, tuple(facts), releases, older_failures(context, execution))


_OUTCOMES = {
    Outcome.EQUAL: "run_equal",
    Outcome.DIFFERS: "run_differs",
    Outcome.RAISES: "run_raises",
}


def reasons(context: Context, example: Example) -> list[Markup]:
    """Why an example cannot be run; nothing for one that can."""
    if example.cannot_run is None:
        return []
    found = [Markup(escape(context.words[f"reason_{example.cannot_run.reason}"]))]
    if example.cannot_run.note:
        found.append(inline(example.cannot_run.note.get(context.language)))
    return found


def _comparison(context: Context, compare: Compare) -> list[Markup]:
    """What is said about a comparison that is not the usual one."""
    words = context.words
    said = []
    if compare.random:
        said.append(Markup(escape(words["compare_random"])))
    if compare.property:
        said.append(inline(words["compare_property"].format(compare.property)))
    if compare.raises:
        said.append(inline(words["compare_raises"].format(*astuple(compare.raises))))
    limits = [f"{n}={v:g}" for n, v in (("rtol", compare.rtol), ("atol", compare.atol)) if v]
    said_why = [
        (words["compare_tolerance"].format(", ".join(limits)), compare.why if limits else None),
        (words["compare_gradient"], compare.gradient_skip),
        (words["compare_dtype"], compare.dtype_ignore),
    ]
    said += [
        Markup("{}{}").format(key, inline(why.get(context.language)))
        for key, why in said_why
        if why
    ]
    return said
