"""What the command prints: a table for people, JSON for programs."""

from __future__ import annotations

import json
from collections import Counter

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mapping_model.printable import printable
from port_models.weights.plan import WRONG, Fate, Line, Plan
from port_models.whole_tables import print_whole

_COLOURS = {Fate.SKIPPED: "yellow", **dict.fromkeys(WRONG, "red")}


def table(plan: Plan, console: Console) -> None:
    """Every tensor of both states with its shapes, what is wrong last, then the sums."""
    lines = Table(box=None, pad_edge=False)
    for head in ("PyTorch", "shape", "Paddle", "shape", "", ""):
        lines.add_column(head, no_wrap=True)
    for line in sorted(plan.lines, key=lambda line: line.fate in WRONG):
        lines.add_row(
            _name(line.torch),
            _shape(line.torch_shape),
            _name(line.paddle),
            _shape(line.paddle_shape),
            Text(line.fate, style=_COLOURS.get(line.fate, "")),
            Text(printable(line.note)),
        )
    print_whole(lines, console)
    console.print(Text(summary(plan)))
    if plan.wrong and plan.advice:
        console.print(Text(printable(plan.advice)))


def summary(plan: Plan) -> str:
    """How many tensors became what."""
    counts = Counter(line.fate for line in plan.lines)
    return ", ".join(f"{counts[fate]} {fate}" for fate in Fate if counts[fate]) + "."


def as_json(plan: Plan) -> str:
    """The lines and the sums; `ok` tells whether the state can be written."""
    counts = Counter(line.fate for line in plan.lines)
    return json.dumps(
        {
            "ok": not plan.wrong,
            "counts": {fate.value: counts[fate] for fate in Fate if counts[fate]},
            "tensors": [_object(line) for line in plan.lines],
        },
        indent=2,
        ensure_ascii=False,
    )


def _object(line: Line) -> dict[str, object]:
    fields = {
        "torch": line.torch,
        "torch_shape": line.torch_shape,
        "paddle": line.paddle,
        "paddle_shape": line.paddle_shape,
        "fate": line.fate.value,
        "note": line.note or None,
    }
    return {key: value for key, value in fields.items() if value is not None}


def _name(name: str | None) -> Text:
    return Text(printable(name) if name is not None else "–")


def _shape(shape: tuple[int, ...] | None) -> Text:
    return Text("–" if shape is None else f"[{', '.join(map(str, shape))}]")
