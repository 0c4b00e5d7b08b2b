"""The worker: imports one library once, then forks a confined process for every job.

Jobs come on standard input, answers go to standard output. It runs under the interpreter that has
the library, which need not have this project installed: it imports the standard library, numpy and
the library only.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import platform
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from verify_mappings.inside import namespaces
from verify_mappings.inside.confined import Confinement, run_confined
from verify_mappings.inside.execution import execute
from verify_mappings.inside.library import Library
from verify_mappings.inside.readable import readable_paths
from verify_mappings.inside.trial import standing
from verify_mappings.job import Answer, Job, Work
from verify_mappings.walls import ESSENTIAL, FILTER_FILE, Wall


@dataclass(frozen=True, slots=True)
class Trade:
    """One kind of jobs: how they are read, prepared for in the worker, and done in its child."""

    read: Callable[[str], Any]
    prepare: Callable[[Library, Any], object]
    act: Callable[[Library, Any], object]


EXAMPLES = Trade(Job.from_json, lambda library, job: library.prepare(job.code), execute)


def main(argv: list[str], trades: Mapping[str, Trade]) -> int:
    """Serve jobs for the library named in `argv` until standard input ends.

    The word that a line begins with says which of the `trades` its job is of. The folder has the
    compiled filter, if there is one, and those of jobs. With "unconfined" jobs are run behind such
    walls as there are.
    """
    name, folder, *unconfined = argv
    alone = namespaces.leave()
    # Libraries and examples print: keep the real standard output for answers only.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    try:
        module = importlib.import_module(f"verify_mappings.inside.{name}_adapter")
        library: Library = module.open_library()
    except Exception as error:
        _say(answers, {"ready": False, "error": f"{type(error).__name__}: {error}"})
        return 2
    file = Path(folder, FILTER_FILE)
    program = file.read_bytes() if file.exists() else None
    required = frozenset() if unconfined else frozenset(ESSENTIAL)
    confinement = Confinement(readable_paths(), program, alone, required)
    walls = standing(Path(folder), confinement) | ({Wall.NAMESPACES} if alone else set())
    ready = {"ready": True, "version": library.version, "python": platform.python_version()}
    _say(answers, ready | {"walls": sorted(walls)})
    gc.collect()
    for line in sys.stdin:
        kind, _, written = line.partition(" ")
        trade = trades[kind]
        job = trade.read(written)
        trade.prepare(library, job)
        gc.freeze()  # what the collector visits is copied for the child
        answer = run_job(partial(trade.act, library, job), job, confinement)
        answers.write(f"{answer.to_json()}\n")
        answers.flush()
    return 0


def run_job(act: Callable[[], object], job: Work, confinement: Confinement) -> Answer:
    """Have a confined child act on a job."""
    if job.reference:
        readable = (*confinement.readable, Path(job.reference))
        confinement = replace(confinement, readable=readable)
    return run_confined(lambda walls: act(), job.folder, confinement, job.timeout)


def _say(stream: object, message: dict[str, object]) -> None:
    print(json.dumps(message), file=stream, flush=True)  # type: ignore[call-overload]
