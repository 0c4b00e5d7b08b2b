"""The worker process: run as `python -m verify_mappings.worker torch|paddle FOLDER [unconfined]`.

It imports one library once, then forks a confined process for every job: to run one side of an
example, or of several, of the samples of a probe, or the tests of a package. Jobs come on standard
input, answers go to standard output. It runs under the interpreter that has the library, which need
not have this project installed: it imports the standard library, numpy and the library only, and
pytest where the job brings it.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import platform
import signal
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from verify_mappings.inside.confined import run_confined, standing
from verify_mappings.inside.execution import execute, execute_each
from verify_mappings.inside.kernel import leave_namespaces
from verify_mappings.inside.library import Library
from verify_mappings.inside.sandbox import Confinement, connected_readable, readable_paths
from verify_mappings.inside.suites import run_suite
from verify_mappings.inside.together import execute_together
from verify_mappings.job import Answer, AnyJob, Batch, Job, ProbeJob, SuiteJob, job_of
from verify_mappings.sampling.running import run_samples
from verify_mappings.sampling.torch_samples import prepare
from verify_mappings.walls import CONNECTED_FILE, ESSENTIAL, FILTER_FILE, Wall


def main(argv: list[str]) -> int:
    """Serve jobs for the library named in `argv` until standard input ends.

    The folder has the compiled filter, if there is one, and those of jobs. With "unconfined" jobs
    are run behind such walls as there are.
    """
    name, folder, *unconfined = argv
    alone = leave_namespaces()
    # Libraries and examples print: keep the real standard output for answers only.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def say(message: dict[str, Any]) -> None:
        print(json.dumps(message), file=answers, flush=True)

    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    try:
        module = importlib.import_module(f"verify_mappings.inside.{name}_adapter")
        library: Library = module.open_library()
    except Exception as error:
        say({"ready": False, "error": f"{type(error).__name__}: {error}"})
        return 2
    required = frozenset() if unconfined else frozenset(ESSENTIAL)
    confinement = Confinement(readable_paths(), _read(folder, FILTER_FILE), alone, required)
    connected = replace(
        confinement,
        readable=connected_readable(),
        program=_read(folder, CONNECTED_FILE),
        connected=True,
    )
    walls = standing(Path(folder), confinement) | ({Wall.NAMESPACES} if alone else set())
    ready = {"ready": True, "version": library.version, "python": platform.python_version()}
    say(ready | {"walls": sorted(walls)})
    gc.collect()
    for line in sys.stdin:
        job = job_of(line)
        if isinstance(job, (Job, Batch)):
            for one in job.jobs if isinstance(job, Batch) else (job,):
                library.prepare(one.code)
        elif isinstance(job, ProbeJob) and library.name == "torch":
            library.prepare(job.api)
            prepare(library, job.api)
        gc.freeze()  # what the collector visits is copied for the child
        several = isinstance(job, Job) and job.processes > 1
        say(asdict(run_job(library, job, connected if several else confinement)))
    return 0


def _read(folder: str, name: str) -> bytes | None:
    file = Path(folder, name)
    return file.read_bytes() if file.exists() else None


def run_job(library: Library, job: AnyJob, confinement: Confinement) -> Answer:
    """Have confined children do a job; they may read the torch side's recordings, too."""
    more = job.readable if isinstance(job, SuiteJob) else ()
    more = (*more, Path(job.reference)) if job.reference else more
    confinement = replace(confinement, readable=(*confinement.readable, *more))

    def act(rank: int, walls: frozenset[Wall]) -> None:
        if isinstance(job, SuiteJob):
            run_suite(library, job)
        elif isinstance(job, ProbeJob):
            run_samples(library, job)
        elif isinstance(job, Batch):
            execute_each(library, job.jobs)
        elif job.processes > 1:
            execute_together(library, job, rank)
        else:
            execute(library, job)

    processes = job.processes if isinstance(job, Job) else 1
    return run_confined(act, job.folder, confinement, job.timeout, processes)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
