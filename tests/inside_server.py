"""Imports libraries and runs programs in children: `python inside_server.py torch paddle`.

Each line of standard input has one, as JSON: the directory with its input, its command line, and
its code, if it is no file. For each there is a line with the exit code, or, negative, the signal.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import sys
import traceback
import warnings
from pathlib import Path
from types import ModuleType

# A program that takes longer hangs.
_SECONDS = 600


def main() -> None:
    """Run what is asked until nobody can ask any more."""
    said = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # libraries print, too
    with warnings.catch_warnings(action="ignore"):
        for library in sys.argv[1:]:
            importlib.import_module(library)
    gc.collect()
    gc.freeze()  # what the collector visits is copied for each child
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            os._exit(_run(**json.loads(line)))
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        print(json.dumps(status), file=said, flush=True)


def _run(folder: str, command: list[str], code: str | None) -> int:
    signal.alarm(_SECONDS)
    for number, name in enumerate(("in", "out", "err")):
        flags = os.O_WRONLY | os.O_CREAT if number else os.O_RDONLY
        os.dup2(os.open(f"{folder}/{name}", flags), number)
    # What the parent has read ahead is for others.
    sys.stdin = os.fdopen(os.dup(0), encoding="utf-8")
    home = f"{folder}/home"
    os.chdir(home)
    os.environ["HOME"] = os.environ["TMPDIR"] = home
    sys.argv = command
    try:
        _execute(command[0], code)
    except SystemExit as ending:
        if isinstance(ending.code, str):
            print(ending.code, file=sys.stderr)
        return ending.code if isinstance(ending.code, int) else int(ending.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


def _execute(file: str, code: str | None) -> None:
    if code is None:
        sys.path.insert(0, str(Path(file).parent))
        code = Path(file).read_text("utf-8")
    sys.modules["__main__"] = module = ModuleType("__main__")
    module.__file__ = file
    exec(compile(code, file, "exec"), vars(module))
    vars(module).clear()  # what is left open is written


if __name__ == "__main__":
    main()
