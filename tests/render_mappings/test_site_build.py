"""The build command: what stops it, what it leaves alone, its exit codes."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from browsing import ROOT

from lint_mappings.__main__ import main as lint
from render_mappings import command
from render_mappings.__main__ import main


def build(mappings: Path, out: Path, *more: str) -> int:
    options = ["--root", str(ROOT), "--mappings", str(mappings), "--out", str(out)]
    return main(["build", *options, *more])


def test_broken_file_stops_the_build_with_the_linters_message(
    mappings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken, out = tmp_path / "mappings", tmp_path / "site"
    shutil.copytree(mappings, broken)
    (broken / "torch/torch.abs.yaml").write_text("torch: torch.abs\n paddle: x\n", "utf-8")
    (broken / "torch/torch.dist.yaml").write_text("torch: torch.dist\nkategory: x\n", "utf-8")
    out.mkdir()
    (out / "earlier.html").write_text("the earlier site", "utf-8")

    assert build(broken, out) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mappings", "site"]
    printed = capsys.readouterr().err
    lint(["--root", str(tmp_path), "--select", "PM1", "--format", "concise"])
    assert printed == capsys.readouterr().out
    assert "mappings/torch/torch.abs.yaml:2:8: PM102 " in printed
    assert "mappings/torch/torch.dist.yaml:2:1: PM105 " in printed
    assert [path.name for path in out.iterdir()] == ["earlier.html"]


def test_a_new_build_replaces_the_earlier_site_and_says_nothing_but_the_result(
    mappings: Path, tmp_path: Path
) -> None:
    """No banner of the theme, no warnings of MkDocs."""
    out = tmp_path / "site"
    out.mkdir()
    (out / "earlier.html").write_text("the earlier site", "utf-8")
    command = [sys.executable, "-m", "render_mappings", "build"]
    paths = ["--root", ROOT, "--mappings", mappings, "--out", out]
    only = ["--only", "torch.absolute,torch.gather"]
    done = subprocess.run([*command, *paths, *only], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.startswith("Built ")
    assert len(done.stdout.splitlines()) == 1
    assert not (out / "earlier.html").exists()
    # A preview has the entries asked for and what they are aliases of.
    pages = {path.name for path in (out / "zh/api").iterdir()}
    assert pages == {"torch.absolute", "torch.abs", "torch.gather"}


def test_build_of_nothing(tmp_path: Path) -> None:
    (tmp_path / "mappings").mkdir()
    assert build(tmp_path / "mappings", tmp_path / "site") == 0
    assert (tmp_path / "site/zh/index.html").is_file()


@pytest.mark.parametrize("missing", ["--root", "--mappings"])
def test_wrong_usage(missing: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = {
        "--root": str(ROOT),
        "--mappings": str(ROOT / "mappings"),
        missing: str(tmp_path / "x"),
    }
    arguments = [part for pair in options.items() for part in pair]
    assert main(["build", *arguments, "--out", str(tmp_path / "site")]) == 2
    assert "does not exist" in capsys.readouterr().err


def test_unknown_name_in_only(
    mappings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert build(mappings, tmp_path / "site", "--only", "torch.gahter") == 2
    assert "no entry `torch.gahter`. Did you mean `torch.gather`?" in capsys.readouterr().err


def test_results_file_that_is_none(
    mappings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "mappings"
    shutil.copytree(mappings, broken)
    (broken / "results/torch/torch.sum.json").write_text("{\n[]}", "utf-8")
    assert build(broken, tmp_path / "site") == 1
    assert "torch.sum.json:2: not a record of runs" in capsys.readouterr().err


def test_bug_and_interruption(
    mappings: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for error, code in ((RuntimeError("broken"), 3), (KeyboardInterrupt(), 130)):

        def fail(*_: object, error: BaseException = error) -> None:
            raise error

        monkeypatch.setattr(command, "build_site", fail)
        assert build(mappings, tmp_path / "site") == code
    assert "RuntimeError: broken" in capsys.readouterr().err


# Waits while it builds, in other processes, once each of them has said so.
WAITING = """
import os, sys, time
from render_mappings.__main__ import main
from render_mappings.engine import site_build

def wait(place):
    os.write(1, b"waiting\\n")
    time.sleep(60)

site_build._lay_out = wait
sys.exit(main(["build", "--root", sys.argv[1], "--mappings", "mappings"]))
"""


def test_a_build_that_is_told_to_end_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "mappings").mkdir()
    command = [sys.executable, "-c", WAITING, ROOT]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    assert [process.stdout.readline() for _ in range(2)] == ["waiting\n"] * 2
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=30)  # the pipe closes when all have ended
    assert process.returncode == 143
    assert [path.name for path in tmp_path.iterdir()] == ["mappings"]


def test_serve_shows_the_site_until_it_is_interrupted(mappings: Path) -> None:
    arguments = ["--root", ROOT, "--mappings", mappings]
    preview = ["--only", "torch.gather", "--port", "0"]
    process = subprocess.Popen(
        [sys.executable, "-m", "render_mappings", "serve", *arguments, *preview],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        lines = [process.stdout.readline() for _ in range(3)]
        address = lines[2].split()[0]
        with urlopen(f"{address}zh/api/torch.gather/") as answer:
            assert "take_along_axis" in answer.read().decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
    finally:
        process.kill()
        process.stdout.close()


def test_serve_on_a_taken_port(mappings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        options = ["--root", str(ROOT), "--mappings", str(mappings)]
        assert main(["serve", *options, "--only", "torch.gather", "--port", port]) == 2
    assert f"port {port}" in capsys.readouterr().err
