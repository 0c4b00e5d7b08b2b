"""Files changed as data: values, whole subtrees, code, and the faults of `mutations.py`."""

from __future__ import annotations

import contextlib
import copy
import random
from collections.abc import Iterator
from typing import Any

from faults import FAULTS
from linting import dump

from mutants.codes import code

VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 10**30, 1.5, float("nan"), "", " ", "~", "`", "x" * 300, "*", "**", "*x"),
    *([], {}, [[]], {"en": "A.", "zh": "一。"}, {"en": 1, "zh": []}, [None], "torch", "paddle."),
    *("result = (", "f'{", "\\", "lambda: (yield)", "x = 0o9", "((" * 60, "-" * 3000 + "1", "a.b"),
    *(
        {"module": "Linear(" * 60},
        {"tensor": [[1], 2]},
        {"value": [10**300]},
        "float32[" + "9" * 99,
    ),
    *(
        "float32[2, 3] in 5..1",
        "int99[2]",
        "(0x" + "f" * 3000 + ",)",
        "\x1b[2J",
        "a\u202eb",
        "[" * 99,
    ),
    *(
        "torch.abs",
        "paddle.abs",
        "gather-index-rank",
        "same-params",
        "missing",
        "composite",
        ["a", 1],
    ),
)
Place = tuple[Any, Any]


def mutated_values(data: Any, rng: random.Random) -> bytes:
    """A value somewhere in the data replaced, or one of the faults put in."""
    data = copy.deepcopy(data)
    if rng.random() < 0.3:
        # Gotchas are not what these faults are made for.
        with contextlib.suppress(KeyError, SyntaxError, TypeError, AttributeError):
            rng.choice(list(FAULTS.values()))(data, rng)
    places = list(_places(data))
    for container, key in rng.sample(places, min(len(places), rng.choice((1, 1, 2)))):
        container[key] = rng.choice(VALUES)
    return _written(data, rng)


def exchanged(data: Any, other: Any, rng: random.Random) -> bytes:
    """Subtrees of two files, or of one, in each other's place; some of them many times."""
    data = copy.deepcopy(data)
    donors = list(_places(other if rng.random() < 0.6 else data))
    # Many times only once: fifty of what holds fifty of ... has no end.
    rounds, times = rng.choice(((1, 1), (1, 50), (2, 1), (4, 1)))
    for _ in range(rounds):
        places = list(_places(data))
        if not places or not donors:
            break
        container, key = rng.choice(places)
        giver, name = rng.choice(donors)
        value = copy.deepcopy(giver[name]) if name in _keys(giver) else None
        if isinstance(container, dict) and isinstance(name, str) and rng.random() < 0.3:
            container[name] = value
        elif isinstance(container, list) and rng.random() < 0.5:
            container[key:key] = [value] * times
        else:
            container[key] = value
    return _written(data, rng)


def recoded(data: Any, rng: random.Random) -> bytes:
    """Other code in one or two of the examples."""
    data = copy.deepcopy(data)
    found = [(box, key) for box, key in _places(data) if _is_code(key, box[key])]
    for container, key in rng.sample(found, min(len(found), rng.choice((1, 2, 4)))):
        container[key] = code(rng)
    if rng.random() < 0.3:
        holder = rng.choice(found or [({}, "")])[0]
        holder |= {"cannot_run": "gpu", "text": {"en": "A.", "zh": "一。"}}
    return _written(data, rng)


def _is_code(key: Any, value: Any) -> bool:
    """Whether it is code, an expression or a condition, not the name of something."""
    if key in ("value", "param", "when", "code"):
        return True
    return key in ("torch", "paddle") and isinstance(value, str) and "(" in value


def _written(data: Any, rng: random.Random) -> bytes:
    flow, width = rng.choice((False, False, False, None, True)), rng.choice((80, 80, 20, 10**6))
    return dump(data, flow, width).encode("utf-8", "surrogatepass")


def _keys(data: Any) -> Any:
    return data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()


def _places(data: Any) -> Iterator[Place]:
    for key in _keys(data):
        yield data, key
        yield from _places(data[key])
