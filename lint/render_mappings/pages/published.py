"""What is published of an entry as programs read it, in both languages."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

from mapping_model.entry import Case, Row
from mapping_model.modes import Mode, supported_modes
from mapping_model.outcomes import Outcome
from mapping_model.probes import Probed
from mapping_model.results import Result
from mapping_model.standings import Trial
from mapping_model.usages import MEASURED_ON, Usage
from published.attributes import LayerAttributes
from published.entry import PublishedEntry
from published.examples import PublishedExample
from published.variants import PublishedLimit, PublishedNewer, PublishedRow, PublishedVariant

# A `Text` stays one: what writes the file makes both languages of it. Words of enumerations are
# strings already.


def entry_summary(entry: PublishedEntry, url: str) -> dict[str, Any]:
    """What lists say of an entry."""
    state = entry.state
    return {
        "torch": entry.name,
        "category": state.category and state.category.value,
        "status": state.status,
        "targets": entry.targets,
        "url": url,
        "releases": [
            {
                "paddle": one.release,
                "outcome": one.outcome,
                "drop_in": entry.unchanged(one.release).word,
            }
            for one in state.releases
        ],
    }


def entry_data(entry: PublishedEntry, url: str) -> dict[str, Any]:
    """All of an entry; of an alias just what it is another name of, with empty lists."""
    alias = entry.alias_of is not None
    return {
        **entry_summary(entry, url),
        "alias_of": entry.alias_of,
        "form_of": entry.state.entry.form_of,
        "gotchas": entry.state.entry.gotchas,
        "slow": entry.slow and {"example": entry.slow.key, "text": entry.slow.text},
        "attributes": [] if alias else [_attributes(one) for one in entry.attributes],
        "variants": [] if alias else [_variant(entry, one) for one in entry.variants],
        "usages": [] if alias else [_usage(usage) for usage in entry.usages],
        "probes": [] if alias else [_probed(*one) for one in entry.probes.items()],
    }


def _attributes(one: LayerAttributes) -> dict[str, Any]:
    rows = [{"torch": row.torch, "paddle": row.code, "text": row.text} for row in one.rows]
    return {"where": one.where, "rows": rows, "notes": one.notes}


def _variant(entry: PublishedEntry, one: PublishedVariant) -> dict[str, Any]:
    variant = one.variant
    return {
        "category": variant.category.value,
        "paddle": variant.paddle,
        "since": entry.state.since.get(variant.paddle or ""),
        "package": variant.outside and variant.outside.package,
        "summary": one.summary,
        "params": [_row(row) for row in one.rows],
        "returns": one.returns,
        "returns_as": variant.returns and variant.returns.value,
        "when": variant.when,
        "write": [_case(case) for case in variant.write],
        "fields": dict(variant.fields),
        "newer": [_newer(newer) for newer in one.newer],
        "limits": [_limit(limit) for limit in one.limits],
        "notes": variant.notes,
        "examples": [_example(example) for example in one.examples],
    }


def _row(one: PublishedRow) -> dict[str, Any]:
    return {
        **_carried(one.row, one.older),
        "since": one.since,
        "keyword_since": one.keyword_since,
        "remark": one.remark,
    }


def _carried(row: Row, older: str | None) -> dict[str, Any]:
    """How an argument is carried over."""
    return {
        "torch": row.torch,
        "paddle": row.paddle,
        "action": row.action and row.action.value,
        "as": row.value,
        "form": row.form,
        "set": row.set,
        "older": older,
    }


def _case(case: Case) -> dict[str, Any]:
    return {
        "when": case.when,
        "code": case.code,
        "paddle": case.paddle,
        "advice": case.advice,
        "since": case.since,
        "until": case.until,
    }


def _newer(one: PublishedNewer) -> dict[str, Any]:
    return {
        "paddle": one.newer.paddle,
        "since": one.since,
        "when": one.newer.when,
        "params": [_carried(one.row, one.older) for one in one.rows],
        "write": [_case(case) for case in one.newer.write],
        "note": one.newer.note,
    }


def _limit(one: PublishedLimit) -> dict[str, Any]:
    limit = one.limit
    return {
        "when": limit.when,
        "then": limit.then,
        "since": limit.since,
        "until": limit.until,
        "place": "cpu" if limit.cpu else None,
        "processor": limit.processor,
        "sometimes": limit.sometimes,
        "instead": limit.instead,
        "remark": one.remark,
    }


def _example(one: PublishedExample) -> dict[str, Any]:
    """An example with what running it has shown, newest release first."""
    example = one.example
    return {
        "key": one.key,
        "param": example.param,
        "inputs": {name: _finite(spec) for name, spec in example.inputs},
        "torch": example.torch,
        "paddle": example.paddle,
        "cannot_run": example.cannot_run and example.cannot_run.reason,
        "processes": example.processes,
        "outcomes": [_outcome(trial) for trial in one.execution.trials],
    }


def _outcome(trial: Trial) -> dict[str, Any]:
    """How the example, its unchanged code and the code of the mapping fared on a release.

    Where kinds of processors come out otherwise, `elsewhere` says how.
    """
    others = [
        {"processors": one.stamp.processors, **_fared(one.outcome, one)}
        for one in (trial.result.elsewhere if trial.result else ())
    ]
    told = {"paddle": trial.release, **_fared(trial.outcome, trial.result)}
    return told | ({"elsewhere": others} if others else {})


def _fared(outcome: Outcome, result: Result | None) -> dict[str, str | None]:
    return {
        "outcome": outcome,
        "drop_in": result.drop_in.word if result and result.drop_in else None,
        **{mode.name: _in_mode(result, mode) for mode in supported_modes()},
        "applied": result.applied if result else None,
        "newer": result.newer if result else None,
        "date": result.stamp.date if result else None,
    }


def _in_mode(result: Result | None, mode: Mode) -> str | None:
    seen = result.modes.get(mode.name) if result else None
    return seen.status.word if seen else None


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "variant": usage.variant,
        "param": usage.param,
        "examples": usage.examples,
        "releases": [
            {
                "paddle": one.release,
                "verdict": one.verdict,
                "unchanged": one.unchanged.word,
                "severity": one.severity,
                "written": one.way,
                "reason": one.reason,
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
        "dtypes": asdict(probed.dtypes),
        "measured_on": MEASURED_ON,
    }


def _finite(value: Any) -> Any:
    """JSON has no infinities and no NaN: they become the words "inf", "-inf" and "nan"."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
