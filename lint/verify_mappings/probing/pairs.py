"""Calls with operands of several dtypes, frozen ones, numbers in their place, and with `out`.

What is paired, and what `out` is, is made where torch runs, see `sampling/pairing.py` and
`sampling/written.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from itertools import islice

from mapping_model.applying.idioms import OUT
from mapping_model.calls.binding import Argument
from mapping_model.entry import Entry, Example
from mapping_model.inputs import FLOATS, LiteralTensor, RandomTensor, parse_input
from mapping_model.snapshots import torch_snapshot
from mapping_model.syntax import parsed
from mapping_model.types import Type, accepts
from verify_mappings.job import Seed
from verify_mappings.probing.calling import ApiCall, calls, is_fit, origin

# What an operand that is a tensor becomes.
_NUMBERS = (2, 2.5, True)
_KIND = Type("float")
# So many examples of an entry are called with `out`, and with numbers.
_MOST = 2
# What the origins of the samples begin with, behind that of the example.
OPERANDS, FROZEN, WRITTEN = "operands", "frozen ", "out"


def paired_calls(entry: Entry) -> Iterator[Seed]:
    """All examples with several tensors; and with a number in the place of one that is passed."""
    api, numbered = torch_snapshot().get(entry.torch), 0
    for key, example in entry.examples():
        if api is None or not is_fit(example):
            continue
        called = calls(example.torch, api)[:1]
        if any(OUT in call.binding.arguments for call in called):
            continue
        told, tensors = f"{origin(key)}: {OPERANDS}", _tensors(example)
        gradients = example.compare.gradient_skip is None
        if len(tensors) < 2:
            continue
        seed = Seed(told, example.torch, example.inputs, gradients=gradients, paired=True)
        yield replace(seed, call=example.call)
        for call in called if not example.call and numbered < _MOST else ():
            numbered += 1
            for name in _operands(call, tensors):
                for number in _NUMBERS:
                    code = _with_number(call.tree, name, number)
                    inputs = tuple(one for one in example.inputs if one[0] != name)
                    yield replace(seed, origin=f"{told}: {name}={number}", code=code, inputs=inputs)


def frozen_calls(entry: Entry) -> Iterator[Seed]:
    """All examples with several tensors, of which one after the other needs no gradient."""
    api = torch_snapshot().get(entry.torch)
    for key, example in entry.examples():
        if api is None or not is_fit(example) or example.compare.gradient_skip is not None:
            continue
        if any(OUT in call.binding.arguments for call in calls(example.torch, api)):
            continue
        trained = [name for name, spec in _specs(example) if spec.dtype in FLOATS]
        for name in trained if len(trained) > 1 else ():
            code = f"{name} = {name}.detach()\n{example.torch}"
            told = f"{origin(key)}: {FROZEN}{name}"
            yield Seed(told, code, example.inputs, example.call, alone=True, plain=True)


def written_calls(entry: Entry) -> Iterator[Seed]:
    """Examples with `out`, which is made of what they give without it."""
    api = torch_snapshot().get(entry.torch)
    if api is None:
        return
    fit = ((key, e) for key, e in entry.examples() if is_fit(e) and not e.call)
    found = ((key, e, call) for key, e in fit for call in calls(e.torch, api)[:1])
    known: set[str] = set()
    for key, example, call in found:
        codes = _written(call)
        if codes is not None and codes[0] not in known and len(known) < _MOST:
            known.add(codes[0])
            told = f"{origin(key)}: {WRITTEN}"
            own = tuple(one for one in example.inputs if _is_used(one[0], codes[0]))
            yield Seed(told, codes[1], own, gradients=False, without_out=codes[0])


def _written(call: ApiCall) -> tuple[str, str] | None:
    """The code of a call without `out`, and with a variable `out`; None where it takes none."""
    given = call.binding.arguments
    parameter = next((p for p in call.binding.signature.parameters if p.name == OUT), None)
    if parameter is None or not parameter.by_keyword:
        return None
    match call.tree.body[-1:]:
        case [ast.Expr(value) | ast.Assign(value=value)] if value is call.node:
            pass
        case _:
            return None
    rest = [argument for name, argument in given.items() if name != OUT]
    tree, codes = deepcopy(call.tree), []
    passed = Argument(parameter, (ast.Name(OUT, ast.Load()),), OUT)
    for arguments in (rest, [*rest, passed]):
        code = call.code(arguments)
        if code is None:
            return None
        tree = parsed(code)
        last = tree.body[-1]
        assert isinstance(last, (ast.Expr, ast.Assign))
        tree.body[-1] = ast.Assign([ast.Name("result", ast.Store())], last.value)
        codes.append(f"{ast.unparse(ast.fix_missing_locations(tree))}\n")
    return codes[0], codes[1]


def _is_used(name: str, code: str) -> bool:
    nodes = ast.walk(parsed(code))
    return any(isinstance(node, ast.Name) and node.id == name for node in nodes)


def _tensors(example: Example) -> list[str]:
    return [name for name, _ in _specs(example)]


def _specs(example: Example) -> Iterator[tuple[str, LiteralTensor | RandomTensor]]:
    for name, given in example.inputs:
        spec = parse_input(given)
        if isinstance(spec, (LiteralTensor, RandomTensor)):
            yield name, spec


def _operands(call: ApiCall, tensors: list[str]) -> list[str]:
    """The tensors that a call passes where a number may stand, or that it is called on."""
    arguments, parameters = call.binding.arguments, call.binding.signature.parameters
    takers = {p.name for p in parameters if p.name != OUT and accepts(p.type, _KIND) is not False}
    given = (a.value for name, a in arguments.items() if name in takers)
    names = (value.id for value in (call.receiver, *given) if isinstance(value, ast.Name))
    return [name for name in islice(dict.fromkeys(names), 2) if name in tensors]


class _Number(ast.NodeTransformer):
    def __init__(self, name: str, number: float) -> None:
        self._name, self._number = name, number

    def visit_Name(self, node: ast.Name) -> ast.expr:
        is_read = node.id == self._name and isinstance(node.ctx, ast.Load)
        return ast.Constant(self._number) if is_read else node


def _with_number(tree: ast.Module, name: str, number: float) -> str:
    changed = _Number(name, number).visit(deepcopy(tree))
    return f"{ast.unparse(ast.fix_missing_locations(changed))}\n"
