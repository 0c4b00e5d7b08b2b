"""Every word that expressions and code of mappings may use, with what it means: for people.

What the words do is defined by `parsing`, `kinds`, `values` and the idioms; tests hold that nothing
is left out here and nothing is listed that they do not know.
"""

from __future__ import annotations

from dataclasses import dataclass

from mapping_model.categories import Text


@dataclass(frozen=True, slots=True)
class Word:
    """One word: a sample of its use, and what that means."""

    sample: str
    meaning: Text


# Where expressions and code stand, and over what.
PLACES = (
    Word(
        "value: not batch_first",
        Text(
            "On a row: what Paddle's parameter gets, over PyTorch's parameters. PyTorch's default "
            "stands for one that a call leaves out; what equals Paddle's default is not written.",
            "写在行上：传给 Paddle 参数的值，用 PyTorch 的参数表示。调用时省略的参数取 PyTorch "
            "的默认值；与 Paddle 默认值相同时不写出。",
        ),
    ),
    Word(
        "value: bool(result)",
        Text(
            "On `returns`: what stands for PyTorch's result, over `result`, that of Paddle's call.",
            "写在 `returns` 中：代替 PyTorch 返回值的表达式，`result` 为 Paddle 的返回值。",
        ),
    ),
    Word(
        "when: isa(dim, int)",
        Text(
            "On a variant or a case: the calls that it is for. Only what stands in the call "
            "counts. It holds, does not, or cannot be told; then a case does not count.",
            "写在调用方式或情况上：适用于哪些调用。只看调用中写出的内容，结论为成立、不成立或"
            "无法判断；无法判断时该情况不适用。",
        ),
    ),
    Word(
        "code: paddle.nn.LSTM(input_size, **rest)",
        Text(
            "In a case: lines of assignments and expressions, of which the last is the "
            "result. A line may be `if x: raise RuntimeError('y')`; `_ = x` tells that an "
            "argument changes nothing, and is not written. It may also repeat: "
            "`[f(x) for x in xs]`, and name a function: `lambda x: f(x)`.",
            "写在情况中：由赋值与表达式组成的若干行代码，最后一行为结果；"
            "其中可以有 `if x: raise RuntimeError('y')` 这样的行；"
            "`_ = x` 表示该参数不影响结果，不会写出；"
            "也可以使用推导式，如 `[f(x) for x in xs]`，以及匿名函数，如 `lambda x: f(x)`。",
        ),
    ),
    Word(
        "values: paddle.sort(**rest)",
        Text(
            "Under `code` of a case: the code for a named part of the result.",
            "写在情况的 `code` 之下：返回值中具名部分的代码。",
        ),
    ),
)

# What a condition may ask of a call; the sentence is made of the sample.
QUESTIONS = (
    *("given(out)", "isa(dim, int)", "called()"),
    *("decorates()", "entered()", "wraps()", "written()"),
)
CONDITIONS = (
    *("p == 0", "p != 0", "p < 0", "p <= 0", "p > 0", "p >= 0", "p is None", "p is not None"),
    *("p in (0, 1)", "p not in (0, 1)", "not given(p)", "given(p) and q == 0"),
    *("given(p) or given(q)", "p == inf"),
)

VALUES = (
    Word(
        "dim",
        Text(
            "A parameter: the argument of the call, else PyTorch's default.",
            "参数：调用中传入的值，否则为 PyTorch 的默认值。",
        ),
    ),
    Word(
        "0.5, 'mean', True, None, [1, -1], (2, 3), {'a': 1}",
        Text("Values that are written out.", "直接写出的值。"),
    ),
    Word("betas[0], size[:2]", Text("An item, a part of a list.", "列表中的一项或一部分。")),
    Word("input.dtype", Text("An attribute.", "属性。")),
    Word(
        "1 + 2 - 3 * 4 / 5 // 6 % 7 ** 8",
        Text("Numbers are computed as in Python.", "按 Python 的规则计算。"),
    ),
    Word(
        "'bidirect' if bidirectional else 'forward'",
        Text("One value or another, by a condition.", "按条件取其一。"),
    ),
    Word(
        "paddle.full([], *sizes, dtype='float32')",
        Text("A call of Paddle.", "调用 Paddle 的 API。"),
    ),
)

NAMES = (
    Word(
        "self",
        Text("The object that a method is called on.", "调用方法的对象。"),
    ),
    Word(
        "value",
        Text("What an attribute is assigned.", "对属性所赋的值。"),
    ),
    Word(
        "result",
        Text(
            "In `value` of `returns`: what Paddle's call returns.",
            "`returns` 的 `value` 中：Paddle 的返回值。",
        ),
    ),
    Word(
        "**rest",
        Text(
            "What the rows make of the arguments that the code does not name.",
            "代码中未写出的参数，按参数表转换。",
        ),
    ),
    Word(
        "**same",
        Text("All arguments, as PyTorch's call has them.", "全部参数，与 PyTorch 的调用相同。"),
    ),
)

# What the condition of a limit may ask of values, beside what any condition may.
LIMITS = (
    *("some(isnan(input))", "some(isinf(input))", "some(input < 0)", "some(abs(input) > 1)"),
    *("some(t.ndim == 0 for t in tensors)", "len(tensors) > 1", "floating(input)"),
    *("integral(input)", "complex(input)", "contiguous(input)", "view(input)"),
    *(
        "ties(input, dim)",
        "tied_largest(input, dim)",
        "tied_smallest(input)",
        "constant(input, dim)",
        "changed(result)",
    ),
    "input.dtype in (float16, bfloat16)",
    *(
        "input.ndim == 0",
        "input.size == 0",
        "some(input.imag != 0)",
        "input.shape != other.shape",
    ),
    *("target.requires_grad", "training"),
)
