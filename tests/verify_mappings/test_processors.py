"""What depends on the processor: recorded by its kind, told where a kind is not recorded."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from projects import write_project

from mapping_model.outcomes import DropIn, Outcome
from mapping_model.processors import Feature, Processor
from mapping_model.records import Record, read_record, record_path, render_record
from mapping_model.results import Applied, Result, Stamp
from verify_mappings import processor as processors
from verify_mappings.__main__ import main
from verify_mappings.processor import this_processor
from verify_mappings.runs.records import joined

AVX2 = "fpu sse4_2 fma avx f16c avx2 bmi2"
AVX512 = f"{AVX2} avx512f avx512dq avx512cd avx512bw avx512vl"
STAMP = Stamp("2026-01-01", "2.13.0", "3.11.7")


@pytest.mark.parametrize(
    ("machine", "flags", "kind"),
    [
        ("x86_64", AVX2, Processor.AVX2),  # AMD Zen 1 to 3, Intel until 2017 and since Alder Lake
        ("x86_64", f"{AVX2} avx512f avx512cd avx512er avx512pf", Processor.AVX2),  # Knights Landing
        ("x86_64", AVX512, Processor.AVX512),  # Skylake-SP
        ("x86_64", f"{AVX512} avx512_vnni avx512_bf16", Processor.AVX512),  # AMD Zen 4
        ("x86_64", f"{AVX512} avx512_bf16 amx_bf16 amx_tile amx_int8", Processor.AMX),
        ("x86_64", "", Processor.AVX2),
        ("aarch64", "fp asimd sve bf16", Processor.OTHER),
        ("arm64", "", Processor.OTHER),  # macOS
    ],
)
def test_kinds_are_told_by_flags(machine: str, flags: str, kind: Processor) -> None:
    assert Processor.of(machine, frozenset(flags.split())) is kind


def test_flags_are_read_as_linux_tells_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "cpuinfo"
    info.write_text(f"processor\t: 0\nflags\t\t: {AVX2}\n\nprocessor\t: 1\nflags\t\t: sse2\n")
    monkeypatch.setattr(processors, "_FLAGS", info)
    assert processors.flags.__wrapped__() == frozenset(AVX2.split())
    info.unlink()
    assert processors.flags.__wrapped__() == frozenset()


def test_only_avx512_is_emulated_away() -> None:
    assert {kind: kind.emulated for kind in Processor} == {
        Processor.AVX512: Processor.EMULATED_AVX2,
        Processor.AMX: Processor.EMULATED_AVX2,
        Processor.AVX2: Processor.AVX2,
        Processor.EMULATED_AVX2: Processor.EMULATED_AVX2,
        Processor.OTHER: Processor.OTHER,
    }
    for kind in Processor:
        assert Feature.AVX512.is_of(kind) is not Feature.NO_AVX512.is_of(kind)


@pytest.mark.parametrize("command", ["run", "matrix"])
def test_nothing_else_than_x86_is_told_to_be_an_older_one(
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_project(tmp_path, {"torch/torch.square.yaml": ENTRY})
    monkeypatch.setattr(processors.platform, "machine", lambda: "aarch64")
    assert this_processor() is Processor.OTHER
    assert main([command, "--root", str(tmp_path), "--older-processor"]) == 2
    assert "--older-processor is for x86-64; this is aarch64." in capsys.readouterr().err


def seen(kind: Processor, outcome: Outcome = Outcome.EQUAL, date: str = "2026-01-01") -> Result:
    stamp = replace(STAMP, date=date, processors=(kind,))
    return Result(outcome, outcome is Outcome.EQUAL, "0123456789ab", stamp=stamp)


def test_kinds_that_agree_share_a_line() -> None:
    found = joined(None, seen(Processor.AVX2))
    assert found == seen(Processor.AVX2)
    found = joined(found, seen(Processor.AVX512, date="2026-02-02"))
    assert found.stamp == STAMP.on([Processor.AVX2, Processor.AVX512])  # the date stays
    assert found.elsewhere == ()


def test_kinds_that_differ_have_a_line_each() -> None:
    both = joined(seen(Processor.AVX2, Outcome.DIFFERS), seen(Processor.AVX512))
    assert both == joined(seen(Processor.AVX512), seen(Processor.AVX2, Outcome.DIFFERS))
    assert both.outcome is Outcome.EQUAL  # AVX-512 leads
    assert both.on(Processor.AVX2) == seen(Processor.AVX2, Outcome.DIFFERS)
    three = joined(both, seen(Processor.AMX, Outcome.DIFFERS))
    assert [line.stamp.processors for line in three.elsewhere] == [("amx", "avx2")]
    # One that changes its mind leaves the line that it shared.
    moved = joined(three, seen(Processor.AMX))
    assert moved.stamp.processors == ("avx512", "amx")
    assert moved.on(Processor.AVX2) == seen(Processor.AVX2, Outcome.DIFFERS)
    alone = joined(moved, seen(Processor.AVX2))
    assert (alone.stamp.processors, alone.elsewhere) == (("avx512", "amx", "avx2"), ())


def test_what_was_seen_of_other_code_goes() -> None:
    both = joined(seen(Processor.AVX512), seen(Processor.AVX2, Outcome.DIFFERS))
    for other in (
        replace(seen(Processor.AVX2), hash="ba9876543210"),
        replace(seen(Processor.AVX2), mapping="01234567", applied=Applied.EQUAL),
        replace(seen(Processor.AVX2), stamp=replace(STAMP, torch="2.14.0", processors=("avx2",))),
    ):
        assert joined(both, other) == other


ENTRY = """\
torch: torch.square
paddle: paddle.square
category: same-params
params:
  - {torch: input, paddle: x}
