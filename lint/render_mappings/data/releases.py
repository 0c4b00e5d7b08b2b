"""How an entry stands on each Paddle release: as ported here, and with its torch code unchanged."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from mapping_model.drop_in import DropInStatus, DropInVerdict
from mapping_model.results import Outcome
from render_mappings.data.trials import Execution, Run, Trial


class Fate(Enum):
    """What running examples on one release adds up to; of several, the one further down."""

    NO_EXAMPLES = "no-examples"
    NOT_EXECUTABLE = "not-executable"
    EQUAL = "equal"
    PENDING = "pending"
    DIFFERS = "differs"
    RAISES = "raises"
    MISSING = "missing"


FAILURES = (Fate.DIFFERS, Fate.RAISES, Fate.MISSING)
_NOT_RUN = DropInVerdict(DropInStatus.UNKNOWN)
_SEVERITY = list(Fate)


@dataclass(frozen=True, slots=True)
class Standing:
    """An entry on one release; `failing` holds the keys of the examples that failed there."""

    release: str
    fate: Fate
    failing: tuple[str, ...]
    drop_in: DropInVerdict


def standing(
    release: str, executions: Mapping[str, Execution], verdict: DropInVerdict | None
) -> Standing:
    """How an entry stands on a release; `verdict` is None where nothing was run on it."""
    fates = {key: fate_of(execution.on(release)) for key, execution in executions.items()}
    worst = max(fates.values(), key=_SEVERITY.index, default=Fate.NO_EXAMPLES)
    failing = tuple(key for key, fate in fates.items() if fate in FAILURES)
    return Standing(release, worst, failing, verdict or _NOT_RUN)


def fate_of(trial: Trial) -> Fate:
    """How one example of an entry fared; what it says about itself counts, not equality as such."""
    if trial.run is Run.AS_EXPECTED:
        return Fate.EQUAL
    if trial.run is Run.FAILED and trial.result and trial.result.outcome is Outcome.RAISES:
        return Fate.RAISES
    return _FATES[trial.run]


_FATES = {
    Run.FAILED: Fate.DIFFERS,
    Run.MISSING: Fate.MISSING,
    Run.NOT_EXECUTABLE: Fate.NOT_EXECUTABLE,
    Run.PENDING: Fate.PENDING,
}


def spans(releases: Sequence[str], chosen: Collection[str]) -> list[tuple[str, str]]:
    """The chosen ones of `releases` as runs of neighbours: first and last of each, in order."""
    found: list[tuple[str, str]] = []
    previous = None
    for release in releases:
        if release in chosen:
            joined = previous in chosen and bool(found)
            first = found.pop()[0] if joined else release
            found.append((first, release))
        previous = release
    return found
