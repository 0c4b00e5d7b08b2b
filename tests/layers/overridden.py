"""Which methods of a layer are called by others: `python overridden.py torch`, or `paddle`.

A class overrides each of many methods; an instance lies within another layer. Standard output gets
a JSON object: by the method that is called on the outer one (`inside`) and on the instance itself
(`own`), which overridden ones it calls.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import warnings
from typing import Any

_TORCH = sys.argv[1] == "torch"
_OVERRIDDEN = (
    *("train", "eval", "requires_grad_", "parameters", "named_parameters", "buffers", "children"),
    *("named_buffers", "named_children", "modules", "named_modules", "state_dict", "zero_grad"),
    *("load_state_dict", "_save_to_state_dict", "_load_from_state_dict", "apply", "_apply", "to"),
    *("cpu", "float", "double", "half", "get_submodule", "get_parameter", "extra_repr"),
)
# How each is called; Paddle's own names where releases before 3.3 lack PyTorch's.
_CALLS = {
    **{name: f"m.{name}()" for name in ("train", "eval", "state_dict", "cpu", "float", "double")},
    **{name: f"list(m.{name}())" for name in ("parameters", "buffers", "children")},
    **{f"named_{name}": f"list(m.named_{name}())" for name in ("parameters", "children")},
    "modules": "list(m.modules())" if _TORCH else "m.sublayers(include_self=True)",
    "named_modules": f"list(m.named_{'modules' if _TORCH else 'sublayers'}())",
    "load_state_dict": f"m.{'load' if _TORCH else 'set'}_state_dict(state)",
    "zero_grad": f"m.{'zero_grad' if _TORCH else 'clear_gradients'}()",
    "apply": "m.apply(lambda one: None)",
    "to": "m.to('cpu')",
    "extra_repr": "repr(m)",
}


def main() -> None:
    """Make the calls, and print what was called by them."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    warnings.filterwarnings("ignore")
    library = importlib.import_module(sys.argv[1])
    print(json.dumps(asked(library)), file=answers, flush=True)


def asked(library: Any) -> dict[str, dict[str, list[str]]]:
    """By the place of the layer and the method, what is called."""
    found: dict[str, dict[str, list[str]]] = {"inside": {}, "own": {}}
    for place, told in found.items():
        for name, call in _CALLS.items():
            called: set[str] = set()
            layer = _overriding(library, called)
            m = library.nn.Sequential(layer) if place == "inside" else layer
            state = dict(m.state_dict())
            called.clear()
            try:
                exec(call, {"m": m, "state": state})
            except AttributeError as error:
                told[name] = [str(error)]
                continue
            told[name] = sorted(called - ({name} if place == "own" else set()))
    return found


def _overriding(library: Any, called: set[str]) -> Any:
    base = library.nn.Module if _TORCH else library.nn.Layer

    def method(name: str) -> Any:
        def run(self: Any, *args: Any, **kwargs: Any) -> Any:
            called.add(name)
            return getattr(super(made, self), name)(*args, **kwargs)

        return run

    methods = {name: method(name) for name in _OVERRIDDEN if hasattr(base, name)}
    made = type("Overriding", (base,), methods)
    layer = made()
    layer.inner = library.nn.Linear(2, 2)
    layer.register_buffer("b", library.ones([2]))
    return layer


if __name__ == "__main__":
    main()
