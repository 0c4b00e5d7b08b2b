"""What is told of the members of classes, and that each has an answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mapping_model.members import Answer, members
from mapping_model.shelf import Shelf
from mapping_model.snapshots import Snapshot, paddle_snapshot, torch_snapshot

ROOT = Path(__file__).parents[2]
GENERATOR = """\
torch: torch.Generator
category: context-change
context: {en: "Paddle has none; what `generator.get_state()` gives is lost.", zh: "没有。"}
"""
SEED = "torch: torch.Generator.manual_seed\npaddle: paddle.seed\ncategory: same-params\n"
MODULE = "torch: torch.nn.Module\npaddle: paddle.nn.Layer\ncategory: no-params\n"


def _shelf(mappings: Path, **texts: str) -> Shelf:
    for text in texts.values():
        name = text.partition("\n")[0].removeprefix("torch: ")
        path = mappings / name.rpartition(".")[0] / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Shelf(mappings)


def _with(*names: str) -> Snapshot:
    torch = torch_snapshot()
    record = {"kind": "method", "source": "none", "signatures": []}
    return replace(torch, records={**torch.records, **dict.fromkeys(names, record)})


def test_each_kind_of_answer(tmp_path: Path) -> None:
    """By its own entry, by a text of that of its class, or by what is said of a use."""
    shelf = _shelf(tmp_path, generator=GENERATOR, seed=SEED)
    told = {one.name: one.answer for one in members(shelf, torch_snapshot(), paddle_snapshot())}
    assert {name.rpartition(".")[0] for name in told} == {"torch.Generator"}
    assert told["torch.Generator.manual_seed"] is Answer.ENTRY
    assert told["torch.Generator.get_state"] is Answer.CLASS
    assert told["torch.Generator.seed"] is Answer.LEFT


def test_a_member_of_which_nobody_says_anything_is_found(tmp_path: Path) -> None:
    """Objects of classes that people extend may have any member, so a use tells nothing."""
    planted = "torch.nn.Module.planted"
    shelf = _shelf(tmp_path, module=MODULE)
    told = {one.name: one.answer for one in members(shelf, _with(planted), paddle_snapshot())}
    assert [name for name, answer in told.items() if answer is Answer.NONE] == [planted]
    assert told["torch.nn.Module.register_buffer"] is Answer.LEFT


@pytest.mark.parametrize("name", ["torch.device.type", "torch.finfo.eps", "torch.Size.numel"])
def test_classes_with_a_word_of_their_own_are_asked(tmp_path: Path, name: str) -> None:
    owner = name.rpartition(".")[0]
    shelf = _shelf(tmp_path, owner=f"torch: {owner}\ncategory: composite\n")
    told = {one.name: one.answer for one in members(shelf, torch_snapshot(), paddle_snapshot())}
    assert told[name] is Answer.LEFT


def test_each_member_of_a_class_with_an_entry_has_an_answer() -> None:
    told = members(Shelf(ROOT / "mappings"), torch_snapshot(), paddle_snapshot())
    assert [one.name for one in told if one.answer is Answer.NONE] == []
    assert len({one.name for one in told}) == len(told) > 1200
