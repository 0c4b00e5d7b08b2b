"""Runs pieces of code in the interpreter of one library: `python inside_library.py paddle`.

Standard input has the pieces, as a list of names, APIs and code in JSON. Standard output gets a
line for each, its name and what went wrong, which is nothing where all held. The library is
imported once; few pieces run in a process forked from there, and where one fails each in its own,
so that none leaves anything to the next, and one that ends its process is told by its name. There
are no walls as around examples: these are tests of the project, which are read before they are run.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import linecache
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

SECONDS = 120
# Of the processor; what loops for ever is ended sooner where the machine has other things to do.
PROCESSOR = 20
# How long a call is watched that is said never to return.
PATIENCE = 6
_TAIL = 1500
# So many pieces are first tried in one process.
TOGETHER = 12


def raises(call: Callable[[], object], *kinds: type[BaseException], says: str = "") -> None:
    """Assert that a call raises an exception, of one of some kinds, with some text in it."""
    expected = kinds or (Exception,)
    try:
        result = call()
    except expected as error:
        assert says in str(error), f"{says!r} is not in {error!s:.300}"
        # A slip of the check itself, unless it asks for just that.
        slip = isinstance(error, NameError) or str(error).startswith("module '")
        assert kinds or not slip, f"{type(error).__name__}: {error}"
        return
    raise AssertionError(f"nothing was raised; the result is {result!r:.200}")


def ends(call: Callable[[], object]) -> None:
    """Assert that a call ends its process, rather than to return or raise an exception."""
    status = _apart(call, SECONDS / 2)
    assert status is not None, "it did not return"
    code = os.waitstatus_to_exitcode(status)
    assert code != _HELD, "it returned"
    assert code != _RAISED, "it raised an error"


def hangs(call: Callable[[], object]) -> None:
    """Assert that a call has not returned after some seconds."""
    status = _apart(call, PATIENCE)
    assert status is None, f"it has ended, with status {status}"


def same(left: Any, right: Any, within: float = 1e-5) -> bool:
    """Whether two tensors, arrays or numbers have the same shape, and nearly the same values."""
    left, right = _array(left), _array(right)
    return left.shape == right.shape and bool(
        np.allclose(left, right, rtol=within, atol=within, equal_nan=True)
    )


def warned(call: Callable[[], object]) -> list[str]:
    """The texts of the warnings that a call gives."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return [str(one.message) for one in caught]


# What no library ends with by itself.
_RAISED = 85
_HELD = 86


def _array(value: Any) -> Any:
    return np.asarray(value.detach().numpy() if hasattr(value, "detach") else value)


def _apart(call: Callable[[], object], seconds: float) -> int | None:
    """How a forked process ended that makes a call; None if it had to be killed."""
    pid = os.fork()
    if pid == 0:
        try:
            call()
        except BaseException:
            os._exit(_RAISED)
        os._exit(_HELD)
    return _wait(pid, seconds)


def _wait(pid: int, seconds: float) -> int | None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            return status
        time.sleep(0.01)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return None


def _resolve(name: str) -> Any:
    """What a dotted name stands for; None if there is no such thing."""
    value: Any = sys.modules[name.split(".")[0]]
    for part in name.split(".")[1:]:
        value = getattr(value, part, None)
    return value


Piece = tuple[str, str, str]


def run_pieces(library: Any, pieces: list[Piece]) -> Iterator[tuple[str, str]]:
    """The name of each piece, and what goes wrong with it; nothing if all holds.

    Several are tried in one process, which saves most of the time; where not all of them hold, each
    is run in its own.
    """
    together = len(pieces) > 1 and not _in_process(library, pieces)
    for piece in pieces:
        yield piece[0], "" if together else _in_process(library, [piece])


def _in_process(library: Any, pieces: list[Piece]) -> str:
    """What goes wrong with pieces of code that are run one after the other in a process."""
    home = Path(tempfile.mkdtemp(prefix=re.sub(r"\W+", "-", pieces[0][0])[:40]))
    try:
        with tempfile.TemporaryFile() as output:
            pid = os.fork()
            if pid == 0:
                _in_child(library, pieces, home, output.fileno())
            status = _wait(pid, SECONDS)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)  # what it has started, such as workers of a loader
            size = os.fstat(output.fileno()).st_size
            tail = os.pread(output.fileno(), _TAIL, max(0, size - _TAIL)).decode("utf-8", "replace")
    finally:
        shutil.rmtree(home, ignore_errors=True)
    if status is None:
        return f"it did not end within {SECONDS} seconds"
    if os.waitstatus_to_exitcode(status) == _HELD:
        return ""
    if os.WIFSIGNALED(status):
        return f"its process was ended by signal {os.WTERMSIG(status)}\n{tail}"
    if os.WEXITSTATUS(status) == _RAISED:
        return tail
    return f"its process ended with exit code {os.WEXITSTATUS(status)}\n{tail}"


def _in_child(library: Any, pieces: list[Piece], home: Path, output: int) -> None:
    """The life of a forked process; never returns."""
    result = 70
    try:
        os.setpgid(0, 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.closerange(3, output)  # nobody waits for what it leaves running
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR))
        sys.path.insert(0, "")
        for number, piece in enumerate(pieces):
            folder = home / str(number)
            folder.mkdir()
            os.chdir(folder)
            sys.path[0] = str(folder)
            _run(library, *piece)
        result = _HELD
    except BaseException:
        result = _RAISED
        told = traceback.format_exc().splitlines()
        print("\n".join(told[-8:]))
    finally:
        sys.stdout.flush()
        os._exit(result)


def _run(library: Any, title: str, api: str, code: str) -> None:
    """Run a piece of code in the current folder."""
    if library.__name__ == "paddle":
        library.utils.unique_name.switch()  # names of layers count anew
    names = {library.__name__: library, "np": np, "api": _resolve(api) if api else None}
    names |= {
        "name": title.split()[0],
        "raises": raises,
        "ends": ends,
        "hangs": hangs,
        "same": same,
        "warned": warned,
    }
    # As the lines of a file, so that what is traced shows them, and a class has a module.
    file = Path.cwd() / "note.py"
    file.write_text(code, encoding="utf-8")
    linecache.checkcache()
    module = type(sys)("note")
    module.__file__ = str(file)
    sys.modules["note"] = module
    vars(module).update(names)
    exec(compile(code, module.__file__, "exec"), vars(module))


def main() -> None:
    """Run what standard input has."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # libraries print, too
    pieces = json.load(sys.stdin)
    warnings.filterwarnings("ignore")
    library = importlib.import_module(sys.argv[1])
    gc.collect()
    gc.freeze()  # what the collector visits is copied for each child
    for at in range(0, len(pieces), TOGETHER):
        for told in run_pieces(library, pieces[at : at + TOGETHER]):
            print(json.dumps(told), file=answers, flush=True)


if __name__ == "__main__":
    main()
