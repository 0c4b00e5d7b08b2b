"""The worker process: run as `python -m verify_mappings.worker torch|paddle FOLDER [unconfined]`.

It knows what can be asked for: to run one side of an example, or of the samples of a probe.
"""

from __future__ import annotations

import sys

from verify_mappings.inside.library import Library
from verify_mappings.inside.worker import EXAMPLES, Trade, main
from verify_mappings.job import Job
from verify_mappings.probe_job import ProbeJob
from verify_mappings.sampling.running import run_samples
from verify_mappings.sampling.torch_samples import prepare


def _prepare(library: Library, job: ProbeJob) -> None:
    if library.name == "torch":
        library.prepare(job.api)
        prepare(library, job.api)


TRADES = {
    Job.KIND: EXAMPLES,
    ProbeJob.KIND: Trade(ProbeJob.from_json, _prepare, run_samples),
}

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:], TRADES))
