"""Judging samples that were run twice: in float64, or with something else in memory."""

from __future__ import annotations

from mapping_model.entry import Compare
from mapping_model.outcomes import Departure
from verify_mappings.judging.compare import Options, compare
from verify_mappings.judging.precision import Sides, less_exact
from verify_mappings.probing.findings import Judged, judge
from verify_mappings.probing.running import Run
from verify_mappings.sampling.sample import DRAWN, EXACT, LITERAL


def judged(run: Run, stated: Compare) -> Judged:
    """What became of a sample, in its runs; `stated` is how its example is compared."""
    assert run.paddle is not None
    if run.moved is not None:
        return _in_float64(run)
    raised = run.paddle.raised
    if LITERAL in run.sample.origin and raised is not None and raised.error == "CarryError":
        return Judged(Departure.DIFFERS, str(raised))  # a layer with other weights
    if DRAWN in run.sample.origin and not (raised or run.torch.raised):
        return Judged(None)
    one = judge(run.torch, run.paddle, stated, exact=run.sample.origin.endswith(EXACT))
    return one if one.outcome or run.again is None else _in_memory(run)


def _in_float64(run: Run) -> Judged:
    assert run.paddle is not None and run.again is not None and run.moved is not None
    if run.paddle.raised:
        return judge(run.torch, run.paddle, Compare())
    for phase, outcome in (("plain", Departure.DIFFERS), ("gradient", Departure.GRADIENT)):
        if phase in run.again.recordings:
            sides = run.torch, run.paddle, run.again, run.moved
            nodes = Sides(*(side.get(phase) for side in sides))
            if told := next(less_exact(nodes, "" if phase == "plain" else phase), None):
                return Judged(outcome, told)
    return Judged(None)


def _in_memory(run: Run) -> Judged:
    """What Paddle gave twice is the same, whatever was in memory; or it shows it."""
    assert run.paddle is not None and run.again is not None
    same = Options(rtol=0.0, atol=0.0)
    for phase, node in run.paddle.recordings.items():
        for told in compare(node, run.again.get(phase), "", same).differences:
            told = told.replace("torch ", "once ").replace("Paddle ", "then ")
            return Judged(Departure.DIFFERS, f"what was in memory shows: {told}")
    return Judged(None)
