"""One run of one side's code: its inputs, its namespace and what became of them."""

from __future__ import annotations

import copy
import random
from dataclasses import dataclass, field
from functools import cache
from types import CodeType
from typing import Any

import numpy as np

from mapping_model.inputs import (
    COMPLEX,
    FLOATS,
    InputError,
    LiteralTensor,
    ModuleInput,
    ParameterInput,
    RandomTensor,
    parse_input,
)
from verify_mappings.inside.arrays import input_array
from verify_mappings.inside.carrying import carry, matched, record
from verify_mappings.inside.library import Library
from verify_mappings.job import Job
from verify_mappings.recording import Mapping, Observation

SEED = 20240601
NO_RESULT = object()


@dataclass(slots=True)
class Session:
    """Inputs of one run and the means to run the code.

    `reference` maps the names of module inputs to the weights that the torch side gave them.
    `differentiate` names the tensor inputs that gradients shall reach; those are passed as copies
    that are not leaves, so that the code may change them in place. `random` tells that random
    results are wanted. `constant` names the initial weights of a resulting module that are no
    random numbers. `observed` is what the expression of the job gave in the last run.
    """

    library: Library
    job: Job
    reference: dict[str, Mapping] = field(default_factory=dict)
    differentiate: tuple[str, ...] = ()
    seed: int = SEED
    random: bool = False
    constant: tuple[str, ...] = ()
    observed: Any = None
    values: dict[str, Any] = field(default_factory=dict)
    leaves: dict[str, Any] = field(default_factory=dict)
    modules: dict[str, Any] = field(default_factory=dict)

    def take_modules(self, recording: Observation | None) -> None:
        """Give module inputs, when they are made, the weights they had in a recording."""
        given = recording.carried["modules"] if recording else None
        if isinstance(given, Mapping):
            self.reference = dict(given.items)  # type: ignore[arg-type]

    def make_inputs(self) -> None:
        """Make the inputs anew; raise InputError for one that means nothing."""
        seed_all(self.library, self.seed)
        for name, spec in self.job.inputs:
            self.values[name] = self._input(name, parse_input(spec))

    def _input(self, name: str, spec: Any) -> Any:
        if isinstance(spec, ModuleInput):
            return self._module(name, spec)
        if isinstance(spec, ParameterInput):
            array = input_array(name, spec.tensor, self.job.rank)
            parameter = self.library.parameter(array, spec.tensor.dtype)
            self.leaves[name] = parameter
            return parameter
        if isinstance(spec, (LiteralTensor, RandomTensor)):
            array = input_array(name, spec, self.job.rank)
            if name not in self.differentiate:
                return self.library.tensor(array, spec.dtype)
            self.leaves[name] = self.library.tensor(array, spec.dtype, trainable=True)
            return self.library.copy(self.leaves[name])
        return copy.deepcopy(spec.value)  # the code may change it

    def _module(self, name: str, spec: ModuleInput) -> Any:
        expression = spec.torch if self.library.name == "torch" else spec.paddle
        module = eval(expression, self.library.module_scope())
        self.modules[name] = module
        if name in self.reference:
            weights = matched(self.library.weights(module), self.library, self.reference[name])
            carry(weights, self.library, self.reference[name])
        return module

    def module_weights(self) -> dict[str, Mapping]:
        """The weights of module inputs as they are now (torch side: to be carried over)."""
        library = self.library
        return {
            name: record(library.weights(module), library) for name, module in self.modules.items()
        }

    def run(self) -> Any:
        """Run the code; what it bound to `result`, or NO_RESULT."""
        seed_all(self.library, self.seed)
        mode = self.job.mode
        package = self.library.compatible(mode) if mode else self.library.module
        scope = {"__name__": "example", self.job.name: package, **self.values}
        exec(compiled(self.job.code), scope)
        if self.random and self.job.expression:
            self.observed = eval(self.job.expression, scope)
        return scope.get("result", NO_RESULT)

    def arguments(self) -> list[Any] | None:
        """What a resulting module is called with: `call`, or all inputs but modules.

        None where there is nothing to call it with.
        """
        if self.job.call is not None:
            if unknown := set(self.job.call) - self.values.keys():
                raise InputError(f"`call` names {', '.join(sorted(unknown))}, which is no input")
            return [self.values[name] for name in self.job.call]
        found = [value for name, value in self.values.items() if name not in self.modules]
        return found or None


@cache
def compiled(code: str) -> CodeType:
    """The code of an example, compiled; raises SyntaxError."""
    return compile(code, "<example>", "exec")


def differentiable_inputs(job: Job) -> tuple[str, ...]:
    """Names of the tensor inputs that could have a gradient: those of a floating dtype."""
    names = []
    for name, spec in job.inputs:
        parsed = parse_input(spec)
        if isinstance(parsed, (LiteralTensor, RandomTensor)) and parsed.dtype in FLOATS + COMPLEX:
            names.append(name)
    return tuple(names)


def seed_all(library: Library, seed: int) -> None:
    """Fix the random numbers of Python, numpy and the library."""
    random.seed(seed)
    np.random.seed(seed % 2**32)
    library.seed(seed)
