"""What the command prints: where the models part, a table, JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mapping_model.printable import printable
from port_models.alignment.comparison import Compared, Difference
from port_models.alignment.generation import Generated
from port_models.alignment.parting import Pass, Tolerances, first_parting, said
from port_models.alignment.training import TRAINED, Trained
from port_models.whole_tables import print_whole

MODES = {False: "evaluation, forward", True: "training with every dropout at 0"}


def text(
    found: Sequence[Pass], tolerances: Tolerances, console: Console, quiet: bool = False
) -> None:
    """Where they part, and why it may be; then, unless it is to be `quiet`, every pair of calls."""
    parted = first_parting(found)
    if parted is None:
        console.print(Text(_aligned(found), style="green"))
    else:
        told = f"In {MODES[parted.training]}: {printable(parted.parting[0])}"
        console.print(Text(told, style="red"))
        for hint in parted.parting[1:]:
            console.print(Text(f"  {printable(hint)}"))
    for note in dict.fromkeys(note for one in found for note in one.notes):
        console.print(Text(printable(note), style="yellow"))
    for one in () if quiet else found if parted is None else [parted]:
        console.print()
        console.print(Text(f"In {MODES[one.training]}:", style="bold"))
        print_whole(_table(one, tolerances), console)


def _outcome(what: str, parting: Sequence[str], alike: str, console: Console) -> None:
    """Where something parts, in red, and why it may be; or that it is alike."""
    console.print()
    if not parting:
        console.print(Text(f"{what} alike: {alike}.", style="green"))
        return
    console.print(Text(f"{what}: {printable(parting[0])}", style="red"))
    for hint in parting[1:]:
        console.print(Text(f"  {printable(hint)}"))


def training(found: Trained, console: Console) -> None:
    """Where training parts, and why it may be; then the numbers of each step."""
    _outcome("Trained", found.parting, f"{len(found.losses)} steps", console)
    table = Table(box=None, pad_edge=False)
    for head in ("step", "loss in PyTorch", "in Paddle", *TRAINED):
        table.add_column(head, justify="right", no_wrap=True)
    for number, ((theirs, ours), apart) in enumerate(
        zip(found.losses, found.differences, strict=True), 1
    ):
        cells = [f"{theirs:.7g}", f"{ours:.7g}", *(_number(apart[name]) for name in TRAINED)]
        table.add_row(f"{number}", *cells)
    print_whole(table, console)


def generation(found: Generated, console: Console) -> None:
    """Where generation parts, and why it may be."""
    alike = f"{found.numbers} numbers by {found.calls} calls of the model"
    _outcome("Generated", found.parting, alike, console)


def not_compared(what: Sequence[str], console: Console) -> None:
    """What was asked for, and why it was not compared."""
    console.print()
    told = " and ".join(what)
    verb = "were" if len(what) > 1 else "was"
    console.print(
        f"{told.capitalize()} {verb} not compared: the models part before it. Mend that first."
    )


def weights(wrong: Iterable[tuple[str, Difference, str]], console: Console) -> None:
    """The weights that the Paddle model has not from PyTorch's."""
    console.print(Text("The weights are not PyTorch's:", style="red"))
    for name, apart, why in wrong:
        console.print(Text(f"  {printable(name)}: {said(apart)}. {why}".rstrip()))


def as_json(
    found: Sequence[Pass], tokens: Generated | None = None, steps: Trained | None = None
) -> str:
    """The same for programs."""
    parted = first_parting(found)
    passes = [
        {
            "training": one.training,
            "output": _numbers(one.output),
            "parting": one.parting,
            "layer": one.layer,
            "notes": one.notes,
            "calls": [_call(row) for row in one.rows],
            "gradients": {name: _numbers(each) for name, each in one.gradients.items()},
            "state": {name: _numbers(each) for name, each in one.state.items()},
        }
        for one in found
    ]
    further = [one.parting for one in (tokens, steps) if one]
    told: dict[str, Any] = {"aligned": parted is None and not any(further)}
    told["passes"] = passes
    if tokens:
        told["generation"] = {
            "parting": tokens.parting,
            "calls": tokens.calls,
            "numbers": tokens.numbers,
        }
    if steps:
        rows = [
            {"losses": loss, **{name: _numbers(one) for name, one in apart.items()}}
            for loss, apart in zip(steps.losses, steps.differences, strict=True)
        ]
        told["training"] = {"parting": steps.parting, "steps": rows}
    return json.dumps(told, indent=2, ensure_ascii=False)


