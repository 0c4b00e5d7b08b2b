"""What is said of an example, and of the checks of a gotcha: what it shows, how running it went."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import astuple, dataclass
from itertools import groupby
from typing import Any

from markupsafe import Markup, escape

from mapping_model import remarks
from mapping_model.entry import Compare, Example
from mapping_model.inputs import (
    LiteralTensor,
    ModuleInput,
    ParameterInput,
    ScalarInput,
    ValueInput,
    parse_input,
)
from mapping_model.limits.examples import departure_of
from mapping_model.limits.sentences import THEN
from mapping_model.outcomes import Outcome
from mapping_model.results import Result
from mapping_model.standings import Execution, Trial
from mapping_model.usages import RETURNS
from published.answers import Answer
from published.examples import PublishedExample, PublishedGotcha
from render_mappings.views.markup import inline
from render_mappings.views.speech import Speech

# What readers tell apart of one example: whether it was run, and whether that confirmed it.
RUN_KEYS = ("as-expected", "failed", "missing", "not-executable", "pending")
_OUTCOMES = {
    Outcome.EQUAL: "run_equal",
    Outcome.DIFFERS: "run_differs",
    Outcome.RAISES: "run_raises",
}
# So many characters of code fit in half the width of a page, and of a detail in a line or two.
_COLUMN = 47
_ANSWER_COLUMN = 43
_DETAIL = 300


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


def heading_text(speech: Speech, one: PublishedExample) -> str:
    """What the example shows: the parameter and what it does (X2); names in backticks."""
    param, about = one.example.param, speech.headed(one.about) if one.about else None
    if param is None:
        return about or speech.words["whole"]
    name = remarks.RETURN_VALUE.get(speech.language) if param == RETURNS else f"`{param}`"
    return f"{name}{speech.words['colon']}{about}" if about else name


def check_heading(speech: Speech, check: PublishedExample) -> Markup:
    """What a check of a gotcha shows."""
    if check.about is None:
        return speech.fill("check", int(check.key))
    return inline(speech.headed(check.about))


def is_long(example: Example) -> bool:
    """Whether a line is too long for two columns."""
    return _too_long((example.torch, example.paddle), _COLUMN)


def is_wide(answer: Answer) -> bool:
    """The same of an answer, whose letters are larger."""
    codes = (answer.torch, *(one.code or "" for one in answer.written))
    return _too_long(codes, _ANSWER_COLUMN)


def _too_long(codes: Iterable[str], most: int) -> bool:
    return any(len(line) > most for code in codes for line in code.split("\n"))


def written_inputs(example: Example) -> list[tuple[str, str]]:
    """The inputs of an example, each with its value as a reader understands it."""
    return [(name, written_input(spec)) for name, spec in example.inputs]


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


def run_key(outcome: Outcome) -> str:
    """Which of `RUN_KEYS` an outcome is."""
    if outcome is Outcome.EQUAL:
        return "as-expected"
    failed = outcome in (Outcome.DIFFERS, Outcome.RAISES)
    return "failed" if failed else outcome.value


def state_view(speech: Speech, one: PublishedExample) -> StateView:
    """How running an example went."""
    words, example, execution = speech.words, one.example, one.execution
    outcome, key = execution.latest, run_key(execution.latest)
    label = words[f"run_{key}"]
    facts: list[Markup] = []
    if execution.run_on and execution.newest and outcome is not Outcome.NOT_EXECUTABLE:
        on = execution.run_on
        if outcome is Outcome.EQUAL:
            label = words[_OUTCOMES[execution.newest.outcome]]
            if execution.newest.gradient == "equal":
                facts.append(escape(words["gradients_too"]))
        facts.append(escape(words["run_on"].format(on.date, on.torch)))
        if key == "failed" and execution.newest.detail:
            facts.append(Markup("<code>{}</code>").format(execution.newest.detail[:_DETAIL]))
    if example.call:
        names = speech.listed(inline(f"`{name}`") for name in example.call)
        facts.append(speech.fill("called_with", names))
    if example.processes > 1:
        facts.append(escape(words["processes"].format(example.processes)))
    facts += reasons(speech, example)
    facts += _comparison(speech, example.compare)
    if execution.newest:
        facts += _elsewhere(speech, example, execution.newest)
    alike = groupby(execution.trials, key=lambda trial: run_key(trial.outcome))
    releases = tuple((run, tuple(t.release for t in trials)) for run, trials in alike)
    return StateView(key, label, tuple(facts), releases, tuple(_failures(speech, execution)))


def reasons(speech: Speech, example: Example) -> list[Markup]:
    """Why an example cannot be run; nothing for one that can."""
    if example.cannot_run is None:
        return []
    found = [escape(speech.words[f"reason_{example.cannot_run.reason}"])]
    return found + ([speech.shown(example.cannot_run.note)] if example.cannot_run.note else [])


def _comparison(speech: Speech, compare: Compare) -> Iterator[Markup]:
    """What is said about a comparison that is not the usual one."""
    words = speech.words
    if compare.random:
        yield escape(words["compare_random"])
    if compare.property:
        yield inline(words["compare_property"].format(compare.property))
    if compare.raises:
        yield inline(words["compare_raises"].format(*astuple(compare.raises)))
    limits = [f"{n}={v:g}" for n, v in (("rtol", compare.rtol), ("atol", compare.atol)) if v]
    for said, why in (
        (words["compare_tolerance"].format(", ".join(limits)), compare.why if limits else None),
        (words["compare_gradient"], compare.gradient_skip),
        (words["compare_dtype"], compare.dtype_ignore),
    ):
        if why:
            yield Markup("{}{}").format(said, speech.shown(why))


def _elsewhere(speech: Speech, example: Example, result: Result) -> Iterator[Markup]:
    """How a result is another on some kinds of processors, a line each."""
    words, language = speech.words, speech.language
    for line in result.elsewhere:
        where = line.stamp.processors[0].said.get(language)
        told = []
        if (line.outcome, line.gradient) != (result.outcome, result.gradient):
            departs = departure_of(example, line)
            told.append(THEN[departs].get(language) if departs else words["elsewhere_equal"])
        if line.drop_in is not result.drop_in and line.drop_in:
            told.append(words[f"elsewhere_unchanged_{line.drop_in.value}"])
        said = words["comma"].join(told) or words["elsewhere_detail"]
        markup = inline(f"{where}{words['colon']}{said}")
        detail = line.detail and line.detail[:_DETAIL]
        yield Markup("{} (<code>{}</code>)").format(markup, detail) if detail else markup


def _failures(speech: Speech, execution: Execution) -> Iterator[tuple[str, str]]:
    """Releases before the newest on which an example went wrong, and how, newest first."""

    def detail(trial: Trial) -> str:
        """What the record says, else the outcome: equality has no detail."""
        if trial.result is None:
            return ""
        return trial.result.detail or speech.words[f"outcome_{trial.result.outcome.value}"]

    wrong = [trial for trial in execution.trials[1:] if trial.outcome.failed]
    for said, trials in groupby(wrong, key=detail):
        yield speech.releases([trial.release for trial in trials]), said


def where_it_holds(
    speech: Speech, gotcha: PublishedGotcha, checks: Collection[PublishedExample]
) -> str:
    """On which releases all of some checks are as described: the trap is there, the fix works.

    Empty where none was run anywhere.
    """
    told = gotcha.told(checks)
    said = [
        speech.words[key].format(speech.releases(releases))
        for key, wanted in (("holds_on", True), ("holds_not", False))
        if (releases := [release for release, holds in told.items() if holds is wanted])
    ]
    return speech.words["clauses"].join(said)


def exceptions(speech: Speech, gotcha: PublishedGotcha) -> str:
    """On which releases all checks that show the trap do, where that is not on every one.

    Of one without such checks, those on which the way round it fails.
    """
    traps = gotcha.traps
    if not traps:
        fails = [release for release, holds in gotcha.told(gotcha.checks).items() if not holds]
        return speech.words["only_on"].format(speech.releases(fails)) if fails else ""
    told = gotcha.told(traps)
    everywhere = all(told.get(release) for release in gotcha.releases)
    return "" if everywhere else where_it_holds(speech, gotcha, traps)
