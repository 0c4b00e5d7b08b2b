"""Whether the `result` of an example is a layer, which is then called with the inputs."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from enum import Enum
from typing import Any

from lint_mappings.subjects.code import BUILTINS, Code
from lint_mappings.subjects.lookup import Library
from mapping_model.calls.uses import dotted
from mapping_model.snapshots import Api

# Classes of these modules are layers, but for those that are not called.
_LAYERS = "torch.nn"
_NO_LAYERS = frozenset({"torch.nn.Parameter", "torch.nn.Module"})
# Functions that give back a layer, most of them the one that they get.
_KEEPERS = (
    *("torch.jit.", "torch.compile", "torch.nn.utils.parametriz", "torch.nn.utils.prune."),
    *("torch.nn.utils.spectral_norm", "torch.nn.utils.weight_norm", "torch.nn.utils.remove_"),
    *("torch.nn.utils.fuse", "torch.nn.utils.skip_init", "torch.nn.utils.convert_"),
)
_CHAINED = frozenset(
    (
        *("to", "eval", "train", "half", "float", "double", "bfloat16", "cuda", "cpu", "apply"),
        *("requires_grad_", "type", "to_empty", "share_memory"),
    )
)


class Kind(Enum):
    """What a value is known to be."""

    LAYER = "a layer"
    VALUE = "no layer"
    UNKNOWN = "either"


def kind_of_result(code: Code, library: Library, inputs: Mapping[str, Any]) -> Kind:
    """What torch code assigns to `result`; no layer if it assigns nothing.

    `inputs` are the inputs of the example as written.
    """
    value = code.assigned("result")
    # Without such a value it is not assigned at all, or is one of several in a row.
    return Kind.VALUE if value is None else _Values(code, library, inputs).kind(value)


class _Values:
    """The kinds of the values in one piece of code."""

    def __init__(self, code: Code, library: Library, inputs: Mapping[str, Any]) -> None:
        self.code = code
        self.library = library
        self.inputs = inputs
        self.followed: set[str] = set()

    def kind(self, node: ast.expr) -> Kind:
        """The kind of an expression."""
        name = dotted(node)
        if isinstance(node, ast.Name):
            return self._variable(node.id)
        if isinstance(node, ast.Call):
            return self._called(node.func)
        if isinstance(node, ast.Attribute) and (name is None or name not in self.library):
            # What belongs to a layer may be a layer inside of it.
            return Kind.VALUE if self.kind(node.value) is Kind.VALUE else Kind.UNKNOWN
        return Kind.VALUE

    def _variable(self, name: str) -> Kind:
        if name in self.inputs:
            spec = self.inputs[name]
            is_module = isinstance(spec, dict) and "module" in spec
            return Kind.UNKNOWN if is_module else Kind.VALUE
        made = self.code.assigned(name)
        if made is None or name in self.followed:
            return Kind.UNKNOWN
        self.followed.add(name)
        return self.kind(made)

    def _called(self, function: ast.expr) -> Kind:
        """What calling something gives: a class, a function, a method, or a layer made before."""
        name = dotted(function)
        api = self.library.get(name) if name is not None else None
        if api is not None and name is not None:
            return _of_api(name, api)
        if isinstance(function, ast.Attribute):
            receiver = self.kind(function.value)
            return receiver if function.attr in _CHAINED else Kind.VALUE
        if isinstance(function, ast.Name):
            if function.id in BUILTINS - self.code.bound:
                return Kind.VALUE
            if function.id in self.code.classes:
                return self._made_by(self.code.classes[function.id])
            own = function.id not in self.inputs and self.code.assigned(function.id) is None
            return Kind.UNKNOWN if own else Kind.VALUE
        return Kind.VALUE

    def _made_by(self, own: ast.ClassDef) -> Kind:
        """What a class of the code's own makes: a layer if it is derived from one."""
        bases = [dotted(base) or "" for base in own.bases]
        if any(base.rpartition(".")[0] == _LAYERS for base in bases):
            return Kind.LAYER
        return Kind.VALUE if all(base in self.library for base in bases) else Kind.UNKNOWN


def _of_api(name: str, api: Api) -> Kind:
    if api.kind == "class":
        is_layer = name.rpartition(".")[0] == _LAYERS and name not in _NO_LAYERS
        return Kind.LAYER if is_layer else Kind.VALUE
    return Kind.UNKNOWN if name.startswith(_KEEPERS) else Kind.VALUE