examples:
  - inputs: {x: "float32[2]"}
    torch: |
      result = torch.square(x)
    paddle: |
      result = paddle.square(x)
"""
# Paddle is told to know no bfloat16; torch is asked for what it computes with.
ASKING = ENTRY.replace(
    "result = paddle.square(x)", "result = paddle.square(x) * paddle.amp.is_bfloat16_supported()"
)
NAMES = ("torch.square",)


def record_of(root: Path) -> Record:
    return read_record(record_path(root / "mappings", *NAMES))


def as_if(monkeypatch: pytest.MonkeyPatch, flags: str) -> None:
    monkeypatch.setattr(processors, "flags", lambda: frozenset(flags.split()))


@pytest.fixture
def root(shared_workers: None, tmp_path: Path) -> Path:
    write_project(tmp_path, {"torch/torch.square.yaml": ENTRY})
    return tmp_path


def run(root: Path, *arguments: str) -> int:
    return main(["run", "--root", str(root), *arguments])


def forge(root: Path, old: str, new: str) -> None:
    path = record_path(root / "mappings", *NAMES)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_a_kind_that_is_not_recorded_is_told_and_does_not_fail(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    as_if(monkeypatch, AVX512)
    assert run(root, "--write") == 0
    forge(root, '"gradient": "equal"', '"gradient": "no-input"')
    assert run(root, "--check") == 1  # of this kind there is a record
    assert "1 result is not as recorded" in capsys.readouterr().out
    as_if(monkeypatch, AVX2)
    assert run(root, "--check") == 0
    told = capsys.readouterr().out
    assert "1 result is otherwise than on the processors that are recorded" in told
    assert "of this kind, avx2, nothing is recorded there" in told
    assert "verify-mappings run --write torch.square" in told
    assert "avx avx2 fma" in told
    assert "all as recorded" in told
    assert run(root, "--check", "--format", "json") == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["processor"], row["open"]) == ("avx2", True)
    assert row["recorded"] == {"gradient": "no-input"}
    assert run(root, "--check", "--strict") == 1  # as CI does with what a change touches
    assert "1 result is not as recorded" in capsys.readouterr().out
    # What was told records it; then it is held against that.
    assert run(root, "--write") == 0
    found = record_of(root)["1"]
    (result,) = found.values()
    assert [line.stamp.processors for line in (result, *result.elsewhere)] == [
        ("avx512",),
        ("avx2",),
    ]
    assert run(root, "--check") == 0
    capsys.readouterr()
    forge(root, '"gradient": "equal"', '"gradient": "skipped"')
    assert run(root, "--check") == 1


@pytest.mark.parametrize(("old", "new"), [('"hash": "', '"hash": "f'), (" 2.13.0 ", " 1.0 ")])
def test_what_no_processor_changes_always_counts(
    old: str, new: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_if(monkeypatch, AVX512)
    assert run(root, "--write") == 0
    forge(root, old, new)
    as_if(monkeypatch, AVX2)
    assert run(root, "--check") == 1


def test_naming_another_kind_excuses_nothing_where_ci_is_strict(root: Path) -> None:
    assert run(root, "--write") == 0
    said = record_of(root)["1"]["3.3.1"]
    wrong = ENTRY.replace("paddle.square(x)", "paddle.square(x) + 1")
    write_project(root, {"torch/torch.square.yaml": wrong})
    assert run(root, "--write") == 1
    seen = record_of(root)["1"]["3.3.1"]
    stamp = said.stamp.on([Processor.OTHER])
    forged = replace(said, hash=seen.hash, mapping=seen.mapping, stamp=stamp)
    for kept in (forged, replace(seen, stamp=stamp)):
        record = render_record({"1": {"3.3.1": kept}})
        record_path(root / "mappings", *NAMES).write_text(record, "utf-8")
        assert run(root, "--check", "--strict") == 1
        assert run(root, "--check", "--strict", "--older-processor") == 1


def test_a_processor_without_avx512_is_held_against_its_emulation(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(root, "--write", "--older-processor") == 0
    as_if(monkeypatch, AVX2)
    assert run(root, "--check") == 0
    forge(root, '"gradient": "equal"', '"gradient": "no-input"')
    assert run(root, "--check") == 1
    assert run(root, "--check", "--older-processor") == 1


def test_an_emulation_stands_in_for_its_kind(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_project(root, {"torch/torch.square.yaml": ASKING})
    as_if(monkeypatch, AVX512)
    bfloat16 = this_machine_knows_bfloat16(root, capsys)
    assert run(root, "--write", "--older-processor") == 1  # not as the example claims
    (result,) = record_of(root)["1"].values()
    emulated = result.on(Processor.EMULATED_AVX2)
    assert emulated is not None
    assert (emulated.outcome, emulated.as_expected) == (Outcome.DIFFERS, False)
    assert bool(result.elsewhere) is bfloat16
    assert run(root, "--check", "--older-processor") == (0 if bfloat16 else 1)
    # A real processor of that kind is held against it.
    as_if(monkeypatch, AVX2)
    capsys.readouterr()
    assert run(root, "--check") == 1
    told = capsys.readouterr().out
    assert ("1 result is not as recorded" in told) is bfloat16
    assert "otherwise than" not in told


def this_machine_knows_bfloat16(root: Path, capsys: pytest.CaptureFixture[str]) -> bool:
    """Whether Paddle says so here, found out by a run that is recorded."""
    code = run(root, "--write")
    capsys.readouterr()
    return code == 0


# What torch computes with where it was told to do without AVX-512, asked in the child: oneDNN
# looks when it is first used there. It makes NaN of infinities where it has AVX-512.
REACHED = {
    "torch": "torch.backends.cpu.get_cpu_capability() == 'AVX512'",
    "oneDNN": "torch.nn.functional.gelu(torch.full([16], float('inf'))).isnan().any().item()",
}


@pytest.mark.parametrize("library", REACHED)
def test_emulation_reaches_the_child(library: str, root: Path) -> None:
    asked = ENTRY.replace("result = torch.square(x)", f"result = {REACHED[library]}")
    asked = asked.replace("result = paddle.square(x)", "result = False")
    write_project(root, {"torch/torch.square.yaml": asked})
    assert run(root, "--older-processor") == 0


LIMITED = ENTRY.replace(
    "examples:",
    """\
cases:
  - departs: differs
    place: no-avx512
    example:
      inputs: {x: "float32[2]"}
      torch: |
        result = torch.square(x)
      paddle: |
        result = paddle.square(x) * paddle.amp.is_bfloat16_supported()
examples:""",
)


def test_a_limit_of_some_processors(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asking = LIMITED.replace(
        "    paddle: |\n      result = paddle.square(x)\n",
        "    paddle: |\n      result = paddle.square(x) * paddle.amp.is_bfloat16_supported()\n",
    )
    assert asking != LIMITED
    write_project(root, {"torch/torch.square.yaml": asking})
    as_if(monkeypatch, AVX512)
    # The example departs as the limit says of such processors: that is as expected there.
    assert run(root, "--older-processor", "--write") == 0
    (own,) = record_of(root)["1"].values()
    assert (own.outcome, own.as_expected) == (Outcome.DIFFERS, True)
    path = record_path(root / "mappings", "limits:torch.square")
    (shown,) = read_record(path)["1.1"].values()
    assert (shown.outcome, shown.as_expected, shown.drop_in) == (
        Outcome.DIFFERS,
        True,
        DropIn.EQUAL,
    )
    assert shown.stamp.processors == (this_processor(older=True),)
