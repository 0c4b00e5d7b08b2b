"""The own tests of packages with Paddle as torch, and what the source of a package may not do."""

from __future__ import annotations

import io
import json
import stat
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from mapping_model.modes import modes_of
from mapping_model.packages.plans import all_plans, is_requirement, named
from mapping_model.packages.record import Fate, Run, Why, most_blocking
from mapping_model.snapshots import PADDLE, load_snapshot
from verify_mappings.__main__ import main
from verify_mappings.command import package as command
from verify_mappings.packages import fetching
from verify_mappings.packages.fetching import Unsafe, unpack
from verify_mappings.packages.measuring import Limits, Suite, count, passing, run_suite
from verify_mappings.packages.outcomes import Seen, cause_of, lines_of
from verify_mappings.runs.pool import Pool

ROOT = Path(__file__).parents[2]
NEWEST = PADDLE[-1]
MODE = modes_of(load_snapshot("paddle", NEWEST))[0]
PLANTED = """
import torch


def total(x):
    return x.sum()


def sparse(x):
    return torch.hspmm(x.to_sparse(), x)  # Paddle has none


def imaginary(x):
    return x.imag * 2  # a method there


def checked(x):
    if "torch" not in type(x).__module__:
        raise ValueError("not a tensor of torch")
    return x
"""
TESTS = """
import torch
from planted import checked, imaginary, sparse, total


def test_total():
    assert float(total(torch.ones(2))) == 2


def test_name():
    sparse(torch.eye(2))


def test_last():
    assert float(total(torch.ones(3))) == 3
"""
# True on torch alone.
_TORCH = "hasattr(torch, 'hspmm')"
# What stops a test: the line of its body, and what it is put down to.
# None: it does not pass on torch either, so that it does not count.
CAUSES: dict[str, tuple[str, tuple[Fate, Why | None, str | None] | None]] = {
    "name": ("torch.hspmm", (Fate.FAILED, Why.MISSING, "torch.hspmm")),
    "module": ("import torch.testing", (Fate.FAILED, Why.MISSING, "torch.testing")),
    "imported": (
        "from torch.nn.functional import threshold_",
        (Fate.FAILED, Why.MISSING, "torch.nn.functional.threshold_"),
    ),
    "method": (
        "torch.ones(2).is_shared()",
        (Fate.FAILED, Why.MISSING, "torch.Tensor.is_shared"),
    ),
    "keyword": (
        "torch.randint(0, 3, (2,), device='cpu')",
        (Fate.FAILED, Why.RAISES, "torch.randint"),
    ),
    "value": ("imaginary(torch.ones(2) + 1j)", (Fate.FAILED, Why.RAISES, "torch.Tensor.imag")),
    "chain": (
        "(torch.ones(2)\n     .abs()\n     .is_shared())",
        (Fate.FAILED, Why.MISSING, "torch.Tensor.is_shared"),
    ),
    "type": (
        "(torch.ones(2)\n     .abs()\n     .type(torch.float64))",
        (Fate.FAILED, Why.RAISES, "torch.Tensor.type"),
    ),
    "condition": (
        f"0 if torch.zeros(1 if {_TORCH} else 2) else 1",
        (Fate.FAILED, Why.RAISES, "torch.Tensor.__bool__"),
    ),
    "wrong": ("torch.nn.Linear(2, 3, nothing=1)", None),
    "result": (f"assert {_TORCH}", (Fate.FAILED, Why.DIFFERS, None)),
    "own": ("checked(torch.ones(2))", (Fate.FAILED, Why.OWN, None)),
    "ends": (f"import os; {_TORCH} or os._exit(3)", (Fate.ENDED, Why.OTHER, None)),
    "hangs": (f"while not {_TORCH}: pass", (Fate.ENDED, Why.OTHER, None)),
    "network": ("import socket; socket.socket()", None),
    "passes": ("assert torch.ones(2).sum() == 2", (Fate.PASSED, None, None)),
}


def planted(folder: Path, tests: Mapping[str, str]) -> Path:
    """The source of a package with these files of tests."""
    root = folder / "planted-1.0"
    (root / "planted").mkdir(parents=True)
    (root / "tests").mkdir()
    (root / "planted" / "__init__.py").write_text(PLANTED)
    for name, text in tests.items():
        (root / "tests" / name).write_text(text)
    return root


def archive_of(root: Path) -> Path:
    path = root.with_name("planted-1.0.tar.gz")
    with tarfile.open(path, "w:gz") as archive:
        archive.add(root, root.name)
    return path


def measured(pool: Pool, root: Path, *tests: str, seconds: float = 3.0) -> tuple[Run, list[str]]:
    """What became of the tests that pass on torch, and their names."""
    limits = Limits(seconds, 120, 300)
    suite = Suite(root, tests or ("tests",), [root], {})
    counted, _ = passing(pool, suite, limits, "planted")
    seen = run_suite(pool, "paddle", suite, limits, MODE.call, counted)
    return count(counted, seen, NEWEST, MODE.name), counted


