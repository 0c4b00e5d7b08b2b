"""The command `lint-mappings`: options, exit codes, formats, named paths, crashes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from entries import abs_entry
from small_project import BASE, write

from lint_mappings.__main__ import main
from lint_mappings.reporters.summary import Summary
from lint_mappings.reporters.terminal import excerpt, text
from lint_mappings.rules import all_rules
from mapping_model.problems import Problem
from mapping_model.vocabulary import parts, words

CLEAN = {**BASE, "mappings/glossary.yaml": 'input: {en: "I.", zh: "输入。"}\n'}
CLEAN["mappings/glossary.yaml"] += 'out: {en: "O.", zh: "输出。"}\n'
BAD = abs_entry(category="same-params")
ABS = "mappings/torch/torch.abs.yaml"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory: a clean project."""
    write(tmp_path, CLEAN)
    monkeypatch.chdir(tmp_path)
    return tmp_path


Capture = pytest.CaptureFixture[str]


def test_a_clean_project(root: Path, capsys: Capture) -> None:
    assert main([]) == 0
    assert capsys.readouterr() == ("No problems; 3 files checked.\n", "")


def test_a_problem_in_the_text_format(root: Path, capsys: Capture) -> None:
    write(root, {ABS: BAD})
    assert main([]) == 1
    assert capsys.readouterr().out == (
        "mappings/torch/torch.abs.yaml\n"
        "  3:11    PM203 (category) [*] The category is `same-params`, but the row `input` has "
        "another name in Paddle: `renamed-params`.\n"
        "          | category: same-params\n"
        "          |           ^\n"
        "          fix: Write `category: renamed-params`, or fix the row.\n"
        "\n"
        "1 problem in 1 file (1 fixable with --fix); 3 files checked.\n"
    )


def test_the_concise_format(root: Path, capsys: Capture) -> None:
    write(root, {ABS: BAD})
    assert main(["--format", "concise"]) == 1
    assert capsys.readouterr().out == (
        "mappings/torch/torch.abs.yaml:3:11: PM203 The category is `same-params`, but the row "
        "`input` has another name in Paddle: `renamed-params`.\n"
    )


def test_the_json_format(root: Path, capsys: Capture) -> None:
    assert main(["--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == []
    write(root, {ABS: BAD})
    assert main(["--format", "json"]) == 1
    (problem,) = json.loads(capsys.readouterr().out)
    assert problem.pop("url").endswith("rules/PM203/")
    assert problem == {
        "path": "mappings/torch/torch.abs.yaml",
        "line": 3,
        "column": 11,
        "code": "PM203",
        "name": "category",
        "severity": "error",
        "message": "The category is `same-params`, but the row `input` has another name in Paddle: "
        "`renamed-params`.",
        "hint": "Write `category: renamed-params`, or fix the row.",
        "fixable": True,
    }


def test_statistics_follow_the_report(root: Path, capsys: Capture) -> None:
    write(root, {ABS: BAD, "mappings/torch/torch.b.yaml": "", "mappings/torch/torch.c.yaml": ""})
    assert main(["--statistics", "--format", "concise"]) == 1
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "     2  PM102  yaml",
        "     1  PM203  category",
    ]


def test_statistics_leave_json_alone(root: Path, capsys: Capture) -> None:
    write(root, {ABS: BAD})
    assert main(["--statistics", "--format", "json"]) == 1
    out, err = capsys.readouterr()
    assert len(json.loads(out)) == 1
    assert err == "     1  PM203  category\n"


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        (["--select", "PM2"], ["PM203"]),
        (["--select", "PM1,pm7"], ["PM701"]),
        (["--select", "PM203, PM701"], ["PM203", "PM701"]),
        (["--ignore", "PM203"], ["PM701"]),
        (["--select", "PM", "--ignore", "PM70"], ["PM203"]),
        (["--ignore", "PM"], []),
    ],
)
def test_rules_are_selected_by_prefix(
    root: Path, capsys: Capture, options: list[str], codes: list[str]
) -> None:
    write(root, {ABS: abs_entry(category="same-params", more='notes: [{en: "A", zh: "甲。"}]\n')})
    assert main(["--format", "concise", *options]) == (1 if codes else 0)
    assert [line.split()[1] for line in capsys.readouterr().out.splitlines()] == codes


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--select", "PM0"], "No rule has a code that begins with `PM0`."),
        (["--ignore", "E501"], "No rule has a code that begins with `E501`."),
        (["--explain", "PM999"], "There is no rule `PM999`. Did you mean"),
        (["nothing.yaml"], "nothing.yaml: there is no such file."),
        (["README.md"], "README.md: lies outside of"),
        (["outside"], "outside: lies outside of"),
        (["--root", "outside"], "--root outside: there is no directory `mappings` in it."),
        (["--root", "nowhere"], "--root nowhere: there is no directory `mappings` in it."),
        (["--fix", "--diff"], "--fix writes files; it goes neither with --diff nor with"),
        (["--stdin-filename", ABS, ABS], "--stdin-filename names the one file to report on"),
        (["--stdin-filename", "README.md"], "README.md: lies outside of"),
        (["--fomat", "json"], "unrecognized arguments: --fomat"),
        (["--format", "xml"], "invalid choice: 'xml'"),
    ],
)
def test_wrong_usage(root: Path, capsys: Capture, options: list[str], message: str) -> None:
    write(root, {"README.md": "", "outside/x.yaml": "a: 1\n"})
    assert main(options) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err


