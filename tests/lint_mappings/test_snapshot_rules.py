"""PM6xx: entries against the signatures of torch 2.13.0 and of the Paddle releases.

The facts about signatures that these tests rest on are those of the libraries themselves:
`torch.dist(input, other, p=2)`, `paddle.dist(x, y, p=2)`, three overloads of `torch.max` ...
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from entries import ABS_EXAMPLE, abs_entry, gather_entry
from small_project import Files, path_of

from mapping_model.problems import Problem
from mapping_model.snapshots import PADDLE

NEWEST = PADDLE[-1]

Expect = Callable[..., None]
NOTE = 'note: {en: "It differs.", zh: "用法不同。"}'


def entry(
    torch: str,
    paddle: str,
    category: str,
    rows: list[str],
    code: tuple[str, str] = ("", ""),
    more: str = "",
) -> str:
    """An entry whose example uses both APIs, unless `code` says otherwise."""
    table = "".join(f"  - {{{row}}}\n" for row in rows)
    default = [_use(name.replace("▸", "")) for name in (torch, paddle)]
    return (
        f"torch: {torch}\npaddle: {paddle}\ncategory: {category}\n{more}"
        + (f"params:\n{table}" if rows else "")
        + 'examples:\n  - inputs: {x: "float32[2, 3]"}\n'
        + f"    torch: {code[0] or default[0]}\n    paddle: {code[1] or default[1]}\n"
    )


def _use(name: str) -> str:
    last = name.rpartition(".")[2]
    if ".Tensor." in name:
        return f"result = x.{last}"
    return f"result = {name}(1)(x)" if last[0].isupper() else f"result = {name}(x)"


@pytest.mark.parametrize(
    ("api", "guess"),
    [
        ("torch.nn.Conv2D", " Did you mean `torch.nn.Conv2d`?"),
        ("torch.nn.functional.Relu", " Did you mean `torch.nn.functional.relu`?"),
        ("torch.nn.Con2d", " Did you mean `torch.nn.Conv2d`?"),
        ("torch.zzz", ""),
    ],
)
def test_an_unknown_torch_api(expect: Expect, api: str, guess: str) -> None:
    text = f'torch: ▸{api}\ncategory: missing\nmissing: {{en: "None.", zh: "无。"}}\n'
    expect(text, f"PM601 torch 2.13.0 has no `{api}`.{guess}")


@pytest.mark.parametrize(
    ("target", "guess"),
    [
        ("paddle.Abs", " Did you mean `paddle.abs`?"),
        ("paddle.tensor.zzz", ""),
        ("torch.abs", " Did you mean `paddle.abs`?"),
    ],
)
def test_an_unknown_target(expect: Expect, target: str, guess: str) -> None:
    shown = ABS_EXAMPLE.replace("paddle.abs", target) if target[0] == "p" else ABS_EXAMPLE
    text = abs_entry(target=f"paddle: ▸{target}\n", examples=shown)
    message = f"PM602 Paddle {NEWEST} has no `{target}`.{guess}"
    if target[0] == "p":
        expect(text, message)
    else:
        unused = f"PM414 No example uses `{target}`."
        expect(text.replace("▸", "▸▸"), unused, message)


def test_a_newer_target_is_known_in_some_release(expect: Expect) -> None:
    more = 'newer:\n  - {{paddle: {0}, note: {{en: "Closer.", zh: "更接近。"}}}}\n'
    expect(abs_entry(more=more.format("paddle.compat.sort")))
    expect(
        abs_entry(more=more.format("▸paddle.compat.srot")),
        f"PM602 Paddle {NEWEST} has no `paddle.compat.srot`. Did you mean `paddle.compat.sort`?",
    )


@pytest.mark.parametrize(
    ("newer", "message"),
    [
        ("paddle: paddle.compat.sort", None),
        ("paddle: paddle.gather, since: '3.3'", None),
        ("paddle: ▸paddle.gather", "PM617 All supported releases have `paddle.gather`."),
        (
            "paddle: paddle.compat.sort, since: ▸'3.2'",
            "PM617 `paddle.compat.sort` is there from 3.2.2 on.",
        ),
        (
            "paddle: paddle.gather, since: ▸'99.0'",
            "PM617 No supported release is 99.0 or newer.",
        ),
        ("paddle: paddle.cat, params: [{torch: out, paddle: out}]", None),
        (
            "paddle: paddle.cat, params: [{torch: ▸dims, paddle: axis}]",
            "PM604 The variant has no row `dims`.",
        ),
        (
            "paddle: paddle.cat, params: [{torch: out, paddle: ▸to}]",
            "PM604 `paddle.cat` has no parameter `to`.",
        ),
        (
            "paddle: paddle.cat, when: ▸given(dim)",
            "PM310 The call has no `dim`.",
        ),
        (
            "paddle: paddle.cat, write: [{code: ▸paddle.cat(input + dim)}]",
            "PM310 The call has no `dim`.",
        ),
        ("paddle: paddle.cat, when: 'isa(input, shape)'", None),
        (
            "paddle: paddle.cat, write: [{code: ▸'1 if isa(input, shape) else 2'}]",
            "PM310 Code cannot ask for a shape when it runs.",
        ),
    ],
)
def test_a_newer_target_agrees_with_the_releases(
    expect: Expect, newer: str, message: str | None
) -> None:
    expect(abs_entry(more=f"newer:\n  - {{{newer}}}\n"), *filter(None, [message]))


@pytest.mark.parametrize(
    ("name", "message"),
    [("input", None), ("▸x", "PM310 The call has no `x`.")],
)
def test_what_is_set_names_what_the_layer_is_called_with(
    expect: Expect, name: str, message: str | None
) -> None:
    row = f"torch: dim, paddle: axis, set: {name}.ndim - 1"
    code = ("result = torch.nn.Softmax()(x)", "result = paddle.nn.Softmax(x.ndim - 1)(x)")
    text = entry("torch.nn.Softmax", "paddle.nn.Softmax", "different-defaults", [row], code)
    expect(text, *filter(None, [message]))


DIST = ["torch: input, paddle: x", "torch: other, paddle: y", "torch: p, paddle: p, term: other"]


def test_a_torch_parameter_of_no_overload(expect: Expect) -> None:
    rows = [*DIST[:2], "torch: ▸eps, paddle: p, term: other"]
    code = ("result = torch.dist(x, x)", "result = paddle.dist(x, x)")
    text = entry("torch.dist", "paddle.dist", "renamed-params", rows, code)
    expect(
        text.replace("params:", "▸params:"),
        "PM605 `p` of `torch.dist` lacks a row.",
        "PM603 `torch.dist` has no parameter `eps`.",
    )


def test_parameters_of_two_overloads_in_one_table(expect: Expect) -> None:
    rows = [
        "torch: input, paddle: x",
        "torch: dim, paddle: axis",
        f"torch: ▸other, paddle: ~, action: none, {NOTE}",
        "torch: keepdim, paddle: keepdim",
        f"torch: out, paddle: ~, action: none, {NOTE}",
    ]
    code = ("result = torch.max(x, 1)[0]", "result = paddle.max(x, 1)")
    expect(
        entry("torch.max", "paddle.max", "torch-more-params", rows, code),
        "PM603 `other` belongs to another overload, `(input, other, *, out=None)`, than the other "
        "rows, `(input, dim, keepdim=False, *, out=None)`.",
    )


def test_the_tensor_itself_is_no_parameter_of_a_method(expect: Expect) -> None:
    rows = ["torch: ▸self, paddle: x", "torch: other, paddle: y", "torch: p, paddle: p, term: dim"]
    expect(
        entry("torch.Tensor.dist", "paddle.dist", "renamed-params", rows),
        "PM603 `self`, the tensor that `torch.Tensor.dist` is called on, has no row.",
    )


def test_an_attribute_has_no_parameters(expect: Expect) -> None:
    rows = ["torch: ▸dim, paddle: ▸axis"]
    expect(
        entry("torch.Tensor.ndim", "paddle.Tensor.ndim", "renamed-params", rows),
        "PM603 `torch.Tensor.ndim` is an attribute and has no parameter `dim`.",
        "PM604 `paddle.Tensor.ndim` is an attribute and has no parameter `axis`.",
    )


def test_another_keyword_is_not_the_name_of_a_parameter(expect: Expect) -> None:
    rows = [
        "torch: input, paddle: x",
        "torch: dim, paddle: ▸dim",
        "torch: keepdim, paddle: keepdim",
        "torch: out, paddle: ~, action: drop",
        "torch: ~, paddle: dtype",
    ]
    expect(
        entry("torch.argmax", "paddle.argmax", "torch-more-params", rows),
        "PM604 `paddle.argmax` accepts the keyword `dim`, but its signature calls it `axis`.",
    )


def test_rows_of_a_composite_have_no_paddle_side(expect: Expect) -> None:
    rows = ["torch: input, paddle: ▸x", "torch: out, paddle: y"]
    more = 'summary: {en: "Computes something.", zh: "计算某值。"}\n'
    text = entry("torch.abs", "paddle.abs", "▸composite", rows, more=more)
    expect(
        text.replace("paddle: paddle.abs\n", "", 1),
        "PM623 Paddle has `paddle.abs`, which the texts do not mention.",
        "PM604 No counterpart is named, so `x`, `y` are parameters of nothing.",
    )


def test_what_cannot_be_passed_is_not_asked_for(expect: Expect) -> None:
    rows = ["torch: input, paddle: x", 'torch: out, paddle: ▸oot, set: "1"']
    text = entry("torch.abs", "paddle.abs", "different-defaults", rows)
    expect(text, "PM604 `paddle.abs` has no parameter `oot`. Did you mean `out`?")


def test_a_parameter_that_paddle_does_not_have(expect: Expect) -> None:
    rows = [
        "torch: in_features, paddle: in_features, term: size",
        "torch: out_features, paddle: out_features, term: size",
        "torch: bias, paddle: ▸nothing, term: size",
        "torch: device, paddle: ~, action: drop, term: size",
        "torch: dtype, paddle: ~, action: drop",
        "torch: ~, paddle: weight_attr, term: size",
        "torch: ~, paddle: bias_attr, term: size",
    ]
    expect(
        entry(
            "torch.nn.Linear",
            "paddle.nn.Linear",
            "torch-more-params",
            rows,
            ("result = torch.nn.Linear(2, 3)(x)", "result = paddle.nn.Linear(2, 3)(x)"),
        ),
        "PM604 `paddle.nn.Linear` has no parameter `nothing`.",
    )


def test_all_missing_rows_are_named_together(expect: Expect) -> None:
    text = entry("torch.dist", "paddle.dist", "renamed-params", DIST[:1])
    expect(
        text.replace("params:", "▸▸params:"),
        "PM605 `other`, `p` of `torch.dist` lack rows.",
        "PM606 `y`, `p` of `paddle.dist` lack rows.",
    )


def test_parameters_of_an_entry_without_any_row(expect: Expect) -> None:
    expect(
        entry("torch.abs", "paddle.abs", "▸▸no-params", []),
        "PM605 `input`, `out` of `torch.abs` lack rows.",
        "PM606 `x`, `out` of `paddle.abs` lack rows.",
    )


def test_a_method_that_becomes_a_function(expect: Expect) -> None:
    # C5: the tensor itself is not compared, whichever of the function's parameters it is.
    dist = entry("torch.Tensor.dist", "paddle.dist", "renamed-params", DIST[1:])
    expect(dist)
    where = [
        "torch: condition, paddle: condition, term: other",
        "torch: other, paddle: y",
        "torch: ~, paddle: out",
    ]
    text = entry(
        "torch.Tensor.where",
        "paddle.where",
        "paddle-more-params",
        where,
        ("result = x.where(x > 0, 0.0)", "result = paddle.where(x > 0, x, 0.0)"),
    )
    expect(text)


def test_a_function_that_becomes_a_method(expect: Expect) -> None:
    rows = ["torch: other, paddle: y", "torch: p, paddle: p, term: other"]
    code = ("result = torch.dist(x, x)", "result = x.dist(x)")
    text = entry("torch.dist", "paddle.Tensor.dist", "renamed-params", rows, code)
    expect(text)
    rows = ["torch: ▸input, paddle: ~, action: rewrite", *rows]
    text = entry("torch.dist", "paddle.Tensor.dist", "torch-more-params", rows, code)
    expect(
        text.replace("- inputs", "- param: input\n    inputs"),
        "PM614 `input` is the tensor that the method is called on, which is not compared.",
    )


def test_parameters_that_are_not_for_callers_need_no_row(expect: Expect) -> None:
    # torch.nn.functional.softmax(input, dim=None, _stacklevel=3, dtype=None)
    rows = [
        "torch: input, paddle: x",
        "torch: dim, paddle: axis, same_default: true",
        "torch: dtype, paddle: dtype",
        "torch: ~, paddle: out",
    ]
    name = "nn.functional.softmax"
    code = (f"result = torch.{name}(x, 1)", f"result = paddle.{name}(x, 1)")
    expect(entry(f"torch.{name}", f"paddle.{name}", "paddle-more-params", rows, code))


def test_keyword_only_parameters_are_ordered_too(expect: Expect) -> None:
    rows = """
  - {torch: input, paddle: arr}
  - {torch: dim, paddle: axis}
  - {torch: index, paddle: indices}
  - {torch: out, paddle: out}
  - ▸{torch: sparse_grad, paddle: ~, action: drop}
  - {torch: ~, paddle: broadcast, term: other}
