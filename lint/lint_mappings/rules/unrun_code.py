"""Code that no run has tried."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import asdict

from lint_mappings.rules.rule import rule
from lint_mappings.subjects import ExampleSubject, Finding
from lint_mappings.subjects.code import Code
from lint_mappings.subjects.passing import Library, bindings
from mapping_model.calls.overloads import choose, type_of_literal
from mapping_model.calls.uses import Form

_NUMBER = re.compile(r"\d+\.?\d*(?:e-?\d+)?")
_PLACE = re.compile(r":(\d+)$")  # of a device, "gpu:1"


@rule("PM427", ExampleSubject, serves="X2")
def unrun_code(example: ExampleSubject) -> Iterator[Finding]:
    """Code that cannot be run calls Paddle as its signatures say, with the torch code's numbers.
    无法执行的代码中，对 Paddle 的调用符合签名，数值与 torch 代码一致。

    Nobody sees what such an example does. So each call of a Paddle API must be one that its
    signature takes, each number of the Paddle code must stand in the torch code, too, and the other
    way round, unless it is for a parameter that Paddle lacks. Numbers, strings and inputs that both
    sides have come in the same order; bools are the same, unless a row turns them round.

    ```diff
     torch: torch.Tensor.t
     examples:
       - cannot_run: gpu
         torch: result = torch.ones([2, 3], device="cuda").t()
    -    paddle: result = paddle.ones([2, 4]).cuda().t()
    +    paddle: result = paddle.ones([2, 3]).cuda().t()
    ```
    """
    if example.example.cannot_run is None or not example.parses:
        return
    yield from _numbers(example)
    yield from _called_apis(example)


def _numbers(example: ExampleSubject) -> Iterator[Finding]:
    code = example.paddle
    known = {float(number) for number in _NUMBER.findall(example.torch.text)} | {0.0, 1.0}
    foreign = [
        constant
        for constant in code.of(ast.Constant)
        if type(constant.value) in (int, float) and constant.value not in known
    ]
    for constant in foreign:
        yield example.in_code(
            code,
            constant,
            f"The torch code has no {constant.value!r}, and nobody runs this.",
            "Write the same numbers on both sides.",
        )
    ours, theirs = _values(example, "torch"), _values(example, "paddle")
    lost = [value for kind, value in ours if kind == "number" and (kind, value) not in theirs]
    if lost:
        yield example.at("paddle").finding(
            f"The Paddle code has no {lost[0]}, and nobody runs this.",
            hint="Write the same numbers on both sides.",
        )
    elif not foreign and (_differ(example) or _common(ours, theirs) != _common(theirs, ours)):
        yield example.at("paddle").finding(
            "The values are others than in the torch code, or in another order, and nobody runs "
            "this.",
            hint="Write the same values in the same order on both sides.",
        )


def _common(ours: list[tuple[str, object]], theirs: list[tuple[str, object]]) -> list[object]:
    return [value for value in ours if value in theirs]


def _differ(example: ExampleSubject) -> bool:
    """Whether both sides have bools, others, and no row turns them round."""
    rows = example.variant.rows if example.variant is not None else ()
    ours, theirs = (
        [n.value for n in code.of(ast.Constant) if isinstance(n.value, bool)]
        for code in example.sides
    )
    turned = any((row.value or "").startswith("not ") for row in rows)
    return len(ours) == len(theirs) and ours != theirs and not turned


def _values(example: ExampleSubject, library: Library) -> list[tuple[str, object]]:
    """The numbers, strings and inputs of one side, in the order of its code."""
    code: Code = getattr(example, library)
    inputs = {name for name, _ in example.example.inputs}
    ignored = _only_torch(example) if library == "torch" else set()
    nodes = [n for kind in (ast.Constant, ast.Name) for n in code.of(kind) if id(n) not in ignored]
    found: list[tuple[str, object]] = []
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(node, ast.Name):
            found += [("input", node.id)] * (node.id in inputs)
        elif isinstance(node.value, str):
            place = _PLACE.search(node.value)
            found.append(("string", node.value) if place is None else ("number", int(place[1])))
        elif type(node.value) in (int, float):
            found.append(("number", node.value))
    return found


def _only_torch(example: ExampleSubject) -> set[int]:
    """The nodes of what the torch code passes to parameters that Paddle lacks."""
    rows = example.variant.rows if example.variant is not None else ()
    lacking = {row.torch for row in rows if row.paddle is None}
    return {
        id(node)
        for binding in bindings(example, "torch")
        for name, argument in binding.arguments.items()
        if name in lacking
        for value in argument.values
        for node in ast.walk(value)
    }


def _called_apis(example: ExampleSubject) -> Iterator[Finding]:
    code = example.paddle
    for name in code.uses.names():
        api = example.facts.paddle.get(name)
        for use in code.uses.of(name, member=False):
            if api is None or not api.overloads or use.form is not Form.CALL:
                continue
            best = choose(use, api).best
            if best is None or best.taken(type_of_literal) is False:
                yield example.in_code(
                    code,
                    use.node,
                    f"`{name}` does not take this call, and nobody runs it.",
                    f"It takes {api.overloads[0].text}.",
                )


_ERROR_WORD = re.compile(r"[^\W\d_]{3}")


@rule("PM429", ExampleSubject, serves="X4")
def error_words(example: ExampleSubject) -> Iterator[Finding]:
    """An error that an example states is told by words of its message.
    示例声明的错误写明其消息中的词句。

    A `TypeError` may be the one that is meant, or that of a misspelt keyword. Where the code itself
    raises it, as `assert` does, the message is the code's own.

    ```diff
     torch: torch.Tensor.item
     paddle: paddle.Tensor.item
     category: paddle-more-params
     params:
       - {paddle: "*args", desc: other}
     examples:
       - inputs: {x: "float32[1]"}
         torch: result = x.item()
         paddle: result = x.item()
       - inputs: {x: "float32[2]"}
    -    compare: {raises: {torch: RuntimeError, paddle: "ValueError: one element"}}
    +    compare: {raises: {torch: "RuntimeError: converted", paddle: "ValueError: one element"}}
         torch: result = x.item()
         paddle: result = x.item()
    ```
    """
    raises = example.example.compare.raises
    for side, stated in asdict(raises).items() if raises is not None else ():
        error, _, words = stated.partition(": ")
        if not _ERROR_WORD.search(words):
            yield example.at("compare", "raises", side).finding(
                f"Any `{error}` would do here.",
                hint=f'Add words of the message: `{side}: "{error}: …"`.',
            )
