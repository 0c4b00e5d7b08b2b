"""What a sample passes to an API, for asking conditions on values."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mapping_model.calls.overloads import type_of_literal
from mapping_model.inputs import (
    COMPLEX,
    FLOATS,
    InputSpec,
    LiteralTensor,
    ModuleInput,
    ParameterInput,
    ScalarInput,
    ValueInput,
)
from mapping_model.language.evaluating import COMPARE, COMPUTE
from mapping_model.language.parsing import CALLED_WITH, RECEIVER, TRAINING
from mapping_model.language.values import RESULT, Dtype, Tensor
from mapping_model.limits.values import UNTOLD
from mapping_model.snapshots import Api, Signature
from mapping_model.syntax import parsed
from mapping_model.types import Type
from verify_mappings.probing.calling import ApiCall, calls
from verify_mappings.sampling.sample import STRIDED, Sample


class _Unknown(Exception):
    """A value that only running the code would tell."""


NamedValues = dict[str, Any]
# Code with this changes what a call gives in place.
_CHANGING = re.compile(r"\w_\(\)|(\)|\bresult)\[[^]]*\] = ")
# Methods of a tensor whose result is known: another dtype, or no gradient.
_CONVERTED = {"float": "float32", "double": "float64", "half": "float16"}
# Methods of a tensor that only store its elements otherwise.
_STORING = ("to_sparse", "to_sparse_coo", "to_sparse_csr", "coalesce", "to_dense")


@dataclass(frozen=True, slots=True)
class CallValues:
    """The values by torch's names of the parameters, and torch's defaults for the others.

    `signature` is that of the overload that is called. What cannot be told is left out.
    """

    signature: Signature
    values: NamedValues
    defaults: NamedValues


def arguments_of(
    sample: Sample, api: Api, trained: Collection[str] = (), calmed: bool = False
) -> Iterator[CallValues]:
    """What each call of the API passes, layers among the inputs included.

    Of `trained` inputs torch gave gradients; a resulting layer may have been `calmed`, put in
    evaluation because it draws random numbers.
    """
    given = _inputs(sample, trained)
    for statement in parsed(sample.code).body:
        match statement:
            case ast.Assign([ast.Name(name)], made) if name not in given or _detaches(made, name):
                known, value = _known(made, given)
                given |= {name: value} if known else {}
            case ast.Assign([ast.Name(name)], made) if ast.unparse(made) == f"{name}[1:]":
                if isinstance(whole := given[name], Tensor) and whole.array.ndim:
                    given |= {name: replace(whole, array=whole.array[1:], view=True)}
            case ast.Assign([ast.Name(name)], made) if _turns(made, name):
                known, value = _known(made, given)
                given |= {name: value} if known and not sample.origin.endswith(STRIDED) else {}

    def type_of(node: ast.expr) -> Type | None:
        if isinstance(node, ast.Name):
            return Type("Tensor") if isinstance(given.get(node.id), Tensor) else None
        return type_of_literal(node)

    for call in calls(whole_code(sample), api, type_of):
        defaults: NamedValues = {}
        for parameter in call.binding.signature.parameters:
            if parameter.default is not None and parameter.default != "...":
                known, value = _known(parsed(parameter.default, mode="eval").body, {})
                defaults |= {parameter.name: value} if known else {}
        for scope in _scopes(call, given):
            values = _passed(call, scope)
            if api.kind == "class":
                values |= _called_with(call, scope, sample, calmed)
            changed = _CHANGING.search(sample.code) is not None
            values |= {RESULT: bool(sample.after) or changed}
            yield CallValues(call.binding.signature, values, defaults)


def _detaches(made: ast.expr, name: str) -> bool:
    """Whether a variable is given its own value, without a gradient."""
    return ast.unparse(made) == f"{name}.detach()"


def _turns(made: ast.expr, name: str) -> bool:
    """Whether a variable is given its own value, stored the other way round."""
    return ast.unparse(made) == f"{name}.transpose(0, 1)"


def _passed(call: ApiCall, scope: NamedValues) -> NamedValues:
    values: NamedValues = {}
    for name, argument in call.binding.arguments.items():
        values[name.lstrip("*")] = UNTOLD
        listed = [_known(value, scope) for value in _spread(argument.values)]
        if all(known for known, _ in listed):
            parts = [value for _, value in listed]
            # Numbers one by one may also be passed as one list.
            alone = len(parts) == 1 and _is_numbers(parts[0])
            several = argument.parameter.variadic and not alone
            values[name.lstrip("*")] = parts if several else parts[0]
    if call.receiver is not None:
        known, value = _known(call.receiver, scope)
        values |= {RECEIVER: value} if known else {}
    return values


def _is_numbers(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, int | float) for one in value)


def _spread(values: Sequence[ast.expr]) -> Iterator[ast.expr]:
    """The values that are passed, those of a list behind a star one by one."""
    for value in values:
        match value:
            case ast.Starred(ast.List(items) | ast.Tuple(items)):
                yield from items
            case _:
                yield value


def _called_with(call: ApiCall, scope: NamedValues, sample: Sample, calmed: bool) -> NamedValues:
    """What the layer that a call makes is called with; or a method of it, where it is no layer.

    A layer that the code does not call is, or is in, the result, which is called with the inputs.
    """
    names = {ast.dump(call.node)}
    for node in ast.walk(call.tree):
        if isinstance(node, ast.Assign) and node.value is call.node:
            names |= {ast.dump(ast.Name(t.id, ast.Load())) for t in _named(node.targets)}
    nodes = [node for node in ast.walk(call.tree) if isinstance(node, ast.Call)]
    nodes.sort(key=lambda node: (node.lineno, node.end_col_offset or 0))
    called = [node for node in nodes if ast.dump(node.func) in names] or [
        node
        for node in nodes
        if isinstance(node.func, ast.Attribute) and ast.dump(node.func.value) in names
    ]
    if called:
        given = [*called[0].args, *(keyword.value for keyword in called[0].keywords)]
        told = zip(CALLED_WITH, (_known(value, scope) for value in given), strict=False)
        return {name: value for name, (known, value) in told if known}
    tensors = [name for name, spec in sample.inputs.items() if not isinstance(spec, ModuleInput)]
    passed = tensors if sample.call is None else sample.call
    values: NamedValues = {TRAINING: not calmed and ".eval()" not in sample.code}
    return values | {
        name: scope[one] for name, one in zip(CALLED_WITH, passed, strict=False) if one in scope
    }


def _named(targets: list[ast.expr]) -> list[ast.Name]:
    return [target for target in targets if isinstance(target, ast.Name)]


def _scopes(call: ApiCall, given: NamedValues) -> Iterator[NamedValues]:
    """The values of variables at a call: one for each turn of a comprehension around it."""
    for node in ast.walk(call.tree):
        match node:
            case ast.ListComp(
                elt, [ast.comprehension(ast.Name(name), ast.Tuple(items) | ast.List(items))]
            ) if any(inner is call.node for inner in ast.walk(elt)):
                for item in items:
                    known, value = _known(item, given)
                    yield given | {name: value} if known else given
                return
    yield given


def whole_code(sample: Sample) -> str:
    """The code of a sample behind code that makes the layers among the inputs."""
    made = []
    for name, spec in sample.inputs.items():
        if isinstance(spec, ModuleInput):
            tree = parsed(spec.torch, mode="eval").body
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    node.func = parsed(f"torch.nn.{node.func.id}", mode="eval").body
            made.append(f"{name} = {ast.unparse(tree)}\n")
    return "".join([*made, sample.code])


def _inputs(sample: Sample, trained: Collection[str]) -> NamedValues:
    strided = sample.origin.endswith(STRIDED)
    found = {}
    for name, spec in sample.inputs.items():
        value = _value(spec, name in trained)
        if strided and isinstance(value, Tensor) and value.array.ndim > 1:
            array = np.swapaxes(value.array, 0, 1)
            value = Tensor(array, value.dtype, False, value.requires_grad)
        if value is not _Unknown:
            found[name] = value
    return found


def _value(spec: InputSpec, trained: bool) -> Any:
    match spec:
        case LiteralTensor(values, dtype):
            return Tensor(values, dtype, requires_grad=trained)
        case ParameterInput(LiteralTensor(values, dtype)):
            return Tensor(values, dtype, requires_grad=True)
        case ScalarInput(value) | ValueInput(value):
            return value
    return _Unknown


def _known(node: ast.expr, given: Mapping[str, Any]) -> tuple[bool, Any]:
    try:
        with np.errstate(divide="ignore", invalid="ignore"):
            return True, _evaluated(node, given)
    except (_Unknown, OverflowError):  # a number that the dtype of the tensor does not have
        return False, None


def _evaluated(node: ast.expr, given: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant(value):
            return value
        case ast.Name(name) if name in given:
            return given[name]
        case ast.UnaryOp(ast.USub(), operand):
            value = _evaluated(operand, given)
            if isinstance(value, (int, float, complex)):
                return -value
        case ast.List(items) | ast.Tuple(items):
            return [_evaluated(item, given) for item in items]
        case ast.Slice(lower, upper, step):
            return slice(*(part and _evaluated(part, given) for part in (lower, upper, step)))
        case ast.Attribute(ast.Name("torch"), name):
            return Dtype(name)
        case ast.Subscript(owner, ast.Slice(None, None, ast.Constant(int(step)))):
            tensor = _evaluated(owner, given)
            if isinstance(tensor, Tensor) and tensor.array.ndim:
                return Tensor(tensor.array[::step], tensor.dtype, False, tensor.requires_grad)
        case ast.Subscript(owner, ast.Constant(int(row))):
            tensor = _evaluated(owner, given)
            if isinstance(tensor, Tensor) and tensor.array.ndim and row < len(tensor.array):
                return replace(tensor, array=tensor.array[row], view=True)
        case ast.Subscript(owner, ast.Slice(ast.Constant(int(first)), None, None)):
            tensor = _evaluated(owner, given)
            if isinstance(tensor, Tensor) and tensor.array.ndim:
                return replace(tensor, array=tensor.array[first:], view=True)
        case ast.Call(
            ast.Attribute(ast.Name("torch"), "zeros"),
            [ast.List([ast.Constant(0)])],
            [ast.keyword("dtype", ast.Attribute(ast.Name("torch"), dtype))],
        ):
            return Tensor(np.zeros(0), dtype)
        case ast.Call(ast.Attribute(ast.Name("numpy")) | ast.Name("int"), [number]):
            return _evaluated(number, given)
        case ast.Call(ast.Name("float"), [ast.Constant(str(text) | float(text))]):
            return float(text)
        case ast.Call(ast.Name("complex"), [real, imaginary]):
            return complex(_evaluated(real, given), _evaluated(imaginary, given))
        case ast.Call(
            ast.Attribute(owner, "transpose"), [ast.Constant(int(one)), ast.Constant(int(other))]
        ):
            tensor = _evaluated(owner, given)
            if isinstance(tensor, Tensor) and tensor.array.ndim > 1:
                array = tensor.array.swapaxes(one, other)
                return Tensor(array, tensor.dtype, False, tensor.requires_grad)
        case ast.Call(ast.Attribute(owner, method)) if method in _STORING:
            tensor = _evaluated(owner, given)
            if isinstance(tensor, Tensor):
                return tensor
        case ast.Call(ast.Attribute(owner, method), [], []):
            tensor = _evaluated(owner, given)
            if isinstance(tensor, Tensor) and method in _CONVERTED:
                return _of_dtype(tensor.array, _CONVERTED[method], tensor)
            if isinstance(tensor, Tensor) and method == "detach":
                return Tensor(tensor.array, tensor.dtype, tensor.contiguous)
        case ast.Compare(left, [operation], [right]) if type(operation) in COMPARE:
            tensor, number = _evaluated(left, given), _evaluated(right, given)
            if isinstance(tensor, Tensor) and isinstance(number, int | float):
                return Tensor(COMPARE[type(operation)](tensor.array, number), "bool")
        case ast.BinOp(left, operation, right) if type(operation) in COMPUTE:
            tensor, number = _evaluated(left, given), _evaluated(right, given)
            if isinstance(tensor, Tensor) and isinstance(number, int):
                array = COMPUTE[type(operation)](tensor.array, number)
                whole = array.dtype.kind not in "fc"
                kept = whole or tensor.dtype in FLOATS + COMPLEX
                dtype = tensor.dtype if kept else "float32"
                if tensor.dtype == "bool":
                    dtype = str(array.dtype)
                return _of_dtype(array, dtype, tensor)
    raise _Unknown


def _of_dtype(array: Any, dtype: str, tensor: Tensor) -> Tensor:
    return Tensor(array, dtype, tensor.contiguous, tensor.requires_grad)
