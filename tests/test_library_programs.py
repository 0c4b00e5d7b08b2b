"""Programs that share a process which has imported what they need."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from library_programs import answers, end_servers, ended

PYTHON = Path(sys.executable)
# Any module will do, and most are there sooner than torch.
LIBRARY = "fractions,decimal"


@pytest.fixture(scope="module", autouse=True)
def ended_servers() -> Iterator[None]:
    yield
    end_servers()


def test_what_is_asked_is_answered(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("import sys\ndone = sys.argv[1:]\n")
    (program := tmp_path / "program.py").write_text(
        "import beside, json, sys\nfor one in (*json.load(sys.stdin), beside.done):\n"
        "    print(json.dumps(one))\n"
    )
    assert answers(PYTHON, program, LIBRARY, [1, "ä"], "more") == [1, "ä", [LIBRARY, "more"]]
    assert answers(PYTHON, "print(__name__ == '__main__' and 7)", LIBRARY, None) == [7]


@pytest.mark.parametrize("is_file", [False, True])
def test_what_is_left_open_is_written(is_file: bool, tmp_path: Path) -> None:
    code = "import os\nout = os.fdopen(os.dup(1), 'w')\ndef f():\n    return out\nout.write('5')"
    (program := tmp_path / "program.py").write_text(code)
    assert answers(PYTHON, program if is_file else code, LIBRARY, None) == [5]


def test_all_is_as_if_it_ran_alone() -> None:
    code = "import fractions, json, os, sys\n"
    code += "print(json.dumps([hasattr(fractions, 'mine'), os.listdir(), os.environ['HOME']]))\n"
    code += "fractions.mine = open('mine', 'w')"
    (first,), (second,) = (answers(PYTHON, code, LIBRARY, None) for _ in "ab")
    assert first[:2] == second[:2] == [False, []]
    assert first[2] != second[2] and not Path(first[2]).exists()


@pytest.mark.parametrize(
    ("code", "status", "told"),
    [
        ("import sys; sys.exit(3)", 3, ""),
        ("import sys; sys.exit('why')", 1, "why"),
        ("1 / 0", 1, "ZeroDivisionError"),
        ("import os; print('before', flush=True); os.abort()", -6, ""),
    ],
)
def test_an_end_is_told(code: str, status: int, told: str) -> None:
    done = ended(PYTHON, code, LIBRARY)
    assert done.returncode == status and told in done.stderr
    with pytest.raises(subprocess.CalledProcessError):
        answers(PYTHON, code, LIBRARY, None)
    assert answers(PYTHON, "print(1)", LIBRARY, None) == [1]
