"""One sample: torch code and its inputs, as they travel from the torch side to the others."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from mapping_model.inputs import (
    InputSpec,
    LiteralTensor,
    ModuleInput,
    ParameterInput,
    ScalarInput,
    ValueInput,
    parse_input,
)
from verify_mappings.recording import Mapping, Node, Observation, Scalar, Sequence, Tensor, texts

# The error that stands for the result of a sample that another seed changes.
RANDOM = "Random"
# What the origin of a sample ends with whose tensors do not lie in memory one after the other, and
# of one whose result is overwritten; and what stands in that of one of whose result only the part
# named behind it is used; of one of whose result all digits count; of one that torch also runs in
# float64; and of one that both sides also run with something else in memory.
STRIDED, SHARED, PART = ": strided", ": shared", ": result "
EXACT = " exactly"
IN_FLOAT64, IN_MEMORY = " against float64", " with other memory"
# What is behind the name of the example in that of a call whose literals are written otherwise.
LITERAL = ": literal "
# What is behind it in that of one whose result is random, and in that of one of which no value is
# told.
DRAWN, HIDDEN = "drawn, ", "all hidden"
# The folder of a second run, in that of the first; and of one whose inputs are rounded.
AGAIN, MOVED = "again", "moved"


@dataclass(frozen=True, slots=True)
class Sample:
    """Torch code with its inputs; tensors among them hold arrays.

    `origin` says where it comes from, `dtype` for which it was made, `gradients` whether these are
    compared. What a resulting layer is called with is `call`. Where `error` is set, torch is meant
    to raise one. `after` is code that both sides run in the end as it is.
    """

    origin: str
    code: str
    inputs: dict[str, InputSpec]
    call: tuple[str, ...] | None = None
    error: bool = False
    dtype: str = ""
    gradients: bool = True
    after: str = ""

    @property
    def phases(self) -> tuple[str, ...]:
        """What is recorded of it."""
        return ("plain", "gradient") if self.gradients and not self.error else ("plain",)

    def to_node(self) -> Observation:
        """The sample as a recording."""
        call: Node = Scalar(None)
        if self.call is not None:
            call = Sequence(tuple(map(Scalar, self.call)))
        return Observation(
            "sample",
            {
                "origin": Scalar(self.origin),
                "code": Scalar(self.code),
                "inputs": Mapping({name: _node(spec) for name, spec in self.inputs.items()}),
                "call": call,
                "error": Scalar(self.error),
                "dtype": Scalar(self.dtype),
                "gradients": Scalar(self.gradients),
                "after": Scalar(self.after),
            },
        )


def sample_of(node: Node | None) -> Sample:
    """The sample that a recording holds; raise ValueError for anything else."""
    match node:
        case Observation(
            "sample",
            {
                "origin": Scalar(str() as origin),
                "code": Scalar(str() as code),
                "inputs": Mapping(items),
                "call": (Scalar(None) | Sequence()) as called,
                "error": Scalar(bool() as error),
                "dtype": Scalar(str() as dtype),
                "gradients": Scalar(bool() as gradients),
                "after": Scalar(str() as after),
            },
        ):
            call = texts(called) if isinstance(called, Sequence) else None
            inputs = {name: _spec(item) for name, item in items.items()}
            return Sample(origin, code, inputs, call, error, dtype, gradients, after)
    raise ValueError("this is no sample")


def _node(spec: InputSpec) -> Node:
    match spec:
        case LiteralTensor(values, dtype):
            return Tensor(values, dtype)
        case ParameterInput(LiteralTensor(values, dtype)):
            return Observation("parameter", {"tensor": Tensor(values, dtype)})
        case ModuleInput(torch, paddle):
            return _as_json({"module": {"torch": torch, "paddle": paddle}})
        case ScalarInput(value):
            return _as_json(value)
        case ValueInput(value):
            return _as_json({"value": value})
    raise TypeError(f"{spec!r} has no array")


def _as_json(spec: Any) -> Scalar:
    return Scalar(json.dumps(spec))


def _spec(node: Node) -> InputSpec:
    match node:
        case Tensor(array, dtype):
            return LiteralTensor(array, dtype)
        case Observation("parameter", {"tensor": Tensor(array, dtype)}):
            return ParameterInput(LiteralTensor(array, dtype))
        case Scalar(str() as text):
            return parse_input(json.loads(text))
    raise ValueError("this is no input")