"""
    expect(gather_entry(rows), "PM607 `sparse_grad` stands after `out`; in torch it comes before.")


POOL = [
    "torch: kernel_size, paddle: kernel_size, term: size",
    "torch: stride, paddle: stride, term: size",
    "torch: padding, paddle: padding, term: size",
]


def test_rows_of_paddle_are_ordered_among_themselves(expect: Expect) -> None:
    rows = [*POOL, "torch: ~, paddle: output_size, term: size", "torch: ~, paddle: data_format"]
    text = entry("torch.nn.MaxUnpool1d", "paddle.nn.MaxUnPool1D", "paddle-more-params", rows)
    expect(
        text.replace("- {torch: ~, paddle: data", "- ▸{torch: ~, paddle: data"),
        "PM608 `data_format` stands after `output_size`; in Paddle it comes before.",
    )


NORM = [
    "torch: num_features, paddle: num_features, term: size",
    "torch: eps, paddle: epsilon, term: other",
    "{0}",
    "torch: affine, paddle: ~, action: drop, term: other",
    "torch: track_running_stats, paddle: ~, action: drop, term: other",
    "torch: device, paddle: ~, action: drop, term: other",
    "torch: dtype, paddle: ~, action: drop",
    "torch: bias, paddle: ~, action: drop, term: other",
    "torch: ~, paddle: weight_attr, term: other",
    "torch: ~, paddle: bias_attr, term: other",
    "torch: ~, paddle: data_format",
    "torch: ~, paddle: use_global_stats, term: other",
]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("", "PM609 The default of `momentum` is `0.1`; in Paddle it is `0.9`."),
        (", same_default: true", ""),
        (
            ', set: ▸"0.9"',
            "PM610 `0.9` is Paddle's own default of `momentum`, so it need not be set.",
        ),
        (', set: ▸"0.2"', "PM610 torch's default of `momentum` is `0.1`, not `0.2`."),
        (', set: ▸"0.1 +"', "PM310 `0.1 +` is no expression of Python."),
        (', set: "0.1"', ""),
        (', set: "1e-1"', ""),
    ],
)
def test_a_default_that_differs(expect: Expect, row: str, message: str) -> None:
    value = row.rpartition('"0')[2].strip('"') if "set" in row else ""
    row = f"torch: momentum, paddle: momentum, term: other{row}"
    rows = [line.format(row) for line in NORM]
    call = f"2, momentum=0{value}" if value and "+" not in value else "2"
    if "e-1" in row:
        call = "2, momentum=1e-1"
    text = entry(
        "torch.nn.BatchNorm1d",
        "paddle.nn.BatchNorm1D",
        "torch-more-params",
        rows,
        (
            "result = torch.nn.BatchNorm1d(2, eps=0.1)(x)",
            f"result = paddle.nn.BatchNorm1D({call}, epsilon=0.1)(x)",
        ),
    )
    if message.startswith("PM609"):
        text = text.replace("- {torch: momentum", "- ▸{torch: momentum")
    expect(text, *[message] * bool(message))


def test_a_default_of_older_releases_may_be_set(expect: Expect) -> None:
    # x.uniform_() is over -1 to 1 in Paddle up to 3.2, and over 0 to 1 from 3.3 on.
    rows = [
        'torch: from, paddle: min, term: other, set: "0.0"',
        "torch: to, paddle: max, term: other",
        "torch: generator, paddle: ~, action: drop, term: other",
        "torch: ~, paddle: seed, term: other",
    ]
    expect(
        entry(
            "torch.Tensor.uniform_",
            "paddle.Tensor.uniform_",
            "torch-more-params",
            rows,
            ("x.uniform_(to=0.5)", "x.uniform_(min=0.0, max=0.5)"),
        )
    )


def test_what_torch_requires_has_no_default_to_differ(expect: Expect) -> None:
    # torch.flip(input, dims); paddle.flip(x, axis): required on both sides.
    rows = ["torch: input, paddle: x", 'torch: dims, paddle: axis, term: dim, set: ▸"0"']
    expect(
        entry(
            "torch.flip",
            "paddle.flip",
            "different-defaults",
            rows,
            ("result = torch.flip(x, [0])", "result = paddle.flip(x, axis=0)"),
        ),
        "PM610 torch requires `dims`, so there is no default to keep.",
    )


def test_a_parameter_that_paddle_accepts_under_its_torch_name(expect: Expect) -> None:
    # paddle.argmax accepts `dim` for `axis`.
    rows = [
        "torch: input, paddle: x",
        "torch: dim, paddle: ▸~, action: drop",
        "torch: keepdim, paddle: keepdim",
        "torch: out, paddle: ~, action: drop",
        "torch: ~, paddle: dtype",
    ]
    text = entry("torch.argmax", "paddle.argmax", "torch-more-params", rows)
    expect(
        text.replace("params:", "▸params:"),
        "PM606 `axis` of `paddle.argmax` lacks a row.",
        "PM611 Paddle does have `dim`, as another keyword for `axis`.",
    )


def test_a_name_taken_by_another_row_means_something_else(expect: Expect) -> None:
    # torch's `out` is Paddle's `out` in the first row, so the second row may speak of neither.
    rows = """
  - {torch: input, paddle: x}
  - {torch: out, paddle: ▸~, action: drop}
  - {torch: ~, paddle: out}
