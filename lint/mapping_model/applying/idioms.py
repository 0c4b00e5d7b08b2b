"""The idioms that mappings name instead of writing them out: one table.

An idiom says what becomes of one torch parameter, which it calls `it`: the `value` that Paddle's
parameter of the row gets, or the code `after` the call, whose result it calls `result`. Neither is
asked where `needed` does not hold. A row may have one for older releases, too, which lack
Paddle's parameter.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass

from mapping_model.applying.grouping import as_groups
from mapping_model.categories import Text
from mapping_model.language.evaluating import Scope, as_tree, asked, literal
from mapping_model.syntax import walk

IT, RESULT = "it", "result"
# What PyTorch writes a result to; code that does not take it up is followed by `assign`.
OUT = "out"
# Where the argument is no literal, it is taken to be something.
UNLESS_NONE = "it is not None"


@dataclass(frozen=True, slots=True)
class Idiom:
    """One idiom; `example` is torch's code and Paddle's. `make` gives a value that no expression
    of the language can say, None where a person must decide; `after` finds it under `it`. `into`
    is the Paddle parameter that gets the value where the row itself has none."""

    sentence: Text
    example: tuple[str, str]
    value: str | None = None
    after: str | None = None
    needed: str = UNLESS_NONE
    into: str | None = None
    make: Callable[[ast.expr, Scope], ast.expr | None] | None = None


def _listed(value: ast.expr, scope: Scope) -> ast.expr | None:
    """`view(2, 3)`, `view((2, 3))`, `view(s)`, `view(*s)`: the list of numbers."""
    if not isinstance(value, ast.List) or len(value.elts) != 1:
        return value
    (item,) = value.elts
    if isinstance(item, ast.Starred):
        return value if _is_iterator(item.value) else item.value
    found = scope.type_of(item)
    if isinstance(item, (ast.List, ast.Tuple)):
        return item
    kinds = set() if found is None else {member.name in _SINGLE for member in found.members}
    if len(kinds) == 1:
        return value if kinds.pop() else item
    # It would be evaluated twice.
    calls = any(isinstance(node, ast.Call) for node in walk(item))
    return None if calls else ast.IfExp(asked(item, "int"), value, item)


def _is_iterator(node: ast.expr) -> bool:
    """Whether it gives its items once and is no list: `map(int, s)`, `(n for n in s)`."""
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in _ITERATORS
    return isinstance(node, ast.GeneratorExp)


_ITERATORS = {"enumerate", "filter", "iter", "map", "reversed", "zip"}
# One of these is an item of the list, not the list.
_SINGLE = {"int", "number", "Tensor"}


def _device(value: ast.expr, scope: Scope) -> ast.expr | None:
    """`"cuda:1"` as `"gpu:1"`, `1` too; what is no literal was made for Paddle elsewhere."""
    given = literal(value)
    if given is None:
        return value
    if isinstance(given[0], int):
        return as_tree(f"gpu:{given[0]}")
    return as_tree(re.sub(r"^cuda\b", "gpu", given[0])) if isinstance(given[0], str) else value


_TENSORS = {"Tensor", "torch.nn.Parameter", "torch.nn.parameter.Parameter"}
_TENSORS_OF_LAYERS = {"weight", "bias"}


def _collected(value: ast.expr, scope: Scope) -> ast.expr:
    """Something to go through as a list; Paddle's `parameters()` is one already."""
    if isinstance(value, ast.GeneratorExp):
        return ast.ListComp(value.elt, value.generators)
    called = value.func if isinstance(value, ast.Call) else None
    if isinstance(called, ast.Attribute) and called.attr == "parameters":
        return value
    found = scope.type_of(value)
    if isinstance(value, (ast.List, ast.Tuple, ast.ListComp)):
        return value
    one = isinstance(value, ast.Attribute) and value.attr in _TENSORS_OF_LAYERS
    if one or (found is not None and found.name in _TENSORS):
        return value  # a list of its rows has no gradients
    return ast.Call(ast.Name("list", ast.Load()), [value], [])


