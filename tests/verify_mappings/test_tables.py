"""The tables of results: nothing is cut off where a terminal or a log is narrow."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from rich.console import Console

from mapping_model.building import build_entry
from mapping_model.outcomes import Outcome
from mapping_model.processors import Processor
from mapping_model.results import Applied, Result
from verify_mappings.command.report import print_applied, print_check, print_unexpected
from verify_mappings.runs.cases import ExampleCase, Verified
from verify_mappings.runs.records import LONGEST, Disagreement

NAME = "limits:torch.nn.functional.multi_head_attention_forward"
DETAIL = "result[0]: 1 of 4 values differ; first at [0]: torch 0, Paddle 4; " * 3
Print = Callable[[Console], None]


def verified() -> list[Verified]:
    data = {
        "torch": "torch.abs",
        "category": "same-params",
        "examples": [{"torch": "", "paddle": ""}],
    }
    ((_, example),) = build_entry(data).examples()
    result = Result(
        hash="",
        outcome=Outcome.NOT_EXECUTABLE,
        as_expected=False,
        max_diff=1.25e-07,
        detail=DETAIL,
        gradient_detail=DETAIL,
        applied=Applied.DIFFERS,
        applied_detail=DETAIL,
    )
    return [Verified(ExampleCase(NAME, "12.10", example), "3.3.1", result)]


def disagreements(open: bool = False) -> list[Disagreement]:
    values = "x" * LONGEST, "y" * LONGEST
    return [Disagreement(NAME, "12.10", "3.3.1", "applied_detail", *values, open=open)]


@pytest.mark.parametrize("width", [72, 80, 180])
@pytest.mark.parametrize(
    "show",
    [
        lambda console: print_unexpected(verified(), console),
        lambda console: print_applied(verified(), console),
        lambda console: print_check(disagreements(), Processor.AVX2, console),
        lambda console: print_check(disagreements(open=True), Processor.AVX2, console),
    ],
)
def test_names_are_whole_in_tables_of_any_width(show: Print, width: int) -> None:
    told = io.StringIO()
    show(Console(file=told, width=width))
    lines = told.getvalue().splitlines()
    assert all(len(line) <= width for line in lines)
    assert "…" not in told.getvalue()
    (head,) = (index for index, line in enumerate(lines) if line.startswith("name "))
    column = lines[head].index("example")
    assert (NAME in told.getvalue()) is (width == 180)  # a third of it is enough
    assert "".join(line[:column].strip() for line in lines[head + 1 :]).startswith(NAME)
