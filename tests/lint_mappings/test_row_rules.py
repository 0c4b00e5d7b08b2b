"""PM3xx: the rows of the parameter table, without regard to signatures."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from entries import ABS_EXAMPLE, abs_entry, gather_entry
from small_project import path_of

from mapping_model.problems import Problem

Expect = Callable[..., None]
NOTE = 'text: {en: "It differs.", zh: "用法不同。"}'
DIFFERS = 'text: {en: "`input` differs.", zh: "`input` 不同。"}\n'


def test_every_row_of_paddle_before_one_of_torch_is_reported(expect: Expect) -> None:
    expect(
        gather_entry(
            """
  - {torch: input, paddle: arr}
  - ▸{paddle: broadcast, desc: other}
  - {torch: dim, paddle: axis}
  - {torch: index, paddle: indices}
  - {torch: sparse_grad, do: drop}
  - {torch: out, paddle: out}
"""
        ),
        "PM301 `broadcast`, which only Paddle has, stands before `out` of PyTorch.",
    )


def test_a_table_of_paddle_rows_only_is_in_order(expect: Expect) -> None:
    expect(
        "torch: torch.Tensor.t\npaddle: paddle.clip\ncategory: paddle-more-params\nparams:\n"
        "  - {paddle: min, desc: other}\n"
        "  - {paddle: max, desc: other}\n"
        "  - {paddle: out}\n"
        "examples:\n"
        '  - inputs: {x: "float32[2, 3]"}\n'
        "    torch: result = x.t()\n"
        "    paddle: result = paddle.clip(x)\n"
    )


def test_the_name_that_torch_has_too_is_a_real_parameter(expect: Expect) -> None:
    expect(
        "torch: torch.nn.Module.add_module\n"
        "paddle: paddle.nn.Layer.add_sublayer\n"
        "category: renamed-params\n"
        "params:\n"
        "  - {torch: name, paddle: name, desc: other}\n"
        "  - {torch: module, paddle: sublayer, desc: other}\n"
        "examples:\n"
        '  - inputs: {m: {module: "ReLU()"}, n: {module: "ReLU()"}}\n'
        "    torch: m.add_module('n', n)\n"
        "    paddle: m.add_sublayer('n', n)\n"
    )


def test_a_torch_only_row_needs_an_action_only_where_paddle_has_none(expect: Expect) -> None:
    rows = """
  - {torch: input, paddle: arr}
  - {torch: dim, paddle: axis}
  - {torch: index, paddle: indices}
  - ▸{torch: sparse_grad}
  - {torch: out, paddle: out}
  - {paddle: broadcast, desc: other}
"""
    expect(
        gather_entry(rows),
        "PM303 Paddle has no `sparse_grad`, and the row does not say what to do about it.",
    )


@pytest.mark.parametrize("row", ["▸do: rewrite", "▸do: assign", "▸do: same_default"])
def test_keys_that_do_not_fit_a_row_of_paddle(expect: Expect, row: str) -> None:
    rows = f"""
  - {{torch: input, paddle: arr}}
  - {{torch: dim, paddle: axis}}
  - {{torch: index, paddle: indices}}
  - {{torch: sparse_grad, do: drop}}
  - {{torch: out, paddle: out}}
  - {{paddle: broadcast, desc: other, {row}}}
"""
    text = gather_entry(rows)
    if "rewrite" in row:
        text = text.replace("  - inputs", "  - param: broadcast\n    inputs")
    expect(
        text,
        "PM304 Only Paddle has `broadcast`, so nothing of PyTorch's is to be dealt with.",
    )


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('do: drop, ▸value: "False"', "Paddle has no `sparse_grad` that could get a value."),
        ("▸value: not sparse_grad", "Paddle has no `sparse_grad` that could get a value."),
    ],
)
def test_keys_that_do_not_fit_a_row_of_torch(expect: Expect, row: str, message: str) -> None:
    rows = f"""
  - {{torch: input, paddle: arr}}
  - {{torch: dim, paddle: axis}}
  - {{torch: index, paddle: indices}}
  - {{torch: sparse_grad, {row}}}
  - {{torch: out, paddle: out}}
  - {{paddle: broadcast, desc: other}}
