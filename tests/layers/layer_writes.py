"""What layers compute after something was written to them, on both sides.

A line `m.attr = value` that the mapping rewrites, and tells nothing of, must make Paddle's layer
compute what torch's does. Where both compute the same as they are built, the numbers are compared,
otherwise, with weights or chance of their own, the shapes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from layer_calls import LayerCall, kinds
from layer_look import Seen, answers, piece

from mapping_model.applying.code import EntryOf, candidates
from mapping_model.snapshots import PADDLE, load_snapshot

# Of which the same values are zeros or leave no chance, and others do: the shapes are compared.
_CHANCE = {
    *(f"torch.nn.{name}" for name in ("AlphaDropout", "Dropout", "FeatureAlphaDropout")),
    *(f"torch.nn.Dropout{n}d" for n in (1, 2, 3)),
}
# With which values Paddle refuses to build the layer, too, or that leave something to chance.
_RANGES = {"torch.nn.LayerNorm.eps", "torch.nn.RReLU.lower", "torch.nn.RReLU.upper"}
# What is written under the same name and gives something else, which is told where the layer is
# built, as of all calls with such arguments: negative padding, and `ceil_mode`.
_AS_BUILT = {
    *("torch.nn.AvgPool1d.stride", "torch.nn.AvgPool3d.stride", "torch.nn.CircularPad3d.padding"),
    *("torch.nn.MaxPool2d.stride", "torch.nn.MaxPool3d.stride"),
}


@dataclass(frozen=True, slots=True)
class Write:
    """A layer that is built and written to; `paddle` is what the mapping writes for `torch`."""

    attribute: str
    value: Any
    torch: str
    paddle: str


def otherwise(python: Path, found: Sequence[Seen], entry_of: EntryOf) -> list[str]:
    """What comes out otherwise after a write of which nothing is told, each as a line."""
    asked = [(one.call, built, writes) for one in found for built, writes in [_of(one, entry_of)]]
    asked = [(call, built, writes) for call, built, writes in asked if writes and call.forward]
    torch = answers(
        python,
        "torch",
        [_lines(call, [built.torch, *(w.torch for w in writes)]) for call, built, writes in asked],
    )
    paddle = answers(
        python,
        "paddle",
        [_lines(c, [built.paddle, *(w.paddle for w in writes)]) for c, built, writes in asked],
    )
    told = [
        line
        for (call, built, writes), ours, theirs in zip(asked, torch, paddle, strict=True)
        for line in _different(call, built, writes, (ours, theirs))
    ]
    return list(dict.fromkeys(told))


def _of(one: Seen, entry_of: EntryOf) -> tuple[Write, list[Write]]:
    """How the layer is built, and what is written to it of which the mapping tells nothing."""
    call = one.call
    built = _written(call, "", None, entry_of)
    tries = [
        (name, tuple(value) if isinstance(value, list) else value)
        for name, ones in one.torch["heeded"].items()
        for _, value, said in ones
        if said == "heeded" and not isinstance(value, dict)
    ]
    if built is None:
        return Write("", None, "", ""), []
    writes = [_written(call, name, value, entry_of) for name, value in tries if name.isidentifier()]
    return built, [write for write in writes if write is not None]


def _written(call: LayerCall, name: str, value: Any, entry_of: EntryOf) -> Write | None:
    torch = f"result = {call.torch}" + (f"\nresult.{name} = {value!r}" if name else "")
    release = load_snapshot("paddle", PADDLE[-1])
    first = next(iter(candidates(torch, entry_of, release, kinds(call.inputs))))
    return None if first.undone else Write(name, value, torch, first.code)


def _lines(call: LayerCall, lines: list[str]) -> dict[str, Any]:
    return piece(call, lines[0]) | {"lines": list(dict.fromkeys(lines))}


def _different(
    call: LayerCall, built: Write, writes: list[Write], sides: tuple[dict[str, Any], dict[str, Any]]
) -> Iterator[str]:
    torch, paddle = sides
    before = torch[built.torch], paddle[built.paddle]
    if any(isinstance(one, str) for one in before) or not _same(*before, shapes=True):
        return
    shapes = not _same(*before) or call.layer in _CHANCE
    for write in writes:
        after, theirs = torch[write.torch], paddle[write.paddle]
        line = write.paddle.rpartition("\n")[2].replace("result.", "m.", 1)
        name = f"{call.layer}.{write.attribute}"
        renamed = not line.startswith(f"m.{write.attribute} =")
        if isinstance(after, str) or (name in (_RANGES if renamed else _AS_BUILT)):
            continue
        # Under a name that is the same, an error tells enough.
        wrong = renamed if isinstance(theirs, str) else not _same(after, theirs, shapes=shapes)
        if wrong:
            said = f": {theirs}" if isinstance(theirs, str) else ""
            given = f"`m.{write.attribute} = {write.value!r}` as `{line}`"
            yield f"{name}: {given} gives something else{said}"


def _same(torch: list[Any], paddle: list[Any], shapes: bool = False) -> bool:
    return len(torch) == len(paddle) and all(
        ours == theirs
        and (shapes or np.allclose(numbers, others, rtol=1e-4, atol=1e-5, equal_nan=True))
        for (ours, numbers), (theirs, others) in zip(torch, paddle, strict=True)
    )
