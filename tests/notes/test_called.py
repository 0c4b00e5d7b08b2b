"""Notes speak of the function that is printed; see called.py."""

from __future__ import annotations

from pathlib import Path

from called import substituted
from note_checks import Check, read
from note_runner import failures

from mapping_model.snapshots import PADDLE


def test_notes_hold_for_what_is_called(libraries: Path) -> None:
    found = list(substituted(read()))
    assert len(found) > 10
    assert failures(libraries, found, PADDLE[-1]) == {}


def test_a_note_of_the_other_function_is_found(libraries: Path) -> None:
    says = "Paddle needs a batch and a channel dimension."
    pad = "paddle.nn.functional.pad(paddle.ones([3, 4]), [1, 1], mode='reflect')"
    planted = Check("torch.nn.functional.pad", 1, says, f"raises(lambda: {pad})")
    assert not failures(libraries, [planted], PADDLE[-1])
    assert [*failures(libraries, substituted([planted]), PADDLE[-1])] == [planted.title]
    named = Check("torch.nn.functional.pad", 1, f"`paddle.nn`: {says}", f"raises(lambda: {pad})")
    assert list(substituted([named])) == []
