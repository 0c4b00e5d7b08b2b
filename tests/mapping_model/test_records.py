"""Records: the same text for the same results, nothing lost by writing them, merged by git."""

from __future__ import annotations

import json
import os
import re
import subprocess
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from mapping_model.outcomes import DropIn, Outcome
from mapping_model.processors import Processor
from mapping_model.records import (
    BrokenRecord,
    Record,
    read_record,
    read_results,
    record_files,
    record_path,
    render_record,
    sorted_releases,
)
from mapping_model.results import Applied, Gradient, Result, Results, Seen, Stamp

STAMP = Stamp("2026-01-01", "2.13.0", "3.11.7", 2, (Processor.AVX512,))
FULL = Result(
    Outcome.DIFFERS,
    False,
    "0123456789ab",
    gradient=Gradient.DIFFERS,
    detail="result: 文",
    drop_in=DropIn.REFUSED,
    drop_in_detail="TypeError: no",
    modes={"compat": Seen(DropIn.DIFFERS, "result: 1")},
    mapping="01234567",
    applied=Applied.UNWRITTEN,
    applied_detail="rewrite out",
    stamp=STAMP,
)
APPLIED = replace(FULL, applied=Applied.DIFFERS, applied_detail=FULL.detail)
BARE = Result(Outcome.EQUAL, True, "ba9876543210", stamp=STAMP)


