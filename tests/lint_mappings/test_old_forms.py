"""Entries written as the format once was: what `--fix` makes of them, and what it leaves."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_project import write

from lint_mappings.__main__ import main

OLD = ["--select", "PM106,PM313", "--format", "concise"]


def fixed(project: Path, name: str, row: str) -> str:
    """The row after `--fix`."""
    path = f"mappings/{name.rpartition('.')[0]}/{name}.yaml"
    target = f"paddle{name.removeprefix('torch')}"
    head = f"torch: {name}\npaddle: {target}\ncategory: torch-more-params\nparams:\n"
    write(project, {path: f"{head}  - {row}\n"})
    main(["--root", str(project), "--fix", *OLD, str(project / path)])
    return (project / path).read_text("utf-8").removeprefix(f"{head}  - ").removesuffix("\n")


ASSIGNED = '{en: "Assign the result, `paddle.assign(paddle.abs(x), y)`.", zh: "赋值。"}'


OLD_OUT = "{torch: out, paddle: ~, action: rewrite}"
OLD_REDUCE = "{torch: reduce, paddle: ~, action: rewrite}"
REDUCTION = "\n  - {torch: reduction, paddle: reduction}"


@pytest.mark.parametrize(
    ("name", "row", "new"),
    [
        ("torch.mv", OLD_OUT, "{torch: out, paddle: ~, form: assign}"),
        ("torch.mode", OLD_OUT, "{torch: out, paddle: ~, form: assign_pair}"),
        (
            "torch.Tensor.tile",
            '{torch: "*dims", paddle: repeat_times, action: rewrite, note: {en: N., zh: 注。}}',
            '{torch: "*dims", paddle: repeat_times, form: list, note: {en: N., zh: 注。}}',
        ),
        (
            "torch.mv",
            "torch: out  # kept\n    paddle: ~\n    action: rewrite\n    note: {en: N., zh: 注。}",
            "torch: out  # kept\n    paddle: ~\n    form: assign\n    note: {en: N., zh: 注。}",
        ),
        (
            "torch.nn.KLDivLoss",
            f"{OLD_REDUCE}{REDUCTION}",
            f"{{torch: reduce, paddle: ~, form: reduction}}{REDUCTION}",
        ),
        (
            "torch.ones",
            "{torch: pin_memory, paddle: ~, action: rewrite}",
            "{torch: pin_memory, paddle: ~, form: pinned}",
        ),
        (
            "torch.abs",
            f"{{torch: out, paddle: out, older: {ASSIGNED}}}",
            "{torch: out, paddle: out, older: {form: assign}}",
        ),
    ],
)
def test_what_is_certain(project: Path, name: str, row: str, new: str) -> None:
    assert fixed(project, name, row) == new


@pytest.mark.parametrize(
    ("name", "row"),
    [
        # It is what the method is for, and true by default.
        ("torch.Tensor.requires_grad_", "{torch: requires_grad, paddle: ~, action: rewrite}"),
        ("torch.nn.Linear", "{torch: device, paddle: ~, action: rewrite}"),
        ("torch.nn.KLDivLoss", OLD_REDUCE),
        # There are two results to assign.
        ("torch.topk", f"{{torch: out, paddle: out, older: {ASSIGNED}}}"),
        ("torch.abs", '{torch: out, paddle: out, older: {en: "Use clip.", zh: "用 clip。"}}'),
        ("torch.abs", f"{{torch: out, paddle: out, older: {ASSIGNED[:-1]}  # why\n      }}}}"),
    ],
)
def test_what_is_left_to_a_person(project: Path, name: str, row: str) -> None:
    assert fixed(project, name, row) == row
