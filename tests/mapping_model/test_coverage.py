"""How much of torch has an entry, and the command that says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lint_mappings.__main__ import main
from mapping_model.coverage import coverage_of, percent, read_uses
from mapping_model.easy import easy
from mapping_model.shelf import Shelf
from mapping_model.snapshots import paddle_snapshot, torch_snapshot

ROOT = Path(__file__).parents[2]


def test_shares_of_names_and_of_uses() -> None:
    uses = read_uses().counts
    found = coverage_of({"torch.abs", "torch.nn.Linear"}, torch_snapshot())
    whole, parts = found.whole, {part.name: part for part in found.parts}
    assert (whole.entries, whole.covered) == (2, uses["torch.abs"] + uses["torch.nn.Linear"])
    assert whole.uses == sum(uses.values()) == sum(part.uses for part in found.parts)
    assert whole.documented == sum(part.documented for part in found.parts)
    assert (parts["torch"].entries, parts["torch"].covered) == (1, uses["torch.abs"])
    assert [part.name for part in found.begun] == ["torch.nn", "torch"]
    assert {"torch", "torch.nn"}.isdisjoint(part.name for part in found.others)
    assert found.missing[0] == ("torch.nn.Module", uses["torch.nn.Module"])
    assert "torch.abs" not in dict(found.missing)


def test_private_names_are_not_missing() -> None:
    found = coverage_of(set(), torch_snapshot())
    assert found.private[0] == ("torch._foreach_sqrt", read_uses().counts["torch._foreach_sqrt"])
    missing, private = dict(found.missing), dict(found.private)
    assert "torch.nn.modules.utils._pair" in private and "torch.__version__" in missing
    assert missing | private == read_uses().counts and missing.keys().isdisjoint(private)


def test_an_entry_of_a_name_without_docstring_counts_for_uses_only() -> None:
    name = "torch.Tensor.clamp_min"
    part = coverage_of({name}, torch_snapshot()).whole
    assert (part.entries, part.covered) == (0, read_uses().counts[name])


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("torch.nn.Module", "used"),
        ("torch.nn.init.eye", "deprecated"),
        ("torch.jit.wait", "deprecated"),
        ("torch.xpu.Event", "device"),
        ("torch.distributed.FileStore.path", "processes"),
        ("torch.jit.trace_module", "machinery"),
        ("torch.special.bessel_j0", "unasked"),
        # One of its parameters is deprecated, not the function.
        ("torch.linalg.matrix_rank", "unasked"),
    ],
)
def test_why_a_documented_name_has_no_entry(name: str, reason: str) -> None:
    without = coverage_of({"torch.abs"}, torch_snapshot()).without
    assert [why.value for why, names in without.items() if name in names] == [reason]
    assert not any("torch.abs" in names for names in without.values())


def test_nothing_of_nothing_is_no_share() -> None:
    assert percent(0, 0) == 0
    assert percent(1, 8) == 12.5
    assert (percent(2999, 3000), percent(3000, 3000)) == (99.9, 100)


def test_the_counts_name_their_packages_and_are_sorted() -> None:
    uses = read_uses()
    assert set(uses.packages) >= {"transformers", "timm", "speechbrain"}
    assert all(version[:1].isdigit() for version in uses.packages.values())
    assert list(uses.counts) == sorted(uses.counts, key=lambda name: (-uses.counts[name], name))
    assert all(name.startswith("torch.") and count > 0 for name, count in uses.counts.items())


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", "--root", str(ROOT), "--missing", "3"]) == 0
    first, second, *rest = capsys.readouterr().out.splitlines()
    assert "documented names of torch 2.13.0" in first
    assert "uses in transformers 5.23, timm 1.0.31" in second
    assert rest[1].split() == ["uses", "covered", "names", "entries", "of"]
    *_, first_missing, second_missing, third_missing, private, blank, total, _, _, _, _, _, _ = rest
    assert not blank and private.startswith("private names, which torch may change at any time: ")
    found = coverage_of(frozenset(Shelf(ROOT / "mappings").names()), torch_snapshot())
    lines = (first_missing, second_missing, third_missing)
    assert [line.split()[1] for line in lines] == [name for name, _ in found.missing[:3]]
    number = sum(int(line.split()[0].replace(",", "")) for line in rest[-6:])
    assert total == f"{number:,} documented names without an entry:"


def test_the_command_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", "--root", str(ROOT), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["format"], told["torch"]) == (1, "2.13.0")
    assert told["whole"]["uses"] == sum(part["uses"] for part in told["parts"])


def test_the_command_refuses_less_than_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", "--root", str(ROOT), "--missing", "-1"]) == 2
    assert "a number of 0 or more" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("torch.absolute", "another name of torch.abs"),
        ("torch.Tensor.abs_", "may be a form of torch.abs"),
        ("torch.sin", "Paddle has paddle.sin"),
        ("torch.cuda.Stream.query", None),  # a member, which means little without its class
        ("torch.abs", None),  # has an entry
        ("torch.geqrf", None),  # nothing of that name in Paddle, and no entry to start from
    ],
)
def test_what_leads_to_a_first_contribution(name: str, told: str | None) -> None:
    found = {one.name: one for one in easy({"torch.abs"}, torch_snapshot(), paddle_snapshot())}
    one = found.get(name)
    assert (one and f"{one.lead} {one.to}") == told


def test_what_is_easy_is_listed_with_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", "--root", str(ROOT), "--easy"]) == 0
    first, *names, last = capsys.readouterr().out.splitlines()
    assert first == f"{len(names)} names without an entry to which something leads:"
    assert last.startswith("`lint-mappings new NAME` writes a draft")


def test_what_a_module_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    """By module, with the reason: nobody needs a program of their own to find a name to write."""
    module = "torch.nn.functional"
    assert main(["coverage", "--root", str(ROOT), "--in", module]) == 0
    lines = capsys.readouterr().out.splitlines()
    torch, entries = torch_snapshot(), set(Shelf(ROOT / "mappings").names())
    below = {name for name in torch.names() if name.startswith(f"{module}.")}
    lacking = {name for name in below if torch.documented(name)} - entries
    assert {line.strip() for line in lines if line.startswith("    ")} == lacking
    assert lines[0] == f"{len(lacking)} documented names without an entry"
    assert main(["coverage", "--root", str(ROOT), "--in", module, "--format", "json"]) == 0
    within = json.loads(capsys.readouterr().out)["within"]
    assert {name for of in within.values() for names in of.values() for name in names} == lacking


def test_a_module_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", "--root", str(ROOT), "--in", "torch.nn.functionl"]) == 2
    assert "Did you mean `torch.nn.functional`?" in capsys.readouterr().err
