"""What samples are made of: the torch code of examples, and its calls in other ways."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import islice

from mapping_model.calls.binding import Argument, Binding, TypeOf
from mapping_model.calls.overloads import choose, type_of_literal
from mapping_model.calls.uses import Form, Uses
from mapping_model.entry import Entry, Example
from mapping_model.outcomes import Outcome
from mapping_model.snapshots import Api, Parameter, torch_snapshot
from mapping_model.syntax import parsed
from mapping_model.types import Type, accepts
from verify_mappings.job import Seed

_DIMENSIONS = ("dim", "dims", "dim0", "dim1", "axis", "start_dim", "end_dim")
_MEMBER = "torch.Tensor."
# Not exact in float32.
_INEXACT = ast.Constant(0.1)
_NUMBERS = (_INEXACT, ast.Constant(1 / 3), ast.Constant(2**53 + 1))
# What sizes and factors seldom are.
_SELDOM = (*map(ast.Constant, (0, 1)), parsed('float("inf")', mode="eval").body)


@dataclass(frozen=True, slots=True)
class ApiCall:
    """One call or operator in some code, the object that it is called on, and what it passes."""

    tree: ast.Module
    node: ast.expr | ast.stmt
    receiver: ast.expr | None
    binding: Binding

    def code(self, arguments: Iterable[Argument], by_name: bool = False) -> str | None:
        """The code with other arguments; None where they cannot be passed, as to an operator."""
        if not isinstance(self.node, ast.Call):
            return None
        places = [parameter.name for parameter in self.binding.signature.by_position]
        args: list[ast.expr] = []
        keywords: list[ast.keyword] = []
        for argument in arguments:
            name = argument.parameter.name
            in_place = len(args) < len(places) and places[len(args)] == name and not keywords
            named = by_name or argument.keyword is not None or not in_place
            if argument.value is None or (named and not argument.parameter.by_keyword):
                return None
            if named:
                keywords.append(ast.keyword(argument.keyword or name, argument.value))
            else:
                args.append(argument.value)
        kept = self.node.args, self.node.keywords
        self.node.args, self.node.keywords = args, keywords
        text = ast.unparse(ast.fix_missing_locations(deepcopy(self.tree)))
        self.node.args, self.node.keywords = kept
        return f"{text}\n"


def calls(code: str, api: Api, type_of: TypeOf = type_of_literal) -> list[ApiCall]:
    """The calls of an API in code whose arguments can be told."""
    tree = parsed(code)
    uses = Uses(list(ast.walk(tree))).of(api.name, member=api.name.startswith(_MEMBER))
    found = []
    for use in uses:
        best = choose(use, api, type_of).best
        if use.form in (Form.CALL, Form.OPERATOR) and best is not None:
            found.append(ApiCall(tree, use.node, use.receiver, best))
    return found


OptionalValues = dict[str, list[ast.expr]]


def given_by(called: Iterable[ApiCall]) -> OptionalValues:
    """What calls pass to optional parameters that is written out, by the parameter."""
    found: OptionalValues = {}
    for call in called:
        for name, argument in call.binding.arguments.items():
            value = argument.value
            if argument.parameter.required or value is None or _names(value):
                continue
            known = found.setdefault(name, [])
            if ast.dump(value) not in map(ast.dump, known):
                known.append(value)
    return found


def ways(call: ApiCall, given: OptionalValues) -> Iterator[tuple[str, str]]:
    """Other ways of a call, each with what it is."""
    arguments = in_order(call)
    tried = [("by name", call.code(arguments, by_name=True)), ("by position", _placed(call))]
    for index, argument in enumerate(arguments):
        for told, value in _other_values(argument):
            other = Argument(argument.parameter, (value,), argument.keyword)
            tried.append((told, call.code([*arguments[:index], other, *arguments[index + 1 :]])))
    tried += [(told, call.code([*arguments, more])) for told, more in _more(call, given)]
    yield from ((told, code) for told, code in tried if code is not None)


def in_order(call: ApiCall) -> list[Argument]:
    """What a call passes, in the order of the parameters."""
    given = call.binding.arguments
    return [given[p.name] for p in call.binding.signature.parameters if p.name in given]


def _placed(call: ApiCall) -> str | None:
    """With everything that has a place in it, as far as no place is left out."""
    given = call.binding.arguments
    moved = []
    for parameter in call.binding.signature.by_position:
        if parameter.name not in given:
            break
        moved.append(Argument(parameter, given[parameter.name].values))
    rest = [a for a in in_order(call) if a.parameter.name not in {m.parameter.name for m in moved}]
    return call.code([*moved, *rest])


def _other_values(argument: Argument) -> Iterator[tuple[str, ast.expr]]:
    """A dimension counted from the end, or a number that float32 does not have."""
    parameter, value = argument.parameter, argument.value
    match value:
        case ast.Constant(float()):
            yield f"{parameter.name}=0.1", _INEXACT
        case ast.Constant(int() as number) if not isinstance(number, bool):
            if parameter.name in _DIMENSIONS:
                yield from ((f"{parameter.name}={n}", _number(n)) for n in (-1, -2, 0, 1))
            elif accepts(parameter.type, Type("float")):
                yield f"{parameter.name}=0.1", _INEXACT
        case ast.List(items) | ast.Tuple(items) if parameter.name in _DIMENSIONS:
            counted = [_number(-1 - place) for place in range(len(items))]
            yield f"{parameter.name} from the end", type(value)(counted, ast.Load())


def _number(value: int) -> ast.expr:
    constant = ast.Constant(abs(value))
    return ast.UnaryOp(ast.USub(), constant) if value < 0 else constant


def _more(call: ApiCall, given: OptionalValues) -> Iterator[tuple[str, Argument]]:
    """With one more parameter: as another example has it, or a switch that is turned."""
    for parameter in call.binding.signature.parameters:
        if parameter.name in call.binding.arguments or not parameter.by_keyword:
            continue
        values = list(given.get(parameter.name, ()))
        if parameter.default in ("True", "False"):
            values.append(ast.Constant(parameter.default == "False"))
        for text in dict.fromkeys(map(ast.unparse, values)):
            value = parsed(text, mode="eval").body
            yield f"and {parameter.name}={text}", Argument(parameter, (value,), parameter.name)


def _names(value: ast.expr) -> bool:
    """Whether an expression is made of variables; `torch` is none."""
    names = (node.id for node in ast.walk(value) if isinstance(node, ast.Name))
    return any(name != "torch" for name in names)


# So many ways of calling are tried for an entry.
MOST = 40


def seeds(entry: Entry) -> Iterator[Seed]:
    """The examples that give one and the same result each time and are there to be equal.

    After them those that are called otherwise, and those whose result is overwritten: what is then
    seen at the inputs tells a view from a copy.
    """
    examples = {origin(key): example for key, example in entry.examples() if is_fit(example)}
    for told, example in examples.items():
        yield _seed(told, example, example.torch)
    for told, example in examples.items():
        if not example.call and example.torch.startswith("result ="):
            shared = _seed(f"{told}: shared", example, example.torch)
            yield replace(shared, gradients=False, alone=True, after="result.zero_()\n")
    yield from islice(_called_otherwise(entry, examples), MOST)


def further_calls(entry: Entry) -> Iterator[Seed]:
    """Calls with numbers of which float32 or float64 keep only some digits, and with `None`s.

    Also with 0, 1 and infinity. A `None` that a call need not pass means the same where it does.
    """
    api = torch_snapshot().get(entry.torch)
    for key, example in entry.examples():
        if api is None or not is_fit(example):
            continue
        for call in calls(example.torch, api)[:1]:
            for way, code in islice(_with_numbers(call, _NUMBERS), MOST):
                seed = _seed(f"{origin(key)}: {way}", example, code)
                yield replace(seed, gradients=False, alone=True, exact=True)
            for way, code in islice(_with_numbers(call, _SELDOM), MOST):
                yield replace(_seed(f"{origin(key)}: {way}", example, code), plain=True)
            for parameter in left_out(call):
                if parameter.default == "None":
                    none = Argument(parameter, (ast.Constant(None),), parameter.name)
                    written = call.code([*in_order(call), none])
                    if written is not None:
                        seed = _seed(f"{origin(key)}: {parameter.name}=None", example, written)
                        yield replace(seed, plain=True)


def _with_numbers(call: ApiCall, numbers: Iterable[ast.expr]) -> Iterator[tuple[str, str]]:
    """The call with each number in turn replaced, and each that it leaves out passed."""
    arguments = in_order(call)
    for number in numbers:
        for index, argument in enumerate(arguments):
            if _is_number(argument.parameter, argument.value, number):
                other = Argument(argument.parameter, (number,), argument.keyword)
                code = call.code([*arguments[:index], other, *arguments[index + 1 :]])
                if code is not None:
                    yield f"{argument.parameter.name}={ast.unparse(number)}", code
        for parameter in left_out(call):
            default = parsed(parameter.default or "None", mode="eval").body
            if _is_number(parameter, default, number):
                code = call.code([*arguments, Argument(parameter, (number,), parameter.name)])
                if code is not None:
                    yield f"{parameter.name}={ast.unparse(number)}", code


def left_out(call: ApiCall) -> list[Parameter]:
    """The optional parameters that a call does not pass and could by name."""
    given = call.binding.arguments
    optional = (p for p in call.binding.signature.parameters if p.default is not None)
    return [p for p in optional if p.by_keyword and p.name not in given]


def _is_number(parameter: Parameter, value: ast.expr | None, other: ast.expr) -> bool:
    """Whether a number is passed for a parameter that takes numbers of the type of another one."""
    literal = value.operand if isinstance(value, ast.UnaryOp) else value
    if not isinstance(literal, ast.Constant) or type(literal.value) not in (int, float):
        return False
    kind = "int" if isinstance(other, ast.Constant) and other in _SELDOM else "float"
    return parameter.name not in _DIMENSIONS and accepts(parameter.type, Type(kind)) is True


def origin(key: str) -> str:
    """What samples of the example with this key begin with."""
    return f"example {key}"


def is_fit(example: Example) -> bool:
    compare = example.compare
    told = compare.random or compare.raises or compare.dtype_ignore or example.cannot_run
    return not told and example.processes == 1 and example.expect is Outcome.EQUAL


def _seed(told: str, example: Example, code: str) -> Seed:
    gradients = example.compare.gradient_skip is None
    alone = code != example.torch
    return Seed(told, code, example.inputs, example.call, gradients, alone)


def _called_otherwise(entry: Entry, examples: dict[str, Example]) -> Iterator[Seed]:
    api = torch_snapshot().get(entry.torch)
    if api is None:
        return
    found = {told: calls(example.torch, api) for told, example in examples.items()}
    given = given_by(call for called in found.values() for call in called)
    seen = {example.torch for example in examples.values()}
    for told, example in examples.items():
        for call in found[told][:1]:
            for way, code in ways(call, given):
                if code not in seen:
                    seen.add(code)
                    yield _seed(f"{told}: {way}", example, code)
