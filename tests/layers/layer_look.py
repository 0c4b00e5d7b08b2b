"""What torch's layers have and Paddle's have not, by making both; see run.py."""

from __future__ import annotations

import json
import math
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from layer_calls import LayerCall

from mapping_model.applying.attributes import Attributes

sys.path.append(str(Path(__file__).parents[1]))  # where a program is run, and no tests
from library_programs import ended

_INSIDE = Path(__file__).with_name("inside_layers.py")
# What the table has of a layer.
Table = Callable[[str], Sequence[Attributes]]


@dataclass(slots=True)
class Seen:
    """What one call of a layer gave on both sides."""

    call: LayerCall
    torch: dict[str, Any]
    told: Sequence[Attributes]
    paddle: dict[str, Any] = field(default_factory=dict)
    # What some call of the same class heeds: on other inputs nothing may show.
    heeds: set[str] = field(default_factory=set)

    @property
    def codes(self) -> dict[str, str | None]:
        """What the table says of the layer as Paddle builds it here."""
        return {name: code for one in self.told for name, code in one.codes.items()}

    @property
    def other(self) -> set[str]:
        """Of which attributes it says that the value may be another."""
        return {name for one in self.told for name in one.other}

    @property
    def plain(self) -> bool:
        """Whether the mapping writes the call of a class, maybe of its own, and hides nothing."""
        code = self.call.paddle or ""
        return "\n" not in code or "type(" in code

    @property
    def values(self) -> dict[str, Any]:
        """The attributes that torch's layer has on being built; not what asking for raises."""
        return {n: v for n, v in self.torch["values"].items() if not _raised(v)}


def seen(python: Path, calls: Sequence[LayerCall], table: Table) -> tuple[list[Seen], list[Any]]:
    """The layers that both libraries build, and the calls of others with the reason."""
    torch = answers(python, "torch", [piece(call, f"result = {call.torch}") for call in calls])
    found, left = [], []
    for call, answer in zip(calls, torch, strict=True):
        if "error" in answer or call.paddle is None:
            left.append((call, answer.get("error", "a person decides")))
        else:
            told = [one for one in table(call.layer) if one.holds(_contains(call.paddle))]
            found.append(Seen(call, answer, told))
    pieces = [_asked(one) for one in found]
    for one, answer in zip(found, answers(python, "paddle", pieces), strict=True):
        one.paddle = answer
    heeded: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in found:
        one.heeds = heeded[one.call.layer, (one.call.paddle or "").partition("(")[0]]
        if one.plain:
            one.heeds |= _heeded(one)
    left += [(one.call, one.paddle["error"]) for one in found if "error" in one.paddle]
    return [one for one in found if "error" not in one.paddle], left


def _heeded(one: Seen) -> set[str]:
    """The attributes that the layer heeds where they are written to under torch's name."""
    return {
        name
        for name, tries in one.paddle.get("heeded", {}).items()
        if any(said.startswith("heeded") for place, _, said in tries if place == f"self.{name}")
    }


def _contains(code: str) -> Callable[[str], bool]:
    return lambda name: f"{name}(" in code


def _asked(one: Seen) -> dict[str, Any]:
    codes = {name: code for name, code in one.codes.items() if code}
    writes = {
        name: [
            [place, value]
            for _, value, said in tries
            if said == "heeded"
            for place in (f"self.{name}", codes.get(name) or "")
            if place
        ]
        for name, tries in one.torch["heeded"].items()
    }
    built = piece(one.call, one.call.paddle or "")
    return built | {"attributes": list(one.torch["values"]), "codes": codes, "writes": writes}


def piece(call: LayerCall, code: str) -> dict[str, Any]:
    """What is asked of a library about a layer that the code builds."""
    return {"code": code, "inputs": call.inputs, "forward": call.forward}


def answers(python: Path, library: str, pieces: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What one library answers to each piece."""
    done = ended(python, _INSIDE, library, pieces)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    if len(found) < len(pieces):
        raise RuntimeError(f"{pieces[len(found)]['code']} ended it:\n{done.stderr[-2000:]}")
    return found


def alike(torch: Any, paddle: Any) -> bool:
    """Whether two values are equal; of tensors the shape counts, of layers that they are there."""
    if _numbers(torch, paddle):
        return math.isclose(torch, paddle, rel_tol=1e-9) or (torch != torch and paddle != paddle)
    if isinstance(torch, list) and isinstance(paddle, list):
        pairs = zip(torch, paddle, strict=False)
        return len(torch) == len(paddle) and all(alike(*pair) for pair in pairs)
    if isinstance(torch, dict) and isinstance(paddle, dict):
        if torch.keys() == paddle.keys() == {"layer"}:
            return True
        if torch.keys() == paddle.keys() == {"other"}:
            return bool(torch["other"].lstrip("_") == paddle["other"].lstrip("_"))
        return torch.keys() == paddle.keys() and all(alike(torch[k], paddle[k]) for k in torch)
    return bool(torch == paddle) and type(torch) is type(paddle)


def _numbers(*values: Any) -> bool:
    return all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in values)


def _raised(value: Any) -> bool:
    return isinstance(value, dict) and "error" in value
