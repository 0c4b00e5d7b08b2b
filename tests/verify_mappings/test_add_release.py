"""The next release, rehearsed: a tree that knows only the one before adds the newest."""

from __future__ import annotations

import io
import json
import os
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from rehearse_release import NEWEST, ROOT, forgetful_copy, run, unlike

from mapping_model.ending import UsageError
from mapping_model.naming import PROBES
from mapping_model.probes import read_probes
from mapping_model.snapshots import PADDLE, TORCH
from verify_mappings.__main__ import main
from verify_mappings.command import releases
from verify_mappings.command.releases import REQUIREMENTS
from verify_mappings.snapshot import SnapshotError

BEFORE = PADDLE[-2]
# With what its examples use besides.
ENTRIES = ("torch.randint", "torch.float32", "torch.int32")
RECORDED = ("results/torch/torch.randint.json", "results/limits/torch/torch.randint.json")
ENTRY = "mappings/torch/torch.randint.yaml"
PROBED = f"{PROBES}/torch/torch.randint.json"
# What ends with the release before the newest, which only the newest can tell.
ENDS = '    paddle: "<3.3"\n'


@pytest.mark.usefixtures("libraries")
def test_one_command_adds_a_release(tmp_path: Path) -> None:
    forgetful_copy(tmp_path, ENTRIES)
    entry = tmp_path / ENTRY
    text = entry.read_text("utf-8")
    assert ENDS in text
    entry.write_text(text.replace(ENDS, ""), "utf-8")
    assert run(tmp_path, "verify_mappings", "changes", NEWEST, capture_output=True).returncode == 2

    done = run(tmp_path, "verify_mappings", "add-release", NEWEST, capture_output=True)
    # A limit is not as stated: somebody has to look.
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith(f"# What changed in Paddle {NEWEST.rpartition('.')[0]}\n")
    assert "## Limits that do not show as stated\n\n- `torch.randint`: limit 2\n" in done.stdout
    assert "## Differences that are new\n\n- `torch.randint`: Where `high > 2 ** 31" in done.stdout

    snapshot = f"lint/mapping_model/snapshots/paddle-{NEWEST}.json"
    assert (tmp_path / snapshot).read_bytes() == (ROOT / snapshot).read_bytes()
    assert f"paddlepaddle=={NEWEST}\n" in (tmp_path / REQUIREMENTS).read_text("utf-8")
    assert NEWEST in read_probes(tmp_path / "mappings" / PROBED)
    # All else that was found is what is recorded here.
    assert [name for name in unlike(tmp_path) if name in RECORDED] == [RECORDED[1]]

    # The same command again finds everything done, and says the same.
    again = run(tmp_path, "verify_mappings", "add-release", NEWEST, capture_output=True)
    assert (again.returncode, again.stdout) == (done.returncode, done.stdout)
    steps = [line for line in again.stderr.splitlines() if "add-release: " in line]
    assert [line.split()[2] for line in steps] == ["matrix", "changes"]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that are run, each of which finds nothing wrong."""
    told: list[list[str]] = []
    monkeypatch.setattr(releases, "_step", lambda *words, **more: told.append([*words]) or 0)
    return told


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project without entries."""
    (tmp_path / "mappings").mkdir()
    return tmp_path


def on_registry(monkeypatch: pytest.MonkeyPatch, answer: Any) -> list[str]:
    asked: list[str] = []

    def urlopen(address: str, timeout: float) -> io.BytesIO:
        asked.append(address)
        if isinstance(answer, Exception):
            raise answer
        return io.BytesIO(json.dumps(answer).encode())

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    return asked


def test_nothing_is_done_where_nothing_is_new(
    root: Path,
    steps: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = on_registry(monkeypatch, {"info": {"version": NEWEST}})
    assert main(["add-release", "--root", str(root)]) == 0
    assert asked == ["https://pypi.org/pypi/paddlepaddle/json"]
    assert (steps, capsys.readouterr().out) == ([], "")
    asked = on_registry(monkeypatch, {"info": {"version": TORCH}})
    assert main(["add-release", "--torch", "--root", str(root)]) == 0
    assert (asked, steps) == (["https://pypi.org/pypi/torch/json"], [])


@pytest.mark.parametrize("what", ["link", "pipe"])
def test_pins_that_are_no_file(root: Path, what: str) -> None:
    pins = root / "requirements-libraries.txt"
    if what == "link":
        (root / "other").write_text("paddlepaddle==1.2.3\n")
        pins.symlink_to("other")
    else:
        os.mkfifo(pins)
    with pytest.raises(UsageError, match="this is a link or another special file"):
        releases._pin(pins, "paddle")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (OSError("no route to host"), "does not tell the newest release: no route to host. Try"),
        ({"info": {}}, "does not tell the newest release: 'version'. Try again, or name"),
        ({"info": {"version": "4.0.0rc1"}}, "names '4.0.0rc1', which is no final release."),
    ],
)
def test_a_registry_that_does_not_answer(
    answer: Any,
    told: str,
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    on_registry(monkeypatch, answer)
    assert main(["add-release", "--root", str(root)]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), SnapshotError("it crashed")]
)
def test_a_snapshot_that_cannot_be_made(
    error: Exception,
    root: Path,
    libraries: Path,
    steps: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def make(*given: object) -> None:
        raise error

    monkeypatch.setattr(releases, "environment_of", lambda *given: libraries)
    monkeypatch.setattr(releases, "make_snapshot", make)
    assert main(["add-release", "9.8.7", "--root", str(root)]) == 2
    assert f"paddle-9.8.7.json cannot be made: {error}" in capsys.readouterr().err
    assert steps == []


@pytest.mark.parametrize(
    ("code", "ending", "commands"),
    [(1, 1, ["matrix", "changes"]), (2, 2, ["matrix"]), (130, 130, ["matrix"])],
)
def test_what_is_wrong_with_a_step_is_the_end_of_it(
    code: int,
    ending: int,
    commands: list[str],
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = []

    def step(command: str, *words: str, **more: object) -> int:
        told.append(command)
        return code if command == "matrix" else 0

    monkeypatch.setattr(releases, "_step", step)
    assert main(["add-release", NEWEST, "--root", str(root)]) == ending
    assert told == commands
    hint = f"stopped; the same command goes on with {NEWEST} from here."
    assert (hint in capsys.readouterr().err) == (ending > 1)


def test_of_torch_only_the_snapshot_is_made(root: Path, steps: list[list[str]]) -> None:
    assert main(["add-release", "--torch", TORCH, "--root", str(root)]) == 0
    assert [words[:3] for words in steps] == [["changes", "--torch", TORCH]]
