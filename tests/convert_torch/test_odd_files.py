"""Files that nobody would think of: each is told or converted, and nothing is lost."""

from __future__ import annotations

import io
import json
import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from convert_torch.__main__ import main
from mapping_model.cache_directory import VARIABLE

CODE = "import torch\ny = torch.zeros(2, 3)\n"
PADDLE = "import paddle\ny = paddle.zeros([2, 3])\n"
LEFT = "import torch\nx = torch.linalg.nope(1)\n"
CANNOT_BE_OPENED = [
    ("pipe", "this is a link or another special file"),
    ("socket", "this is a link or another special file"),
    ("large", "the file is larger than 16384 KB"),
]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(VARIABLE, str(tmp_path.parent / f"{tmp_path.name}-cache"))


def make(path: str, kind: str) -> None:
    """A file that cannot be read as one."""
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(path)
    else:
        with Path(path).open("wb") as stream:
            stream.truncate(17 * 1024 * 1024)


@pytest.mark.parametrize(("kind", "said"), CANNOT_BE_OPENED)
def test_what_cannot_be_opened_is_told_and_the_rest_converted(
    kind: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("p").mkdir()
    Path("p/b.py").write_text(CODE)
    make("p/a.py", kind)
    make("p/data", "pipe")  # which is not copied
    assert main(["p", "-o", "out"]) == 1
    assert f"p/a.py: {said}\n" in capsys.readouterr().out
    assert [one.name for one in Path("out").iterdir()] == ["b.py"]
    assert Path("out/b.py").read_text() == PADDLE


@pytest.mark.parametrize(
    "encoding", ["rot13", "hex", "base64", "punycode", "undefined", "unicode_escape", "utf-16"]
)
def test_what_is_no_encoding_of_a_file_is_told(
    encoding: str, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = f"# coding: {encoding}\n{CODE}".encode()
    Path("a.py").write_bytes(raw)
    assert main(["a.py", "--in-place", "--force"]) == 1
    assert "a.py: not Python: " in capsys.readouterr().out
    assert Path("a.py").read_bytes() == raw


def test_a_comment_that_the_encoding_cannot_hold_is_escaped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("a.py").write_bytes(f"# coding: latin-1\n{LEFT}s = 'é'\n".encode("latin-1"))
    monkeypatch.setattr("convert_torch.converting.MARK", "# 中 ")
    assert main(["a.py", "--in-place", "--force"]) == 1
    made = Path("a.py").read_bytes().decode("latin-1")
    assert "# \\u4e2d torch.linalg.nope" in made and made.endswith("s = 'é'\n")


def test_files_keep_their_modes() -> None:
    Path("p").mkdir()
    for name, text in (("a.py", CODE), ("run.sh", "#!/bin/sh\n")):
        Path("p", name).write_text(text)
        Path("p", name).chmod(0o755)
    assert main(["p", "-o", "out"]) == 0
    assert all(stat.S_IMODE(one.stat().st_mode) == 0o755 for one in Path("out").iterdir())


def test_no_file_takes_the_place_of_another(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("p/a.py", "q/a.py", "r/r/a.py", "r/a.py"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(CODE)
    assert main(["p", "q", "-o", "out"]) == 2
    assert "p/a.py and q/a.py would both become out/a.py." in capsys.readouterr().err
    # r/r would be written to r.
    assert main(["r", "-o", ".", "--force"]) == 2
    assert "r would be overwritten, which is converted." in capsys.readouterr().err
    assert Path("r/a.py").read_text() == CODE and not Path("out").exists()
    # One file that is named twice is one.
    assert main(["r/r/a.py", "r", "r/../r/a.py", "-o", "out"]) == 0
    assert Path("out/r/a.py").read_text() == PADDLE


def test_a_link_where_a_file_is_copied_to_is_not_followed() -> None:
    Path("p").mkdir()
    Path("out").mkdir()
    for name, text in (("p/a.py", CODE), ("p/data", "new"), ("mine", "mine")):
        Path(name).write_text(text)
    Path("out/data").symlink_to(Path("mine").absolute())
    Path("out/a.py").symlink_to(Path("mine").absolute())
    assert main(["p", "-o", "out", "--force"]) == 0
    assert Path("mine").read_text() == "mine"
    assert Path("out/data").read_text() == "new" and Path("out/a.py").read_text() == PADDLE


def git(*words: str) -> None:
    names = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "protocol.file.allow=always")
    subprocess.run(["git", *names, *words], check=True, capture_output=True)


def test_what_git_does_not_keep_is_not_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".gitignore").write_text("ignored.py\n__pycache__\n")
    Path("p/__pycache__").mkdir(parents=True)
    for name in ("p/a.py", "p/__pycache__/a.py"):
        Path(name).write_text(CODE)
    git("init", "-q")
    git("config", "status.showUntrackedFiles", "no")
    git("add", "-A")
    git("commit", "-qm", "a")
    for name in ("p/ignored.py", "p/new.py"):
        Path(name).write_text(CODE)
        for path in ("p", name):
            assert main([path, "--in-place"]) == 2
            assert f"{name} is not in git" in capsys.readouterr().err
        assert Path(name).read_text() == CODE
        Path(name).unlink()
    assert main(["p", "--in-place"]) == 0
    assert Path("p/a.py").read_text() == PADDLE


def test_a_submodule_is_in_git() -> None:
    Path("other").mkdir()
    Path("other/a.py").write_text(CODE)
    git("-C", "other", "init", "-q")
    git("-C", "other", "add", "-A")
    git("-C", "other", "commit", "-qm", "a")
    Path("whole").mkdir()
    git("-C", "whole", "init", "-q")
    git("-C", "whole", "submodule", "add", str(Path("other").absolute()), "sub")
    git("-C", "whole", "commit", "-qm", "a")
    assert main(["whole", "--in-place"]) == 0
    assert Path("whole/sub/a.py").read_text() == PADDLE


def test_nothing_that_a_repository_names_is_run() -> None:
    Path("p").mkdir()
    Path("p/a.py").write_text(CODE)
    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "a")
    Path("evil").write_text("#!/bin/sh\ntouch was-run\n")
    Path("evil").chmod(0o755)
    git("config", "core.fsmonitor", str(Path("evil").absolute()))
    assert main(["p", "--in-place"]) == 0
    assert not Path("was-run").exists()


@pytest.mark.parametrize("code", [CODE.replace("\n", "\r\n"), "s = '\f\u2028\x1c'\n" + CODE])
def test_a_diff_applies_to_odd_lines(code: str) -> None:
    Path("a.py").write_bytes(code.encode())
    command = [sys.executable, "-m", "convert_torch", "a.py", "--diff"]
    patch = subprocess.run(command, capture_output=True, check=True).stdout
    subprocess.run(["patch", "--binary", "-p1"], input=patch, check=True, capture_output=True)
    made = Path("a.py").read_bytes()
    Path("a.py").write_bytes(code.encode())
    assert main(["a.py", "--in-place", "--force"]) == 0
    assert made == Path("a.py").read_bytes() != code.encode()


def test_standard_input_keeps_its_bytes(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    head = "# coding: latin-1\r\ns = 'é'\r\n"
    for code, wanted in ((CODE, PADDLE), ("x = (\n", "x = (\n")):
        raw, made = ((head + one.replace("\n", "\r\n")).encode("latin-1") for one in (code, wanted))
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
        main(["-"])
        assert capfdbinary.readouterr().out == made


def test_a_baseline_counts_for_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for option, code in (("--write-baseline", 1), ("--baseline", 0)):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(LEFT.encode())))
        assert main(["-", option, "known.json"]) == code


