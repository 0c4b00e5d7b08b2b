"""Worker processes as the parent sees them: started on demand, restarted when they die."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import select
import signal
import subprocess
import tempfile
import threading
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mapping_model.ending import ENDING, UsageError
from verify_mappings.job import Answer, Work
from verify_mappings.processor import OLDER_SETTINGS
from verify_mappings.runs.syscall_filter import compiled_filter
from verify_mappings.walls import CARDS, CONNECTED_FILE, FILTER_FILE, Wall


def remove(folder: Path) -> None:
    """Remove a folder that no process works in any more; what the system keeps stays.

    Folders leave their folder before that is removed, so that no path grows longer than two steps.
    """
    with contextlib.suppress(OSError):
        while inner := _without_files(folder):
            for path in inner:
                for below in _without_files(path):
                    below.rename(folder / uuid.uuid4().hex)
                path.rmdir()
        folder.rmdir()


def _without_files(folder: Path) -> list[Path]:
    """Remove the files in a folder; the folders in it, opened to their owner."""
    with os.scandir(folder) as listing:
        entries = list(listing)
    inner = []
    for entry in entries:
        path = Path(entry)
        if entry.is_dir(follow_symlinks=False):
            path.chmod(0o700)
            inner.append(path)
        else:
            path.unlink()
    return inner


class Turns:
    """Turns of several threads. Who waits to be alone keeps others from beginning."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._working = 0
        self._alone = False

    @contextmanager
    def together(self) -> Iterator[None]:
        """Work beside others."""
        with self._changed:
            self._changed.wait_for(lambda: not self._alone)
            self._working += 1
        try:
            yield
        finally:
            with self._changed:
                self._working -= 1
                self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Work while nobody else does."""
        with self._changed:
            self._changed.wait_for(lambda: not self._alone)
            self._alone = True
            self._changed.wait_for(lambda: not self._working)
        try:
            yield
        finally:
            with self._changed:
                self._alone = False
                self._changed.notify_all()


START_SECONDS = 180.0
# What a worker may take beyond the time limit of its job before it counts as stuck.
GRACE_SECONDS = 15.0
END_SECONDS = 5.0
_SHARED_MEMORY = Path("/dev/shm")
# So many bytes are room enough.
_ROOM = 2 << 30
_PACKAGES = ("mapping_model", "verify_mappings")


class WorkerError(Exception):
    """A worker cannot be started or has died; the message says why. `crew` is its crew's name."""

    crew: str = ""


@dataclass(frozen=True, slots=True)
class Versions:
    """The release of the library in a worker, and of its Python."""

    library: str
    python: str


@dataclass(frozen=True, slots=True)
class Crew:
    """`count` workers of one library, "torch" or "paddle", of one interpreter.

    With `older_processor` the library uses the code that it has for processors without AVX-512.
    """

    python: Path
    library: str
    count: int = 1
    older_processor: bool = False


class Worker:
    """One worker process of one library, which works in a folder."""

    def __init__(self, crew: Crew, folder: Path, log: Path, unconfined: bool) -> None:
        # Nothing is imported from where the command was started, which a stranger may have filled.
        self._command = [str(crew.python), "-P", "-m", "verify_mappings.worker"]
        self._command += [crew.library, str(folder), *(["unconfined"] if unconfined else [])]
        self._environment = _environment(folder / "source")
        if crew.older_processor:
            self._environment |= OLDER_SETTINGS
        self._process: subprocess.Popen[bytes] | None = None
        self._log = log
        self._buffer = b""
        self._ended = False
        self.versions: Versions | None = None
        self.walls: frozenset[Wall] = frozenset()

    def begin(self) -> None:
        """Start the process; it imports its library while the caller goes on."""
        if self._ended:
            raise WorkerError("the run is over")
        self._buffer = b""
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=self._environment,
                start_new_session=True,
            )

    def ready(self) -> Versions:
        """Wait for the library to be imported; raise WorkerError when it cannot be."""
        if self.versions is None:
            if self._process is None:
                self.begin()
            message = self._read(START_SECONDS)
            if not message["ready"]:
                raise WorkerError(message["error"])
            self.versions = Versions(message["version"], message["python"])
            self.walls = frozenset(map(Wall, message["walls"]))
        return self.versions

    def run(self, job: Work) -> Answer:
        """Run one job; a worker that has died, even over this job, is replaced for the next."""
        if self._process and self._process.poll() is not None:
            self.stop()
        try:
            self.ready()
            assert self._process and self._process.stdin
            self._process.stdin.write(f"{job.to_json()}\n".encode())
            self._process.stdin.flush()
            return Answer(**self._read(job.timeout + GRACE_SECONDS))
        except (OSError, WorkerError) as error:
            self.stop()
            return Answer("exit", -1, f"the worker died: {error}")

    def end(self) -> None:
        """End the process for good; a job that waits for it fails."""
        self._ended = True
        self.stop()

    def stop(self) -> None:
        """End the process; the next job starts another."""
        process, self._process, self.versions = self._process, None, None
        if process:
            process.terminate()  # it then ends the process of its job, too
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(END_SECONDS)
            process.kill()
            process.wait()
            for stream in filter(None, (process.stdin, process.stdout)):
                with contextlib.suppress(OSError):  # what it had not read is lost
                    stream.close()

    def _read(self, timeout: float) -> dict[str, Any]:
        """The next line of the worker."""
        assert self._process and self._process.stdout
        stream = self._process.stdout
        while b"\n" not in self._buffer:
            if not select.select([stream], [], [], timeout)[0]:
                raise WorkerError(f"no answer within {timeout:.0f} s")
            data = os.read(stream.fileno(), 1 << 16)
            if not data:
                code = self._process.wait()
                tail = self._log.read_text("utf-8", "replace").strip().splitlines()[-1:]
                raise WorkerError(": ".join([f"it ended with exit code {code}", *tail]))
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\n")
        return json.loads(line)


