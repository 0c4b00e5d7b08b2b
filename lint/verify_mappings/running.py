"""Running many examples: threads keep the workers of both libraries busy."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from mapping_model.results import Result
from verify_mappings.selection import Case
from verify_mappings.verify import Verifier


@dataclass(frozen=True, slots=True)
class Verified:
    """One executed example; `seconds` is the time it took, waiting for workers included."""

    case: Case
    result: Result
    seconds: float


def run_cases(
    verifier: Verifier,
    cases: Sequence[Case],
    threads: int,
    done: Callable[[Verified], None] = lambda verified: None,
) -> list[Verified]:
    """Verify all cases; results in their order. `done` hears of each as it ends.

    With more threads than workers of one library, one example runs on Paddle while the next one
    runs on torch.
    """

    def verify(case: Case) -> Verified:
        start = time.perf_counter()
        result = verifier.verify(case.example)
        verified = Verified(case, result, round(time.perf_counter() - start, 3))
        done(verified)
        return verified

    executor = ThreadPoolExecutor(threads)
    try:
        return list(executor.map(verify, cases))
    except BaseException:
        verifier.pool.stop()
        raise
    finally:
        executor.shutdown(cancel_futures=True)
