"""The inputs of examples, and what values show."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from lint_mappings.rules.rule import rule
from lint_mappings.subjects import ExampleSubject, Finding
from lint_mappings.subjects.layer_results import Kind, kind_of_result
from mapping_model.inputs import InputError, InputSpec, LiteralTensor, ModuleInput, parse_input
from mapping_model.syntax import expression

_RESERVED = ("torch", "paddle", "result")


@rule("PM410", ExampleSubject, serves="X2")
def inputs(example: ExampleSubject) -> Iterator[Finding]:
    """The inputs of examples have a meaning.
    示例的输入写法有效。

    Inputs are written in one of the forms that have a meaning, and their names hide nothing. A
    number or bool stays what it is; a list becomes a tensor; `"float32[2, 3]"` is filled from a
    fixed seed, `"int64[4] in 0..4"` within bounds; `{tensor: [...], dtype: ...}`,
    `{parameter: "float32[3]"}`, `{value: ...}` and `{module: "Linear(4, 2)"}` say the rest.

    ```diff
     torch: torch.Tensor.t
     examples:
    -  - inputs: {x: [[1.0, 2.0], [3.0]]}
    +  - inputs: {x: [[1.0, 2.0], [3.0, 4.0]]}
         torch: result = x.t()
         paddle: result = x.t()
    ```
    """
    for name, spec in example.example.inputs:
        if name in _RESERVED:
            yield example.at("inputs", name).finding(
                f"An input cannot be called `{name}`.", key=True, hint="Give it another name."
            )
        try:
            parsed = parse_input(spec)
        except InputError as error:
            yield example.finding(
                f"The input `{name}` has no meaning: {error}.", "inputs", name, hint=_INPUT_HINT
            )
            continue
        if isinstance(parsed, ModuleInput):
            for side in dict.fromkeys((parsed.torch, parsed.paddle)):
                if expression(side) is None:
                    message = f"The module `{side}` of the input `{name}` is not an expression."
                    yield example.finding(message, "inputs", name, hint="Write `Linear(4, 2)`.")
                    break


_INPUT_HINT = 'Common forms: 0.5, [1, 2, 3], "float32[2, 3]", {value: [2, 3]}.'


@rule("PM411", ExampleSubject, serves="X3", severity="warning")
def unused_input(subject: ExampleSubject) -> Iterator[Finding]:
    """Every input is used.
    每个输入都被用到。

    An input that neither side uses is a leftover, or a sign that the wrong name is used. When
    `result` is a layer, the inputs that the code does not use are what the layer is called with.
    Where only running the code can tell whether it is one, `call` names them.

    ```diff
     torch: torch.Tensor.t
     examples:
    -  - inputs: {x: "float32[2, 3]", y: "float32[2, 3]"}
    +  - inputs: {x: "float32[2, 3]"}
         torch: result = x.t()
         paddle: result = x.t()
    ```
    """
    if not subject.parses:
        return
    used = subject.torch.loads.keys() | subject.paddle.loads.keys()
    unused = [name for name, _ in subject.example.inputs if name not in used]
    if not unused:
        return
    inputs = {name for name, _ in subject.example.inputs}
    called = subject.example.call
    if called is not None and not inputs.issuperset(called):
        return  # a misspelt `call`, which is PM413
    if called is None:
        kind = kind_of_result(subject.torch, subject.facts.torch, dict(subject.example.inputs))
        if kind is Kind.LAYER:
            return
    for name in unused:
        if called is None or name not in called:
            yield subject.at("inputs", name).finding(
                f"Neither side uses the input `{name}`.",
                key=True,
                hint="Remove it, use it, or name it in `call` if the result is a layer.",
            )


@rule("PM425", ExampleSubject, serves="X3")
def varied_inputs(example: ExampleSubject) -> Iterator[Finding]:
    """The numbers of an example's inputs vary.
    示例输入中的数不全相同。

    Inputs of examples vary: of numbers that are all the same, most functions show nothing. One
    tensor may be all zeros (a result is written there, say) as long as another varies.

    ```diff
     torch: torch.Tensor.t
     examples:
    -  - inputs: {x: [[0, 0, 0], [0, 0, 0]]}
    +  - inputs: {x: [[0, 1, 2], [3, 4, 5]]}
         torch: result = x.t()
         paddle: result = x.t()
    ```
    """
    tensors = {name: _parsed(spec) for name, spec in example.example.inputs}
    if tensors and all(
        isinstance(t, LiteralTensor) and _repeats(t.values) for t in tensors.values()
    ):
        yield example.at("inputs").finding(
            "All numbers of the inputs are the same.",
            hint="Choose values on which the result depends.",
        )


def _parsed(spec: Any) -> InputSpec | None:
    try:
        return parse_input(spec)
    except InputError:  # PM410 says it
        return None


def _repeats(values: Any) -> bool:
    numbers = list(_numbers(values))
    return len(numbers) > 1 and all(number == numbers[0] for number in numbers)


def _numbers(values: Any) -> Iterator[Any]:
    if isinstance(values, list):
        for value in values:
            yield from _numbers(value)
    else:
        yield values


@rule("PM426", ExampleSubject, serves="X3")
def times_zero(example: ExampleSubject) -> Iterator[Finding]:
    """No result is multiplied by 0.
    结果没有乘以 0。

    No result is multiplied by 0: it would be the same whatever was computed before.

    ```diff
     torch: torch.Tensor.t
     examples:
       - inputs: {x: "float32[2, 3]"}
    -    torch: result = x.t() * 0
    -    paddle: result = x.t() * 0
    +    torch: result = x.t()
    +    paddle: result = x.t()
    ```
    """
    for code in example.sides:
        found = [node for node in code.of(ast.BinOp) if _is_nothing(node)]
        if not found:
            continue
        bound = code.assigned("result")
        inside = set() if bound is None else set(ast.walk(bound))
        for node in found:
            if node in inside:
                yield example.in_code(
                    code,
                    node,
                    "The result is multiplied by 0, so it shows nothing.",
                    "Leave the product out, or choose another factor.",
                )


def _is_nothing(node: ast.BinOp) -> bool:
    factors = (node.left, node.right) if isinstance(node.op, ast.Mult) else ()
    return any(isinstance(f, ast.Constant) and f.value == 0 for f in factors)