def test_the_command_names_what_is_missing(
    tmp_path: Path,
    libraries: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(command, "install", lambda *wanted: None)  # pytest is here
    archive = archive_of(planted(tmp_path, {"test_planted.py": TESTS}))
    options = ["package", "planted==1.0", "--source", str(archive), "--tests", "tests"]
    options += ["--paddle", NEWEST, "--root", str(ROOT), "--format", "json"]
    assert main(options) == 0
    (found,) = json.loads(capsys.readouterr().out)
    (run,) = found["runs"]
    assert (found["package"], found["version"], found["listed"]) == ("planted", "1.0", 3)
    assert (run["paddle"], run["mode"]) == (NEWEST, MODE.name)
    assert {fate: n for fate, n in run["fates"].items() if n} == {"passed": 2, "failed": 1}
    (cause,) = run["blockers"]
    assert (cause["why"], cause["api"], cause["tests"]) == ("missing", "torch.hspmm", 1)


def test_a_package_whose_tests_pass(pool: Pool, tmp_path: Path) -> None:
    tests = TESTS.replace("sparse(torch.eye(2))", "pass")
    run, counted = measured(pool, planted(tmp_path, {"test_planted.py": tests}))
    assert (len(counted), run.fates[Fate.PASSED], run.blockers) == (3, 3, ())


@pytest.fixture(scope="module")
def causes(pool: Pool, tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """What became of a test for each cause, those that count alone."""
    head = "import torch\nfrom planted import checked, imaginary\n\n"
    bodies = (f"def test_{name}():\n    {told[0]}\n\n" for name, told in CAUSES.items())
    root = planted(tmp_path_factory.mktemp("causes"), {"test_all.py": head + "".join(bodies)})
    limits = Limits(3, 120, 300)
    suite = Suite(root, ("tests",), [root], {})
    counted, listed = passing(pool, suite, limits, "planted")
    assert listed == len(CAUSES)
    seen = run_suite(pool, "paddle", suite, limits, MODE.call, counted)
    found: dict[str, object] = {}
    for test in counted:
        run = count([test], seen, NEWEST, MODE.name)
        (fate,) = (fate for fate, number in run.fates.items() if number)
        cause = run.blockers[0] if run.blockers else None
        name = test.rpartition("::test_")[2]
        found[name] = (fate, cause and cause.why, cause and cause.api)
    return found


@pytest.mark.parametrize("name", CAUSES)
def test_what_a_test_stops_at(name: str, causes: dict[str, object]) -> None:
    assert causes.get(name) == CAUSES[name][1]


def test_a_file_that_cannot_be_imported(pool: Pool, tmp_path: Path) -> None:
    other = "import torch.testing\n\n\ndef test_one():\n    pass\n\n\ndef test_two():\n    pass\n"
    files = {"test_planted.py": TESTS, "test_other.py": other}
    run, counted = measured(pool, planted(tmp_path, files))
    assert len(counted) == 5
    assert (run.fates[Fate.PASSED], run.fates[Fate.COLLECTION], run.fates[Fate.FAILED]) == (2, 2, 1)
    # What cannot even be collected comes first.
    assert [(one.api, one.tests) for one in run.apis] == [("torch.testing", 2), ("torch.hspmm", 1)]


def test_of_many_tests_some_from_everywhere(pool: Pool, tmp_path: Path) -> None:
    head = "import pytest\n\n\n@pytest.mark.parametrize('n', range(100))\n"
    many = f"{head}def test_n(n):\n    pass\n"
    root = planted(tmp_path, {"test_many.py": many})
    suite = Suite(root, ("tests",), [root], {})
    counted, listed = passing(pool, suite, Limits(3, 60, 10), "planted")
    assert listed == 100
    assert counted == [f"tests/test_many.py::test_n[{n}]" for n in range(0, 100, 10)]


def test_tests_may_do_no_harm(pool: Pool, tmp_path: Path) -> None:
    """They run behind the walls; each passes where it is refused."""
    outside = tmp_path / "outside"
    tests = f"""
import ctypes
import pytest


def test_writes():
    with pytest.raises(OSError):
        open({str(outside)!r}, "w")


def test_reads():
    assert ctypes.CDLL(None).open({str(ROOT / "README.md").encode()!r}, 0) < 0


def test_starts():
    assert ctypes.CDLL(None).fork() < 0


def test_connects():
    assert ctypes.CDLL(None).socket(2, 1, 0) < 0


def test_changes_the_source():
    with pytest.raises(OSError):
        open(__file__, "a")
"""
    run, counted = measured(pool, planted(tmp_path, {"test_harm.py": tests}))
    assert len(counted) == run.fates[Fate.PASSED] == 5
    assert not outside.exists()


def tar_with(path: Path, *members: tuple[tarfile.TarInfo, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for member, content in members:
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return path


def member(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    told = tarfile.TarInfo(name)
    told.type, told.linkname = kind, link
    return told


@pytest.mark.parametrize(
    "bad",
    [
        member("../outside.py"),
        member("planted-1.0/../../outside.py"),
        member("/tmp/outside.py"),
        member("planted-1.0/link", tarfile.SYMTYPE, "../../outside.py"),
        member("planted-1.0/link", tarfile.SYMTYPE, "/etc/passwd"),
        member("planted-1.0/link", tarfile.LNKTYPE, "../../outside.py"),
        member("planted-1.0/pipe", tarfile.FIFOTYPE),
        member("planted-1.0/device", tarfile.CHRTYPE),
    ],
    ids=lambda told: f"{told.name} {told.linkname}",
)
def test_no_member_leads_out(bad: tarfile.TarInfo, tmp_path: Path) -> None:
    good = (member("planted-1.0/setup.py"), b"raise SystemExit('run')")
    archive = tar_with(tmp_path / "planted-1.0.tar.gz", good, (bad, b""))
    with pytest.raises(Unsafe, match="is not unpacked"):
        unpack(archive, tmp_path / "source")
    assert not (tmp_path / "outside.py").exists()
    assert not Path("/tmp/outside.py").exists()


def test_no_member_of_a_zip_leads_out(tmp_path: Path) -> None:
    path = tmp_path / "planted-1.0.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("planted-1.0/setup.py", "")
        archive.writestr("planted-1.0/../../outside.py", "")
    with pytest.raises(Unsafe, match="leads out of it"):
        unpack(path, tmp_path / "source")
    assert not (tmp_path / "outside.py").exists()


def test_an_archive_is_not_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "MOST_BYTES", 100)
    archive = tar_with(tmp_path / "p.tar.gz", (member("planted-1.0/a"), bytes(101)))
    with pytest.raises(Unsafe, match="too large"):
        unpack(archive, tmp_path / "source")


def test_what_is_no_archive(tmp_path: Path) -> None:
    path = tmp_path / "planted-1.0.tar.gz"
    path.write_text("nothing")
    with pytest.raises(Unsafe, match="is not unpacked"):
        unpack(path, tmp_path / "source")


def test_a_good_one_is_unpacked_and_nothing_of_it_run(tmp_path: Path) -> None:
    script = member("planted-1.0/setup.py")
    script.mode = 0o4777
    archive = tar_with(tmp_path / "p.tar.gz", (script, b"raise SystemExit(1)"))
    root = unpack(archive, tmp_path / "source")
    assert root.name == "planted-1.0"
    assert not (root / "setup.py").stat().st_mode & stat.S_ISUID


WRONG = {
    "no name": (["../einops"], "is no name of a package"),
    "an option": (["--", "-e."], "is no name of a package"),
    "a range": (["einops>=0.8"], "is no name of a package"),
    "unknown": (["einop"], "Did you mean"),
    "a wheel": (["einops", "--with", "a @ https://example.org/a.whl"], "is no package"),
    "no tests": (["numpy==2.0"], "--tests FOLDER"),
    "a release": (["einops", "--paddle", "9.9.9"], "There is no Paddle 9.9.9 here"),
    "no mode": (["einops", "--paddle", PADDLE[0]], "has no mode"),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_usage(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    options, told = WRONG[what]
    try:
        code = main(["package", "--root", str(ROOT), *options])
    except SystemExit as ended:
        code = ended.code
    said = capsys.readouterr().err
    assert code == 2
    assert told in said
    assert "Traceback" not in said


def test_tests_that_are_not_there(
    tmp_path: Path, libraries: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = archive_of(planted(tmp_path, {}))
    options = ["package", "planted==1.0", "--source", str(archive), "--root", str(ROOT)]
    for tests in ("elsewhere", "../.."):
        assert main([*options, "--tests", tests]) == 2
        assert f"has no {tests}" in capsys.readouterr().err


def test_names_of_packages() -> None:
    assert named("Opt_Einsum==3.4.0") == ("opt-einsum", "3.4.0")
    assert named("einops") == ("einops", None)
    for bad in ("", "a b", "a==", "-a", "a==1;b", "https://example.org/a"):
        assert named(bad) is None
    for name, plan in all_plans().items():
        assert named(plan.requirement) == (name, plan.version)
        assert all(map(is_requirement, plan.beside))


def test_lines_are_read_with_suspicion(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b'{"ends": "a"}\n[]\nnonsense\n\xff\n' + b"[" * 100_000)
    assert lines_of(path) == [{"ends": "a"}]
    path.unlink()
    path.symlink_to("/etc/passwd")
    assert lines_of(path) == []
    assert Seen().done == []


@pytest.mark.parametrize(
    ("line", "api"),
    [
        ({"why": "missing", "api": "torch.sum"}, "torch.sum"),
        ({"why": "missing", "api": "torch.<script>"}, None),
        ({"why": "missing", "api": ["torch.sum"]}, None),
        ({"why": "raises", "api": "torch.Tensor.sum", "assumed": True}, "torch.Tensor.sum"),
        ({"why": "raises", "api": "torch.Tensor.frobnicate", "assumed": True}, None),
    ],
)
def test_an_api_is_a_name_of_torch(line: dict[str, object], api: str | None) -> None:
    cause = cause_of(line | {"error": "a\x1b[31m"})
    assert cause.api == api
    assert cause.why is (Why(str(line["why"])) if api else Why.OTHER)
    assert "\x1b" not in cause.error


def test_what_blocks_most() -> None:
    assert most_blocking([], NEWEST, MODE.name) == []