def _aligned(found: Sequence[Pass]) -> str:
    pairs = len(found[0].rows)
    forward = max(found, key=lambda one: one.output.mean)
    gradients = [each.mean for one in found for each in one.gradients.values()]
    of_them = f"by {max(gradients):.1e} of their size" if gradients else "there are none"
    return (
        f"Aligned: {pairs} pairs of calls; results differ by {said(forward.output)}; gradients of "
        f"parameters{':' if not gradients else ''} {of_them}."
    )


def _table(one: Pass, tolerances: Tolerances) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("layer", no_wrap=True)
    table.add_column("kind", no_wrap=True)
    table.add_column("shape", no_wrap=True)
    for head in ("input", "result", *(["gradient"] if one.training else [])):
        table.add_column(head, justify="right")
    for row in one.rows:
        torch, paddle = row.pair.torch, row.pair.paddle
        shape = "; ".join(_shape(output.shape) for output in paddle.outputs[:1])
        cells = [
            Text(_both(torch.name, paddle.name) or "(the model)"),
            Text(_both(torch.kind, paddle.kind)),
            Text(shape),
            _cell(row.input, tolerances.forward),
            _cell(row.output, tolerances.forward),
        ]
        if one.training:
            cells.append(_cell(row.gradient, tolerances.backward))
        table.add_row(*cells)
    return table


def _both(torch: str, paddle: str) -> str:
    """Paddle's word, and PyTorch's where it is another."""
    ours = printable(paddle)
    return ours if torch.lower() == paddle.lower() else f"{ours} ({printable(torch)})"


def _number(one: Difference) -> str:
    return "differs" if math.isinf(one.mean) else f"{one.mean:.1e}"


def _cell(one: Difference | None, limit: float) -> Text:
    if one is None:
        return Text("–")
    return Text(_number(one), style="red" if one.mean > limit else "")


def _call(row: Compared) -> dict[str, Any]:
    gradient = _numbers(row.gradient) if row.gradient else None
    return {
        "torch": row.pair.torch.name,
        "torch_kind": row.pair.torch.kind,
        "paddle": row.pair.paddle.name,
        "paddle_kind": row.pair.paddle.kind,
        "shapes": [list(output.shape) for output in row.pair.paddle.outputs],
        "statistics": {
            "torch": _statistics(row.pair.torch.outputs),
            "paddle": _statistics(row.pair.paddle.outputs),
        },
        "input": _numbers(row.input),
        "result": _numbers(row.output),
        "gradient": gradient,
    }


def _statistics(outputs: Sequence[Any]) -> dict[str, float | None]:
    """Of the first result (of its size if complex): mean, deviation, least and largest value."""
    if not outputs or not outputs[0].size:
        return {}
    values = outputs[0]
    values = (np.abs(values) if np.iscomplexobj(values) else values).astype("float64")
    found = {
        "mean": values.mean(),
        "std": values.std(),
        "min": values.min(),
        "max": values.max(),
    }
    return {name: _finite(float(value)) for name, value in found.items()}


def _numbers(one: Difference) -> dict[str, Any]:
    numbers: dict[str, Any] = {"mean": _finite(one.mean), "largest": _finite(one.largest)}
    return {**numbers, "note": one.note} if one.note else numbers


def _finite(value: float) -> float | None:
    """JSON has neither infinity nor NaN."""
    return value if math.isfinite(value) else None


def _shape(shape: Sequence[int]) -> str:
    return f"[{', '.join(map(str, shape))}]"
