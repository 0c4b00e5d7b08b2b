"""The command `torch-to-paddle`, as people use it."""

from __future__ import annotations

import io
import json
import subprocess
from pathlib import Path

import pytest

from convert_torch.__main__ import main

CODE = "import torch\n\ny = torch.zeros(2, 3)  # zeros\n"
PADDLE = "import paddle\n\ny = paddle.zeros([2, 3])  # zeros\n"
LEFT = "import torch\nx = torch.linalg.nope(1)\n"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with a file of each kind."""
    folder = tmp_path / "package"
    (folder / "inner" / "__pycache__").mkdir(parents=True)
    (folder / "inner" / "a.py").write_bytes(CODE.encode())
    (folder / "b.py").write_bytes(b"print('no t*rch')\r\n")
    (folder / "data.txt").write_text("torch.zeros(2)\n")
    (folder / "inner" / "__pycache__" / "c.py").write_text(CODE)
    (folder / ".hidden.py").write_text(CODE)
    return folder


def test_nothing_is_written_unless_asked(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(package)]) == 0
    assert (package / "inner" / "a.py").read_text() == CODE
    told = capsys.readouterr().out
    assert told == "1 of 2 files changed, 1 uses of torch written\n"


def test_a_folder_is_converted_to_another(package: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert main([str(package), "-o", str(out)]) == 0
    found = {p.relative_to(out).as_posix(): p.read_bytes() for p in out.rglob("*") if p.is_file()}
    assert found == {
        "inner/a.py": PADDLE.encode(),
        "b.py": b"print('no t*rch')\r\n",
        "data.txt": b"torch.zeros(2)\n",
    }


def test_a_diff_applies(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = package / "inner" / "a.py"
    assert main([str(file), "--diff"]) == 0
    patch = capsys.readouterr().out
    subprocess.run(["patch", "-p0", str(file)], input=patch, text=True, check=True)
    assert file.read_text() == PADDLE


@pytest.mark.parametrize("force", [False, True])
def test_in_place_asks_git_what_would_be_lost(
    package: Path, force: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    file = package / "inner" / "a.py"
    options = [str(package), "--in-place", *(["--force"] if force else [])]
    if force:
        assert main(options) == 0 and file.read_text() == PADDLE
        return
    assert main(options) == 2
    assert "is not in git" in capsys.readouterr().err
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "a"]):
        subprocess.run([*git, *command], cwd=package, check=True)
    (package / "b.py").write_text("print(1)\n")
    assert main(options) == 2
    assert "changes that are not committed" in capsys.readouterr().err
    subprocess.run(["git", "checkout", "-q", "."], cwd=package, check=True)
    assert main(options) == 0 and file.read_text() == PADDLE


def test_standard_input_goes_to_standard_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(CODE.encode()))
    monkeypatch.setattr("sys.stdin", stream)
    assert main(["-"]) == 0
    said = capsys.readouterr()
    assert said.out == PADDLE and "1 uses of torch written" in said.err


def test_what_is_left_decides_the_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.py"
    file.write_text(LEFT)
    assert main([str(file)]) == 1
    told = capsys.readouterr().out
    assert "  torch.linalg.nope: There is no entry for `torch.linalg.nope`." in told
    assert f"      {file}:2\n" in told
    assert main([str(file), "--fail-on", "silent"]) == 0
    assert main([str(file), "--language", "zh"]) == 1
    assert "没有 `torch.linalg.nope` 的映射。" in capsys.readouterr().out


def test_the_report_for_programs(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (package / "b.py").write_text(LEFT)
    assert main([str(package), "--format", "json", "--paddle", "3.1"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["format"], told["paddle"]) == (2, "3.1.1")
    (left,) = told["files"][0]["findings"]
    assert (left["kind"], left["line"], left["api"]) == ("undecided", 2, "torch.linalg.nope")
    assert told["files"][1]["changed"] and told["files"][1]["uses"] == 1


def test_a_file_that_is_not_python_is_told_and_kept(
    package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = b"import torch\ny = torch.zeros(\n\xff"
    (package / "b.py").write_bytes(broken)
    assert main([str(package), "-o", str(tmp_path / "out")]) == 1
    assert f"{package}/b.py: not Python: " in capsys.readouterr().out
    assert (tmp_path / "out" / "b.py").read_bytes() == broken


def test_encodings_stay(tmp_path: Path) -> None:
    latin = "# -*- coding: latin-1 -*-\nimport torch\ns = 'é'; y = torch.zeros(2, 3)\n"
    marked = f"\ufeff{CODE}"
    for name, text, encoding in (("a.py", latin, "latin-1"), ("b.py", marked, "utf-8")):
        (tmp_path / name).write_bytes(text.encode(encoding))
    assert main([str(tmp_path), "--in-place", "--force"]) == 0
    made = (tmp_path / "a.py").read_bytes().decode("latin-1")
    assert made == "# -*- coding: latin-1 -*-\nimport paddle\ns = 'é'; y = paddle.zeros([2, 3])\n"
    assert (tmp_path / "b.py").read_bytes() == f"\ufeff{PADDLE}".encode()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["missing.py"], "missing.py: there is no such file or folder."),
        (["{package}", "-o", "{package}/out"], "this is in what is converted"),
        (["{package}", "-o", "{package}/b.py"], "this is in what is converted"),
        (["{package}", "-o", "{package}/.."], "this folder is not empty; --force writes into it."),
        (["{package}", "--paddle", "1.8"], "--paddle 1.8: supported are 2.6.2, "),
        (
            ["{package}", "--fail-on", "all"],
            "--fail-on all: choose of silent, likely, undecided, library, possible, rare.",
        ),
        (["{package}", "-o", "x", "--in-place"], "Choose either -o or --in-place."),
        (["-", "--in-place"], "What comes from standard input is written to standard output."),
        (["{package}", "--root", "{package}"], "package: there is no directory `mappings` in it."),
        (
            ["{package}", "--exclude", "*"],
            "There is no Python file and no notebook in what was named.",
        ),
    ],
)
def test_wrong_usage_is_told(
    package: Path, options: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([one.format(package=package) for one in options]) == 2
    assert told in capsys.readouterr().err
    assert (package / "inner" / "a.py").read_text() == CODE
