"""What calls give, with the types of containers: `python inside_silent.py paddle`, or `torch`.

Standard input has the calls as JSON: their code and inputs. Standard output gets an answer for
each: what `result` is, all the way down, and the tensors among the inputs afterwards; or the error.
With `gradients` behind the name of the library inputs need gradients, where that is possible, which
are told as well, and a layer that comes out is called on the inputs, its parameters being 0.3. What
sets something runs in a process of its own; with `alone` so do contexts, decorators and files.
Where one ends the process, the next go on in another.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

Answer = dict[str, Any]
_TORCH = sys.argv[1] == "torch"
_GRADIENTS = "gradients" in sys.argv[2:]
_ALONE = "alone" in sys.argv[2:]
_MOST = 10_000
# So many seconds a call may take.
_SECONDS = 8
_SETTING = re.compile(r"\b(?:set|use|enable|disable|register|get_rng|manual)_\w+\(|\bseed\(")
_WITHIN = re.compile(rf"{_SETTING.pattern}|\bwith\b|@|\bsave\(|\binit_")


def main() -> None:
    """Answer what standard input asks."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # libraries print, too
    pieces = json.load(sys.stdin)
    warnings.filterwarnings("ignore")
    library = importlib.import_module(sys.argv[1])
    if _GRADIENTS:
        library.set_default_dtype("float64" if not _TORCH else library.float64)
    while pieces:
        some = pieces[: _together(pieces)]
        told = apart(some, lambda one: _answer(library, *one), {"error": "its process ended"})
        answers.writelines(f"{line}\n" for line in told)
        answers.flush()
        pieces = pieces[len(told) :]


def _together(pieces: list[Any]) -> int:
    """How many run in one process: few hundred, and by itself what may change others."""
    setting = _WITHIN if _ALONE else _SETTING
    count = next((n for n, (code, _) in enumerate(pieces[:200]) if setting.search(code)), 200)
    return max(1, count)


def apart(pieces: list[Any], answer: Callable[[Any], Answer], ended: Answer) -> list[str]:
    """The answers of pieces in a process; where that ends, those up to the one that `ended` it."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        with os.fdopen(writing, "w") as file:
            for piece in pieces:
                signal.alarm(_SECONDS)  # the end of the process, in a loop of C too
                file.write(json.dumps(answer(piece)) + "\n")
                file.flush()
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as file:
        told = [line.rstrip("\n") for line in file if line.endswith("\n")]
    os.waitpid(pid, 0)
    if len(told) < len(pieces):
        told.append(json.dumps(ended))
    return told


def _answer(library: Any, code: str, inputs: dict[str, Any]) -> dict[str, Any]:
    if not _GRADIENTS:
        return _tried(library, code, inputs, False)
    told = _tried(library, code, inputs, True)
    return _tried(library, code, inputs, False) if "error" in told else told


def _tried(library: Any, code: str, inputs: dict[str, Any], gradients: bool) -> dict[str, Any]:
    chosen = np.random.default_rng(7)
    try:
        (library.manual_seed if _TORCH else library.seed)(3)
        made = {name: made_input(library, *spec, chosen) for name, spec in inputs.items()}
        leaves = {name: one for name, one in made.items() if gradients and _needs(library, one)}
        names = {library.__name__: library, **made}
        plain = [name for name in leaves if "parameter" not in inputs[name][0]]
        names |= {name: leaves[name].clone() for name in plain}
        passed = [names[name] for name in made]
        exec(code, names)
        result = names.get("result")
        if gradients and hasattr(result, "state_dict") and callable(result):
            result = _called(library, result, passed)
        found = {name: tree_of(library, names[name]) for name in made if inputs[name][0] != "value"}
        found |= {f"gradient of {name}": one for name, one in _gradients(library, result, leaves)}
        same = [name for name, one in zip(made, passed, strict=True) if one is result]
        return {**found, "result": {**tree_of(library, result), "needing": gradients, "is": same}}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"[:200]}


def _needs(library: Any, value: Any) -> bool:
    """Whether a value is a tensor of floats; it then needs a gradient."""
    if not isinstance(value, library.Tensor) or "float" not in str(value.dtype):
        return False
    if _TORCH:
        value.requires_grad_()
    else:
        value.stop_gradient = False
    return True


def _called(library: Any, layer: Any, passed: list[Any]) -> Any:
    return _filled(library, layer)(*passed)


def _filled(library: Any, layer: Any) -> Any:
    """The layer with 0.3 in all that is trained; running statistics are parameters in Paddle."""
    with library.no_grad():
        for one in layer.parameters():
            if not one.requires_grad if _TORCH else one.stop_gradient:
                continue
            same = library.full_like(one, 0.3)
            one.copy_(same) if _TORCH else library.assign(same, one)
    return layer


def _gradients(library: Any, result: Any, leaves: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Those of a weighted sum of all floats in the result."""
    flat = [one for one in _flat(library, result) if "float" in str(one.dtype)]
    flat = [one for one in flat if (one.requires_grad if _TORCH else not one.stop_gradient)]
    if not flat or not leaves:
        return
    total = 0
    for one in flat:
        weights = np.linspace(0.5, 1.5, max(int(np.prod(one.shape)), 1)).reshape(list(one.shape))
        made = library.tensor(weights) if _TORCH else library.to_tensor(weights)
        total = total + (one.double() if _TORCH else one.astype("float64")).mul(made).sum()
    total.backward()
    for name, one in leaves.items():
        if one.grad is not None:
            yield name, tree_of(library, one.grad)


