"""Faults put into real entries are noticed: the ones that keep turning up in such references.

The entries are the subjects of the format specification's templates, as committed.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from lint_mappings.rules import all_rules
from lint_mappings.running.engine import run
from mapping_model.building import build_entry
from mapping_model.corpus import Corpus
from mapping_model.naming import path_for
from mapping_model.reading import read_text
from mapping_model.shape import check_shape

ROOT = Path(__file__).parents[2]
APIS = (
    *("torch.clamp", "torch.dist", "torch.nn.ZeroPad2d", "torch.linalg.svd", "torch.abs"),
    *("torch.transpose", "torch.broadcast_tensors", "torch.addcmul", "torch.gather", "torch.max"),
)
Data = dict[str, Any]


@cache
def corpus() -> Corpus:
    return Corpus.load(ROOT / "mappings")


def codes(name: str, text: str) -> set[str]:
    """The codes of the problems that a file of the corpus has with another text."""
    document = read_text(text.encode(), name)
    document.problems += [] if document.data is None else check_shape(document, "entry")
    changed = copy.copy(corpus())
    changed.documents = {**changed.documents, name: document}
    changed.entry_files = []
    if not document.problems:
        entry = build_entry(document.data)
        changed.entry_files = [(document, entry)]
        changed.entries = {**changed.entries, entry.torch: entry}
    report = run(changed, all_rules().values(), {name})
    assert report.crashes == []
    return {problem.code for problem in report.problems}


def bodies(data: Data) -> list[Data]:
    return data.get("variants") or [data]


def rows(data: Data) -> Iterator[tuple[Data, int, Data]]:
    for body in bodies(data):
        for index, row in enumerate(body.get("params", [])):
            yield body, index, row


def examples(data: Data) -> Iterator[Data]:
    for body in bodies(data):
        yield from body.get("examples", [])


def delete_a_row(data: Data) -> bool:
    for body, index, _ in rows(data):
        if len(body["params"]) > 1:
            del body["params"][index]
            return True
    return False


def misspell_a_parameter(data: Data, side: str) -> bool:
    for _, _, row in rows(data):
        if side in row:
            row[side] += "s"
            return True
    return False


def swap_two_rows(data: Data) -> bool:
    for body, index, row in rows(data):
        if index and "torch" in row:
            table = body["params"]
            table[index - 1], table[index] = table[index], table[index - 1]
            return True
    return False


def write_another_category(data: Data) -> bool:
    body = bodies(data)[0]
    body["category"] = "same-params" if body["category"] != "same-params" else "renamed-params"
    return True


def misspell_an_api(data: Data, side: str) -> bool:
    for body in [data] if side == "torch" else bodies(data):
        if side in body:
            body[side] += "s"
            return True
    return False


def break_the_code(data: Data) -> bool:
    example = next(examples(data))
    example["paddle"] = example["paddle"].replace("=", "＝", 1)
    return True


def forget_an_input(data: Data) -> bool:
    for example in examples(data):
        if "x" in example.get("inputs", {}) and "x" in example["torch"].split("(", 1)[-1]:
            del example["inputs"]["x"]
            return True
    return False


def misspell_the_target_in_code(data: Data) -> bool:
    for example in examples(data):
        if "paddle." in example["paddle"]:
            example["paddle"] = example["paddle"].replace("paddle.", "paddle.no_such_", 1)
            return True
    return False


def remove_a_full_stop(data: Any) -> bool:
    if isinstance(data, dict) and data.keys() == {"en", "zh"}:
        data["zh"] = data["zh"].rstrip().removesuffix("。")
        return True
    values = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return any(remove_a_full_stop(value) for value in values)


FAULTS: dict[str, Callable[[Data], bool]] = {
    "a row deleted": delete_a_row,
    "a torch parameter misspelt": lambda data: misspell_a_parameter(data, "torch"),
    "a Paddle parameter misspelt": lambda data: misspell_a_parameter(data, "paddle"),
    "two rows swapped": swap_two_rows,
    "another category": write_another_category,
    "the torch API misspelt": lambda data: misspell_an_api(data, "torch"),
    "the target misspelt": lambda data: misspell_an_api(data, "paddle"),
    "a full-width sign in code": break_the_code,
    "an input forgotten": forget_an_input,
    "an API in code misspelt": misspell_the_target_in_code,
    "a full stop removed": remove_a_full_stop,
}


@pytest.mark.parametrize("api", APIS)
def test_every_fault_is_noticed(api: str) -> None:
    name = f"mappings/{path_for(api)}"
    original = yaml.safe_load((ROOT / name).read_text("utf-8"))
    before = codes(name, yaml.safe_dump(original, allow_unicode=True, sort_keys=False))
    for fault, put_in in FAULTS.items():
        data = copy.deepcopy(original)
        if put_in(data):
            found = codes(name, yaml.safe_dump(data, allow_unicode=True, sort_keys=False))
            assert found - before, f"{fault} goes unnoticed"


def test_every_fault_can_be_put_into_some_entry() -> None:
    texts = [(ROOT / "mappings" / path_for(api)).read_text("utf-8") for api in APIS]
    for fault, put_in in FAULTS.items():
        assert sum(put_in(yaml.safe_load(text)) for text in texts) >= 4, fault
