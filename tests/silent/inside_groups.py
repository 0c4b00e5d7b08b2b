"""What connected processes get: `python inside_groups.py paddle`, or `torch`.

Standard input has pieces of code and their inputs, as JSON; three processes, connected by gloo on
the CPU, run each. Standard output gets an answer for each piece: what `result` and the inputs are
in each process afterwards, or the error, which is also told where a process ends or waits.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import socket
import sys
import time
import warnings
from typing import Any

import numpy as np
from inside_silent import made_input, tree_of

_TORCH = sys.argv[1] == "torch"
_COUNT = 3
_HOST = "127.0.0.1"
# How long all may take, and how long one that is done stays for the others.
_SECONDS = 20.0
_STAYS = 2.0


def main() -> None:
    """Answer what standard input asks."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # libraries print, too
    warnings.filterwarnings("ignore")
    library = importlib.import_module(sys.argv[1])
    for code, inputs in json.load(sys.stdin):
        answers.write(json.dumps({"result": _together(library, code, inputs)}) + "\n")
        answers.flush()


def _together(library: Any, code: str, inputs: dict[str, Any]) -> list[dict[str, Any]]:
    """What each of the processes gets."""
    ports = _free_ports()
    children = []
    for rank in range(_COUNT):
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            os.write(writing, json.dumps(_one(library, rank, ports, code, inputs)).encode())
            os.close(writing)
            time.sleep(_STAYS)
            os._exit(0)
        os.close(writing)
        children.append((pid, reading))
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end and not all(_ended(pid) for pid, _ in children):
        time.sleep(0.05)
    return [_told(pid, reading) for pid, reading in children]


def _one(
    library: Any, rank: int, ports: list[int], code: str, inputs: dict[str, Any]
) -> dict[str, Any]:
    try:
        _join(library, rank, ports)
        chosen = np.random.default_rng(rank)
        made = {name: made_input(library, *spec, chosen) for name, spec in inputs.items()}
        names = {library.__name__: library, **made}
        exec(code, names)
        return {name: tree_of(library, names.get(name)) for name in (*made, "result")}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"[:200]}


def _join(library: Any, rank: int, ports: list[int]) -> None:
    """Connect to the others, as a launcher would tell it."""
    first, *others = ports
    told = {"RANK": rank, "LOCAL_RANK": rank, "WORLD_SIZE": _COUNT, "MASTER_PORT": first}
    told |= {"MASTER_ADDR": _HOST, "PADDLE_MASTER": f"{_HOST}:{first}"}
    told |= {"PADDLE_TRAINER_ID": rank, "PADDLE_TRAINERS_NUM": _COUNT, "PADDLE_LOCAL_RANK": rank}
    told |= {"PADDLE_TRAINER_ENDPOINTS": ",".join(f"{_HOST}:{one}" for one in others)}
    told |= {"PADDLE_CURRENT_ENDPOINT": f"{_HOST}:{others[rank]}", "PADDLE_LOCAL_SIZE": _COUNT}
    os.environ.update({name: str(value) for name, value in told.items()})
    os.environ["PADDLE_DISTRI_BACKEND"] = "gloo"
    if _TORCH:
        library.distributed.init_process_group("gloo")
        return
    time.sleep(0.5 if rank else 0)  # one that comes before the first one listens waits for long
    library.distributed.init_parallel_env()


def _free_ports() -> list[int]:
    sockets = [socket.socket() for _ in range(_COUNT + 1)]
    for one in sockets:
        one.bind((_HOST, 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def _ended(pid: int) -> bool:
    """Whether a process has ended; it stays to be waited for."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _told(pid: int, reading: int) -> dict[str, Any]:
    """What a process has told; it ends here."""
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    with os.fdopen(reading) as file:
        told = file.read()
    return dict(json.loads(told)) if told else {"error": "it waits, or has ended"}


if __name__ == "__main__":
    main()
