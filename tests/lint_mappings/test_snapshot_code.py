"""PM6xx: the code of examples against the signatures of torch 2.13.0 and of the newest Paddle."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from entries import DIST, entry
from small_project import Files, path_of

from mapping_model.problems import Problem
from mapping_model.snapshots import PADDLE

NEWEST = PADDLE[-1]
Expect = Callable[..., None]
NOTE = 'text: {en: "It differs.", zh: "用法不同。"}'


@pytest.mark.parametrize(
    ("torch", "paddle", "messages"),
    [
        (
            "result = torch.dist(x, x, ▸q=2)",
            "result = paddle.dist(x, x, p=2)",
            ["PM613 `torch.dist` has no parameter `q`."],
        ),
        (
            "result = torch.dist(x, x)",
            "result = paddle.dist(x, paddle.sum(x, ▸dims=0))",
            ["PM613 `paddle.sum` has no parameter `dims`. Did you mean `dim`?"],
        ),
        (
            "result = torch.dist(x, torch.zeros(size=[2]))",
            "result = paddle.dist(x, paddle.sum(input=x, dim=0))",
            [],
        ),
        ("result = torch.dist(**x)", "result = paddle.dist(x, x.sum(anything=1))", []),
    ],
)
def test_keywords_of_calls(expect: Expect, torch: str, paddle: str, messages: list[str]) -> None:
    expect(entry("torch.dist", "paddle.dist", "renamed-params", DIST, (torch, paddle)), *messages)


def test_keywords_of_the_method_that_the_entry_is_about(expect: Expect) -> None:
    code = ("result = x.dist(x, ▸q=2)", "result = x.dist(x, ▸other=2)")
    rows = ["torch: other, paddle: y", "torch: p, paddle: p, desc: other"]
    expect(
        entry("torch.Tensor.dist", "paddle.Tensor.dist", "renamed-params", rows, code),
        "PM613 `torch.Tensor.dist` has no parameter `q`.",
        "PM613 `paddle.Tensor.dist` has no parameter `other`.",
    )


def test_code_that_is_to_raise_may_use_wrong_keywords(expect: Expect) -> None:
    code = ("result = torch.dist(x, x, q=2)", "result = paddle.dist(x, x, q=2)")
    text = entry("torch.dist", "paddle.dist", "renamed-params", DIST, code)
    expect(
        text
        + "    compare: {raises: {torch: 'ValueError: not so', paddle: 'ValueError: not so'}}\n"
    )


def test_an_overload_without_a_variant(expect: Expect) -> None:
    rows = [
        "torch: input, paddle: x",
        f"torch: out, do: none, {NOTE}",
        "paddle: axis",
        "paddle: keepdim",
    ]
    expect(
        entry("▸▸torch.max", "paddle.max", "torch-more-params", rows),
        "PM615 The overload `(input, dim, keepdim=False, *, out=None)` is not treated; no row "
        "names `dim`, `keepdim`.",
        "PM615 The overload `(input, other, *, out=None)` is not treated; no row names `other`.",
    )


@pytest.mark.parametrize(
    ("torch", "paddle", "messages"),
    [
        (
            "y = ▸torch.nnn.a(x) + torch.nnn.b(x)\n      result = torch.dist(x, y)",
            "result = paddle.dist(x, x)",
            ["torch 2.13.0 has no public `torch.nnn`."],
        ),
        (
            "result = torch.dist(x, x)",
            "result = paddle.dist(x, ▸paddle._C_ops.abs(x))",
            [f"Paddle {NEWEST} has no public `paddle._C_ops`."],
        ),
        (
            "result = torch.dist(x, ▸torch.zeros_lik(x))",
            "result = paddle.dist(x, x)",
            ["torch 2.13.0 has no public `torch.zeros_lik`. Did you mean `torch.zeros_like`?"],
        ),
        (
            "result = torch.dist(x.any, torch.nn.Linear(1, 2).any(torch.float32.itemsize))",
            "result = paddle.dist(x, paddle.float32)",
            [],
        ),
    ],
)
def test_names_in_code(expect: Expect, torch: str, paddle: str, messages: list[str]) -> None:
    torch = f"|\n      {torch}" if "\n" in torch else torch
    text = entry("torch.dist", "paddle.dist", "renamed-params", DIST, (torch, paddle))
    expect(text, *(f"PM616 {message}" for message in messages))


@pytest.mark.parametrize(
    ("torch", "paddle", "message"),
    [
        ("f", "path", ""),
        ("f", "paht", "`paddle.load` has no parameter `paht`. Did you mean `path`?"),
        (
            *("map_locatio", "path"),
            "`torch.load` has no parameter `map_locatio`. Did you mean `map_location`?",
        ),
        (
            *("encoding", "path"),
            "`torch.load` takes any keyword, but no example passes `encoding`.",
        ),
        ("fix_imports", "path", ""),
        ("f", "return_numpy", ""),
    ],
)
def test_a_name_like_a_parameter_is_no_further_keyword(
    lint: Callable[[Files], list[Problem]], torch: str, paddle: str, message: str
) -> None:
    """torch.load(f, ..., **pickle_load_args) and paddle.load(path, **configs) take any keyword."""
    note = 'text: {en: "N.", zh: "注。"}'
    rows = [f"torch: {torch}, paddle: {paddle}, do: rewrite, desc: other, {note}"]
    code = (
        "result = torch.load(x, fix_imports=True)",
        "result = paddle.load(x, return_numpy=True)",
    )
    text = entry("torch.load", "paddle.load", "params-differ", rows, code)
    found = [p for p in lint({path_of(text): text}) if p.code == "PM603"]
    assert [problem.message for problem in found] == [message] * bool(message)
