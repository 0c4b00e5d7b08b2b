"""Running the tests of a package, in the process made for it; what came of each is a line.

Lines are written as tests begin and end, so that a test which ends the process is known, too.
"""

from __future__ import annotations

import importlib
import json
import math
import os
import random
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from verify_mappings.inside.blaming import blame, names_of
from verify_mappings.inside.library import Library
from verify_mappings.job import TEST_LINES, SuiteJob

# What pytest takes for settings of the package: no options of plugins that are not here, and no
# warnings that become errors, since it is not the package that warns.
_OPTIONS = (
    *("-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:warnings", "-p", "no:faulthandler"),
    *("-o", "addopts=", "-o", "filterwarnings=", "-o", "log_cli=false", "-o", "xfail_strict=false"),
    *("-o", "required_plugins=", "--continue-on-collection-errors", "--import-mode=prepend"),
)
_SEED = 1234


def run_suite(library: Library, job: SuiteJob) -> None:
    """Run the tests that are not done; the lines are in the folder of the job."""
    for path in reversed(job.paths):
        sys.path.insert(0, path)
    os.environ.update(dict(job.surroundings), PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    # Past the time the kernel ends the process, whatever the test is doing.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    if job.mode is not None:
        library.compatible(job.mode)
    pytest: Any = importlib.import_module("pytest")
    with Path(job.directory, TEST_LINES).open("a", encoding="utf-8") as stream:
        watcher = _Watcher(library, job, stream)
        for name in ("pytest_load_initial_conftests", "pytest_collection_modifyitems"):
            own = getattr(_Watcher, name)
            setattr(_Watcher, name, pytest.hookimpl(wrapper="conftests" in name, trylast=True)(own))
        tests = [str(Path(job.root, test)) for test in job.tests]
        arguments = [*_OPTIONS, f"--rootdir={job.root}", *tests]
        watcher.say(ended=int(pytest.main(arguments, plugins=[watcher])))


class _Watcher:
    """A plugin of pytest that tells what becomes of each test."""

    def __init__(self, library: Library, job: SuiteJob, stream: Any) -> None:
        self._library, self._job, self._stream = library, job, stream
        self._done = frozenset(job.done)
        self._outcome, self._told = "passed", dict[str, Any]()

    def say(self, **told: Any) -> None:
        """Write one line, at once."""
        self._stream.write(json.dumps(told) + "\n")
        self._stream.flush()

    def pytest_load_initial_conftests(self) -> Iterator[Any]:
        """Before anything is collected; an error here is one of all tests."""
        try:
            return (yield)
        except BaseException as error:
            self.say(collecting="", **self._blamed(getattr(error, "cause", None) or error))
            raise

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Leave out what is done, so that no test is begun twice, and what is not asked for."""
        self.say(listed=len(items))
        if self._job.only is None:
            wanted = items[:: math.ceil(len(items) / self._job.most) or 1]
        else:
            only = frozenset(self._job.only)
            wanted = [item for item in items if item.nodeid in only]
        items[:] = [item for item in wanted if item.nodeid not in self._done]

    def pytest_exception_interact(self, node: Any, call: Any, report: Any) -> None:
        """An error of a test, or of what collects tests."""
        error = call.excinfo.value
        told = self._blamed(error.__cause__ or error if report.when == "collect" else error)
        if report.when == "collect":
            self.say(collecting=node.nodeid, **told)
        elif not self._told:
            self._told = told

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A test begins."""
        self._outcome, self._told = "passed", {}
        self.say(begins=nodeid)
        self._library.seed(_SEED)
        random.seed(_SEED)
        np.random.seed(_SEED)
        signal.setitimer(signal.ITIMER_REAL, self._job.seconds)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """A part of a test: what goes before it, itself, what goes after it."""
        if report.failed:
            self._outcome = "failed"
        elif report.skipped and self._outcome == "passed":
            self._outcome = "skipped"

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """A test is over."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        self.say(ends=nodeid, outcome=self._outcome, **self._told)

    def _blamed(self, error: BaseException) -> dict[str, Any]:
        """Which API of torch an error is put down to, where the tests are run on Paddle."""
        if self._job.mode is None:
            return {"error": f"{type(error).__name__}: {error}"[:300]}
        return blame(error, self._job.readable, names_of)