@pytest.mark.parametrize("name", ["", "/"])
def test_a_baseline_needs_a_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(LEFT)
    assert main(["a.py", "--write-baseline", name]) == 2
    assert "is no name for a file." in capsys.readouterr().err


def test_a_baseline_with_an_endless_count_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(LEFT)
    one = '{"path": "a.py", "kind": "silent", "api": "c", "line": "d", "count": 1e999}'
    Path("known.json").write_text(f'{{"format": 1, "findings": [{one}]}}')
    assert main(["a.py", "--baseline", "known.json"]) == 2
    assert "known.json is no baseline: " in capsys.readouterr().err


@pytest.mark.parametrize("pattern", ["old", "old/", "p/old", "p/old/", "p/old/*", "*/b.py", "b.p?"])
def test_files_are_left_out_by_patterns(pattern: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("p/a.py", "p/old/b.py"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(CODE)
    assert main([".", "--exclude", pattern]) == 0
    assert "1 of 1 files" in capsys.readouterr().out


def test_the_same_bytes_are_another_file_by_another_name() -> None:
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "source": CODE}
    text = json.dumps({"cells": [cell], "nbformat": 4, "nbformat_minor": 5})
    Path("p").mkdir()
    for number in range(30):  # as many as the cache is for
        Path(f"p/{number}.ipynb").write_text(text)
        Path(f"p/{number}.py").write_text(text)
    for out in ("one", "two"):
        assert main(["p", "-o", out]) == 0
        assert Path(out, "7.py").read_text() == text
        assert "paddle.zeros" in Path(out, "7.ipynb").read_text()


def test_remarks_of_python_on_the_code_are_not_told() -> None:
    Path("a.py").write_text(f"{CODE}s = '\\d', 1if 2else 3\n")
    command = [sys.executable, "-W", "default", "-m", "convert_torch", "a.py"]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "SyntaxWarning" not in told.stderr


@pytest.mark.parametrize("code", ["x = " + "-" * 9000 + "1\n", "x = " + "a." * 3000 + "b\n"])
def test_code_that_nests_too_deeply_is_told(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(CODE + code)
    assert main(["a.py"]) == 1
    assert "a.py: it nests too deeply\n" in capsys.readouterr().out


def test_notebooks_keep_their_line_ends_and_half_characters() -> None:
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "source": [CODE]}
    other = {"cell_type": "markdown", "metadata": {}, "source": "\ud800中"}
    data = {"cells": [cell, other], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    for indent in (1, "\t"):
        text = json.dumps(data, indent=indent).replace("\n", "\r\n")
        Path("a.ipynb").write_bytes(text.encode())
        assert main(["a.ipynb", "--in-place", "--force"]) == 0
        made = json.dumps(data, indent=indent).replace("\n", "\r\n")
        old, new = (json.dumps(one) for one in (CODE, PADDLE))
        first, _, second = new.partition("\\n")
        space = "\r\n" + ("\t" * 4 if indent == "\t" else " " * 4)
        made = made.replace(old, f'{first}\\n",{space}"{second}')
        assert Path("a.ipynb").read_bytes() == made.encode()
    # In a layout of its own it is still UTF-8.
    Path("a.ipynb").write_text(json.dumps(data, indent=7))
    assert main(["a.ipynb", "--in-place", "--force"]) == 0
    assert json.loads(Path("a.ipynb").read_text("utf-8"))["cells"][1] == other


def test_the_page_is_right_in_any_encoding(capsys: pytest.CaptureFixture[str]) -> None:
    Path("中.py").write_text(LEFT)
    assert main(["中.py", "--format", "html", "--language", "zh"]) == 1
    page = capsys.readouterr().out
    assert page.isascii() and "&#20013;.py" in page


def test_a_terminal_is_sent_no_commands(capsys: pytest.CaptureFixture[str]) -> None:
    name = "a\x1b[2Jb\n.py"
    Path(name).write_text(LEFT)
    for options in ([], ["--diff"]):
        assert main([name, *options]) == 1
        out = capsys.readouterr().out
        assert "\x1b" not in out and "a\\x1b[2Jb\\n.py" in out