"""
    expect(gather_entry(rows), f"PM304 {message}", only="PM304")


def test_a_default_of_what_paddle_lacks_says_nothing_of_what_becomes_of_it(expect: Expect) -> None:
    rows = """
  - {torch: input, paddle: arr}
  - {torch: dim, paddle: axis}
  - {torch: index, paddle: indices}
  - ▸{torch: sparse_grad, do: ▸same_default}
  - {torch: out, paddle: out}
  - {paddle: broadcast, desc: other}
"""
    expect(
        gather_entry(rows),
        "PM303 Paddle has no `sparse_grad`, and the row does not say what to do about it.",
        "PM304 Paddle has no `sparse_grad` whose default it could be.",
    )


def test_what_both_sides_have_is_not_dropped(expect: Expect) -> None:
    rows = f"""
  - {{torch: input, paddle: x, do: ▸drop, {NOTE}}}
  - {{torch: out, paddle: out}}
"""
    expect(
        abs_entry(category="params-differ", rows=rows, more=DIFFERS),
        "PM304 Both sides have `input`, so it cannot be dropped.",
    )


def test_a_row_has_a_text_of_its_own_or_one_of_the_glossary(expect: Expect) -> None:
    rows = """
  - {torch: input, paddle: x, desc: %s}
  - {torch: out, paddle: out}
"""
    for desc in ('{en: "What is made positive.", zh: "取绝对值的数。"}', "self"):
        expect(abs_entry(rows=rows % desc))


def test_value_and_same_default_contradict_each_other(expect: Expect) -> None:
    text = (
        "torch: torch.linalg.svd\npaddle: paddle.linalg.svd\ncategory: torch-more-params\n"
        "params:\n"
        "  - {torch: A, paddle: x, desc: input}\n"
        "  - torch: full_matrices\n"
        "    paddle: full_matrices\n"
        "    desc: other\n"
        '    value: "True"\n'
        "    do: ▸same_default\n"
        "  - {torch: driver, desc: other, do: drop}\n"
        "  - {torch: out, paddle: out}\n"
        "examples:\n"
        '  - inputs: {x: "float32[2, 3]"}\n'
        "    torch: result = torch.linalg.svd(x)[1]\n"
        "    paddle: result = paddle.linalg.svd(x, full_matrices=True)[1]\n"
    )
    expect(
        text,
        "PM304 `value` says that the defaults of `full_matrices` differ, `same_default` that they "
        "do not.",
    )


@pytest.mark.parametrize("action", ["rewrite", "none"])
def test_a_parameter_that_differs_says_how(expect: Expect, action: str) -> None:
    rows = f"""
  - {{torch: input, paddle: x, do: ▸{action}}}
  - {{torch: out, paddle: out}}
"""
    examples = ABS_EXAMPLE
    if action == "rewrite":
        examples = ABS_EXAMPLE.replace("- inputs", "- param: input\n    inputs")
    expect(
        abs_entry(category="params-differ", rows=rows, examples=examples, more=DIFFERS),
        "PM305 The row `input` does not say how the parameter differs.",
    )


def test_a_parameter_has_one_row(expect: Expect) -> None:
    rows = """
  - {torch: input, paddle: x}
  - {torch: ▸input, paddle: ▸x}
  - {torch: out, paddle: out}
"""
    expect(
        abs_entry(rows=rows),
        "PM306 `input` of PyTorch has a row already.",
        "PM306 `x` of Paddle has a row already.",
    )


def test_a_row_without_sides(expect: Expect) -> None:
    rows = """
  - {torch: input, paddle: x}
  - {torch: out, paddle: out}
  - ▸{desc: input}