def _environment(source: Path) -> dict[str, str]:
    """A small environment: workers need no more, and examples shall not see ours."""
    return {
        "PATH": os.defpath,
        "HOME": str(source),
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(source),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        # Memory in huge pages (glibc; elsewhere this says nothing): to fork then takes a fourth.
        "PYTHONMALLOC": "malloc",
        "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "CUDA_VISIBLE_DEVICES": "",
        "GLOG_minloglevel": "3",
    }


class Pool:
    """Named crews of workers, one for each library and release, and the directory they work in.

    With `unconfined` they run jobs even where an essential wall does not stand.
    """

    def __init__(
        self, crews: Mapping[str, Crew], directory: Path, unconfined: bool = False
    ) -> None:
        _link_source(directory / "source")
        for name, connected in ((FILTER_FILE, False), (CONNECTED_FILE, True)):
            if program := compiled_filter(connected):
                (directory / name).write_bytes(program)
        self.directory = directory
        self._turns = Turns()
        self._idle: dict[str, queue.Queue[Worker]] = {}
        self._workers: list[tuple[str, Worker]] = []
        for name, crew in crews.items():
            self._idle[name] = queue.Queue()
            for number in range(crew.count):
                log = directory / f"{name}-{number}.log"
                worker = Worker(crew, directory, log, unconfined)
                self._workers.append((name, worker))
                self._idle[name].put(worker)

    def start(self) -> dict[str, Versions]:
        """Start all workers; the versions that each crew runs.

        Raises WorkerError, naming the crew, when a library cannot be imported.
        """
        for _, worker in self._workers:
            worker.begin()
        versions = {}
        for name, worker in self._workers:
            try:
                versions[name] = worker.ready()
            except WorkerError as error:
                error.crew = name
                raise
        return versions

    @property
    def walls(self) -> frozenset[Wall]:
        """The walls that stand in all workers, once these are started."""
        return frozenset.intersection(*(worker.walls for _, worker in self._workers))

    @property
    def connects(self) -> bool:
        """Whether several processes can be run, which are kept from all others."""
        return Wall.NAMESPACES in self.walls and CARDS.is_dir()

    def run(self, name: str, job: Work, alone: bool = False) -> Answer:
        """Run a job on the next idle worker of a crew; may be called from several threads.

        With `alone`, no other job runs meanwhile.
        """
        with self._turns.alone() if alone else self._turns.together():
            worker = self._idle[name].get()
            try:
                return worker.run(job)
            finally:
                self._idle[name].put(worker)

    def stop(self) -> None:
        """End all workers."""
        for _, worker in self._workers:
            worker.end()


def _link_source(source: Path) -> None:
    """A directory with nothing but the packages that workers import.

    Where the project is installed, its packages lie among others, which must not reach an
    interpreter of another environment.
    """
    source.mkdir()
    for package in _PACKAGES:
        (source / package).symlink_to(Path(__file__).resolve().parents[2] / package)


@contextmanager
def open_pool(crews: Mapping[str, Crew], unconfined: bool = False) -> Iterator[Pool]:
    """A pool whose processes and directory are gone afterwards."""
    try:
        directory = Path(tempfile.mkdtemp(prefix="verify-mappings-", dir=_in_memory()))
    except OSError as error:
        raise UsageError(f"There is no place for temporary files: {error}") from error
    pool: Pool | None = None
    try:
        pool = Pool(crews, directory, unconfined)
        yield pool
    finally:
        with _undisturbed():
            if pool is not None:
                pool.stop()
            remove(directory)


def _in_memory() -> Path | None:
    """Where files of jobs need no disk, which takes a tenth of the time of a run.

    None where there is no such place or little room in it, or the environment names another one.
    """
    if any(os.environ.get(name) for name in ("TMPDIR", "TEMP", "TMP")):
        return None
    try:
        found = os.statvfs(_SHARED_MEMORY)
    except OSError:
        return None
    is_open = os.access(_SHARED_MEMORY, os.W_OK | os.X_OK)
    return _SHARED_MEMORY if is_open and found.f_bavail * found.f_frsize >= _ROOM else None


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ignore Ctrl-C and the like, as another while a command tidies up, which takes seconds."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {each: signal.signal(each, signal.SIG_IGN) for each in (signal.SIGINT, *ENDING)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