"""
    expect(abs_entry(category="torch-more-params", rows=rows), "PM611 Paddle does have `out`.")


def test_a_parameter_of_torch_said_to_be_of_paddle_only(expect: Expect) -> None:
    rows = "\n  - {torch: input, paddle: x}\n  - {torch: ▸~, paddle: out}"
    expect(abs_entry(category="paddle-more-params", rows=rows), "PM611 torch does have `out`.")


def test_same_default_of_what_torch_requires(expect: Expect) -> None:
    rows = "\n  - {torch: input, paddle: x, ▸same_default: true}\n  - {torch: out, paddle: out}"
    expect(
        abs_entry(rows=rows),
        "PM612 torch requires `input`, so its default does not matter.",
    )


def test_same_default_of_equal_defaults(expect: Expect) -> None:
    # torch.nn.Softplus(beta=1.0, threshold=20.0); paddle.nn.Softplus(beta=1, threshold=20)
    rows = [
        "torch: beta, paddle: beta, term: other, ▸same_default: true",
        "torch: threshold, paddle: threshold, term: other",
    ]
    text = entry("torch.nn.Softplus", "paddle.nn.Softplus", "same-params", rows)
    expect(text, "PM612 The default of `beta` is `1.0` on both sides anyway.")


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
    rows = ["torch: other, paddle: y", "torch: p, paddle: p, term: other"]
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
        f"torch: out, paddle: ~, action: none, {NOTE}",
        "torch: ~, paddle: axis",
        "torch: ~, paddle: keepdim",
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
    note = 'note: {en: "N.", zh: "注。"}'
    rows = [f"torch: {torch}, paddle: {paddle}, action: rewrite, term: other, {note}"]
    code = (
        "result = torch.load(x, fix_imports=True)",
        "result = paddle.load(x, return_numpy=True)",
    )
    text = entry("torch.load", "paddle.load", "params-differ", rows, code)
    found = [p for p in lint({path_of(text): text}) if p.code in ("PM603", "PM604")]
    assert [problem.message for problem in found] == [message] * bool(message)


NO_SEED = """torch: torch.seed
category: ▸composite
summary: {en: "Draws a seed; SAID.", zh: "生成种子；SAID。"}
examples:
  - torch: result = torch.seed() > 0
    paddle: result = paddle.seed(1).seed() > 0
