"""Examples: that there are enough, each about something, none twice."""

from __future__ import annotations

import json
from collections.abc import Iterator

from lint_mappings.rules.rule import rule
from lint_mappings.subjects import EntrySubject, ExampleSubject, Finding, VariantSubject
from mapping_model.categories import Category
from mapping_model.entry import Action
from mapping_model.problems import did_you_mean


@rule("PM401", VariantSubject, serves="X1")
def example(variant: VariantSubject) -> Iterator[Finding]:
    """Every entry, and every variant of one, has an example.
    每个条目及其每个变体都有示例。

    The format specification asks for none where the mapping is one to one; here they are asked for
    all the same, since only what runs is known to be true. Aliases and missing APIs have none.

    ```diff
     torch: torch.Tensor.t
    +examples:
    +  - inputs: {x: "float32[2, 3]"}
    +    torch: result = x.t()
    +    paddle: result = x.t()
    ```
    """
    if variant.examples or variant.variant.category is Category.MISSING:
        return
    what = "variant" if variant.path else "entry"
    yield variant.at("category").finding(
        f"The {what} has no example.",
        hint="Add `examples` with `inputs`, `torch` and `paddle`; both sides assign `result`.",
    )


RETURNS = "returns"


@rule("PM402", VariantSubject, serves="X1 X2")
def rewrite_example(variant: VariantSubject) -> Iterator[Finding]:
    """Everything to be rewritten is shown by an example that names it.
    每个需要转写的参数或返回值都有对应的示例。

    The example names the row with `param`; `param: returns` is the return value.

    ```diff
     torch: torch.abs
     category: params-differ
     text: {en: "`out` differs.", zh: "`out` 不同。"}
     params:
       - {torch: input, paddle: x}
       - {torch: out, paddle: out, do: rewrite, text: {en: "It differs.", zh: "用法不同。"}}
     examples:
    -  - inputs: {x: "float32[2]", y: "float32[2]"}
    +  - param: out
    +    inputs: {x: "float32[2]", y: "float32[2]"}
         torch: result = torch.abs(x, out=y)
         paddle: result = paddle.assign(paddle.abs(x), y)
    ```
    """
    shown = {example.example.param for example in variant.examples}
    for index, row in enumerate(variant.rows):
        name = row.torch or row.paddle
        if row.action is Action.REWRITE and name not in shown:
            yield variant.at("params", index, "do").finding(
                f"`{name}` is to be rewritten, but no example shows how.",
                hint=f"Add an example with `param: {_quoted(name or '')}`.",
            )
    returns = variant.variant.returns
    if returns is not None and returns.action is Action.REWRITE and RETURNS not in shown:
        yield variant.at("returns").finding(
            "The return value is to be rewritten, but no example shows how.",
            hint="Add an example with `param: returns`.",
        )


def _quoted(name: str) -> str:
    return f'"{name}"' if name.startswith("*") else name


@rule("PM403", VariantSubject, serves="X2")
def example_param(variant: VariantSubject) -> Iterator[Finding]:
    """`param` of an example names a row.
    示例的 `param` 是参数表中的一行。

    `param` of an example names a row: torch's parameter, or Paddle's where torch has none.
    `param: returns` names the return value, and needs `returns`.

    ```diff
     torch: torch.abs
     examples:
    -  - param: ouput
    +  - param: input
         inputs: {x: "float32[2, 3]"}
         torch: result = torch.abs(x)
         paddle: result = paddle.abs(x)
    ```
    """
    names = [name for row in variant.rows if (name := row.torch or row.paddle)]
    if variant.variant.returns is not None:
        names.append("returns")
    for subject in variant.examples:
        param = subject.example.param
        if param is None or param in names:
            continue
        if param == "returns":
            message = "The example shows the return value, but the entry has no `returns`."
        else:
            message = f"There is no row `{param}`.{did_you_mean(param, names)}"
        rows = ", ".join(f"`{name}`" for name in names)
        yield subject.finding(
            message, "param", hint=f"Rows: {rows}." if rows else "Remove `param`."
        )


@rule("PM409", EntrySubject, serves="X2")
def shows_api(entry: EntrySubject) -> Iterator[Finding]:
    """The torch code of an example uses the entry's API.
    示例的 torch 代码用到该条目的 API。

    The torch code of every example calls the API that the entry is about, or an alias of it. A
    function or class is named in full (`torch.nn.Linear`), a method or attribute by what follows
    the dot (`x.t()`).

    ```diff
     torch: torch.Tensor.t
     examples:
       - inputs: {x: "float32[2, 3]"}
    -    torch: result = x.T
    +    torch: result = x.t()
         paddle: result = x.t()
    ```
    """
    api = entry.entry.torch
    for variant in entry.variants:
        for example in variant.examples:
            uses, member = example.torch.uses, entry.is_member
            if example.torch.error is None and not any(
                uses.of(name, member=member) for name in (api, *entry.facts.aliases(api))
            ):
                yield example.at("torch").finding(
                    f"The torch code does not use `{api}`.",
                    hint="Show the API of the entry itself, and as little else as possible.",
                )


@rule("PM413", ExampleSubject)
def call_(subject: ExampleSubject) -> Iterator[Finding]:
    """`call` names inputs.
    `call` 中的名称都是输入。

    `call` names the inputs that a layer is called with.

    ```diff
     torch: torch.nn.Sigmoid
     paddle: paddle.nn.Sigmoid
     category: no-params
     examples:
       - inputs: {x: "float32[2, 3]"}
    -    called_with: [z]
    +    called_with: [x]
         torch: result = torch.nn.Sigmoid()
         paddle: result = paddle.nn.Sigmoid()
    ```
    """
    names = [name for name, _ in subject.example.inputs]
    for index, name in enumerate(subject.example.call or ()):
        if name not in names:
            known = ", ".join(f"`{known}`" for known in names)
            yield subject.at("called_with", index).finding(
                f"There is no input `{name}`.{did_you_mean(name, names)}",
                hint=f"Inputs: {known}." if known else "Write `inputs` first.",
            )


@rule("PM416", VariantSubject, serves="X3", severity="warning")
def repeated_example(variant: VariantSubject) -> Iterator[Finding]:
    """No example stands twice.
    没有重复的示例。

    No example stands twice: the second shows nothing new and is run for nothing.

    ```diff
     torch: torch.abs
     examples:
       - inputs: {x: "float32[2, 3]"}
         torch: result = torch.abs(x)
         paddle: result = paddle.abs(x)
    -  - inputs: {x: "float32[2, 3]"}
    -    torch: result = torch.abs(x)
    -    paddle: result = paddle.abs(x)
    ```
    """
    seen: dict[str, int] = {}
    codes = [subject.example.torch.strip() for subject in variant.examples]
    for number, subject in enumerate(variant.examples, 1):
        example = subject.example
        if codes.count(example.torch.strip()) < 2:
            continue  # most, so that few are written out
        content = (example.inputs, example.torch.strip(), example.paddle.strip(), example.param)
        key = json.dumps(content, sort_keys=True, default=str)
        if key in seen:
            yield subject.finding(
                f"The example is the same as example {seen[key]}.",
                hint="Remove it, or show something else.",
            )
        seen.setdefault(key, number)
