"""The tests themselves: any selection of files works, whatever the shell that starts it ignores."""

from __future__ import annotations

import ast
import re
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).parent
# One of each kind of folder, the last of the alphabet first; one of them interrupts its child.
SELECTION = (
    "verify_mappings/test_comparison.py",
    "lint_mappings/test_processes.py::test_a_signal_ends_all_processes",
    "mapping_model/test_naming.py",
)


def test_modules_have_names_of_their_own() -> None:
    names = Counter(path.stem for path in TESTS.rglob("*.py") if path.stem != "conftest")
    assert [name for name, count in names.items() if count > 1] == []


def test_nothing_is_imported_from_conftest() -> None:
    """Every folder has one; which of them `conftest` is depends on what else is selected."""
    for path in TESTS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            assert not isinstance(node, ast.ImportFrom) or node.module != "conftest", path


GROUP = """
import pytest

@pytest.mark.parametrize("number", range(4))
@pytest.mark.xdist_group("site")
def test_group(number): pass
"""


def test_tests_that_share_something_costly_run_in_one_process(tmp_path: Path) -> None:
    (tmp_path / "test_group.py").write_text(GROUP)
    command = [sys.executable, "-m", "pytest", "-v", "-n", "2", "--dist", "loadgroup", tmp_path]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    processes = re.findall(r"\[(gw\d)\].*PASSED", done.stdout)
    assert len(processes) == 4
    assert len(set(processes)) == 1


def test_files_of_several_folders_where_interrupts_are_ignored() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *SELECTION],
        cwd=TESTS,
        capture_output=True,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert done.returncode == 0, done.stdout