def write(mappings: Path, name: str, record: Record) -> Path:
    path = record_path(mappings, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(render_record(record), "utf-8")
    return path


SAME = {
    "all equal": replace(BARE, mapping="01234567", applied=Applied.EQUAL),
    "the same difference": APPLIED,
    "another difference": replace(APPLIED, applied_detail="result: 2"),
    "the same errors": replace(
        APPLIED,
        outcome=Outcome.EQUAL,
        applied=Applied.EQUAL,
        modes={"compat": Seen(DropIn.REFUSED, FULL.drop_in_detail)},
    ),
    "no API": replace(APPLIED, outcome=Outcome.MISSING, applied=Applied.RAISES),
    "equal at last": replace(
        FULL,
        modes={"compat": Seen(DropIn.EQUAL)},
        applied=Applied.EQUAL,
        applied_detail=None,
    ),
}


@pytest.mark.parametrize("what", SAME)
def test_what_was_said_is_not_said_again(what: str, tmp_path: Path) -> None:
    path = write(tmp_path, "torch.abs", {"1": {"3.3.1": SAME[what]}})
    assert read_record(path) == {"1": {"3.3.1": SAME[what]}}
    text = path.read_text("utf-8")
    details = re.findall(r'detail": "(.*?)"', text)
    assert len(details) == len(set(details))


def test_what_is_written_is_read(tmp_path: Path) -> None:
    written = {"1": {"3.3.1": FULL, "2.6.2": BARE}, "2.1": {"3.3.1": BARE}}
    path = write(tmp_path, "torch.abs", written)
    assert read_record(path) == written


def test_there_is_a_sorted_line_for_each_example_and_release() -> None:
    releases = {"3.9.1": BARE, "3.10.0": FULL}
    text = render_record({"10": releases, "2.1": {"3.9.1": BARE}, "2": {"3.9.1": BARE}})
    lines = [line.partition(":")[0].strip('"{},') for line in text.splitlines()]
    assert lines == ["", "2", "3.9.1", "", "2.1", "3.9.1", "", "10", "3.10.0", "3.9.1", "", ""]
    assert json.loads(text)["10"]["3.10.0"]["detail"] == "result: 文"


def test_what_goes_without_saying_is_not_written() -> None:
    line = json.loads(render_record({"1": {"3.3.1": BARE}}))["1"]["3.3.1"]
    assert line == {"hash": "ba9876543210", "run": "2026-01-01 2.13.0 3.11.7 2 avx512"}


def test_what_is_as_on_the_release_below_names_it(tmp_path: Path) -> None:
    stale = replace(FULL, hash="000000000000", mapping="00000000")
    record = {"1": {"3.4.0": BARE, "3.3.1": FULL, "3.2.2": stale, "2.6.2": FULL}}
    path = write(tmp_path, "torch.abs", record)
    assert read_record(path) == record
    lines = json.loads(path.read_text("utf-8"))["1"]
    run = "2026-01-01 2.13.0 3.11.7 2 avx512"
    assert lines["3.3.1"] == {"as": "3.2.2", "hash": "0123456789ab 01234567", "run": run}
    assert lines["3.2.2"] == {"as": "2.6.2", "hash": "000000000000 00000000", "run": run}
    assert "as" not in lines["3.4.0"]
    assert lines["2.6.2"]["outcome"] == "differs"


GOOD = '"hash": "0", "run": "2026-01-01 2.13.0 3.11.7 2 avx512"'
LINE = f'"3.3.1": {{{GOOD}}}'
BROKEN = {
    "nothing": ("", 1, "Expecting value"),
    "a list": ("[]", 1, "expected `{...}`, not `[]`"),
    "a conflict": (f'{{\n"1": {{\n<<<<<<< HEAD\n"3.3.1": {{{GOOD}}}\n', 3, "a conflict of git is"),
    "no result": ('{\n"1": {\n"3.3.1": 1}}', 3, "expected `{...}`, not `1`"),
    "an outcome": (f'{{\n"1": {{\n"3.3.1": {{"outcome": "fine", {GOOD}}}}}}}', 3, "'fine'"),
    "no hash": ('{"1": {}, "2": {\n"3.3.1": {"run": "d t p 1"}}}', 2, "`hash` is missing"),
    "a stamp": ('{"1": {\n"3.3.1": {"hash": "0", "run": "today"}}}', 2, "`run: today` is no date"),
    "as nothing": (f'{{"1": {{\n"3.3.1": {{"as": "3.2.2", {GOOD}}}}}}}', 2, '`as: "3.2.2"` is no'),
    "as above": (
        f'{{"1": {{\n"3.3.1": {{{GOOD}}},\n"3.2.2": {{"as": "3.3.1", {GOOD}}}}}}}',
        3,
        '`as: "3.3.1"` is no release below it',
    ),
    "as itself": (f'{{"1": {{\n"3.3.1": {{"as": "3.3.1", {GOOD}}}}}}}', 2, "is no release below"),
    "as a list": (f'{{"1": {{\n"3.3.1": {{"as": [], {GOOD}}}}}}}', 2, "is no release below"),
    "as, of what is not said": (
        f'{{"1": {{\n"3.3.1": {{"as": "3.2.2"}},\n"3.2.2": {{{GOOD}}}}}}}',
        2,
        "`hash` is missing",
    ),
    "a field": (f'{{"1": {{\n"3.3.1": {{"max": 1, {GOOD}}}}}}}', 2, "`max: 1` means nothing here"),
    "a type": (f'{{"1": {{\n"3.3.1": {{"detail": 1, {GOOD}}}}}}}', 2, "`detail: 1` means nothing"),
    "a key": (f'{{\n"first": {{"3.3.1": {{{GOOD}}}}}}}', 2, "`first` is no example"),
    "another digit": (f'{{\n"\u0661": {{"3.3.1": {{{GOOD}}}}}}}', 2, "is no example"),
    "a release": (f'{{"1": {{\n"<b>": {{{GOOD}}}}}}}', 2, "`<b>` is no release"),
    "a date": (f'{{"1": {{\n"3.3.1": {{{GOOD}}}}}}}'.replace("-01 ", "-32 "), 2, "is no date"),
    "NaN": ('{"1": {\n"3.3.1": {"hash": NaN, "run": ""}}}', 2, "`hash: NaN` means nothing"),
    "half a character": (f'{{"1": {{\n"3.3.1": {{"detail": "\\ud800", {GOOD}}}}}}}', 2, "nobody"),
    "a character that moves": (
        f'{{"1": {{\n"3.3.1": {{"detail": "\\u009b2J", {GOOD}}}}}}}',
        2,
        "nobody",
    ),
    "half a key": ('{\n"\\ud800": {}}', 2, "is no example"),
    "a result twice": (
        f'{{\n"1": {{\n"3.3.1": {{{GOOD}}}}},\n"2": {{\n{LINE},\n{LINE}}}}}',
        5,
        "`3.3.1` is there twice",
    ),
    "a field twice": (
        f'{{"1": {{\n"3.3.1": {{"hash": "1", {GOOD}}}}}}}',
        2,
        "`hash` is there twice",
    ),
    "an example twice": ('{\n"1": {},\n"1": {}}', 2, "`1` is there twice"),
    "depth": ("[" * 100_000, 1, "recursion"),
    "a huge number": ('{"1": ' + "9" * 5000 + "}", 1, "limit"),
    "a huge file": (" " * 1024 * 1024 + "{}", 1, "larger than 1024 KB"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_no_record_is_told_with_its_line(what: str, tmp_path: Path) -> None:
    text, line, told = BROKEN[what]
    path = tmp_path / "a.json"
    path.write_text(text, "utf-8")
    with pytest.raises(BrokenRecord) as raised:
        read_record(path)
    assert str(raised.value).startswith(f"{path}:{line}: not a record of runs: ")
    assert told in str(raised.value)


def test_what_cannot_be_read_is_no_record(tmp_path: Path) -> None:
    (tmp_path / "a.json").mkdir()
    (tmp_path / "b.json").write_bytes(b"\xff")
    (tmp_path / "target").write_text("{}")
    (tmp_path / "c.json").symlink_to("target")
    os.mkfifo(tmp_path / "d.json")  # reading it would wait for a writer
    for name in ("a.json", "b.json", "c.json", "d.json"):
        with pytest.raises(BrokenRecord):
            read_record(tmp_path / name)
    assert read_record(tmp_path / "e.json") == {}


def test_paths_mirror_those_of_mappings() -> None:
    names = {
        "torch.nn.Linear": "torch.nn/torch.nn.Linear.json",
        "torch.Tensor.T": "torch.Tensor/torch.Tensor.T-capital.json",
        "gotcha:odd": "gotchas/odd.json",
    }
    for name, path in names.items():
        assert record_path(Path("m"), name) == Path("m/results", path)


def test_kinds_of_processors_have_a_line_each(tmp_path: Path) -> None:
    other = replace(FULL, hash=BARE.hash, stamp=STAMP.on([Processor.AVX2, Processor.OTHER]))
    amx = replace(BARE, drop_in=DropIn.EQUAL, stamp=STAMP.on([Processor.AMX]))
    newest = replace(BARE, elsewhere=(amx, other))
    record = {"1": {"3.3.1": newest, "3.2.2": BARE}, "2": {"3.3.1": FULL}}
    path = write(tmp_path, "torch.abs", record)
    assert read_record(path) == record
    lines = json.loads(path.read_text("utf-8"))["1"]
    assert list(lines) == ["3.3.1", "3.3.1 amx", "3.3.1 avx2", "3.2.2"]
    assert lines["3.3.1 avx2"]["run"].endswith(" avx2,other")
    assert lines["3.3.1"] == {"as": "3.2.2", "hash": BARE.hash, "run": lines["3.2.2"]["run"]}
    assert newest.on(Processor.OTHER) is other
    assert newest.on(Processor.EMULATED_AVX2) is None


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ('{"1": {"3.3.1 avx2": {%s}}}', "has no line without a processor"),
        ('{"1": {"3.3.1": {%s}, "3.3.1 avx2": {%s}}}', "are of the same kind of processors"),
        ('{"1": {"3.3.1": {%s}, "3.3.1 Genoa": {%s}}}', "`3.3.1 Genoa` is no release"),
        ('{"1": {"3.3.1": {%s}, "3.3.1 avx2": {%s amx}}}', "`3.3.1 avx2` is a line of `amx`"),
        (
            '{"1": {"3.3.1": {%s other}, "3.3.1 avx512": {%s}}}',
            "of `3.3.1` lines are not in the order avx512, amx, avx2, ",
        ),
        (
            '{"1": {"3.3.1": {%s}, "3.3.1 other": {%s other}, "3.3.1 amx": {%s amx}}}',
            "of `3.3.1` lines are not in the order avx512, amx, avx2, ",
        ),
        ('{"1": {"3.3.1": {%s avx2,avx512}}}', "is no date, torch, Python"),
    ],
)
def test_lines_of_processors_that_cannot_be(record: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    for kind in ("amx", "other", "avx2,avx512"):
        record = record.replace(f"%s {kind}}}", GOOD.replace("avx512", kind) + "}")
    path.write_text(record.replace("%s", GOOD), "utf-8")
    with pytest.raises(BrokenRecord, match=re.escape(told)):
        read_record(path)


@pytest.mark.parametrize(
    ("old", "new"), [("2026-01-01", "2026-W01-4"), (" 2 avx", " 0_2 avx"), (" 2 avx", " ٢ avx")]
)
def test_a_run_is_written_in_one_way(old: str, new: str, tmp_path: Path) -> None:
    path = write(tmp_path, "torch.abs", {"1": {"3.3.1": BARE}})
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(BrokenRecord, match="is no date, torch, Python"):
        read_record(path)


def test_all_records_are_read_release_by_release(tmp_path: Path) -> None:
    names = ("torch.Tensor.T", "gotcha:odd", "torch.abs", "limits:torch.abs")
    # Of samples those alone read who count calls.
    for name in (*names, "samples:torch.abs"):
        write(tmp_path, name, {"1": {"3.10.0": FULL, "3.9.0": BARE}})
    # What editors and writers that were killed leave.
    for name in (".torch.abs.json.swp", "torch.abs.json~", ".torch.abs.json.0.tmp", ".x.json"):
        (tmp_path / "results/torch" / name).write_text("nonsense")
    assert {name for name, _ in record_files(tmp_path)} == {*names, "samples:torch.abs"}
    (sampled,) = read_results(tmp_path, ["samples:torch.abs"])[:1]
    assert sampled == Results("3.10.0", {"samples:torch.abs": {"1": FULL}})
    newest, oldest = read_results(tmp_path)
    assert newest == Results("3.10.0", {name: {"1": FULL} for name in names})
    assert oldest == Results("3.9.0", {name: {"1": BARE} for name in names})


@pytest.mark.parametrize("place", ["torch.nn/torch.abs", "torch.abs", "torch/gotchas/odd"])
def test_results_elsewhere_do_not_pass_for_those_of_an_entry(place: str, tmp_path: Path) -> None:
    write(tmp_path, "torch.abs", {"1": {"3.3.1": BARE}})
    path = tmp_path / f"results/{place}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(render_record({"1": {"3.3.1": FULL}}), "utf-8")
    with pytest.raises(BrokenRecord, match=r"json:1: .* belong in results/(torch|gotchas)/"):
        read_results(tmp_path)


def test_releases_are_sorted_by_number() -> None:
    order = ["2.6.2", "3.0.0rc1", "3.0.0", "3.9.1", "3.10.0"]
    assert sorted_releases(reversed(order)) == order


def git(root: Path, *arguments: str) -> str:
    options = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "merge.conflictStyle=merge")
    done = subprocess.run(["git", *options, *arguments], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


ENTRY = {str(n): dict.fromkeys(("3.3.1", "3.2.2", "2.6.2"), BARE) for n in (1, 2, 3)}
OTHER = Result(Outcome.EQUAL, True, "111111111111", stamp=replace(STAMP, date="2026-02-02"))


def changed(key: str, *releases: str) -> Record:
    return ENTRY | {key: ENTRY.get(key, {}) | dict.fromkeys(releases, OTHER)}


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ({"torch.sin": ENTRY}, {"torch.cos": ENTRY, "gotcha:odd": ENTRY}),
        (
            {"torch.abs": changed("1", "3.3.1", "3.2.2", "2.6.2")},
            {"torch.abs": changed("2", "3.3.1")},
        ),
        ({"torch.abs": changed("2", "3.3.1")}, {"torch.abs": changed("2", "2.6.2")}),
        ({"torch.abs": changed("1", "3.4.0")}, {"torch.abs": changed("3", "2.6.2")}),
    ],
    ids=["different entries", "different examples", "different releases", "a new release"],
)
def test_git_merges_two_branches_with_results(
    ours: dict[str, Record], theirs: dict[str, Record], tmp_path: Path
) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    write(tmp_path, "torch.abs", ENTRY)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "base")
    for branch, records in (("ours", ours), ("theirs", theirs)):
        git(tmp_path, "switch", "-qc", branch, "main")
        for name, record in records.items():
            write(tmp_path, name, record)
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-qm", branch)
    git(tmp_path, "merge", "-q", "--no-edit", "ours")
    for name in {*ours, *theirs}:
        read = read_record(record_path(tmp_path, name))
        for records in (ours, theirs):
            for key, found in records.get(name, {}).items():
                for release, result in found.items():
                    if result is OTHER or name not in ours or name not in theirs:
                        assert read[key][release] == result


RELEASES = ("3.3.1", "3.2.2", "3.1.1", "3.0.0", "2.6.2")
RUNS = [*((release,) for release in ("3.4.0", *RELEASES)), RELEASES, RELEASES[:2], RELEASES[3:]]


def test_what_git_merges_says_of_each_release_what_one_of_both_has_run(tmp_path: Path) -> None:
    base = dict.fromkeys(RELEASES, FULL)
    merged = 0
    for ours, theirs in product(RUNS, RUNS):
        sides = [
            base,
            base | dict.fromkeys(ours, replace(BARE, detail="ours")),
            base | dict.fromkeys(theirs, replace(FULL, hash="222222222222", detail="theirs")),
        ]
        paths = [tmp_path / name for name in ("base", "ours", "theirs")]
        for path, side in zip(paths, sides, strict=True):
            path.write_text(render_record({"1": side}), "utf-8")
        command = ["git", "merge-file", "-p", *map(str, (paths[1], paths[0], paths[2]))]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode == 0:
            merged += 1
            paths[0].write_bytes(done.stdout)
            found = read_record(paths[0])["1"]
            for release in {*ours, *theirs, *RELEASES}:
                assert found[release] == sides[1 if release in ours else 2].get(release)
    assert merged > len(RUNS)