"""


def seed_check(torch: str, paddle: str, expect: str = "expect: raises") -> Files:
    """The gotcha of the project with a check of this code."""
    return {
        "mappings/gotchas/gather-index-rank.yaml": (
            "id: gather-index-rank\n"
            'title: {en: "Seeds differ.", zh: "种子不同。"}\n'
            "topic: tensors\n"
            'text: {en: "Seeds differ.", zh: "种子不同。"}\n'
            f"checks:\n  - torch: result = {torch}\n    paddle: result = {paddle}\n    {expect}\n"
        )
    }


GOTCHA = "gotchas: [gather-index-rank]\n"


@pytest.mark.parametrize(
    ("text", "others", "message"),
    [
        (
            NO_SEED,
            {},
            "PM623 Paddle has `paddle.seed`, which the texts do not mention.",
        ),
        (
            NO_SEED.replace("SAID", "`paddle.seed` does not", 1) + GOTCHA,
            seed_check("torch.seed()", "paddle.seed()"),
            "PM623 Paddle has `paddle.seed`, which the texts do not mention.",
        ),
        *(
            (
                NO_SEED.replace("SAID", "`paddle.seed`") + GOTCHA,
                others,
                "PM623 Nothing shows that `paddle.seed` does something else than `torch.seed`.",
            )
            for others in (
                {},
                seed_check("torch.seed()", "paddle.seed(torch.seed)"),
                seed_check("torch.seed() > 0", "paddle.seed(1, 2, 3)"),
                seed_check("torch.seed() > 0", "paddle.compat.seed() > 0"),
                seed_check("torch.initial_seed()", "paddle.seed()"),
                seed_check("torch.seed()", "1 // 0 + paddle.seed()"),
                seed_check("torch.seed(seed=1)", "paddle.seed(sead=1)"),
                seed_check("str(torch.seed())", "str(paddle.seed())"),
                seed_check("torch.seed().type()", "paddle.seed().type()"),
                seed_check("f'{torch.seed()}'", "f'{paddle.seed()}'"),
                seed_check("torch.seed()", "paddle.seed()", ""),
                seed_check(
                    "torch.seed()",
                    "paddle.seed()",
                    'expect: raises\n    cannot_run: {reason: gpu, note: {en: "So.", zh: "是。"}}',
                ),
            )
        ),
    ],
)
def test_the_nearest_api_is_shown_to_be_none(
    lint: Callable[[Files], list[Problem]],
    text: str,
    others: Files,
    message: str,
) -> None:
    name = "mappings/torch/torch.seed.yaml"
    problems = lint({**others, name: text.replace("▸", "")})
    assert [f"{p.code} {p.message}" for p in problems if p.code == "PM623"] == [message]
    assert [(p.line, p.column) for p in problems if p.code == "PM623"] == [(2, 11)]


def test_two_draws_differ_by_chance(lint: Callable[[Files], list[Problem]]) -> None:
    text = NO_SEED.replace("▸", "").replace("SAID", "`paddle.seed`") + GOTCHA
    text = text.replace("  - torch:", "  - compare: {random: true}\n    torch:")

    def found(expect: str) -> list[str]:
        others = seed_check("torch.seed()", "paddle.seed()", expect)
        problems = lint({**others, "mappings/torch/torch.seed.yaml": text})
        return [problem.code for problem in problems if problem.code == "PM623"]

    assert found("expect: differs") == ["PM623"]
    assert found("compare: {random: true}\n    expect: differs") == []
    assert found("expect: raises") == []


def test_a_check_shows_that_the_nearest_api_is_none(
    lint: Callable[[Files], list[Problem]],
) -> None:
    text = NO_SEED.replace("▸", "").replace("SAID", "`paddle.seed`") + GOTCHA
    files = {
        "mappings/torch/torch.seed.yaml": text,
        **seed_check("torch.seed()", "paddle.seed()"),
    }
    assert lint(files) == []


def test_a_nearest_api_of_newer_releases_is_named_there(expect: Expect) -> None:
    text = (
        "torch: torch.cuda.is_available\ncategory: {mark}composite\n"
        'summary: {{en: "Is there a GPU.", zh: "是否有 GPU。"}}\n{newer}'
        "examples:\n  - torch: result = torch.cuda.is_available()\n"
        "    paddle: result = paddle.device.cuda.device_count() > 0\n"
    )
    newer = (
        "newer:\n  - paddle: paddle.cuda.is_available\n"
        '    note: {en: "The same.", zh: "功能相同。"}\n'
    )
    expect(text.format(mark="", newer=newer))
    expect(
        text.format(mark="▸", newer=""),
        "PM623 Paddle has `paddle.cuda.is_available`, which the texts do not mention.",
    )


def test_what_all_releases_have_is_not_newer(expect: Expect) -> None:
    expect(
        abs_entry(
            category="▸composite",
            rows="",
            target="",
            more='summary: {en: "No sign.", zh: "去掉符号。"}\nnewer:\n  - paddle: ▸paddle.abs\n'
            '    note: {en: "The same.", zh: "功能相同。"}\n',
        ),
        "PM623 Paddle has `paddle.abs`, which the texts do not mention.",
        "PM617 All supported releases have `paddle.abs`.",
    )


OTHER_OBJECT = (
    "Nothing shows that `torch.{0}` is another name of `torch.{1}`: it is another object."
)
IN_PLACE = "Of `torch.{0}` and `torch.{1}`, one works in place and the other does not."


@pytest.mark.parametrize(
    ("alias", "target", "message"),
    [
        ("sin", "abs", OTHER_OBJECT),
        ("selu_", "selu", IN_PLACE),
        ("absolute", "abs", None),
    ],
)
def test_an_alias_is_the_same_object(
    expect: Expect, alias: str, target: str, message: str | None
) -> None:
    text = f"torch: torch.{alias}\nalias_of: {'▸' if message else ''}torch.{target}\n"
    expected = [] if message is None else [f"PM624 {message.format(alias, target)}"]
    others = {f"mappings/torch/torch.{target}.yaml": abs_entry().replace(".abs", f".{target}")}
    expect(text, *expected, others=others)


def test_calling_an_alias_beside_the_result_shows_nothing(expect: Expect) -> None:
    example = ABS_EXAMPLE.replace("torch: result", "torch: torch.sin(x); result")
    others = {"mappings/torch/torch.abs.yaml": abs_entry(examples=example)}
    told = f"PM624 {OTHER_OBJECT.format('sin', 'abs')}"
    expect("torch: torch.sin\nalias_of: ▸torch.abs\n", told, others=others)


@pytest.mark.parametrize(
    ("more", "shown"),
    [
        ("", True),
        (
            "    compare: {raises: {torch: 'ValueError: not so', paddle: 'ValueError: not so'}}\n",
            False,
        ),
        ('    cannot_run: {reason: gpu, note: {en: "So.", zh: "是。"}}\n', False),
    ],
)
def test_an_example_of_the_target_shows_an_alias(expect: Expect, more: str, shown: bool) -> None:
    example = f"\n{more}".join(ABS_EXAMPLE.replace("torch.abs", "torch.sin").rsplit("\n", 1))
    entry_of_target = abs_entry(examples=ABS_EXAMPLE + example.lstrip("\n"))
    mark, expected = ("", []) if shown else ("▸", [f"PM624 {OTHER_OBJECT.format('sin', 'abs')}"])
    others = {"mappings/torch/torch.abs.yaml": entry_of_target}
    expect(f"torch: torch.sin\nalias_of: {mark}torch.abs\n", *expected, others=others)
