"""Samples that come out otherwise, and whether a limit says so: by records, no library is run."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from mapping_model.conformance.states import State
from mapping_model.naming import PROBES, record_of
from mapping_model.records import record_path
from mapping_model.snapshots import PADDLE
from verify_mappings.__main__ import main
from verify_mappings.probing import untold

ROOT = Path(__file__).parents[2]
NEWEST = PADDLE[-1]
# Of each state one, on the newest release: the API, the condition of its limit, what is told.
STATED = {
    State.SILENT: (
        "torch.copysign",
        "(integral(input) or input.dtype == bool) and (isa(other, number) or integral(other) or "
        "other.dtype == bool)",
        "torch.copysign(x0, x1): result: torch has dtype float32, Paddle int64",
    ),
    State.GRADIENT: (
        "torch.nextafter",
        "input.requires_grad or other.requires_grad",
        "torch.nextafter(x0, x1): gradient of x0: Paddle gives none",
    ),
    State.REFUSED: (
        "torch.transpose",
        "input.ndim == 0",
        "torch.transpose(x0, 0, 0): Paddle raises ",
    ),
}


def of(root: Path, name: str) -> Path:
    """A project with the entry of an API, its samples, and what is recorded of them."""
    mappings = root / "mappings"
    entry = f"{name.rpartition('.')[0]}/{name}.yaml"
    record = record_path(mappings, f"samples:{name}").relative_to(mappings)
    shared = ("glossary.yaml", "cases.yaml", "samples/2.jsonl")
    for path in (entry, record, f"{PROBES}/{record_of(name)}", *shared):
        (mappings / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "mappings" / path, mappings / path)
    return root


def told(root: Path, name: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What is listed of an API on the newest release."""
    options = ["--untold", "--module", name, "--paddle", NEWEST]
    code = main(["conformance", "--root", str(root), *options])
    head, *lines = capsys.readouterr().out.replace("\n  ", "\0").replace("\n", " ").split("\0")
    assert head.startswith(f"Paddle {NEWEST}, samples of which no limit tells: ")
    assert code == bool(lines)
    return lines


@pytest.mark.parametrize("state", STATED)
def test_what_a_limit_says_is_told_and_what_none_says_is_not(
    state: State, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, when, seen = STATED[state]
    root = of(tmp_path, name)
    assert told(root, name, capsys) == []
    path = root / "mappings" / name.rpartition(".")[0] / f"{name}.yaml"
    text = path.read_text("utf-8")
    # As a limit of calls that the samples do not make.
    line = f"  - when: {when}\n"
    assert line in text
    path.write_text(text.replace(line, f"  - when: input.ndim > 9 and ({when})\n"), "utf-8")
    lines = told(root, name, capsys)
    assert any(line.startswith(f"{state} {name}: {seen}") for line in lines), lines


def test_dtypes_are_told_by_probes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "torch.nn.functional.relu6"
    root = of(tmp_path, name)
    assert told(root, name, capsys) == []
    path = root / "mappings" / PROBES / record_of(name)
    record = json.loads(path.read_text("utf-8"))
    assert "int64" in record[NEWEST]["dtypes"]["refused"]
    record[NEWEST]["dtypes"]["refused"].remove("int64")
    path.write_text(json.dumps(record), "utf-8")
    (line,) = told(root, name, capsys)
    assert line.startswith(f"refused {name}: ")
    path.unlink()
    assert told(root, name, capsys) == [line]


def test_what_the_harness_cannot_do_is_no_refusal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a layer without weights, whose counterpart has some, nothing could be compared."""
    root = of(tmp_path, "torch.nn.GroupNorm")
    assert told(root, "torch.nn.GroupNorm", capsys) == []
    monkeypatch.setattr(untold, "_OURS", ("no error",))
    (line,) = told(root, "torch.nn.GroupNorm", capsys)
    assert "CarryError" in line


def test_readers_are_told_of_all_samples(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And each line about rounding is there for something."""
    look = ["conformance", "--root", str(ROOT), "--untold"]
    code = main(look)
    assert code == 0, capsys.readouterr().out
    assert capsys.readouterr().out.count("no limit tells: none\n") == len(PADDLE)
    for name in list(untold.ROUNDED):
        with monkeypatch.context() as patch:
            patch.delitem(untold.ROUNDED, name)
            assert main([*look, "--module", name, "--paddle", NEWEST]) == 1
            assert f"gradient {name}: " in capsys.readouterr().out
