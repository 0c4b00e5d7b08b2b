"""PM6xx: the rows of entries against the signatures of torch 2.13.0 and of the newest Paddle.

The facts about signatures that these tests rest on are those of the libraries themselves:
`torch.dist(input, other, p=2)`, `paddle.dist(x, y, p=2)`, three overloads of `torch.max` ...
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from entries import DIST, abs_entry, entry, gather_entry
from small_project import path_of

from mapping_model.problems import Problem

Expect = Callable[..., None]
NOTE = 'text: {en: "It differs.", zh: "用法不同。"}'


@pytest.mark.parametrize(
    ("name", "message"),
    [("input", None), ("▸x", "PM310 The call has no `x`.")],
)
def test_what_is_set_names_what_the_layer_is_called_with(
    expect: Expect, name: str, message: str | None
) -> None:
    row = f"torch: dim, paddle: axis, value: {name}.ndim - 1"
    code = ("result = torch.nn.Softmax()(x)", "result = paddle.nn.Softmax(x.ndim - 1)(x)")
    text = entry("torch.nn.Softmax", "paddle.nn.Softmax", "different-defaults", [row], code)
    expect(text, *filter(None, [message]))


def test_a_torch_parameter_of_no_overload(expect: Expect) -> None:
    rows = [*DIST[:2], "torch: ▸eps, paddle: p, desc: other"]
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
        f"torch: ▸other, do: none, {NOTE}",
        "torch: keepdim, paddle: keepdim",
        f"torch: out, do: none, {NOTE}",
    ]
    code = ("result = torch.max(x, 1)[0]", "result = paddle.max(x, 1)")
    expect(
        entry("torch.max", "paddle.max", "torch-more-params", rows, code),
        "PM603 `other` belongs to another overload of `torch.max`, `(input, other, *, out=None)`, "
        "than the other rows, `(input, dim, keepdim=False, *, out=None)`.",
    )


def test_the_tensor_itself_is_no_parameter_of_a_method(expect: Expect) -> None:
    rows = ["torch: ▸self, paddle: x", "torch: other, paddle: y", "torch: p, paddle: p, desc: dim"]
    expect(
        entry("torch.Tensor.dist", "paddle.dist", "renamed-params", rows),
        "PM603 `self`, the tensor that `torch.Tensor.dist` is called on, has no row.",
    )


def test_an_attribute_has_no_parameters(expect: Expect) -> None:
    rows = ["torch: ▸dim, paddle: ▸axis"]
    expect(
        entry("torch.Tensor.ndim", "paddle.Tensor.ndim", "renamed-params", rows),
        "PM603 `torch.Tensor.ndim` is an attribute and has no parameter `dim`.",
        "PM603 `paddle.Tensor.ndim` is an attribute and has no parameter `axis`.",
    )


def test_another_keyword_is_not_the_name_of_a_parameter(expect: Expect) -> None:
    rows = [
        "torch: input, paddle: x",
        "torch: dim, paddle: ▸dim",
        "torch: keepdim, paddle: keepdim",
        "torch: out, do: drop",
        "paddle: dtype",
    ]
    expect(
        entry("torch.argmax", "paddle.argmax", "torch-more-params", rows),
        "PM603 `paddle.argmax` accepts the keyword `dim`, but its signature calls it `axis`.",
    )


def test_rows_of_a_composite_have_no_paddle_side(expect: Expect) -> None:
    rows = ["torch: input, paddle: ▸x", "torch: out, paddle: y"]
    more = 'text: {en: "Computes something.", zh: "计算某值。"}\n'
    text = entry("torch.abs", "paddle.abs", "▸composite", rows, more=more)
    expect(
        text.replace("paddle: paddle.abs\n", "", 1),
        "PM623 Paddle has `paddle.abs`, which the texts do not mention.",
        "PM603 No counterpart is named, so `x`, `y` are parameters of nothing.",
    )


def test_what_cannot_be_passed_is_not_asked_for(expect: Expect) -> None:
    rows = ["torch: input, paddle: x", 'torch: out, paddle: ▸oot, value: "1"']
    text = entry("torch.abs", "paddle.abs", "different-defaults", rows)
    expect(text, "PM603 `paddle.abs` has no parameter `oot`. Did you mean `out`?")


def test_a_parameter_that_paddle_does_not_have(expect: Expect) -> None:
    rows = [
        "torch: in_features, paddle: in_features, desc: size",
        "torch: out_features, paddle: out_features, desc: size",
        "torch: bias, paddle: ▸nothing, desc: size",
        "torch: device, do: drop, desc: size",
        "torch: dtype, do: drop",
        "paddle: weight_attr, desc: size",
        "paddle: bias_attr, desc: size",
    ]
    expect(
        entry(
            "torch.nn.Linear",
            "paddle.nn.Linear",
            "torch-more-params",
            rows,
            ("result = torch.nn.Linear(2, 3)(x)", "result = paddle.nn.Linear(2, 3)(x)"),
        ),
        "PM603 `paddle.nn.Linear` has no parameter `nothing`.",
    )


def test_all_missing_rows_are_named_together(expect: Expect) -> None:
    text = entry("torch.dist", "paddle.dist", "renamed-params", DIST[:1])
    expect(
        text.replace("params:", "▸▸params:"),
        "PM605 `other`, `p` of `torch.dist` lack rows.",
        "PM605 `y`, `p` of `paddle.dist` lack rows.",
    )


def test_parameters_of_an_entry_without_any_row(expect: Expect) -> None:
    expect(
        entry("torch.abs", "paddle.abs", "▸▸no-params", []),
        "PM605 `input`, `out` of `torch.abs` lack rows.",
        "PM605 `x`, `out` of `paddle.abs` lack rows.",
    )


def test_a_method_that_becomes_a_function(expect: Expect) -> None:
    # C5: the tensor itself is not compared, whichever of the function's parameters it is.
    dist = entry("torch.Tensor.dist", "paddle.dist", "renamed-params", DIST[1:])
    expect(dist)
    where = [
        "torch: condition, paddle: condition, desc: other",
        "torch: other, paddle: y",
        "paddle: out",
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
    rows = ["torch: other, paddle: y", "torch: p, paddle: p, desc: other"]
    code = ("result = torch.dist(x, x)", "result = x.dist(x)")
    text = entry("torch.dist", "paddle.Tensor.dist", "renamed-params", rows, code)
    expect(text)
    rows = ["torch: ▸input, do: rewrite", *rows]
    text = entry("torch.dist", "paddle.Tensor.dist", "torch-more-params", rows, code)
    expect(
        text.replace("- inputs", "- param: input\n    inputs"),
        "PM614 `input` is the tensor that the method is called on, which is not compared.",
    )


def test_parameters_that_are_not_for_callers_need_no_row(expect: Expect) -> None:
    # torch.nn.functional.softmax(input, dim=None, _stacklevel=3, dtype=None)
    rows = [
        "torch: input, paddle: x",
        "torch: dim, paddle: axis, do: same_default",
        "torch: dtype, paddle: dtype",
        "paddle: out",
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
  - ▸{torch: sparse_grad, do: drop}
  - {paddle: broadcast, desc: other}
"""
    expect(gather_entry(rows), "PM607 `sparse_grad` stands after `out`; in torch it comes before.")