def test_outside_of_a_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([]) == 2
    assert f"There is no directory `mappings` in {tmp_path} or above it." in capsys.readouterr().err


def test_the_root_is_found_from_below_and_named_from_afar(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path_factory
) -> None:
    write(root, {ABS: BAD})
    monkeypatch.chdir(root / "mappings" / "torch")
    assert main(["--format", "concise"]) == 1
    assert capsys.readouterr().out.startswith(f"{ABS}:3:11: ")
    monkeypatch.chdir(tmp_path_factory.mktemp("afar"))
    assert main(["--format", "concise", "--root", str(root)]) == 1
    assert capsys.readouterr().out.startswith(f"{ABS}:3:11: ")
    assert main(["--format", "concise", "--root", str(root), str(root / ABS)]) == 1
    assert capsys.readouterr().out.startswith(f"{ABS}:3:11: ")


def test_the_root_is_found_from_the_path(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path_factory
) -> None:
    write(root, {ABS: BAD})
    for afar in (tmp_path_factory.mktemp("afar"), tmp_path_factory.mktemp("other")):
        monkeypatch.chdir(afar)
        for path in (root / ABS, root / "mappings", root):
            assert main(["--format", "concise", str(path)]) == 1
            assert capsys.readouterr().out.startswith(f"{ABS}:3:11: ")
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a: [\n")))
        assert main(["--format", "concise", "--stdin-filename", str(root / ABS)]) == 1
        assert capsys.readouterr().out.startswith(f"{ABS}:2:1: PM102 ")
        (afar / "mappings").mkdir()


def test_a_directory_that_is_gone(root: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    gone = root / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert main([]) == 2
    assert "The current directory cannot be read: No such file" in capsys.readouterr().err


def test_nothing_to_lint_is_wrong_usage(tmp_path: Path, capsys: Capture) -> None:
    """In CI it would be a wrong root, which goes unnoticed where all is well."""
    write(tmp_path, {"mappings/README.md": "", "mappings/torch/torch.abs.yml.orig": ""})
    assert main(["--root", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"There is no YAML file in {tmp_path / 'mappings'}." in err


SECOND = "mappings/torch.Tensor/torch.Tensor.t.yaml"


@pytest.mark.parametrize(
    ("paths", "reported"),
    [
        ([ABS], [ABS]),
        ([f"./mappings/../{ABS}"], [ABS]),
        ([ABS, SECOND, ABS], [SECOND, ABS]),
        (["mappings/torch"], [ABS]),
        (["mappings/torch/"], [ABS]),
        (["mappings"], [SECOND, ABS]),
        (["."], [SECOND, ABS]),
        (["mappings/gotchas"], []),
        (["mappings/glossary.yaml"], []),
    ],
)
def test_only_what_is_named_is_reported(
    root: Path, capsys: Capture, paths: list[str], reported: list[str]
) -> None:
    write(root, {ABS: BAD, SECOND: "torch: torch.Tensor.t\n"})
    assert main(["--format", "concise", *paths]) == (1 if reported else 0)
    found = [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()]
    assert found == reported


def test_a_named_file_is_judged_with_the_whole_corpus(root: Path, capsys: Capture) -> None:
    alias = "torch: torch.absolute\nalias_of: torch.abs\n"
    path = "mappings/torch/torch.absolute.yaml"
    write(root, {path: alias})
    assert main([path]) == 0
    (root / ABS).unlink()
    assert main([path]) == 1
    assert "`torch.abs` has no entry." in capsys.readouterr().out


def test_what_is_no_mapping_is_left_out_aloud(root: Path, capsys: Capture) -> None:
    other = "mappings/README.md"
    write(root, {other: "{}"})
    assert main([other, ABS]) == 0
    out, err = capsys.readouterr()
    assert out == "No problems; 1 file checked.\n"
    assert err == f"lint-mappings: {other}: left out, since it is not a mapping (.yaml).\n"


def test_a_link_in_the_mappings_is_judged_as_a_link(root: Path, capsys: Capture) -> None:
    link = root / "mappings" / "torch" / "torch.sign.yaml"
    link.symlink_to("/etc/hostname")
    assert main(["--format", "concise", str(link)]) == 1
    assert "PM101 This is a link or another special file." in capsys.readouterr().out


def test_explain(root: Path, capsys: Capture) -> None:
    assert main(["--explain", "pm203"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("PM203 (category): The written category is the one that the rows lead to")
    assert "Format specification: C1, C2." in out
    assert "\n-category: same-params\n+category: renamed-params\n" in out
    assert out.rstrip().endswith("rules/PM203/")


def test_explain_a_retired_rule(capsys: Capture) -> None:
    assert main(["--explain", "pm604"]) == 0
    told = "The rule `PM604` was retired; `PM603` does now what it did.\n"
    assert capsys.readouterr().out == told


def test_the_vocabulary_is_what_the_page_has(capsys: Capture) -> None:
    """Who writes an entry reads it without the site."""
    assert main(["--vocabulary"]) == 0
    told = capsys.readouterr().out.splitlines()
    for part in parts():
        assert {key for key, _ in part.keys} <= set(told)
    for said in words().values():
        assert {word for word, _ in said} <= set(told)
    assert told[told.index("isa(dim, int)") + 1] == "    `dim` is an integer"
    assert max(map(len, told)) <= 100


def test_list_rules(capsys: Capture) -> None:
    assert main(["--list-rules"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(all_rules())
    assert main(["--list-rules", "--select", "PM705"]) == 0
    assert capsys.readouterr().out.startswith("PM705     differing-names  The text of")


def test_version_and_help(capsys: Capture) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("lint-mappings ")
    assert main(["--help"]) == 0
    assert "exit codes: 0 clean, 1 problems found" in " ".join(capsys.readouterr().out.split())


@pytest.fixture
def crashing(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(subject: object) -> Iterator[None]:
        raise KeyError("boom")
        yield

    rule = replace(all_rules()["PM401"], check=check)
    monkeypatch.setitem(all_rules(), "PM401", rule)


def test_a_crash_of_a_rule_is_our_bug(root: Path, crashing: None, capsys: Capture) -> None:
    write(root, {ABS: BAD})
    assert main(["--format", "concise"]) == 3
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        f"{ABS}:1:1: PM000 The rule PM401 (example) crashed: KeyError: 'boom'",
        f"{ABS}:3:11: PM203 The category is `same-params`, but the row `input` has another name in "
        "Paddle: `renamed-params`.",
    ]
    assert "lint-mappings has a bug. Please open an issue" in err
    assert f"rule PM401 (example) on {ABS}, 1 time(s)" in err
    assert 'raise KeyError("boom")' in err
    assert f"Python {sys.version.split()[0]}" in err


def test_an_error_outside_of_rules_is_our_bug(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("lint_mappings.running.engine.run", lambda *_: 1 / 0)
    assert main([]) == 3
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_python_itself_says_nothing_about_odd_code(root: Path) -> None:
    """Python warns of `\\d` in a text and of `1if`; that would stand between the problems."""
    odd = abs_entry().replace("paddle.abs(x)", "paddle.abs(x, 1if 2 else '\\d')")
    assert "1if 2" in odd
    write(root, {ABS: odd.replace("paddle: out", 'paddle: out, value: "1if 2 else 3"')})
    _, errors = run(cwd=root).communicate(timeout=60)
    assert errors == b""


def test_an_interrupt(root: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("lint_mappings.running.engine.run", interrupt)
    assert main([]) == 130
    assert capsys.readouterr() == ("", "lint-mappings: interrupted.\n")


def run(*options: str, cwd: Path, env: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "lint_mappings", *options],
        cwd=cwd,
        env={**os.environ, **(env or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_reader_that_leaves_early_is_no_error(root: Path) -> None:
    write(root, {f"mappings/torch/torch.{n}.yaml": "" for n in range(2000)})
    process = run("--format", "concise", cwd=root)
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    assert process.wait() == 1


def test_a_terminal_that_knows_no_chinese(root: Path) -> None:
    write(root, {ABS: abs_entry(more='notes: [{en: "张.", zh: "甲。"}]\n')})
    out, err = run(cwd=root, env={"PYTHONIOENCODING": "ascii"}).communicate()
    assert err == b""
    assert b"The English text has `\\u5f20` in it." in out


def test_a_run_loads_nothing_heavy(root: Path) -> None:
    heavy = "{'torch', 'paddle', 'mkdocs', 'jinja2', 'jsonschema', 'numpy'}"
    script = (
        "import sys; from lint_mappings.__main__ import main; code = main([]); "
        f"print(sorted({heavy} & set(sys.modules)), code, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stderr == "[] 0\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "env", "coloured"),
    [
        (Terminal(), {}, True),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"TERM": "dumb"}, False),
        (io.StringIO(), {}, False),
    ],
)
def test_colour_only_on_a_terminal(
    stream: io.StringIO, env: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    text([Problem("a.yaml", 1, 1, "PM203", "Wrong.", "Fix it.")], Summary(1), stream)
    assert ("\033[" in stream.getvalue()) is coloured


@pytest.mark.parametrize(
    ("source", "column", "shown", "caret"),
    [
        ("a: b", 4, "a: b", "   ^"),
        ("数据: b", 5, "数据: b", "      ^"),
        ("a\tb\x07c", 4, "a b?c", "   ^"),
        ("x" * 200, 150, "..." + "x" * 105, " " * 57 + "^"),
        ("x" * 200, 1, "x" * 110 + "...", "^"),
    ],
)
def test_the_caret_stands_under_its_place(source: str, column: int, shown: str, caret: str) -> None:
    assert excerpt(source, column) == (shown, caret)
