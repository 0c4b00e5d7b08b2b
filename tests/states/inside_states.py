"""What programs say of state, step by step: `python inside_states.py paddle`, or `torch`.

Standard input has the programs as JSON, each its code. Standard output gets a line for each:
what it appends to `result`, all the way down; and the error that ended it, if one did. They find
`fill`, which puts the same numbers into the layers of both libraries. Where one ends the process,
the next go on in another.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import warnings
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

sys.path.append(str(Path(__file__).parents[1] / "silent"))
from inside_silent import apart, tree_of

_TORCH = sys.argv[1] == "torch"
_ENDED = {"steps": [], "error": "its process ended"}


def main() -> None:
    """Answer what standard input asks."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # libraries print, too
    codes = json.load(sys.stdin)
    warnings.filterwarnings("ignore")
    library = importlib.import_module(sys.argv[1])
    while codes:
        told = apart(codes, partial(_answer, library), _ENDED)
        answers.writelines(f"{line}\n" for line in told)
        answers.flush()
        codes = codes[len(told) :]


def _answer(library: Any, code: str) -> dict[str, Any]:
    steps = Steps(library)
    names = {library.__name__: library, "result": steps, "fill": _filler(library)}
    error = ""
    _reset(library)
    try:
        exec(code, names)
    except Exception as found:
        error = f"{type(found).__name__}: {found}"[:200]
    _reset(library)
    return {"steps": steps.told, "error": error}


class Steps:
    """What a program appends, as it is at that moment."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self.told: list[Any] = []

    def append(self, value: Any) -> None:
        """Take down one step."""
        self.told.append(_step(self._library, value))


def _reset(library: Any) -> None:
    """Where a program before may have left it otherwise."""
    library.set_grad_enabled(True)
    library.manual_seed(3) if _TORCH else library.seed(3)
    if not _TORCH:
        library.base.core.eager.reset_saved_tensors_hooks()


def _step(library: Any, value: Any) -> Any:
    if value is None or isinstance(value, str):
        return {"kind": "value", "value": value}
    if isinstance(value, library.dtype):
        return {"kind": "value", "value": str(value).rpartition(".")[2]}
    if isinstance(value, (list, tuple)):
        return {"kind": "list", "items": [_step(library, one) for one in value]}
    if isinstance(value, dict):
        items = [_step(library, one) for one in value.values()]
        return {"kind": "dict", "keys": [*map(str, value)], "items": items}
    return tree_of(library, value)


def _filler(library: Any) -> Any:
    """Numbers that depend on nothing but the shape, as torch has it."""

    def fill(layer: Any, factor: float = 0.1) -> Any:
        parts = layer.modules() if _TORCH else layer.sublayers(include_self=True)
        with library.no_grad():
            for part in parts:
                for one in part._parameters.values():
                    if one is not None and (one.requires_grad if _TORCH else not one.stop_gradient):
                        _put(library, one, factor, type(part) is library.nn.Linear)
        return layer

    return fill


def _put(library: Any, one: Any, factor: float, linear: bool) -> None:
    turned = linear and not _TORCH and one.ndim == 2
    shape = [*one.shape][::-1] if turned else [*one.shape]
    numbers = np.sin(np.arange(int(np.prod(shape)) or 1) + 1.0).reshape(shape) * factor * 10
    numbers = numbers.T if turned else numbers
    if _TORCH:
        one.copy_(library.tensor(np.ascontiguousarray(numbers), dtype=one.dtype))
    else:
        one.set_value(numbers.astype(str(one.dtype).rpartition(".")[2]))


if __name__ == "__main__":
    main()
