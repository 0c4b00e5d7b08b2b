"""All code that a file contributes, each piece with its place: what is run, and what is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from mapping_model.reading import Path_

SIDES = ("torch", "paddle")
# Under these keys stands what a program writes for Paddle.
_WRITTEN = frozenset({"value", "code"})
# Under these stand examples, in lists or alone.
_EXAMPLES = frozenset({"examples", "checks", "example"})


class Contributed(NamedTuple):
    """One piece of code, of the side "torch" or "paddle"; `path` leads to it."""

    path: Path_
    side: str
    text: str


def contributed(data: Any) -> Iterator[Contributed]:
    """The code of examples, of module inputs, and of mappings, in the order of a file's data."""
    return _inside(data, ())


def _inside(data: Any, path: Path_) -> Iterator[Contributed]:
    if isinstance(data, list):
        for index, item in enumerate(data):
            yield from _inside(item, (*path, index))
    elif isinstance(data, dict):
        for key, value in data.items():
            if not isinstance(value, str):
                yield from _inside(value, (*path, key))
            elif sides := _sides(path, key):
                for side in sides:
                    yield Contributed((*path, key), side, value)


def _sides(path: Path_, key: str) -> tuple[str, ...]:
    """Which sides run the text that stands under a key; none where it is no code."""
    keys = [step for step in path if isinstance(step, str)]
    owner = keys[-1] if keys else ""
    if "inputs" in keys:
        # Both sides make a module with one expression, or each with its own.
        own = (key,) if owner == "module" else ()
        return SIDES if key == "module" else own
    if key in SIDES:
        return (key,) if owner in _EXAMPLES else ()
    if key == "random":
        return SIDES
    return ("paddle",) if key in _WRITTEN or owner == "code" else ()
