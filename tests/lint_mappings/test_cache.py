"""The cache: the same reports as without it, and nothing that it holds can do harm."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import ModuleType

import pytest
from entries import abs_entry
from small_project import BASE, write

import lint_mappings
import mapping_model
from lint_mappings.__main__ import main
from lint_mappings.rules import all_rules
from lint_mappings.running import cached, engine
from lint_mappings.running.cached import tool_digest
from lint_mappings.running.sources import Sources
from mapping_model.cache import Cache, digest, open_cache
from mapping_model.snapshots import DIRECTORY

ABS = "mappings/torch/torch.abs.yaml"
ALIAS = "mappings/torch/torch.absolute.yaml"
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory: a project with problems."""
    write(tmp_path, {**BASE, ALIAS: "torch: torch.absolute\nalias_of: torch.abs\n"})
    write(tmp_path, {ABS: abs_entry(category="same-params")})
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def folder() -> Path:
    """Where the cache of the test is."""
    return Path(os.environ["LINT_MAPPINGS_CACHE"])


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows with every run of rules."""
    made: list[int] = []
    run = engine.run

    def counted(*arguments: object) -> object:
        made.append(1)
        return run(*arguments)

    monkeypatch.setattr(engine, "run", counted)
    return made


def printed(capsys: Capture, *options: str) -> tuple[int, str]:
    code = main(list(options))
    return code, capsys.readouterr().out


@pytest.mark.parametrize("name", ["text", "concise", "json", "github", "sarif", "junit"])
def test_a_kept_report_prints_the_same(
    root: Path, capsys: Capture, runs: list[int], name: str
) -> None:
    options = ("--format", name, "--statistics")
    first = printed(capsys, *options)
    assert printed(capsys, *options) == first
    assert len(runs) == 1
    assert printed(capsys, *options, "--no-cache") == first
    assert len(runs) == 2


@pytest.mark.parametrize("name", ["text", "json", "github"])
def test_a_kept_report_takes_no_rules(root: Path, name: str) -> None:
    script = (
        "import sys; from lint_mappings.__main__ import main; "
        f"code = main(['--format', '{name}']); "
        "print(code, 'lint_mappings.rules.rule' in sys.modules, file=sys.stderr)"
    )
    command = [sys.executable, "-c", script]
    made, kept = (subprocess.run(command, cwd=root, capture_output=True) for _ in range(2))
    assert (made.stderr, kept.stderr) == (b"1 True\n", b"1 False\n")
    assert b"category" in made.stdout
    assert made.stdout == kept.stdout


CHANGES = {
    "a file": {ABS: abs_entry()},
    "a new file": {"mappings/torch/torch.add.yaml": "torch: torch.add\n"},
    "the glossary": {"mappings/glossary.yaml": 'input: {en: "I.", zh: "输入。"}\n'},
    "a known problem": {"mappings/.known-problems.txt": "PM203 torch.abs # x\n"},
    "a result": {"mappings/results/torch/torch.abs.json": "{}"},
    "a link": {},
    "a name": {},
    "a deletion": {},
}


@pytest.mark.parametrize("what", CHANGES)
def test_any_change_counts(root: Path, capsys: Capture, runs: list[int], what: str) -> None:
    printed(capsys)
    write(root, CHANGES[what])
    if what == "a link":
        (root / ALIAS).unlink()
        (root / ALIAS).symlink_to(root / ABS)
    elif what == "a name":
        (root / ALIAS).rename(root / "mappings/torch/torch.x.yaml")
    elif what == "a deletion":
        (root / ABS).unlink()
    after = printed(capsys)
    assert len(runs) == 2
    assert printed(capsys, "--no-cache") == after


def test_a_change_that_keeps_size_and_time_counts(root: Path, capsys: Capture) -> None:
    status = (root / ABS).stat()
    before = printed(capsys)
    write(root, {ABS: abs_entry(category="same-params").replace("paddle.abs(x)", "paddle.cos(x)")})
    os.utime(root / ABS, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (root / ABS).stat().st_mtime_ns == status.st_mtime_ns
    assert printed(capsys) != before


@pytest.mark.parametrize(
    "options", [["--select", "PM7"], ["--ignore", "PM2"], [ABS], ["mappings/gotchas"]]
)
def test_other_options_are_another_report(
    root: Path, capsys: Capture, runs: list[int], options: list[str]
) -> None:
    printed(capsys)
    after = printed(capsys, *options)
    assert len(runs) == 2
    assert printed(capsys, *options, "--no-cache") == after
    assert printed(capsys, *options) == after
    assert len(runs) == 3


def test_another_linter_is_another_report(
    root: Path, capsys: Capture, runs: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed(capsys)
    monkeypatch.setattr(cached, "tool_digest", lambda: "another")
    printed(capsys)
    assert len(runs) == 2


@pytest.mark.parametrize("part", ["code.py", "snapshots/torch-2.13.0.json", "schema/entry.json"])
@pytest.mark.parametrize("package", [lint_mappings, mapping_model])
def test_a_change_of_the_linter_itself_or_of_what_it_knows_is_seen(
    package: ModuleType, part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands in a package decides, snapshots too: a new release brings other problems."""
    monkeypatch.setattr(package, "__path__", [str(tmp_path)])
    write(tmp_path, {part: "1"})
    before = tool_digest.__wrapped__()
    assert tool_digest.__wrapped__() == before
    write(tmp_path, {part: "2"})
    assert tool_digest.__wrapped__() != before