def _flat(library: Any, value: Any) -> Iterator[Any]:
    if isinstance(value, library.Tensor):
        yield value
    elif isinstance(value, (tuple, list)):
        for one in value:
            yield from _flat(library, one)


def made_input(library: Any, kind: str, value: Any, dtype: str, chosen: np.random.Generator) -> Any:
    if kind == "value":
        return value
    if kind == "module":
        code = value[0] if _TORCH else value[1]
        layer = eval(code, {**vars(library.nn), library.__name__: library})
        return _filled(library, layer) if _GRADIENTS else layer
    array = _array(kind, value, "float32" if dtype == "bfloat16" else dtype, chosen)
    tensor = library.tensor(array) if _TORCH else library.to_tensor(array)
    if dtype == "bfloat16":
        tensor = tensor.bfloat16() if _TORCH else tensor.astype(dtype)
    if not kind.endswith("parameter"):
        return tensor
    if _TORCH:
        return library.nn.Parameter(tensor)
    one = library.create_parameter(list(array.shape), dtype)
    one.set_value(tensor)
    return one


def _array(kind: str, value: Any, dtype: str, chosen: np.random.Generator) -> Any:
    if not kind.startswith("random"):
        return np.asarray(value).astype(dtype)
    shape, low, high = value
    drawn = chosen.normal(size=shape) if low is None else chosen.uniform(low, high, shape)
    return np.asarray(drawn > 0 if dtype == "bool" else drawn).astype(dtype)


def tree_of(library: Any, value: Any) -> dict[str, Any]:
    """What a value is: a tensor or number, with its dtype and values, or what contains others."""
    if isinstance(value, library.Tensor):
        return _tensor(value)
    if isinstance(value, np.ndarray):
        return {"kind": "array", "dtype": value.dtype.name, **_values(value)}
    if isinstance(value, (bool, int, float, complex)):
        return {"kind": type(value).__name__, **_values(np.asarray(value))}
    if isinstance(value, dict):
        items = {str(key): tree_of(library, one) for key, one in list(value.items())[:100]}
        return {"kind": _container(value), "items": items}
    if isinstance(value, (tuple, list)):
        return {"kind": _container(value), "items": [tree_of(library, one) for one in value[:100]]}
    return {"kind": "other", "value": str(value) if isinstance(value, str) else ""}


def _container(value: Any) -> str:
    """How it compares: a tuple with or without names, or a list; of dicts the order alone."""
    if isinstance(value, dict):
        return "dict"
    if not isinstance(value, tuple):
        return "list"
    # torch's are made in C and have no `_fields`.
    fields = getattr(value, "_fields", None) or getattr(value, "__match_args__", ())
    return f"named tuple {', '.join(fields)}" if fields else "tuple"


def _tensor(value: Any) -> dict[str, Any]:
    needs = value.requires_grad if _TORCH else not value.stop_gradient
    return {**_plain(value), "needs": needs}


def _plain(value: Any) -> dict[str, Any]:
    dtype = str(value.dtype).rpartition(".")[2]
    if dtype not in ("bfloat16", "float8_e4m3fn", "float8_e5m2") and value.is_sparse is not True:
        try:
            array = value.detach().cpu().numpy()
            return {"kind": "tensor", "dtype": dtype, **_values(np.asarray(array))}
        except (RuntimeError, ValueError, TypeError):
            pass
    return {"kind": "tensor", "dtype": dtype, "shape": list(value.shape), "real": [], "imag": []}


def _values(array: np.ndarray) -> dict[str, Any]:
    found = {"shape": list(array.shape), "real": [], "imag": []}
    if array.dtype.kind not in "biufc" or array.size > _MOST:
        return found
    flat = array.reshape(-1)
    whole = flat.dtype.kind in "biu"
    found["real"] = flat.astype("int64" if whole else "complex128").real.tolist()
    if flat.dtype.kind == "c":
        found["imag"] = flat.astype("complex128").imag.tolist()
    return found


if __name__ == "__main__":
    main()
