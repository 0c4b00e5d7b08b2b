"""What layers of one library have: `python inside_layers.py paddle`, or `torch`.

Standard input has the pieces as JSON: a constructor call, what it and `forward` are passed, which
attributes are asked for (of torch all that there are), the code that stands for each, and what is
written to each; or `lines`, each of which builds a layer and writes to it; or `copied`, to ask
whether a copy of the layer is one of its own.
Standard output gets one answer for each piece, in their order.
"""

from __future__ import annotations

import copy
import importlib
import json
import os
import pickle
import random
import sys
import warnings
from collections.abc import Callable, Iterable
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
        answer = _computed if "lines" in piece else _copied if "copied" in piece else _answer
        answers.write(json.dumps(answer(library, piece)) + "\n")
        answers.flush()


def _answer(library: Any, piece: dict[str, Any]) -> dict[str, Any]:
    try:
        layer = _built(library, piece)
    except Exception as error:
        return {"error": _said(error)}
    if not hasattr(layer, "state_dict"):
        return {"error": "it is no layer"}
    names = _attributes(layer, library.nn.Module()) if _TORCH else piece["attributes"]
    return {
        "values": {name: _tried(lambda name=name: getattr(layer, name)) for name in names},
        "coded": {
            name: _tried(lambda code=code: eval(code, {"self": layer, "paddle": library}))
            for name, code in piece.get("codes", {}).items()
        },
        "state": sorted(layer.state_dict()),
        "buffers": sorted(name for name, _ in layer.named_buffers()),
        "heeded": _heeded(library, piece, layer),
    }


def _computed(library: Any, piece: dict[str, Any]) -> dict[str, Any]:
    """What layers compute, by the lines that build them and write to them; or why they do not."""
    found: dict[str, Any] = {}
    for line in piece["lines"]:
        try:
            results = _forward(library, piece, _built(library, piece | {"code": line}))
        except Exception as error:
            found[line] = _said(error)
            continue
        shown = [[list(one.shape), one.astype("float64").ravel().tolist()] for one in results or ()]
        found[line] = shown if results is not None else "forward raises"
    return found


def _copied(library: Any, piece: dict[str, Any]) -> dict[str, Any]:
    """What `copy.deepcopy` and `pickle` make of a layer."""
    found: dict[str, Any] = {}
    try:
        layer = _built(library, piece)
        pickled = _tried(lambda: bool(pickle.dumps(layer)))
        other = copy.deepcopy(layer)
    except Exception as error:
        return {"error": _said(error)}
    found["pickled"] = pickled is True or pickled["error"]
    before = _forward(library, piece, _built(library, piece))
    if before is None:
        return found
    layer.eval()
    found["same"] = _alike_or_none(before, _forward(library, piece, other))
    _add_one(library, other)
    other.train()
    if any(True for _ in other.parameters()):
        found["changed"] = not _alike_or_none(before, _forward(library, piece, other))
    layer.train()
    found["apart"] = _alike_or_none(before, _forward(library, piece, layer))
    return found


def _alike_or_none(before: list[Any], after: list[Any] | None) -> bool:
    return after is not None and _alike(before, after)


def _add_one(library: Any, layer: Any) -> None:
    with library.no_grad():
        for one in layer.parameters():
            one.copy_(one + 1) if _TORCH else library.assign(one + 1, one)


def _built(library: Any, piece: dict[str, Any]) -> Any:
    _seed(library)
    names = {library.__name__: library, **_inputs(library, piece["inputs"])}
    exec(piece["code"], names)
    return names["result"]


def _inputs(library: Any, inputs: dict[str, Any]) -> dict[str, Any]:
    made = {}
    for name, spec in inputs.items():
        kind, value, dtype = spec
        if kind == "value":
            made[name] = value
            continue
        dtype = "float32" if dtype == "bfloat16" else dtype
        if kind == "random":
            shape, low, high = value
            chosen = np.random.default_rng(7)
            drawn = chosen.normal(size=shape) if low is None else chosen.uniform(low, high, shape)
            array = np.asarray(drawn, dtype)
        else:
            array = np.array(value, dtype)
        made[name] = library.tensor(array) if _TORCH else library.to_tensor(array)
    return made