"""
    expect(
        abs_entry(category="torch-more-params", rows=rows),
        "PM105 This item has at least one of `torch` and `paddle`.",
    )
    empty = rows.replace("▸{desc: input}", "{torch: ▸~, paddle: ▸~}")
    expect(
        abs_entry(category="torch-more-params", rows=empty),
        "PM105 `torch` must be text, not empty.",
        "PM105 `paddle` must be text, not empty.",
    )


@pytest.mark.parametrize(
    "category", ["same-params", "renamed-params", "paddle-more-params", "different-defaults"]
)
def test_categories_with_parameters_have_a_table(expect: Expect, category: str) -> None:
    expect(
        abs_entry(category=f"▸{category}", rows=""),
        f"PM307 The category is `{category}`, but there is no parameter table.",
    )


def test_no_params_has_no_table(expect: Expect) -> None:
    expect(
        abs_entry(category="no-params").replace("\nparams:", "\n▸params:"),
        "PM307 The category is `no-params`, but there is a parameter table.",
    )


def test_a_return_value_alone_is_table_enough(expect: Expect) -> None:
    expect(
        "torch: torch.Tensor.t\npaddle: paddle.Tensor.t\ncategory: params-differ\n"
        'text: {en: "The returned value differs.", zh: "返回值不同。"}\n'
        f"returns: {{do: none, {NOTE}}}\n"
        "examples:\n"
        '  - inputs: {x: "float32[2, 3]"}\n'
        "    torch: result = x.t()\n"
        "    paddle: result = x.t()\n"
    )


def test_a_row_of_paddle_is_described_by_its_own_name(expect: Expect) -> None:
    rows = """
  - {torch: input, paddle: arr}
  - {torch: dim, paddle: axis}
  - {torch: index, paddle: indices}
  - {torch: sparse_grad, do: drop}
  - {torch: out, paddle: out}
  - ▸{paddle: broadcast}
"""
    expect(
        gather_entry(rows),
        "PM308 The row `broadcast` has no description, and the glossary has none for `broadcast`.",
    )


GATHER_ROWS = """
  - {{torch: input, paddle: arr}}
  - {{torch: dim, paddle: axis}}
  - {{torch: index, paddle: indices}}
  - {{torch: sparse_grad, do: {0}}}
  - {{torch: out, paddle: out}}
  - {{paddle: broadcast, desc: other}}
"""


@pytest.mark.parametrize(
    ("action", "messages"),
    [
        ("drop", []),
        (f"none, {NOTE}", []),
        ("▸none", ["There is no way to write `sparse_grad`, but nothing says what that means."]),
        (
            f"drop, ▸{NOTE}",
            ["The text says more of `sparse_grad` than that it can be dropped."],
        ),
    ],
)
def test_a_note_goes_with_its_action(expect: Expect, action: str, messages: list[str]) -> None:
    """P7: what is dropped is dropped; what has no way says what that means."""
    expect(gather_entry(GATHER_ROWS.format(action)), *[f"PM309 {m}" for m in messages])


LEFT = "do: rewrite"


@pytest.mark.parametrize(
    ("api", "rows", "form"),
    [
        ("torch.mv", [f"torch: out, {LEFT}"], "assign"),
        ("torch.mode", [f"torch: out, {LEFT}"], "assign_pair"),
        ("torch.Tensor.tile", [f'torch: "*dims", paddle: repeat_times, {LEFT}'], "list"),
        ("torch.ones", [f"torch: pin_memory, {LEFT}"], "pinned"),
        (
            "torch.nn.KLDivLoss",
            [f"torch: reduce, {LEFT}", "torch: reduction, paddle: reduction"],
            "reduction",
        ),
        ("torch.nn.KLDivLoss", [f"torch: reduce, {LEFT}"], None),
        ("torch.nn.Linear", [f"torch: device, {LEFT}"], None),
        # It is what the method is for, and true by default.
        ("torch.Tensor.requires_grad_", [f"torch: requires_grad, {LEFT}"], None),
    ],
)
def test_what_a_form_carries_over_is_not_left_to_a_person(
    lint: Callable[..., list[Problem]], api: str, rows: list[str], form: str | None
) -> None:
    target = f"paddle{api.removeprefix('torch')}"
    head = f"torch: {api}\npaddle: {target}\ncategory: torch-more-params\nparams:\n"
    text = head + "".join(f"  - {{{row}}}\n" for row in rows)
    told = [problem for problem in lint({path_of(text): text}) if problem.code == "PM303"]
    hints = [] if form is None else [f"Write `do: {form}` instead of `{LEFT}`."]
    assert [problem.hint for problem in told] == hints
