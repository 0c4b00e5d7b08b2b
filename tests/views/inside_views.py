"""What becomes of views that calls are made on: `python inside_views.py paddle`, or `torch`.

Standard input has the calls as JSON: their code and inputs, of which every tensor is a view of
every second element of a longer one, unless they are `whole`. Standard output gets an answer for
each: which inputs no longer share memory with what they are views of, which the result is, being
the same object, with which whole ones it shares its memory, and which have other values afterwards,
or what they are views of.
Each runs in a process of its own; where that ends there is no answer.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import warnings
from typing import Any

import numpy as np

_TORCH = sys.argv[1] == "torch"


def main() -> None:
    """Answer what standard input asks."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # libraries print, too
    pieces = json.load(sys.stdin)
    warnings.filterwarnings("ignore")
    library = importlib.import_module(sys.argv[1])
    for piece in pieces:
        answers.write(json.dumps(_apart(library, piece)) + "\n")
        answers.flush()


def _apart(library: Any, piece: dict[str, Any]) -> dict[str, Any]:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.write(writing, json.dumps(_answer(library, piece)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        said = file.read()
    os.waitpid(pid, 0)
    return json.loads(said) if said else {"error": "its process ended"}


def _answer(library: Any, piece: dict[str, Any]) -> dict[str, Any]:
    try:
        whole = piece["whole"]
        made = {name: _made(library, whole, *spec) for name, spec in piece["inputs"].items()}
        views = {name: one for name, (one, base) in made.items() if base is not None}
        before = {name: _place(one) for name, one in views.items()}
        filled = {name: base.numpy().copy() for name, (_, base) in made.items() if base is not None}
        names = {library.__name__: library, **{name: one for name, (one, _) in made.items()}}
        exec(piece["code"], names)
        result = names.get("result")
        parts = result if isinstance(result, (tuple, list)) else [result]
        return {
            "left": sorted(name for name, one in views.items() if _place(one) != before[name]),
            "same": sorted(n for n, one in views.items() if any(part is one for part in parts)),
            "filled": sorted(n for n, old in filled.items() if (made[n][1].numpy() != old).any()),
            "shared": _shared(library, views, parts) if whole else [],
        }
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"[:200]}


def _shared(library: Any, inputs: dict[str, Any], parts: Any) -> list[str]:
    """The inputs that the result shares memory with: what is written to them shows in it."""
    tensors = [one.detach() for one in parts if hasattr(one, "detach")]
    found = []
    with library.no_grad():
        for name, one in inputs.items():
            before = [tensor.numpy().copy() for tensor in tensors]
            own = one.detach()
            own.logical_not_() if "bool" in str(own.dtype) else own.add_(library.ones_like(own))
            after = [tensor.numpy() for tensor in tensors]
            if any((a != b).any() for a, b in zip(before, after, strict=True)):
                found.append(name)
    return sorted(found)


def _place(tensor: Any) -> list[Any]:
    """Where it begins in memory."""
    return [tensor.data_ptr()]


def _made(library: Any, whole: bool, kind: str, value: Any, dtype: str) -> tuple[Any, Any]:
    """An input, and what it is a view of: itself if `whole`, nothing for what is no tensor."""
    if kind == "value":
        return value, None
    dtype = "float32" if dtype == "bfloat16" else dtype
    if kind == "random":
        shape, low, high = value
        chosen = np.random.default_rng(7)
        drawn = chosen.normal(size=shape) if low is None else chosen.uniform(low, high, shape)
        array = np.asarray(drawn, dtype)
    else:
        array = np.array(value, dtype)
    if not array.size:
        return (library.tensor if _TORCH else library.to_tensor)(array), None
    if whole:
        tensor = library.tensor(array) if _TORCH else library.to_tensor(array)
        return tensor, tensor
    twice = np.stack([array, array], -1)
    base = library.tensor(twice) if _TORCH else library.to_tensor(twice)
    return base[..., 0], base


if __name__ == "__main__":
    main()