def _attributes(layer: Any, plain: Any) -> list[str]:
    """All that torch's layer has, and not what every module has."""
    found: set[str] = {*vars(layer), *getattr(layer, "__constants__", ())}
    found |= {*layer._parameters, *layer._buffers, *layer._modules}
    for class_ in type(layer).__mro__:
        found |= {name for name, value in vars(class_).items() if isinstance(value, property)}
        found |= {name for name in vars(class_).get("__annotations__", {}) if hasattr(layer, name)}
    common = {*dir(plain), *vars(plain)}
    return sorted(name for name in found - common if not name.startswith("_"))


def _tried(get: Callable[[], Any]) -> Any:
    try:
        return _plain(get())
    except Exception as error:
        return {"error": _said(error)}


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:200]


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (list, tuple)):
        return {type(value).__name__ if type(value) is list else "tuple": list(map(_plain, value))}
    if hasattr(value, "state_dict"):
        return {"layer": sorted(value.state_dict())}
    if hasattr(value, "shape"):
        return {"tensor": list(value.shape)}
    return {"other": getattr(value, "__name__", type(value).__name__)}


def _seed(library: Any) -> None:
    random.seed(3)
    np.random.seed(3)
    (library.manual_seed if _TORCH else library.seed)(3)


def _heeded(library: Any, piece: dict[str, Any], layer: Any) -> dict[str, Any]:
    """What comes of writing to attributes after a layer was built, for each: see `_written`."""
    before = _forward(library, piece, layer)
    if before is None:
        return {}
    if _TORCH:
        asked = {
            name: [["self." + name, value] for value in _others(getattr(layer, name, None))]
            for name in _attributes(layer, library.nn.Module())
        }
    else:
        asked = piece["writes"]
    found = {}
    for name, tries in asked.items():
        for place, value in tries:
            said = _written(library, piece, before, place, value)
            found.setdefault(name, []).append([place, value, said])
    return found


def _written(library: Any, piece: dict[str, Any], before: Any, place: str, value: Any) -> str:
    """`heeded`, where the result is another; `ignored`; or the error."""
    layer = _built(library, piece)
    try:
        if isinstance(value, dict):
            array = np.array(value["tensor"], dtype="float32")
            value = library.tensor(array) if _TORCH else library.to_tensor(array)
        value = tuple(value) if isinstance(value, list) else value
        exec(f"{place} = value", {"self": layer, "value": value})
    except Exception as error:
        return f"refused: {_said(error)}"
    after = _forward(library, piece, layer)
    if after is None:
        return "heeded: forward raises"
    return "ignored" if _alike(before, after) else "heeded"


def _forward(library: Any, piece: dict[str, Any], layer: Any) -> list[Any] | None:
    inputs = _inputs(library, piece["inputs"])
    _seed(library)
    try:
        results = [layer(*(inputs[name] for name in piece["forward"])) for _ in range(2)]
        layer.eval()
        results.append(layer(*(inputs[name] for name in piece["forward"])))
    except Exception:
        return None
    return [array for result in results for array in _arrays(result)]


def _arrays(result: Any) -> Iterable[Any]:
    if isinstance(result, (list, tuple)):
        for one in result:
            yield from _arrays(one)
    elif hasattr(result, "numpy"):
        array = result.detach()
        yield (array.float() if _TORCH and array.dtype.itemsize == 2 else array).numpy()


def _alike(before: list[Any], after: list[Any]) -> bool:
    return len(before) == len(after) and all(
        a.shape == b.shape and np.array_equal(a, b, equal_nan=a.dtype.kind in "fc")
        for a, b in zip(before, after, strict=True)
    )


def _others(value: Any) -> list[Any]:
    """What is written in the place of a value."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, max(value - 1, 0), 0]
    if isinstance(value, float):
        return [0.75 if value != 0.75 else 0.25, value + 0.5, 0.125, None]
    if isinstance(value, str):
        return [one for one in _WORDS if one != value]
    if isinstance(value, tuple) and value and all(isinstance(one, (int, float)) for one in value):
        return [[one + 1 for one in value]]
    if value is None:
        return [0.5, 1, True]
    if hasattr(value, "shape") and value.dtype.is_floating_point and not value.requires_grad:
        return [{"tensor": (value * 2 + 1).tolist()}]
    return []


_WORDS = ("sum", "none", "mean", "batchmean", "circular", "zeros", "tanh", "nearest", "bilinear")


if __name__ == "__main__":
    main()
