"""Files are replaced as a whole, whatever happens meanwhile."""

from __future__ import annotations

import fcntl
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mapping_model.files import write_atomically

# Writes `new` to the file that is named, and is killed when it is about to take its place.
KILLED = """
import os, pathlib, signal, sys
pathlib.Path.replace = lambda self, target: os.kill(os.getpid(), signal.SIGKILL)
from mapping_model.files import write_atomically
write_atomically(pathlib.Path(sys.argv[1]), "new")
"""


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("content", ["文\r\n", "文\r\n".encode()])
def test_what_is_written_is_there_to_the_byte(content: bytes | str, tmp_path: Path) -> None:
    write_atomically(tmp_path / "a", "before")
    write_atomically(tmp_path / "a", content)
    assert (tmp_path / "a").read_bytes() == "文\r\n".encode()
    assert names(tmp_path) == ["a"]


def test_the_mode_stays_and_a_new_file_has_the_usual_one(tmp_path: Path) -> None:
    kept, new, usual = (tmp_path / name for name in ("kept", "new", "usual"))
    kept.touch()
    kept.chmod(0o640)
    usual.touch()
    for path in (kept, new):
        write_atomically(path, "text")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o640
    assert new.stat().st_mode == usual.stat().st_mode


def test_a_write_that_fails_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_text("old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(tmp_path / "a", "new")
    assert (tmp_path / "a").read_text() == "old"
    assert names(tmp_path) == ["a"]


def test_the_content_is_on_the_disk_before_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    synced, replaced = os.fsync, Path.replace

    def sync(descriptor: int) -> None:
        seen.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        synced(descriptor)

    def replace(self: Path, target: Path) -> Path:
        seen.append("name")
        return replaced(self, target)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(Path, "replace", replace)
    write_atomically(tmp_path / "a", "new")
    assert seen == ["file", "name", "folder"]


def test_a_killed_process_leaves_the_old_file_and_a_draft_for_a_while(
    tmp_path: Path,
) -> None:
    (tmp_path / "a[1]").write_text("old")
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "a[1]")])
    assert done.returncode == -signal.SIGKILL
    assert (tmp_path / "a[1]").read_text() == "old"
    (draft,) = (path for path in tmp_path.iterdir() if path.name != "a[1]")
    a_moment_ago = time.time() - 5
    os.utime(draft, (a_moment_ago, a_moment_ago))
    with draft.open("rb") as stream:  # as another process that is at work on it
        fcntl.flock(stream, fcntl.LOCK_EX)
        write_atomically(tmp_path / "b", "new")
        assert draft.exists()
    write_atomically(tmp_path / "b", "newer")
    assert names(tmp_path) == ["a[1]", "b"]


def test_what_only_looks_like_a_draft_stays(tmp_path: Path) -> None:
    (tmp_path / ".a.tmp").write_text("mine")
    os.utime(tmp_path / ".a.tmp", (0, 0))
    write_atomically(tmp_path / "a", "new")
    assert (tmp_path / ".a.tmp").read_text() == "mine"


def test_what_is_no_file_is_no_draft(tmp_path: Path) -> None:
    """A pipe would never open, and a link is another file, which is not ours to lock."""
    draft = ".a.0123456789ab.tmp"
    (tmp_path / "mine").write_text("mine")
    (tmp_path / draft).symlink_to("mine")
    os.utime(tmp_path / "mine", (0, 0))
    write_atomically(tmp_path / "a", "new")
    assert names(tmp_path) == [draft, "a", "mine"]
