"""What examples show of the rows and of the target."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from lint_mappings.rules.rule import rule
from lint_mappings.subjects import ExampleSubject, Finding, VariantSubject
from lint_mappings.subjects.code import Code
from lint_mappings.subjects.layer_results import Kind, kind_of_result
from lint_mappings.subjects.passing import (
    LIBRARIES,
    Library,
    bindings,
    calls,
    only_binding,
    passed,
    says,
)
from mapping_model.applying.idioms import IDIOMS
from mapping_model.calls.binding import Argument, Fit
from mapping_model.calls.overloads import choose
from mapping_model.differences import RowKind, row_kind, same_default
from mapping_model.entry import Action, Row
from mapping_model.sides import Side, is_member
from mapping_model.syntax import expression

_SET_NAME = re.compile(r"Name\(id='(?!paddle')\w+'[^)]*\)\)")


@rule("PM412", VariantSubject, serves="P5 P6 X2")
def set_shown(variant: VariantSubject) -> Iterator[Finding]:
    """Every value to be set in Paddle is set in an example.
    每个需要在 Paddle 中设置的值都出现在示例中。

    Who copies the example then gets it right without reading the table.

    ```diff
     torch: torch.gather
     examples:
       - inputs: {x: "float32[2, 2]", i: [[0, 1], [1, 0]]}
         torch: result = torch.gather(x, 0, i)
    -    paddle: result = paddle.take_along_axis(x, i, 0)
    +    paddle: result = paddle.take_along_axis(x, i, 0, broadcast=False)
    ```
    """
    if not variant.examples or any(e.paddle.error for e in variant.examples):
        return
    for index, row in enumerate(variant.rows):
        if row.set is None or row.paddle is None or not _takes(variant.paddle, row.paddle):
            continue
        wanted = expression(row.set)
        if wanted is None or _set_is_shown(variant, row.paddle, _shape(wanted)):
            continue
        yield variant.at("params", index, "value").finding(
            f"No example passes `{row.paddle}={row.set}`.",
            hint=f"Write `{row.paddle}={row.set}` in the Paddle code of an example.",
        )


def _takes(paddle: Side, name: str) -> bool:
    """Whether the target can take it at all; PM206 or PM603 tells where it cannot."""
    return paddle.open or paddle.get(name) is not None


def _set_is_shown(variant: VariantSubject, name: str, value: str) -> bool:
    passed = (b.value(name) for e in variant.examples for b in bindings(e, "paddle"))
    return any(given is not None and _shape(given) == value for given in passed)


def _shape(value: ast.expr) -> str:
    """A value, whatever the things that it is about are called."""
    return _SET_NAME.sub("Name()", ast.dump(value))


@rule("PM414", VariantSubject, serves="X2")
def shows_target(variant: VariantSubject) -> Iterator[Finding]:
    """Examples use the target.
    示例用到对应的 Paddle API。

    Those that show how one parameter is rewritten (`param`), or something that their `title` tells,
    may take another API, as long as one uses the target.

    ```diff
     torch: torch.abs
     examples:
       - inputs: {x: "float32[2, 3]"}
         torch: result = torch.abs(x)
    -    paddle: result = paddle.maximum(x, -x)
    +    paddle: result = paddle.abs(x)
    ```
    """
    target = variant.variant.paddle
    examples = variant.examples
    if target is None or not examples or any(example.paddle.error for example in examples):
        return
    member = is_member(variant.paddle.api, target)
    without = [e for e in examples if not e.paddle.uses.of(target, member=member)]
    if without == examples:
        yield variant.at("paddle").finding(
            f"No example uses `{target}`.",
            hint="Use it in the Paddle code, or name the API that replaces it.",
        )
        return
    for example in without:
        if example.example.param is None and example.example.title is None:
            yield example.at("paddle").finding(
                f"The Paddle code does not use `{target}`.",
                hint="Use it, or say in `param` or `title` what is shown.",
            )


_NOT_WANTED = "None"


@rule("PM418", VariantSubject, serves="X1 X2")
def shows_param(variant: VariantSubject) -> Iterator[Finding]:
    """The example of a parameter to be rewritten passes it.
    需要转写的参数，其示例传入了该参数。

    That is judged where leaving it out means that it is not wanted (its default is `None`) and only
    PyTorch has it.

    ```diff
     torch: torch.linalg.svd
     params:
       - {torch: A, paddle: x, desc: input}
       - {torch: full_matrices, paddle: full_matrices, value: "True", desc: other}
       - {torch: driver, do: rewrite, desc: other}
       - {torch: out, paddle: out}
     examples:
       - param: driver
         inputs: {x: "float32[3, 2]"}
    -    torch: result = torch.linalg.svd(x)[1]
    +    torch: result = torch.linalg.svd(x, driver='gesvd')[1]
         paddle: result = paddle.linalg.svd(x, full_matrices=True)[1]
    ```
    """
    for row in variant.rows:
        if not _must_be_passed(variant, row):
            continue
        examples = [e for e in variant.examples if e.example.param == row.torch]
        shown = [_passes(variant.torch, example, row.torch or "") for example in examples]
        if shown and not any(shown):
            yield (
                examples[0]
                .at("param")
                .finding(
                    f"The example is to show `{row.torch}`, but the torch code does not pass it.",
                    hint=f"Pass `{row.torch}` in the torch code.",
                )
            )


def _must_be_passed(variant: VariantSubject, row: Row) -> bool:
    if row.torch is None or row.paddle is not None or row.action is not Action.REWRITE:
        return False
    default = variant.torch.default(row.torch)
    return default is not None and default.text == _NOT_WANTED


def _passes(side: Side, example: ExampleSubject, name: str) -> bool:
    """Whether some call may pass a parameter; also true where no call can be made out."""
    api = side.api
    found = [choose(use, api) for use in calls(example, "torch")] if api is not None else []
    bindings = [binding for choice in found for binding in choice.bindings]
    return not bindings or any(name in b.arguments or b.fit is Fit.UNKNOWN for b in bindings)


@rule("PM419", VariantSubject, serves="P7 P8 X1")
def none_shown(variant: VariantSubject) -> Iterator[Finding]:
    """What has no way to be written is shown by no example.
    暂无转写方式的参数没有转写示例。

    ```diff
     torch: torch.linalg.svd
     params:
       - {torch: A, paddle: x, desc: input}
       - {torch: full_matrices, paddle: full_matrices, value: "True", desc: other}
    -  - torch: driver
    -    do: none
    -    text: {en: "Paddle chooses.", zh: "由 Paddle 选择。"}
    -    desc: other
    +  - {torch: driver, do: drop, desc: other}
       - {torch: out, paddle: out}
    ```
    """
    for index, row in enumerate(variant.rows):
        name = row.torch or row.paddle
        shown = any(example.example.param == name for example in variant.examples)
        if row.action is Action.NONE and shown:
            yield variant.at("params", index, "do").finding(
                f"The row says that there is no way to write `{name}`, but an example shows one.",
                hint="Write `do: rewrite`, or remove the example.",
            )


_COMMON = ("True", "False", "None")


@rule("PM420", ExampleSubject, serves="P2 X4")
def pair_shown(example: ExampleSubject) -> Iterator[Finding]:
    """Examples pass the same value to both parameters of a row.
    示例向同一行的两个参数传入相同的值。

    If an example gives `a` to torch's `input` and to Paddle's `x`, these two belong together; a row
    that pairs `input` with `y` is wrong, or the example is.

    ```diff
     torch: torch.equal
     paddle: paddle.equal_all
     category: renamed-params
     params:
    -  - {torch: input, paddle: y}
    -  - {torch: other, paddle: x}
    +  - {torch: input, paddle: x}
    +  - {torch: other, paddle: y}
     examples:
       - inputs: {a: "float32[2]", b: "float32[2]"}
         torch: result = torch.equal(input=a, other=b)
         paddle: result = bool(paddle.equal_all(x=a, y=b))
    ```
    """
    if example.variant is None or not example.parses:
        return
    ours, theirs = passed(example, "torch"), passed(example, "paddle")
    if not ours or not theirs:
        return
    rows = example.variant.rows
    for index, row in enumerate(rows):
        value = ours.get(row.torch or "")
        # A bool can go to anything.
        if value in (None, *_COMMON) or list(ours.values()).count(value) != 1:
            continue
        takers = [name for name, other in theirs.items() if other == value]
        if len(takers) == 1 and _contradicts(rows, row, takers[0], theirs):
            yield example.variant.at("params", index, "paddle").finding(
                f"The row pairs `{row.torch}` with {_pairs_shown(row.paddle)}, but an example "
                f"passes `{value}` to `{row.torch}` and to `{takers[0]}`.",
                hint=f"Write `paddle: {takers[0]}`, or fix the example.",
            )


def _contradicts(rows: tuple[Row, ...], row: Row, taker: str, theirs: dict[str, str]) -> bool:
    """Whether what a value goes to in Paddle is another parameter than the row says."""
    if row.paddle is None:
        alone = any(r.torch is None and r.paddle == taker for r in rows)
        return alone and row.action in (Action.DROP, Action.NONE)
    return row.action is None and row.paddle in theirs and row.paddle != taker


def _pairs_shown(name: str | None) -> str:
    return "nothing" if name is None else f"`{name}`"


@rule("PM421", VariantSubject, serves="P5")
def set_missing(variant: VariantSubject) -> Iterator[Finding]:
    """What examples pass to a Paddle-only parameter stands in its row.
    示例向仅 Paddle 有的参数传入的值，在该参数的行中写明。

    That is `value`, code of the mapping that passes it, or a text of a row that does
    (`need_weights=True`). Without any of them the table tells the reader to keep the default.

    ```diff
     torch: torch.gather
     params:
       - {torch: input, paddle: arr}
       - {torch: dim, paddle: axis}
       - {torch: index, paddle: indices}
       - {torch: sparse_grad, do: drop}
       - {torch: out, paddle: out}
    -  - {paddle: broadcast, desc: other}
    +  - {paddle: broadcast, desc: other, value: "False"}
     examples:
       - inputs: {x: "float32[2, 2]", i: [[0, 1], [1, 0]]}
         torch: result = torch.gather(x, 0, i)
         paddle: result = paddle.take_along_axis(x, i, 0, broadcast=False)
    ```
    """
    silent = [(i, row.paddle) for i, row in enumerate(variant.rows) if _says_nothing(variant, row)]
    if not silent or any(example.paddle.error for example in variant.examples):
        return
    arguments = [
        argument
        for example in variant.examples
        for binding in bindings(example, "paddle")
        for argument in binding.arguments.values()
    ]
    for index, name in silent:
        values = (_value_shown(one) for one in arguments if one.parameter.name == name)
        value = next(filter(None, values), None)
        if value is not None and not says(variant, name or ""):
            yield variant.at("params", index).finding(
                f"An example passes `{name}={value}`, but the row does not say so.",
                hint="Say with `value` what it gets, or leave it out of the example.",
            )


def _says_nothing(variant: VariantSubject, row: Row) -> bool:
    """Whether only Paddle has the parameter, and the rows leave it at its default."""
    if row.torch is not None or row.paddle in (None, variant.paddle.own):
        return False
    parameter = variant.paddle.get(row.paddle)
    if parameter is None or parameter.required:
        return False  # PM603 or PM622
    forms = (IDIOMS[other.form] for other in variant.rows if other.form in IDIOMS)
    return row.set is None and row.value is None and row.paddle not in (f.into for f in forms)


def _value_shown(argument: Argument) -> str | None:
    """What is passed, unless it is the default anyway."""
    value = None if argument.value is None else ast.unparse(argument.value)
    return None if value is None or same_default(value, argument.parameter.default) else value


@rule("PM422", ExampleSubject, serves="P7 X1")
def action_shown(example: ExampleSubject) -> Iterator[Finding]:
    """An example shows what the action of its parameter says.
    示例与其参数的处理方式一致。

    Where a parameter is dropped, the Paddle code does nothing more than the torch code; where it is
    rewritten, it does more than leave the parameter out.

    ```diff
     torch: torch.linalg.svd
     params:
       - {torch: A, paddle: x, desc: input}
       - {torch: full_matrices, paddle: full_matrices, value: "True", desc: other}
    -  - {torch: driver, do: rewrite, desc: other}
    +  - {torch: driver, do: drop, desc: other}
       - {torch: out, paddle: out}
     examples:
       - param: driver
         inputs: {x: "float32[3, 2]"}
         torch: result = torch.linalg.svd(x, driver="gesvd")
         paddle: result = paddle.linalg.svd(x, full_matrices=True)
    ```
    """
    if example.variant is None or not example.parses:
        return
    rows = enumerate(example.variant.rows)
    found = [n for n, r in rows if r.torch == example.example.param and r.paddle is None]
    if not found or example.example.param is None:
        return
    name, action = example.example.param, example.variant.rows[found[0]].action
    if action is Action.DROP and _size(example.paddle) > _size(example.torch):
        message = f"`{name}` is to be dropped, but the Paddle code of its example does more."
        hint = "Write `do: rewrite`, or only leave the parameter out."
    elif action is Action.REWRITE and _only_left_out(example, example.variant):
        message = f"`{name}` is to be rewritten, but its example only leaves it out."
        hint = "Write `do: drop`, or show what replaces the parameter."
    else:
        return
    yield example.variant.finding(message, "params", found[0], "do", hint=hint)


def _size(code: Code) -> int:
    """How much is done: calls and statements."""
    return len(code.calls) + len(code.body)


def _only_left_out(example: ExampleSubject, variant: VariantSubject) -> bool:
    ours, theirs = passed(example, "torch"), passed(example, "paddle")
    if ours is None or theirs is None or not all(_is_one_call(example, s) for s in LIBRARIES):
        return False
    value = ours.get(example.example.param or "", "")
    if set(re.findall(r"\w+", value)) & example.paddle.loads.keys():
        return False  # What was passed is used in some other way.
    pairs = {row.torch: row.paddle for row in variant.rows}
    expected = {pairs[name]: value for name, value in ours.items() if pairs.get(name)}
    fixed = {row.paddle for row in variant.rows if row.set is not None} | {variant.paddle.own}
    return expected == {name: value for name, value in theirs.items() if name not in fixed}


def _is_one_call(example: ExampleSubject, side: Library) -> bool:
    """Whether a side is one statement, whose value is the call of the API itself."""
    body = getattr(example, side).body
    statement = body[0] if len(body) == 1 else None
    value = statement.value if isinstance(statement, (ast.Assign, ast.Expr)) else None
    return any(use.node is value for use in calls(example, side))


@rule("PM423", ExampleSubject, serves="X4")
def layer_called(subject: ExampleSubject) -> Iterator[Finding]:
    """A layer made by an example is called with a known input.
    示例创建的层会以明确的输入调用。

    Both layers are called with the input that the code does not use; without one nothing but their
    weights is compared. Where there are several, `call` says which, and in what order.

    ```diff
     torch: torch.nn.Sigmoid
     paddle: paddle.nn.Sigmoid
     category: no-params
     examples:
    -  - torch: result = torch.nn.Sigmoid()
    +  - inputs: {x: "float32[2, 3]"}
    +    torch: result = torch.nn.Sigmoid()
         paddle: result = paddle.nn.Sigmoid()
    ```
    """
    example = subject.example
    if not subject.parses or example.call is not None or example.compare.raises:
        return
    inputs = dict(example.inputs)
    kind = kind_of_result(subject.torch, subject.facts.torch, inputs)
    if kind is Kind.VALUE:
        return
    left = inputs.keys() - subject.torch.loads.keys() - subject.paddle.loads.keys()
    if not left and kind is Kind.LAYER:
        yield subject.at("torch").finding(
            "The layer is never called, so that only its weights are compared.",
            hint="Add an input to call it with, or call it in the code.",
        )
    elif len(left) > 1:
        names = ", ".join(f"`{name}`" for name in sorted(left))
        yield subject.at("inputs").finding(
            f"It is open which of {names} the layer is called with.",
            key=True,
            hint="Write `call` with their names in order, or remove what nothing uses.",
        )


@rule("PM424", VariantSubject, serves="X1 P4")
def renamed_shown(variant: VariantSubject) -> Iterator[Finding]:
    """An example passes every parameter that is only called differently.
    每个仅名称不同的参数都在某个示例中传入。

    That two parameters mean the same is a claim; passing a value to both and comparing the results
    is what checks it. By position will do.

    ```diff
     torch: torch.roll
     paddle: paddle.roll
     category: renamed-params
     params:
       - {torch: input, paddle: x}
       - {torch: shifts, paddle: shifts, desc: other}
       - {torch: dims, paddle: axis, desc: dim}
     examples:
       - inputs: {x: "float32[2, 3]"}
    -    torch: result = torch.roll(x, 2)
    -    paddle: result = paddle.roll(x, 2)
    +    torch: result = torch.roll(x, 2, 1)
    +    paddle: result = paddle.roll(x, 2, 1)
    ```
    """
    if not variant.examples or any(not example.parses for example in variant.examples):
        return
    given = [only_binding(example, "torch") for example in variant.examples]
    if None in given:
        return
    shown = {name for binding in given if binding for name in binding.arguments}
    for index, row in enumerate(variant.rows):
        name = row.torch
        if row_kind(row) is not RowKind.RENAMED or name is None or row.paddle is None:
            continue
        if name == variant.torch.own or name in shown:
            continue
        if variant.torch.get(name) is None or variant.paddle.get(row.paddle) is None:
            continue  # There is no such parameter, which is PM603.
        yield variant.at("params", index).finding(
            f"No example passes `{name}`, so nothing shows that it is `{row.paddle}`.",
            hint="Pass another value than the default in an example, on both sides.",
        )