def test_the_snapshots_are_a_part_of_the_package() -> None:
    assert any(DIRECTORY.is_relative_to(place) for place in mapping_model.__path__)
    assert {path.suffix for path in DIRECTORY.iterdir()} == {".json"}


def test_a_report_is_not_kept_where_results_have_changed_meanwhile(
    root: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = count()
    monkeypatch.setattr(Sources, "results", lambda self: [("a.json", b"%d" % next(recorded))])
    assert main([]) == 1
    assert list(folder.glob("report-*")) == []


def test_a_crash_is_not_kept(
    root: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    broken = replace(all_rules()["PM401"], check=lambda subject: 1 / 0)
    monkeypatch.setitem(all_rules(), "PM401", broken)
    assert main([]) == 3
    assert main([]) == 3
    assert list(folder.glob("report-*")) == []


def damaged(raw: bytes, seed: int) -> bytes:
    """The file after one of the accidents that happen to files."""
    chance = random.Random(seed)
    place = chance.randrange(len(raw))
    return [
        b"",
        raw[:place],
        raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :],
        raw + raw,
        b"\x80\x04K\x01.",
        b"\xff" * 100,
    ][seed % 6]


@pytest.mark.parametrize("seed", range(18))
def test_a_damaged_cache_is_ignored(root: Path, capsys: Capture, folder: Path, seed: int) -> None:
    first = printed(capsys)
    files = list(folder.glob("*.json"))
    assert {path.name.partition("-")[0] for path in files} == {"parsed", "report"}
    for path in files:
        path.write_bytes(damaged(path.read_bytes(), seed))
    assert printed(capsys) == first


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {"problems": 3},
        {"problems": [[1, 2]], "fixable": [], "files": 1, "known": 0, "told": []},
        {
            "problems": [["a", 1, 1, "PM1", "b", 3]],
            "fixable": [],
            "files": 1,
            "known": 0,
            "told": [],
        },
        {"problems": [], "fixable": [7], "files": 1, "known": 0, "told": []},
        {"problems": [], "fixable": [], "files": "x", "known": 0, "told": []},
        {"problems": [], "fixable": [], "files": 1, "known": 0, "told": [["PM203"]]},
    ],
)
def test_a_foreign_report_is_ignored(
    root: Path, capsys: Capture, folder: Path, value: object
) -> None:
    first = printed(capsys)
    (path,) = folder.glob("report-*.json")
    key = path.read_bytes().split(b" ")[0]
    body = json.dumps(value).encode()
    path.write_bytes(key + b" " + hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
    assert printed(capsys) == first


def test_files_from_the_cache_are_linted_alike(root: Path, capsys: Capture) -> None:
    write(root, {f"mappings/torch/torch.{n}.yaml": "" for n in range(3)})
    printed(capsys)
    write(root, {ALIAS: "torch: torch.absolute\nalias_of: torch.nothing\n"})
    assert printed(capsys) == printed(capsys, "--no-cache")


def test_values_that_json_has_not_are_kept_or_left(root: Path, capsys: Capture) -> None:
    inputs = "{a: [.nan, -.inf, 1.5e300], b: 0x" + "f" * 5000 + "}"
    text = abs_entry().replace('{x: "float32[2, 3]"}', inputs)
    write(root, {ABS: text})
    first = printed(capsys)
    write(root, {ALIAS: "torch: torch.absolute\nalias_of: torch.nothing\n"})
    assert first[1] != printed(capsys)[1]
    assert printed(capsys) == printed(capsys, "--no-cache")


def forged(report: bytes) -> bytes:
    """A report for the same files, options and linter that finds nothing."""
    clean = {"problems": [], "fixable": [], "files": 2, "known": 0, "told": []}
    body = json.dumps(clean).encode()
    return report.split(b" ")[0] + b" " + hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def test_what_a_commit_brings_is_not_believed(
    root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.mktemp("home")
    monkeypatch.delenv("LINT_MAPPINGS_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(home))
    brought = root / ".cache/lint-mappings"
    assert main([]) == 1
    (kept,) = [*home.rglob("report-*.json"), *brought.glob("report-*.json")]
    brought.mkdir(parents=True, exist_ok=True)
    (brought / kept.name).write_bytes(forged(kept.read_bytes()))
    shutil.rmtree(home)
    assert main([]) == 1


@pytest.mark.parametrize("place", ["a file", "/proc/no/such", "mappings"])
def test_a_place_that_cannot_be_used(
    root: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    (root / "a file").write_text("")
    monkeypatch.setenv("LINT_MAPPINGS_CACHE", place)
    assert main([]) == 2
    assert "cannot hold a cache" in capsys.readouterr().err
    assert (root / "a file").read_text() == ""


def test_a_user_without_a_place_for_a_cache_has_none(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LINT_MAPPINGS_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(root))
    assert open_cache(root, True).directory is None
    assert main([]) == 1


def test_without_a_cache_nothing_is_kept(root: Path, capsys: Capture, folder: Path) -> None:
    main(["--no-cache"])
    assert list(folder.iterdir()) == []


def test_old_reports_are_let_go(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    for number in range(40):
        (tmp_path / f"mine-{number}.json").write_text("")
        cache.put(f"report-{number}", "key", number)
    cache.put("parsed-0", "key", 0)
    assert len(list(tmp_path.glob("report-*"))) <= 16
    assert len(list(tmp_path.glob("mine-*"))) == 40
    assert cache.get("report-39", "key") == 39
    assert cache.get("report-39", "other") is None


def test_projects_do_not_take_the_place_of_each_other(
    root: Path, folder: Path, capsys: Capture, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = tmp_path_factory.mktemp("other")
    write(other, BASE)
    main([])
    main(["--root", str(other)])
    assert len(list(folder.glob("parsed-*"))) == len(list(folder.glob("report-*"))) == 2


def test_a_pipe_in_the_place_of_what_is_kept_is_not_read(
    root: Path, capsys: Capture, folder: Path
) -> None:
    first = printed(capsys)
    for path in folder.glob("*.json"):
        path.unlink()
        os.mkfifo(path)
    assert printed(capsys) == first


def test_runs_at_the_same_time(root: Path) -> None:
    command = [sys.executable, "-m", "lint_mappings", "--format", "json"]
    running = [
        subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(4)
    ]
    results = [process.communicate() for process in running]
    assert {process.returncode for process in running} == {1}
    assert len(set(results)) == 1
    assert not list(open_cache(root, True).directory.glob("*.tmp"))


def test_a_digest_tells_parts_apart() -> None:
    assert digest(["ab", "c"]) != digest(["a", "bc"])
    assert digest([]) != digest([""])
