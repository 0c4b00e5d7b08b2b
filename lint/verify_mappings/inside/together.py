"""Running one side of an example as one of several connected processes."""

from __future__ import annotations

import os
import time

from verify_mappings.inside.execution import execute
from verify_mappings.inside.kernel import LOOPBACK
from verify_mappings.inside.library import Library
from verify_mappings.job import Job, place
from verify_mappings.recording import Raised
from verify_mappings.recording_files import load

_PORT = 29500
# Code that joins the others itself, as that of `init_process_group` does.
_JOINING = ("init_process_group(", "init_parallel_env(")
# How long one that is done stays for what the others still want of it.
_SECONDS = 5.0


def execute_together(library: Library, job: Job, rank: int) -> None:
    """Run the part of one process, which has joined the others before, on the CPU, by gloo."""
    os.environ.update(_environment(rank, job.processes))
    own = job.of(rank)
    own.folder.mkdir(exist_ok=True)
    if not any(name in job.code for name in _JOINING):
        library.join(rank)
    execute(library, own)
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end and not _ended(job, rank):
        time.sleep(0.005)


def _ended(job: Job, rank: int) -> bool:
    """Whether this process may end: when it has failed, or all others are done, too."""
    if isinstance(load(place(job.folder, rank), "plain"), Raised):
        return True
    folders = (place(job.folder, one) for one in range(job.processes))
    return all((folder / "plain.recording").exists() for folder in folders)


def _environment(rank: int, processes: int) -> dict[str, str]:
    """What `torchrun` and `paddle.distributed.launch` tell a process, on one machine."""
    endpoints = [f"{LOOPBACK}:{_PORT + 1 + one}" for one in range(processes)]
    return {
        "RANK": str(rank),
        "LOCAL_RANK": str(rank),
        "WORLD_SIZE": str(processes),
        "LOCAL_WORLD_SIZE": str(processes),
        "MASTER_ADDR": LOOPBACK,
        "MASTER_PORT": str(_PORT),
        "PADDLE_MASTER": f"{LOOPBACK}:{_PORT}",
        "PADDLE_TRAINER_ID": str(rank),
        "PADDLE_TRAINERS_NUM": str(processes),
        "PADDLE_LOCAL_SIZE": str(processes),
        "PADDLE_LOCAL_RANK": str(rank),
        "PADDLE_TRAINER_ENDPOINTS": ",".join(endpoints),
        "PADDLE_CURRENT_ENDPOINT": endpoints[rank],
        "PADDLE_DISTRI_BACKEND": "gloo",
    }