POOL = [
    "torch: kernel_size, paddle: kernel_size, desc: size",
    "torch: stride, paddle: stride, desc: size",
    "torch: padding, paddle: padding, desc: size",
]


def test_rows_of_paddle_are_ordered_among_themselves(expect: Expect) -> None:
    rows = [*POOL, "paddle: output_size, desc: size", "paddle: data_format"]
    text = entry("torch.nn.MaxUnpool1d", "paddle.nn.MaxUnPool1D", "paddle-more-params", rows)
    expect(
        text.replace("- {paddle: data", "- ▸{paddle: data"),
        "PM607 `data_format` stands after `output_size`; in Paddle it comes before.",
    )


NORM = [
    "torch: num_features, paddle: num_features, desc: size",
    "torch: eps, paddle: epsilon, desc: other",
    "{0}",
    "torch: affine, do: drop, desc: other",
    "torch: track_running_stats, do: drop, desc: other",
    "torch: device, do: drop, desc: other",
    "torch: dtype, do: drop",
    "torch: bias, do: drop, desc: other",
    "paddle: weight_attr, desc: other",
    "paddle: bias_attr, desc: other",
    "paddle: data_format",
    "paddle: use_global_stats, desc: other",
]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("", "PM609 The default of `momentum` is `0.1`; in Paddle it is `0.9`."),
        (", do: same_default", ""),
        (
            ', value: ▸"0.9"',
            "PM610 `0.9` is Paddle's own default of `momentum`, so it need not be set.",
        ),
        (', value: ▸"0.2"', "PM610 torch's default of `momentum` is `0.1`, not `0.2`."),
        (', value: ▸"0.1 +"', "PM310 `0.1 +` is no expression of Python."),
        (', value: "0.1"', ""),
        (', value: "1e-1"', ""),
    ],
)
def test_a_default_that_differs(expect: Expect, row: str, message: str) -> None:
    value = row.rpartition('"0')[2].strip('"') if "value" in row else ""
    row = f"torch: momentum, paddle: momentum, desc: other{row}"
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


