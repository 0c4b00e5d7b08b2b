"""The command that counts how far Paddle is torch, by the record and by running again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from mapping_model.conformance import frozen
from mapping_model.records import record_path
from mapping_model.snapshots import PADDLE
from verify_mappings.__main__ import main

ROOT = Path(__file__).parents[2]
NEWEST = PADDLE[-1]
FFT = "torch.fft.fft"


def test_without_libraries_it_tells_the_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conformance", "--root", str(ROOT), "--module", FFT, "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["set"] == frozen.numbers()[-1]
    assert list(told["parts"]) == list(frozen.Part)
    for part, data in told["parts"].items():
        calls = len(frozen.frozen(told["set"], part).calls[FFT])
        assert (data["calls"], data["apis"]) == (calls, 1)
        assert [one["paddle"] for one in data["releases"]] == list(PADDLE)
        for one in data["releases"]:
            for numbers in one["modes"].values():
                assert sum(numbers["calls"].values()) == calls
        assert list(data["releases"][-1]["modes"]) == ["unchanged", "compat", "mapping"]
        assert list(data["releases"][0]["modes"]) == ["unchanged", "mapping"]
        assert data["releases"][-1]["modes"]["mapping"]["calls"]["equal"] == calls


def test_an_older_set_is_counted_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    """Without the samples of later ones, and all of its calls, be they run or not."""
    assert main(["conformance", "--root", str(ROOT), "--set", "1", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["set"], list(told["parts"])) == (1, ["examples"])
    examples = told["parts"]["examples"]
    assert (examples["calls"], examples["apis"]) == (5653, 1933)
    for one in examples["releases"]:
        for numbers in one["modes"].values():
            assert sum(numbers["calls"].values()) == 5653


@pytest.fixture
def root(tmp_path: Path, shared_workers: None) -> Path:
    """The mappings, with their records."""
    shutil.copytree(ROOT / "mappings", tmp_path / "mappings")
    return tmp_path


def test_a_run_shows_what_is_recorded(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["conformance", "--root", str(root), "--module", FFT, "--paddle", NEWEST, "--run"]
    assert main(run) == 0
    told = capsys.readouterr().out
    assert "not as recorded" not in told
    assert main(run[:-1]) == 0
    assert capsys.readouterr().out == told
    # A record that tells of an error as equality, and one that tells of equality as an error.
    planted = {FFT: ("refused", "equal"), f"samples:{FFT}": ("equal", "refused")}
    for name, (seen, told_of) in planted.items():
        path = record_path(root / "mappings", name)
        text = path.read_text("utf-8")
        assert f'"drop_in": "{seen}"' in text
        path.write_text(text.replace(f'"drop_in": "{seen}"', f'"drop_in": "{told_of}"'), "utf-8")
        assert main(run) == 1
        told = capsys.readouterr().out
        assert f"not as recorded: {name} on {NEWEST}, unchanged: " in told
        path.write_text(text, "utf-8")


WRONG = {
    "a module": (["--module", "torch.fff"], "Did you mean"),
    "a release": (["--paddle", "9.9.9"], "There is no Paddle 9.9.9 here, only 2.6.2"),
    "a set": (["--set", "99"], "There is no set 99, only 1"),
    "a state": (["--list", "quiet"], "quiet"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_not_there(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    options, told = WRONG[what]
    try:
        code = main(["conformance", "--root", str(ROOT), *options])
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    assert told in capsys.readouterr().err


def test_names_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--module", "torch.fft", "--paddle", "2.6.2", "--list", "silent"]
    assert main(["conformance", "--root", str(ROOT), *options]) == 0
    told = capsys.readouterr().out
    # Seen on both libraries: `paddle.fft.fftfreq` of 2.6 has float32 where PyTorch has the default.
    assert "silent on 2.6.2, unchanged: 2 APIs\n  torch.fft.fftfreq\n" in told
