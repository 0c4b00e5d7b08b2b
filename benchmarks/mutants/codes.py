"""Python that nobody would put into an example: deep, wide, and of every kind of statement."""

from __future__ import annotations

import random
from collections.abc import Callable

# `{}` is replaced by a smaller expression.
_AROUND = (
    *(
        "{}.t",
        "{}.t()",
        "{}[0]",
        "({})",
        "-{}",
        "not {}",
        "{} + {}",
        "{} if {} else {}",
        "[{}, {}]",
    ),
    *(
        "{} < {} < {}",
        "lambda y: {}",
        "f'{{{}}}'",
        "{{{}: {}}}",
        "[y for y in {} if {}]",
        "{} @ {}",
    ),
    *("torch.abs({})", "torch.gather({}, 1, index={})", "paddle.abs(x={}, *{}, **{})", "(y := {})"),
    *("{}.shape[{}:{}]", "x.reshape(*{})", "torch.nn.Linear({}, 2)({})", "len({})", "{} @ {}"),
    *("{} in {}", "{}.a.b.c", "type({})(1)", "({},)", "{{*{}}}", "yield {}", "{} or {} and {}"),
)
_ATOMS = (
    *(
        "x",
        "y",
        "torch",
        "paddle",
        "result",
        "1",
        "-1.5",
        "'a'",
        "None",
        "True",
        "...",
        "torch.abs",
    ),
    *("paddle.Tensor", "torch.float32", "1j", "0x" + "f" * 300, "b''", "()", "[]", "{}", "F.relu"),
    *("torch.nn.functional", "self", "张", "__import__('os')", "9" * 300, "1e999", "torch.Tensor"),
)
_STATEMENTS = (
    *("result = {}", "result.a = {}", "result[{}] = {}", "{}", "x += {}", "del x[{}]", "print({})"),
    *("for y in {}:\n    {}", "if {}:\n    {}\nelse:\n    {}", "while {}: {}", "return {}"),
    *(
        "class A(torch.nn.Module):\n    def forward(self, x=1):\n        return {}",
        "import torch as t",
    ),
    *("def f(x, /, y={}, *z, k: int = {}, **w):\n    return {}", "with {} as y:\n    {}"),
    *("try:\n    {}\nexcept {} as e:\n    {}", "match {}:\n    case [y, *_]: {}", "global x"),
    *("from torch import *", "assert {}, {}", "raise {}", "x: int = {}", "async def g(): {}"),
    *(
        "@{}\ndef f(): {}",
        "result, y = {}",
        "result = y = {}",
        "*result, y = {}",
        "import torch as t",
    ),
)
_CHAINS: tuple[Callable[[int], str], ...] = (
    lambda n: "x" + ".t" * n,
    lambda n: "x" + "()" * n,
    lambda n: "x" + "[0]" * n,
    lambda n: " + ".join("x" * n),
    lambda n: "-" * n + "x",
    lambda n: "(" * n + "x" + ")" * n,
    lambda n: "lambda: " * n + "x",
    lambda n: "[" * n + "]" * n,
    lambda n: "torch.abs(" * n + "x" + ")" * n,
    lambda n: "x if x else " * n + "x",
    lambda n: "torch.cat([" + "x.a, " * n + "])",
    lambda n: ", ".join(f"x.a{i}" for i in range(n)),
    lambda n: "; ".join(["torch.abs(x)"] * n),
    lambda n: "\n".join(" " * i + "if x:" for i in range(n)) + "\n" + " " * n + "x",
    lambda n: "f(" + ", ".join(f"a{i}={i}" for i in range(n)) + ")",
)


def code(rng: random.Random) -> str:
    """A few statements, or one that is very deep or long."""
    if rng.random() < 0.3:
        return "result = " + rng.choice(_CHAINS)(rng.choice((10, 24, 48, 49, 90, 300, 1000, 5000)))
    return "\n".join(_filled(rng.choice(_STATEMENTS), rng, 6) for _ in range(rng.choice((1, 2, 4))))


def _filled(form: str, rng: random.Random, depth: int) -> str:
    def part() -> str:
        if depth == 0 or rng.random() < 0.3:
            return rng.choice(_ATOMS)
        return _filled(rng.choice(_AROUND), rng, depth - 1)

    return form.format(*(part() for _ in range(form.count("{}") + 1)))