@pytest.mark.parametrize("written", ["0.9", "0.2"])
def test_the_hint_for_a_default_names_both_ways_out(
    lint: Callable[..., list[Problem]], written: str
) -> None:
    """Removing Paddle's own default alone would only ask for one again (PM609)."""
    row = f'torch: momentum, paddle: momentum, desc: other, value: "{written}"'
    rows = [line.format(row) for line in NORM]
    text = entry("torch.nn.BatchNorm1d", "paddle.nn.BatchNorm1D", "torch-more-params", rows)
    (found,) = (p for p in lint({path_of(text): text}) if p.code == "PM610")
    assert found.hint is not None
    assert '`value: "0.1"`' in found.hint
    assert "`do: same_default`" in found.hint


def test_a_default_of_older_releases_may_be_set(expect: Expect) -> None:
    # x.uniform_() is over -1 to 1 in Paddle up to 3.2, and over 0 to 1 from 3.3 on.
    rows = [
        'torch: from, paddle: min, desc: other, value: "0.0"',
        "torch: to, paddle: max, desc: other",
        "torch: generator, do: drop, desc: other",
        "paddle: seed, desc: other",
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
    rows = ["torch: input, paddle: x", 'torch: dims, paddle: axis, desc: dim, value: ▸"0"']
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
        "torch: dim, do: drop",
        "torch: keepdim, paddle: keepdim",
        "torch: out, do: drop",
        "paddle: dtype",
    ]
    text = entry("torch.argmax", "paddle.argmax", "torch-more-params", rows)
    expect(
        text.replace("params:", "▸params:").replace("{torch: dim,", "▸{torch: dim,"),
        "PM605 `axis` of `paddle.argmax` lacks a row.",
        "PM611 Paddle does have `dim`, as another keyword for `axis`.",
    )


def test_a_name_taken_by_another_row_means_something_else(expect: Expect) -> None:
    # torch's `out` is Paddle's `out` in the first row, so the second row may speak of neither.
    rows = """
  - {torch: input, paddle: x}
  - ▸{torch: out, do: drop}
  - {paddle: out}
"""
    expect(abs_entry(category="torch-more-params", rows=rows), "PM611 Paddle does have `out`.")


def test_a_parameter_of_torch_said_to_be_of_paddle_only(expect: Expect) -> None:
    rows = "\n  - {torch: input, paddle: x}\n  - ▸{paddle: out}"
    expect(abs_entry(category="paddle-more-params", rows=rows), "PM611 torch does have `out`.")


def test_same_default_of_what_torch_requires(expect: Expect) -> None:
    rows = "\n  - {torch: input, paddle: x, ▸do: same_default}\n  - {torch: out, paddle: out}"
    expect(
        abs_entry(rows=rows),
        "PM612 torch requires `input`, so its default does not matter.",
    )


def test_same_default_of_equal_defaults(expect: Expect) -> None:
    # torch.nn.Softplus(beta=1.0, threshold=20.0); paddle.nn.Softplus(beta=1, threshold=20)
    rows = [
        "torch: beta, paddle: beta, desc: other, ▸do: same_default",
        "torch: threshold, paddle: threshold, desc: other",
    ]
    text = entry("torch.nn.Softplus", "paddle.nn.Softplus", "same-params", rows)
    expect(text, "PM612 The default of `beta` is `1.0` on both sides anyway.")