IDIOMS: dict[str, Idiom] = {
    "assign": Idiom(
        Text(
            "Assign the result, `paddle.assign(result, out)`; where `out` has another dtype, "
            "`result.astype(out.dtype)`, or it takes that of the result.",
            "对结果赋值，即 `paddle.assign(result, out)`；若 `out` 的数据类型不同，"
            "应赋 `result.astype(out.dtype)`，否则 `out` 会变成结果的数据类型。",
        ),
        ("torch.abs(x, out=y)", "paddle.assign(paddle.abs(x), y)"),
        after="paddle.assign(result, it)",
    ),
    "assign_pair": Idiom(
        Text("Assign the two results to it.", "将两个结果分别赋给它。"),
        (
            "torch.sort(x, out=(v, i))",
            "values, indices = paddle.sort(x), paddle.argsort(x)\n"
            "paddle.assign(values, v)\npaddle.assign(indices, i)",
        ),
        after=(
            "values, indices = result\npaddle.assign(values, it[0])\n"
            "paddle.assign(indices, it[1])\nit"
        ),
    ),
    "clone": Idiom(
        Text("Call `clone` on the result.", "对结果调用 `clone`。"),
        ("x.to(torch.float32, copy=True)", 'x.astype("float32").clone()'),
        after="result.clone()",
        needed="it",
    ),
    "to": Idiom(
        Text("Call `to(dtype=...)` on the layer.", "对该层调用 `to(dtype=...)`。"),
        (
            "torch.nn.Linear(3, 4, dtype=torch.float64)",
            'paddle.nn.Linear(3, 4).to(dtype="float64")',
        ),
        after="result.to(dtype=it)",
    ),
    "moved": Idiom(
        Text("Call `to` on the result.", "对结果调用 `to`。"),
        ('torch.randint(9, (3,), device="cuda")', 'paddle.randint(9, shape=[3]).to("gpu")'),
        after="result.to(it)",
        make=_device,
    ),
    "pinned": Idiom(
        Text("Call `pin_memory` on the result.", "对结果调用 `pin_memory`。"),
        ("torch.ones(3, pin_memory=True)", "paddle.ones([3]).pin_memory()"),
        after="result.pin_memory()",
        needed="it",
    ),
    "gradient": Idiom(
        Text(
            "Set `stop_gradient` of the result to the opposite.",
            "将结果的 `stop_gradient` 设为相反的值。",
        ),
        (
            "torch.ones(3, requires_grad=True)",
            "x = paddle.ones([3])\nx.stop_gradient = False",
        ),
        after="x = result\nx.stop_gradient = not it\nx",
        needed="it",
    ),
    "left_out": Idiom(
        Text("Leave it out.", "省略该参数。"),
        ("torch.nn.Dropout(0.5, True)", "paddle.nn.Dropout(0.5)"),
        after="result",
    ),
    "list": Idiom(
        Text("Write the numbers as a list.", "把各个数写成列表。"),
        ("x.view(3, -1)", "x.reshape([3, -1])"),
        make=_listed,
    ),
    "collected": Idiom(
        Text("Paddle takes a list, no generator.", "Paddle 须传入列表，而不能是生成器。"),
        (
            "torch.nn.utils.clip_grad_norm_(filter(f, net.parameters()), 1.0)",
            "paddle.nn.utils.clip_grad_norm_(list(filter(f, net.parameters())), 1.0)",
        ),
        make=_collected,
    ),
    "device": Idiom(
        Text(
            'Paddle names the device `"gpu:0"` instead of `"cuda:0"`.',
            'Paddle 的设备名为 `"gpu:0"` 而不是 `"cuda:0"`。',
        ),
        ('x.to("cuda:0")', 'x.to("gpu:0")'),
        make=_device,
    ),
    "groups": Idiom(
        Text(
            "In a group, `lr` becomes `learning_rate`, a factor of the global one.",
            "参数组中的 `lr` 改为 `learning_rate`，其值为相对全局学习率的倍数。",
        ),
        (
            '[{"params": a, "lr": 0.02}]',
            '[{"params": a, "learning_rate": 0.02 / 0.1}]',
        ),
        make=as_groups,
    ),
    "reduction": Idiom(
        Text(
            "`reduce` and `size_average` become `reduction`.",
            "`reduce` 和 `size_average` 改用 `reduction` 表示。",
        ),
        (
            "F.mse_loss(x, y, size_average=False)",
            "paddle.nn.functional.mse_loss(x, y, reduction='sum')",
        ),
        value=(
            "reduction if size_average is None and reduce is None "
            "else 'none' if reduce == False else 'sum' if size_average == False else 'mean'"
        ),
        needed="True",
        into="reduction",
    ),
}

# What becomes of parameters of these names on releases whose signature lacks them. The last two
# only hint at the result: its size, or that it need not be sorted.
USUAL = {
    OUT: "assign",
    "copy": "clone",
    "device": "moved",
    "dtype": "to",
    "pin_memory": "pinned",
    "requires_grad": "gradient",
    **dict.fromkeys(("output_size", "sorted"), "left_out"),
}
