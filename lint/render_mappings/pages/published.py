"""An entry as programs read it: what a contributor leaves to be derived is written out."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from mapping_model.entry import Example
from mapping_model.outcomes import Outcome
from mapping_model.probes import Probed
from mapping_model.results import Result
from mapping_model.standings import EntryState, Standing, Trial
from mapping_model.usages import MEASURED_ON, Usage
from render_mappings.pages.published_variants import text_data, variant_data
from render_mappings.views.page_context import Context


def entry_summary(context: Context, name: str) -> dict[str, Any]:
    """What lists say of an entry."""
    state = context.reference.states[name]
    return {
        "torch": name,
        "category": state.category.value if state.category else None,
        "status": state.status.value,
        "targets": context.targets_of(name),
        "url": context.url_of(name),
        "releases": [_standing(context, name, one) for one in state.releases],
    }


def entry_data(context: Context, name: str) -> dict[str, Any]:
    """All of an entry; of an alias just what it is another name of, with empty lists."""
    entry = context.reference.entries[name]
    state = context.reference.states[name]
    usages = () if entry.alias_of else context.reference.usages(name)
    probes = {} if entry.alias_of else context.reference.probes_of(name)
    return {
        **entry_summary(context, name),
        "alias_of": entry.alias_of,
        "form_of": entry.form_of,
        "gotchas": list(entry.gotchas),
        "variants": [
            {
                **variant_data(context, name, number, variant),
                "examples": list(_examples(state, number)),
            }
            for number, variant in enumerate(entry.variants, 1)
        ],
        "usages": [_usage(usage) for usage in usages],
        "probes": [_probed(*one) for one in probes.items()],
    }


def _standing(context: Context, name: str, standing: Standing) -> dict[str, str]:
    return {
        "paddle": standing.release,
        "outcome": standing.outcome.value,
        "drop_in": context.reference.unchanged(name, standing.release).word,
    }


def _examples(state: EntryState, number: int) -> Iterator[dict[str, Any]]:
    """The examples of a variant, each with what running it has shown, newest release first."""
    at = f"{number}." if len(state.variants) > 1 else ""
    for place, example in enumerate(state.variants[number - 1].examples, 1):
        key = f"{at}{place}"
        trials = state.executions[key].trials
        yield {**_example(key, example), "outcomes": [_outcome(trial) for trial in trials]}


def _example(key: str, example: Example) -> dict[str, Any]:
    return {
        "key": key,
        "param": example.param,
        "inputs": {name: _finite(spec) for name, spec in example.inputs},
        "torch": example.torch,
        "paddle": example.paddle,
        "cannot_run": example.cannot_run.reason if example.cannot_run else None,
    }


def _outcome(trial: Trial) -> dict[str, Any]:
    """How the example, its unchanged code and the code of the mapping fared on a release.

    Where kinds of processors come out otherwise, `elsewhere` says how.
    """
    others = [
        {"processors": list(one.stamp.processors), **_fared(one.outcome, one)}
        for one in (trial.result.elsewhere if trial.result else ())
    ]
    told = {"paddle": trial.release, **_fared(trial.outcome, trial.result)}
    return told | ({"elsewhere": others} if others else {})


def _fared(outcome: Outcome, result: Result | None) -> dict[str, str | None]:
    return {
        "outcome": outcome.value,
        "drop_in": result.drop_in.word if result and result.drop_in else None,
        "compat": result.compat.word if result and result.compat else None,
        "applied": result.applied.value if result and result.applied else None,
        "newer": result.newer.value if result and result.newer else None,
        "date": result.stamp.date if result else None,
    }


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "variant": usage.variant,
        "param": usage.param,
        "examples": list(usage.examples),
        "releases": [
            {
                "paddle": one.release,
                "verdict": one.verdict.value,
                "unchanged": one.unchanged.word,
                "severity": one.severity.value,
                "written": one.way.value if one.way else None,
                "reason": text_data(one.reason) if one.reason else None,
                "measured_on": MEASURED_ON,
            }
            for one in usage.releases
        ],
    }


def _probed(release: str, probed: Probed) -> dict[str, Any]:
    return {
        "paddle": release,
        "inputs": probed.inputs,
        "equal": probed.equal,
        "within_limits": probed.limited,
        "refused_for_dtype": probed.refused,
        "refused_because_empty": probed.empty,
        "unexplained": probed.unexplained,
        "dtypes": {word: list(names) for word, names in asdict(probed.dtypes).items()},
        "measured_on": MEASURED_ON,
    }


def _finite(value: Any) -> Any:
    """JSON has no infinities and no NaN: they become the words "inf", "-inf" and "nan"."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
