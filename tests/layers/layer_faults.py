"""What the table of attributes says wrong, does not say, or says for nothing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from layer_look import Seen, alike

from mapping_model.applying.attributes import Attributes

_ATTRIBUTE = re.compile(r"self\.(\w+)")
# Layers of which no example shows here what they heed, so that this was tried by hand: one needs a
# GPU, one another call, and of one the result is the same twice.
_BY_HAND = {"torch.nn.SyncBatchNorm", "torch.nn.GaussianNLLLoss", "torch.nn.ReLU"}

# Where what is written under Paddle's name is heeded, and gives something else than in torch.
_OTHERWISE = {
    *(f"torch.nn.Conv{n}d.padding_mode" for n in (1, 2, 3)),
    *(f"torch.nn.{kind}Pool{n}d.kernel_size" for kind in ("Avg", "LP", "Max") for n in (2, 3)),
    "torch.nn.SmoothL1Loss.beta",
}


def faults(seen: Sequence[Seen], table: dict[str, Sequence[Attributes]]) -> list[str]:
    """All of them, each as a line."""
    by_layer: dict[str, list[Seen]] = defaultdict(list)
    for one in seen:
        by_layer[one.call.layer].append(one)
    found: list[str] = []
    for layer, ones in by_layer.items():
        for one in ones:
            found += [f"{layer}{told}" for told in _wrong(one)]
        for group in table.get(layer, ()):
            here = [one for one in ones if any(group is told for told in one.told)]
            found += [f"{layer}{told}" for told in _needless(group, here)]
    found += [
        f"{layer}: the table has it, and no example" for layer in table if layer not in by_layer
    ]
    return list(dict.fromkeys(found))


def differing(one: Seen) -> list[str]:
    """The attributes that have another value in Paddle under the same name, or none."""
    theirs = one.paddle["values"]
    return [name for name, value in one.values.items() if not alike(value, theirs[name])]


def ignored(one: Seen) -> list[str]:
    """The attributes that torch heeds where they are written to, and Paddle does not."""
    if not one.plain:
        return []
    return [
        name
        for name, tries in one.paddle["heeded"].items()
        if name not in one.heeds
        if {said for place, _, said in tries if place == f"self.{name}"} == {"ignored"}
    ]


def _wrong(one: Seen) -> Iterator[str]:
    codes, theirs = one.codes, one.paddle["values"]
    for name in differing(one):
        value, call = one.values[name], one.call.torch
        if name not in codes and name not in one.other:
            said = f"{value} in PyTorch, {theirs[name]} in Paddle"
            yield f".{name}: {said} ({call}): not in the table"
        elif codes.get(name) and name not in one.other:
            given = one.paddle["coded"][name]
            if not alike(value, given):
                yield f".{name}: {value} in PyTorch, {codes[name]} gives {given} ({call})"
    silent = {name for told in one.told for name in (*told.silent, *told.fixed)}
    for name in ignored(one):
        if name not in silent:
            yield f".{name}: PyTorch heeds what is written to it, Paddle does not: not `silent`"
    if unexplained(one) and not any(told.state for told in one.told):
        yield f": state_dict() or named_buffers() differ: {unexplained(one)}"


def _needless(group: Attributes, ones: Sequence[Seen]) -> Iterator[str]:
    for name, code in group.codes.items():
        if not any(name in one.values for one in ones):
            yield f".{name}: PyTorch's layer has no such attribute"
        elif not any(name in differing(one) for one in ones):
            yield f".{name}: Paddle has the same; the line is needless"
        written = [t for one in ones for t in one.paddle["heeded"].get(name, ()) if t[0] == code]
        plain = code is not None and _ATTRIBUTE.fullmatch(code)
        heeded = any(said.startswith("heeded") for _, _, said in written)
        own = {*group.fixed, *group.buffers}
        if plain and written and not heeded and name not in own:
            yield f".{name}: what is written to {code} is ignored, too, or refused: not `fixed`"
        elif name in group.fixed and heeded and f"{ones[0].call.layer}.{name}" not in _OTHERWISE:
            yield f".{name}: what is written to {code} is heeded"
    for name in group.other:
        given = [
            one.paddle["coded"].get(name) if group.codes.get(name) else one.paddle["values"][name]
            for one in ones
            if name in one.values
        ]
        values = [one.values[name] for one in ones if name in one.values]
        if all(map(alike, values, given)):
            yield f".{name}: the value is never another"
    ran = any(one.paddle["heeded"] for one in ones)
    if group.silent and ones and not ran and ones[0].call.layer not in _BY_HAND:
        yield ": no example shows what it heeds"
    for name in group.silent:
        if ran and not any(name in ignored(one) for one in ones):
            yield f".{name}: Paddle heeds what is written to it, or PyTorch does not"
    if group.state and not any(map(unexplained, ones)):
        yield ": state_dict() and named_buffers() have the same names"


def unexplained(one: Seen) -> list[str]:
    """Names in one `state_dict()` or `named_buffers()` alone that no attribute explains."""
    called = {name: {*_ATTRIBUTE.findall(code or "")} for name, code in one.codes.items()}
    codes = {name for names in called.values() for name in names}
    found = []
    for key in ("state", "buffers"):
        torch, paddle = {*one.torch[key]}, {*one.paddle[key]}
        there = {part for name in one.paddle[key] for part in name.split(".")}
        if key == "buffers":
            there |= {*one.paddle["state"]}
        lines = {*one.other, *(name for name in called if not called[name] or called[name] & there)}
        found += [f"-{name}" for name in torch - paddle if not {*name.split(".")} & lines]
        found += [f"+{name}" for name in paddle - torch if not {*name.split(".")} & (lines | codes)]
    return sorted(found)
