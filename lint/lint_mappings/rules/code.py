"""The code of examples: Python that runs, and is about the right library."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator

from lint_mappings.rules.rule import rule
from lint_mappings.subjects import ExampleSubject, Finding
from lint_mappings.subjects.code import BUILTINS, Code
from mapping_model.calls.uses import LIBRARIES, dotted
from mapping_model.problems import did_you_mean
from mapping_model.syntax import TooMuch, sentence

_PLAIN = "Write plain statements; in YAML use `|` before code of several lines."
_SHORTER = "Show the API and as little else as possible."


@rule("PM404", ExampleSubject, serves="X2")
def syntax(example: ExampleSubject) -> Iterator[Finding]:
    """The code of examples is valid Python.
    示例代码是合法的 Python。

    A common slip is full-width punctuation: `torch.abs(x，y)`. Code of more than 3,500 characters,
    or nested deeper than 50 levels, is no example, and not looked at further.

    ```diff
     torch: torch.Tensor.t
     examples:
       - inputs: {x: "float32[2, 3]"}
    -    torch: result = x.t(
    +    torch: result = x.t()
         paddle: result = x.t()
    ```
    """
    for code in example.sides:
        error = code.error
        if error is not None:
            line = max(0, (error.lineno or 1) - 1)
            column = max(0, (error.offset or 1) - 1)
            yield example.at(code.side).finding(
                sentence(error),
                hint=_SHORTER if isinstance(error, TooMuch) else _PLAIN,
                offset=(line, column),
            )


@rule("PM405", ExampleSubject, serves="X3", severity="warning")
def short_code(example: ExampleSubject) -> Iterator[Finding]:
    """Examples import and print nothing.
    示例不导入也不打印任何内容。

    Examples import nothing and print nothing: `torch` or `paddle` and the inputs are there already.

    ```diff
     torch: torch.Tensor.t
     examples:
       - inputs: {x: "float32[2, 3]"}
    -    torch: |
    -      import torch
    -      result = x.t()
    +    torch: result = x.t()
         paddle: result = x.t()
    ```
    """
    for code in example.sides:
        if "import" not in code.text and "print" not in code.text:
            continue
        for node in (*code.of(ast.Import), *code.of(ast.ImportFrom)):
            yield example.in_code(
                code,
                node,
                "The example imports something.",
                f"Remove it: `{code.side}` and the inputs are defined, and full names "
                "reach everything else.",
            )
        for node in code.calls:
            if _is_print(node.func):
                yield example.in_code(
                    code,
                    node,
                    "The example prints something.",
                    "Assign what is worth comparing to `result` instead.",
                )


def _is_print(function: ast.expr) -> bool:
    return isinstance(function, ast.Name) and function.id == "print"


# Library functions that write into what they are given, though their names do not say so.
_WRITERS = ("paddle.assign", "paddle.increment")
_WRITING_MODULES = ("torch.autograd.", "torch.nn.utils.", "paddle.autograd.", "paddle.nn.utils.")
_STATEMENTS = (ast.AugAssign, ast.Delete, ast.Assign, ast.Expr)
_TITLES = {"torch": "PyTorch", "paddle": "Paddle"}


@rule("PM406", ExampleSubject, serves="X4")
def result(subject: ExampleSubject) -> Iterator[Finding]:
    """Both sides assign `result`, or change an input.
    两侧都给 `result` 赋值，或修改某个输入。

    An example that only evaluates something would pass whatever it computes.

    ```diff
     torch: torch.Tensor.t
     examples:
       - inputs: {x: "float32[2, 3]"}
         torch: result = x.t()
    -    paddle: y = x.t()
    +    paddle: result = x.t()
    ```
    """
    example = subject.example
    if subject.raises or example.cannot_run is not None or not subject.parses:
        return
    assigns = [code for code in subject.sides if "result" in code.bound]
    if len(assigns) == 1:
        other = subject.paddle if assigns[0] is subject.torch else subject.torch
        yield subject.at(other.side).finding(
            f"Only the {_TITLES[assigns[0].side]} side assigns `result`.",
            hint="Assign `result` on both sides, or on neither when an input is changed in place.",
        )
    elif not assigns and example.processes == 1:  # those of several write into what they are given
        tensors = {name for name, spec in example.inputs if not isinstance(spec, dict)}
        for code in subject.sides:
            if not any(_has_effect(n, tensors) for kind in _STATEMENTS for n in code.of(kind)):
                yield subject.at(code.side).finding(
                    "The code neither assigns `result` nor changes an input.",
                    hint="Assign what is to be compared to `result`.",
                )


def _has_effect(node: ast.AST, tensors: set[str]) -> bool:
    """Whether a statement can change an input."""
    if isinstance(node, (ast.AugAssign, ast.Delete)):
        return True
    if isinstance(node, ast.Assign):
        return any(isinstance(t, (ast.Attribute, ast.Subscript)) for t in node.targets)
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        return False
    name = dotted(node.value.func)
    if name is None or name.partition(".")[0] not in LIBRARIES:
        return True  # a method: it may change what it is called on
    if name.endswith("_") or name in _WRITERS or name.startswith(_WRITING_MODULES):
        return True
    return _writes(node.value, tensors)


def _writes(call: ast.Call, tensors: set[str]) -> bool:
    """Whether a library function gets something that it may change."""
    if any(keyword.arg in ("out", "inplace") for keyword in call.keywords):
        return True
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    names = {n.id for value in given for n in ast.walk(value) if isinstance(n, ast.Name)}
    return bool(names - tensors - set(LIBRARIES))


@rule("PM407", ExampleSubject, serves="X2")
def undefined(example: ExampleSubject) -> Iterator[Finding]:
    """Every name in the code is defined.
    代码中的每个名称都有定义。

    Code uses only what is defined: its own library, the inputs, builtins, and what it assigns.
    Where the counterpart lives in another package, the Paddle code has that package
    too.

    ```diff
     torch: torch.Tensor.t
     examples:
       - inputs: {x: "float32[2, 3]"}
         torch: result = x.t()
    -    paddle: result = y.t()
    +    paddle: result = x.t()
    ```
    """
    inputs = {name for name, _ in example.example.inputs}
    for code in example.sides:
        known = inputs | code.bound | _package(example, code)
        for name, node in code.loads.items():
            if name in known or name in BUILTINS or name in LIBRARIES:
                continue
            yield example.in_code(
                code,
                node,
                f"`{name}` is not defined.{did_you_mean(name, known)}",
                f"Add it to `inputs`, or assign it; apart from that only `{code.side}` is there.",
            )


def _package(example: ExampleSubject, code: Code) -> set[str]:
    """The name of the package that an outside counterpart is imported from."""
    outside = None if example.variant is None else example.variant.variant.outside
    return {outside.api.partition(".")[0]} if outside and code.side == "paddle" else set()


_OTHER = {"torch": "paddle", "paddle": "torch"}


@rule("PM408", ExampleSubject, serves="X2")
def foreign(example: ExampleSubject) -> Iterator[Finding]:
    """`torch` is used on the PyTorch side only, `paddle` on the Paddle side only.
    `torch` 仅用于 PyTorch 一侧，`paddle` 仅用于 Paddle 一侧。

    ```diff
     torch: torch.Tensor.t
     examples:
       - inputs: {x: "float32[2, 3]"}
         torch: result = x.t()
    -    paddle: result = torch.clone(x).t()
    +    paddle: result = x.t()
    ```
    """
    for code in example.sides:
        other = _OTHER[code.side]
        node = code.loads.get(other)
        if node is not None and other not in code.bound:
            yield example.in_code(
                code,
                node,
                f"`{other}` is used in the code for `{code.side}`.",
                f"Write it with `{code.side}`.",
            )


_IDEOGRAPHS = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff01-\uff5e]")
_ERRORS = (tokenize.TokenError, SyntaxError)


@rule("PM415", ExampleSubject, serves="X3")
def code_language(example: ExampleSubject) -> Iterator[Finding]:
    """Code has no Chinese names or comments.
    代码中的名称和注释不使用中文。

    The code of examples has no Chinese names or comments, since both languages show the same code.
    Strings are data and may be in any language.

    ```diff
     torch: torch.abs
     paddle: paddle.abs
     category: renamed-params
     params:
       - {torch: input, paddle: x}
       - {torch: out, paddle: out}
     examples:
       - inputs: {x: "float32[2, 3]"}
         torch: |
           result = torch.abs(x)
         paddle: |
    -      result = paddle.abs(x)  # 逐元素
    +      result = paddle.abs(x)
    ```
    """
    for code in example.sides:
        if code.error is not None or not _IDEOGRAPHS.search(code.text):
            continue
        for token in _tokens(code.text):
            found = _IDEOGRAPHS.search(token.string)
            if found and token.type in (tokenize.NAME, tokenize.COMMENT):
                line, column = token.start
                yield example.at(code.side).finding(
                    f"The code has `{found[0]}` in a name or a comment.",
                    hint="Write names in Latin letters; what is to be said goes into `title`.",
                    offset=(line - 1, column + found.start()),
                )


def _tokens(text: str) -> Iterator[tokenize.TokenInfo]:
    try:
        yield from tokenize.generate_tokens(io.StringIO(text).readline)
    except _ERRORS:
        return


@rule("PM417", ExampleSubject, serves="X2")
def unfinished_code(example: ExampleSubject) -> Iterator[Finding]:
    """No value in code is left open as `...`.
    代码中没有用 `...` 代替的值。

    `lint-mappings new` writes such code where a person has to decide.

    ```diff
     torch: torch.abs
     paddle: paddle.abs
     category: renamed-params
     params:
       - {torch: input, paddle: x}
       - {torch: out, paddle: out}
     examples:
       - inputs: {x: "float32[2, 3]"}
    -    torch: |
    -      result = torch.abs(x, out=...)
    -    paddle: |
    -      result = paddle.abs(x)
    +    torch: result = torch.abs(x)
    +    paddle: result = paddle.abs(x)
    ```
    """
    for code in example.sides:
        if "..." not in code.text:
            continue
        for call in code.calls:
            values = [*call.args, *(keyword.value for keyword in call.keywords)]
            for value in filter(_is_open, values):
                yield _finding(example, code.side, code.offset(value))
        for node in (*code.of(ast.Assign), *code.of(ast.Expr)):
            if _is_open(node.value):
                yield _finding(example, code.side, code.offset(node.value))


def _is_open(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _finding(example: ExampleSubject, side: str, offset: tuple[int, int]) -> Finding:
    return example.at(side).finding(
        "The code is unfinished: `...` stands where a value belongs.",
        hint="Write the value; the example is run.",
        offset=offset,
    )
