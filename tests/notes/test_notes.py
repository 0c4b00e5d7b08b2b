"""What notes say, checked by running it; see note_checks.py for how."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from note_checks import (
    Check,
    Wrong,
    all_notes,
    read,
    uncovered,
    unfound,
    unread,
    without,
)
from note_runner import failures, pieces

from mapping_model.snapshots import PADDLE

# How many notes may be in unread.txt; lower it with them.
LEFT = 0


@pytest.fixture(scope="module")
def checks() -> list[Check]:
    return read()


def test_each_check_is_of_a_note_that_there_is(checks: list[Check]) -> None:
    assert unfound(checks) == []
    assert len(checks) > len(list(all_notes())) / 2


def test_no_note_is_without_a_check(checks: list[Check]) -> None:
    assert [pair for pair in without(checks) if pair not in unread()] == []


def test_all_that_a_note_says_is_in_a_check(checks: list[Check]) -> None:
    assert uncovered(checks) == []


def test_unread_notes_are_without_checks_and_get_fewer(checks: list[Check]) -> None:
    listed = unread()
    assert [pair for pair in listed if pair not in without(checks)] == []
    assert len(listed) == len(set(listed)) <= LEFT


def test_no_key_stands_twice_in_a_file() -> None:
    """YAML takes the last one, and says nothing."""
    for path in sorted(Path(__file__).parent.glob("*.yaml")):
        keys = [line for line in path.read_text("utf-8").splitlines() if line[:1].isalpha()]
        assert len(keys) == len({*keys}), path.name


def test_reasons_are_given_in_words(checks: list[Check]) -> None:
    reasons = {check.unchecked for check in checks if check.unchecked}
    assert [reason for reason in reasons if len(reason.split()) < 3] == []


def test_what_notes_say_of_torch(libraries: Path, checks: list[Check]) -> None:
    assert failures(libraries, checks, "torch") == {}


def test_what_notes_say_of_the_newest_paddle(libraries: Path, checks: list[Check]) -> None:
    assert failures(libraries, checks, PADDLE[-1]) == {}


def test_a_release_is_within_its_line() -> None:
    check = Check("torch.cat", 1, "x", paddle="assert 1", until="3.1", otherwise="assert 2")
    assert [check.code(one) for one in ("3.0.0", "3.1.1", "3.2.2")] == [
        *("assert 1", "assert 1"),
        "assert 2",
    ]
    check = Check("torch.cat", 1, "x", paddle="assert 1", since="3.2")
    assert [check.code(one) for one in ("3.1.1", "3.2.2", "3.10.0")] == ["", "assert 1", ""]
    assert pieces([check], "3.1.1") == []


PLANTED = {
    "wrong": ("assert paddle.zeros([2]).shape == [3]", "AssertionError"),
    "raises": ("raises(lambda: paddle.zeros([2]))", "nothing was raised"),
    "a name": ("raises(lambda: padle.zeros([2]))", "NameError"),
    "no such function": ("raises(lambda: paddle.zero([2]))", "has no attribute 'zero'"),
    "another error": ("raises(lambda: 1 / 0, KeyError)", "ZeroDivisionError"),
    "ends": ("ends(lambda: paddle.zeros([2]))", "it returned"),
    "hangs": ("hangs(lambda: paddle.zeros([2]))", "it has ended"),
    "crash": ("import os, signal\nassert os.kill(os.getpid(), signal.SIGSEGV)", "signal 11"),
    "exit": ("import os\nassert os._exit(0) or True", "exit code"),
}
RIGHT = """
import time
assert name == "right" and api is None and np.ones(2).sum() == 2
raises(lambda: paddle.zeros([2]).reshape([3]), ValueError, says="")
ends(lambda: __import__("os").abort())
assert same(paddle.zeros([2]), [0, 1e-9]) and not same(paddle.zeros([2]), [0, 1])
"""


def test_wrong_checks_fail_and_are_named(libraries: Path) -> None:
    planted = [Check(key, 1, "", paddle=code) for key, (code, _) in PLANTED.items()]
    # What one leaves behind is nothing to the next.
    left = [
        Check("left", 1, "", paddle="assert paddle.set_default_dtype('float64') is None"),
        Check("next", 1, "", paddle="assert paddle.get_default_dtype() == 'float32'"),
        Check("right", 1, "", paddle=RIGHT),
    ]
    found = failures(libraries, [*planted, *left], PADDLE[-1])
    assert found.keys() == {check.title for check in planted}
    for check in planted:
        assert PLANTED[check.name][1] in found[check.title], check.name


def test_a_check_that_ends_all_processes_is_named(libraries: Path) -> None:
    code = "import os, signal\nassert os.kill(os.getppid(), signal.SIGKILL)"
    found = failures(libraries, [Check("all", 1, "", paddle=code)], PADDLE[-1])
    assert list(found) == ["all #1: "]


FAULTS = {
    "is no key": "{says: a, paddel: assert 1}",
    "with something in it": '{says: a, paddle: ""}',
    "`says` is missing": "{paddle: assert 1}",
    "a check has code": "{says: a}",
    "or a reason": "{says: a, unchecked: needs a GPU, torch: assert 1}",
    "releases are those": '{says: a, torch: assert 1, since: "3.2"}',
    "asserts nothing": "{says: a, paddle: x = 1}",
}


@pytest.mark.parametrize("told", FAULTS)
def test_a_file_that_is_not_as_it_must_be(told: str, tmp_path: Path) -> None:
    (tmp_path / "torch.yaml").write_text(f"torch.cat:\n  - {FAULTS[told]}\n", "utf-8")
    with pytest.raises(Wrong, match=re.escape(told)):
        read(tmp_path)


def test_what_is_left_of_a_note_is_found(checks: list[Check]) -> None:
    name, note = next(pair for pair in all_notes() if len(pair[1].split(". ")) > 1)
    first = note.split(". ")[0]
    part = [Check(name, 1, first, paddle="assert 1")]
    (found,) = uncovered(part)
    assert found[:2] == (name, note)
    assert (name, note) not in without(part)
    assert unfound([Check(name, 1, "nobody says this", paddle="assert 1")]) != []
