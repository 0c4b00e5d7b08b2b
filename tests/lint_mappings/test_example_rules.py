"""PM4xx: examples, their inputs and their code."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from entries import ABS_EXAMPLE, abs_entry, t_entry

from lint_mappings.subjects.code import Code
from lint_mappings.subjects.layer_results import Kind, kind_of_result
from lint_mappings.subjects.lookup import Library
from mapping_model.snapshots import torch_snapshot

Expect = Callable[..., None]
NOTE = 'text: {en: "It differs.", zh: "用法不同。"}'
T = "result = x.t()"


def test_every_variant_needs_an_example(expect: Expect) -> None:
    expect(
        "torch: torch.Tensor.reshape_as\ncategory: missing\nvariants:\n"
        "  - category: ▸composite\n"
        '    text: {en: "Views.", zh: "视图。"}\n'
        "    cases: [{code: self.reshape(other.shape)}]\n"
        "  - category: missing\n"
        '    text: {en: "None.", zh: "无。"}\n',
        "PM401 The variant has no example.",
    )


def test_a_return_value_to_be_rewritten_needs_an_example(expect: Expect) -> None:
    head = (
        "torch: torch.Tensor.t\npaddle: paddle.Tensor.t\ncategory: params-differ\n"
        'text: {en: "The returned value differs.", zh: "返回值不同。"}\n'
        f"returns: ▸{{{NOTE}}}\nexamples:\n"
    )
    shown = (
        '  - inputs: {x: "float32[2, 3]"}\n    torch: result = x.t()\n    paddle: result = x.t()\n'
    )
    expect(head + shown, "PM402 The return value is to be rewritten, but no example shows how.")
    expect((head + shown).replace("▸", "").replace("- inputs", "- param: returns\n    inputs"))


def test_a_variadic_parameter_is_shown_under_its_star(expect: Expect) -> None:
    text = (
        "torch: torch.broadcast_tensors\npaddle: paddle.broadcast_tensors\n"
        "category: params-differ\n"
        'text: {en: "`*tensors` differs.", zh: "`*tensors` 不同。"}\n'
        "params:\n"
        '  - {torch: "*tensors", paddle: input, desc: other, do: ▸list}\n'
        "examples:\n"
        '  - inputs: {x: "float32[2, 3]"}\n'
        "    torch: result = torch.broadcast_tensors(x, x)\n"
        "    paddle: result = paddle.broadcast_tensors([x, x])\n"
    )
    expect(text, "PM402 `*tensors` is to be rewritten, but no example shows how.")
    named = text.replace("▸", "").replace("- inputs", '- param: "*tensors"\n    inputs')
    expect(named)
    expect(
        text.replace("- inputs", "- param: ▸tensors\n    inputs"),
        "PM402 `*tensors` is to be rewritten, but no example shows how.",
        "PM403 There is no row `tensors`. Did you mean `*tensors`?",
    )


def test_an_example_of_the_return_value_needs_one_that_differs(expect: Expect) -> None:
    examples = ABS_EXAMPLE.replace("- inputs", "- param: ▸returns\n    inputs")
    expect(
        abs_entry(examples=examples),
        "PM403 The example shows the return value, but the entry has no `returns`.",
    )


@pytest.mark.parametrize(
    ("torch", "paddle", "message"),
    [
        (f"{T}\ny = ▸(", T, "'(' was never closed"),
        (T, f"y = x\n{T}\nz = y▸，y", "invalid character '，' (U+FF0C)"),
        ("if x:\n▸result = 1", T, "expected an indented block after 'if' statement on line 1"),
        (f"数 = x; {T}; 数 ▸数", T, "invalid syntax"),
    ],
)
def test_a_syntax_error_is_reported_on_its_line(
    expect: Expect, torch: str, paddle: str, message: str
) -> None:
    expect(t_entry(torch, paddle), f"PM404 The code is not Python: {message}.")


CANNOT_RUN = '    cannot_run: gpu\n    text: {en: "It needs a GPU.", zh: "需要 GPU。"}\n'


@pytest.mark.parametrize("more", ["", CANNOT_RUN])
def test_code_that_is_too_much(expect: Expect, more: str) -> None:
    deep = "▸result = x" + ".t" * 600
    expect(
        t_entry(deep, f"▸{T}" + "\nx.t()" * 600, more),
        "PM404 The code nests deeper than 50 levels.",
        "PM404 The code has more than 3,500 characters.",
    )


def test_a_place_in_code_is_found_after_blank_lines_and_comments(expect: Expect) -> None:
    expect(
        t_entry(f"\n# First.\n\n{T}\n▸print(x)", T),
        "PM405 The example prints something.",
    )


def test_a_place_in_quoted_code(expect: Expect) -> None:
    text = t_entry(T, T).replace("torch: |\n      result = x.t()", 'torch: "result = x.t(▸y)"')
    expect(text, "PM407 `y` is not defined.")
    text = t_entry(T, T).replace(
        "torch: |\n      result = x.t()", 'torch: ▸"result = x.t(\\u0079)"'
    )
    expect(text, "PM407 `y` is not defined.")


def test_imports_and_prints_are_all_reported(expect: Expect) -> None:
    expect(
        t_entry(f"▸import torch.nn as nn\n▸from torch import abs\n{T}", f"{T}\n▸print(result)"),
        "PM405 The example imports something.",
        "PM405 The example imports something.",
        "PM405 The example prints something.",
    )


@pytest.mark.parametrize(
    "statement",
    [
        "x.t_()",
        "x[0] = x.t()[0, 0]",
        "x += x.t()[0, 0]",
        "x.grad = x.t()",
        "del x.t",
        "x.add_(x.t()[0, 0])",
    ],
)
def test_changing_an_input_is_enough(expect: Expect, statement: str) -> None:
    both = f"y = x.t()\n{statement}"
    expect(t_entry(both, both))


@pytest.mark.parametrize(
    ("torch", "paddle"),
    [
        ("torch.add(x, x.t(), out=x)", "y = x.t()\npaddle.assign(y, x)"),
        ("torch.nn.init.zeros_(x.t())", "y = x.t()\npaddle.increment(x)"),
        ("y = x.t()\ntorch.save(y, 'f')", "y = x.t()\npaddle.save(y, 'f')"),
    ],
)
def test_library_functions_that_may_write(expect: Expect, torch: str, paddle: str) -> None:
    expect(t_entry(torch, paddle))


def test_code_without_effect_is_reported_on_each_side(expect: Expect) -> None:
    text = t_entry("torch.abs(x).t", "paddle.abs(x).t").replace(": |", ": ▸|")
    expect(
        text,
        *["PM406 The code neither assigns `result` nor changes an input."] * 2,
    )


def test_a_result_on_one_side_only(expect: Expect) -> None:
    text = t_entry("y = x.t()\ny.zero_()", T).replace("torch: |", "torch: ▸|")
    expect(text, "PM406 Only the Paddle side assigns `result`.")


@pytest.mark.parametrize(
    "more",
    [
        "compare: {raises: {torch: 'ValueError: not so', paddle: 'ValueError: not so'}}",
        "cannot_run: gpu",
    ],
)
def test_what_is_not_compared_needs_no_result(expect: Expect, more: str) -> None:
    expect(t_entry("x.t()", "x.t()", more=f"    {more}\n"))


@pytest.mark.parametrize(
    "code",
    [
        "result = [y for y in x.t()]",
        "f = lambda y, *a, **k: y\nresult = f(x.t())",
        "def f(y, z=1):\n    return y\nresult = f(x.t())",
        "class A:\n    pass\nresult = [x.t(), A][0]",
        "try:\n    result = x.t()\nexcept ValueError as e:\n    raise e",
        "with x.t() as y:\n    result = y",
        "for i, (j, k) in enumerate(x.t()):\n    result = i, j, k",
        "result = (y := x.t()) + y",
        "match x.t():\n    case [y, *z]:\n        result = y, z\n    case w:\n        result = w",
        "(a, b), *c = x.t()\nresult = a, b, c",
        "result = len(x.t())",
    ],
)
def test_names_that_the_code_defines(expect: Expect, code: str) -> None:
    expect(t_entry(code, code))


def test_an_undefined_name_is_reported_where_it_is_first_read(expect: Expect) -> None:
    expect(
        t_entry("total = x.t()\nresult = ▸totla + totla + ▸np.abs(total)", T),
        "PM407 `totla` is not defined. Did you mean `total`?",
        "PM407 `np` is not defined.",
    )


def test_the_package_of_an_outside_counterpart_is_there(expect: Expect) -> None:
    expect(
        "torch: torch.special.airy_ai\ncategory: outside-core\npaddle: other.special.airy\n"
        "examples:\n"
        "  - cannot_run: package\n"
        "    torch: result = torch.special.airy_ai(torch.ones(4)) + ▸other.x\n"
        "    paddle: result = other.special.airy(4)\n",
        "PM407 `other` is not defined.",
    )


def test_each_side_uses_its_own_library(expect: Expect) -> None:
    expect(
        t_entry("result = x.t() + ▸paddle.abs(x)", "y = ▸torch.abs(x)\nresult = x.t()"),
        "PM408 `paddle` is used in the code for `torch`.",
        "PM408 `torch` is used in the code for `paddle`.",
    )


@pytest.mark.parametrize(
    ("api", "code", "uses"),
    [
        ("torch.abs", "result = torch.abs(x)", True),
        ("torch.abs", "result = x.abs()", False),
        ("torch.abs", "result = torch.Tensor.abs(x)", False),
        ("torch.Tensor.abs", "result = x.abs()", True),
        ("torch.Tensor.abs", "result = (x + 1).abs()", True),
        ("torch.Tensor.abs", "result = torch.Tensor.abs(x)", True),
        ("torch.Tensor.abs", "result = x.abs_()", False),
        ("torch.Tensor.T", "result = x.T", True),
        ("torch.nn.ReLU", "result = torch.nn.ReLU()(x)", True),
        ("torch.nn.ReLU", "result = torch.nn.functional.relu(x)", False),
        ("torch.float32", "result = x.to(torch.float32)", True),
        ("torch.no_grad", "with torch.no_grad():\n  result = x + 1", True),
        ("torch.nn.Module.train", "result = m.train()", True),
    ],
)
def test_an_example_shows_its_api(expect: Expect, api: str, code: str, uses: bool) -> None:
    code = code.replace("\n", "\n      ")
    inputs = 'm: {module: "ReLU()"}' if "m." in code else 'x: "float32[2, 3]"'
    text = (
        f"torch: {api}\ncategory: context-change\n"
        'context: {en: "Change something.", zh: "需要修改。"}\n'
        f"examples:\n  - inputs: {{{inputs}}}\n"
        f"    torch: ▸|\n      {code}\n"
        f"    paddle: result = {'m' if 'm.' in code else 'x'}\n"
    )
    if uses:
        expect(text.replace("▸", ""))
    else:
        expect(text, f"PM409 The torch code does not use `{api}`.")


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        (
            "x: ▸[[1.0, 2.0], [3.0]]",
            "The input `x` has no meaning: expected lists of equal length on each level of a "
            "tensor.",
        ),
        (
            "x: ▸{tensor: [1], value: 2}",
            'The input `x` has no meaning: expected a number, a list, "float32[2, 3]", '
            '"int64[4] in 0..4", {tensor: [...], dtype: ...}, {parameter: "float32[3]"}, '
            '{value: ...} or {module: "Linear(4, 2)"}, not a mapping with `tensor`, `value`.',
        ),
        (
            'x: ▸"int64[4] in 0.5..2"',
            "The input `x` has no meaning: expected whole numbers as the range of int64, not "
            "0.5..2.",
        ),
        (
            'x: ▸{module: "Linear(4,"}',
            "The module `Linear(4,` of the input `x` is not an expression.",
        ),
        ('x: "float32[2]", ▸result: 1', "An input cannot be called `result`."),
    ],
)
def test_inputs_have_a_meaning(expect: Expect, inputs: str, message: str) -> None:
    code = "result = [x.t(), result]" if "result" in inputs else T
    expect(t_entry(code, code, inputs=inputs), f"PM410 {message}")


@pytest.mark.parametrize(
    ("code", "call", "unused"),
    [
        (T, "", True),
        ("result = x.t()[0]", "", True),
        ("y = x.t()\nresult = torch.abs(y)", "", True),
        ("y = x.t()\ny.zero_()", "", True),
        ("y = x.t()\nresult = torch.nn.Linear(2, 3)", "", False),
        ("y = x.t()\nresult = y", "", True),
        ("y = x.t()\nresult = y.dtype", "", True),
        ("y = x.t()\nresult = sorted(y)", "", True),
        ("y = x.t()\nresult, n = torch.nn.utils.parameters_to_vector([y]), 1", "", True),
        ("y = x.t()\nresult = torch.nn.utils.parameters_to_vector([y])", "", True),
        ("y = x.t()\nresult = torch.nn.Linear(2, 3).weight", "", True),
        ("def f(y): return y.t()\nresult = f(x)", "", True),
        (
            "def f(y): return torch.nn.Linear(*y.t().shape)\nresult = f(x)",
            "    called_with: [z]\n",
            False,
        ),
        ("y = x.t()\nresult = torch.nn.Linear(2, 3)", "    called_with: [x]\n", True),
        ("y = x.t()\nresult = torch.nn.Linear(2, 3)", "    called_with: [z]\n", False),
    ],
)
def test_an_unused_input_may_be_for_the_layer(
    expect: Expect, code: str, call: str, unused: bool
) -> None:
    inputs = f'x: "float32[2, 3]", {"▸" if unused else ""}z: 1'
    text = t_entry(code, code.replace("torch.", "paddle."), more=call, inputs=inputs)
    expect(text, *["PM411 Neither side uses the input `z`."] * unused)


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("class A(torch.nn.Module): x\nresult = A()", Kind.LAYER),
        ("class A(torch.nn.Linear): x\nresult = A(2, 3).to('cpu')", Kind.LAYER),
        ("class A(torch.nn.Module): x\nresult = A().layer", Kind.UNKNOWN),
        ("class A(torch.optim.Adam): x\nresult = A([])", Kind.VALUE),
        ("class A: x\nresult = A()", Kind.VALUE),
        ("class A(torch.nn.Module): x\nclass B(A): x\nresult = B()", Kind.UNKNOWN),
        ("def make(): return torch.nn.Linear(2, 3)\nresult = make()", Kind.UNKNOWN),
    ],
)
def test_what_a_class_of_the_example_makes(code: str, kind: Kind) -> None:
    library = Library(torch_snapshot())
    assert kind_of_result(Code("torch", code), library, {"x": "float32[2]"}) is kind


SVD = """\
torch: torch.linalg.svd
paddle: paddle.linalg.svd
category: torch-more-params
params:
  - {{torch: A, paddle: x, desc: input}}
  - {{torch: full_matrices, paddle: full_matrices, value: {set}, desc: other}}
  - {{torch: driver, do: drop, desc: other}}
  - {{torch: out, paddle: out}}
examples:
  - inputs: {{x: "float32[3, 2]"}}
    torch: result = torch.linalg.svd(x)[1]
    paddle: result = {call}[1]
"""


@pytest.mark.parametrize(
    ("call", "shown"),
    [
        ("paddle.linalg.svd(x, full_matrices=True)", True),
        ("paddle.linalg.svd(x, True)", True),
        ("paddle.linalg.svd(x)", False),
        ("paddle.linalg.svd(x, full_matrices=False)", False),
    ],
)
def test_a_value_to_set_is_set_in_an_example(expect: Expect, call: str, shown: bool) -> None:
    value = '"True"' if shown else '▸"True"'
    expect(
        SVD.format(set=value, call=call),
        *["PM412 No example passes `full_matrices=True`."] * (not shown),
    )


def test_every_unknown_name_of_a_call_is_reported(expect: Expect) -> None:
    text = t_entry(T, T, more="    called_with: [x, ▸xx, ▸z]\n")
    expect(
        text,
        "PM413 There is no input `xx`. Did you mean `x`?",
        "PM413 There is no input `z`.",
    )


def test_at_least_one_example_uses_the_target(expect: Expect) -> None:
    other = ABS_EXAMPLE.replace("paddle.abs", "paddle.sign")
    expect(
        abs_entry(target="paddle: ▸paddle.abs\n", examples=other),
        "PM414 No example uses `paddle.abs`.",
    )
    titled = other.replace("inputs:", 'title: {en: "Its sign.", zh: "符号。"}\n    inputs:')
    expect(abs_entry(examples=titled + ABS_EXAMPLE.lstrip("\n")))
    marked = other.replace("result = paddle", "▸result = paddle")
    expect(
        abs_entry(examples=marked + ABS_EXAMPLE.lstrip("\n")),
        "PM414 The Paddle code does not use `paddle.abs`.",
    )


def test_checks_of_gotchas_are_code_too(expect: Expect) -> None:
    expect(
        "id: a\n"
        'title: {en: "A title.", zh: "标题。"}\n'
        "topic: tensors\n"
        'text: {en: "A text.", zh: "正文。"}\n'
        "checks:\n"
        '  - inputs: {x: "float32[2]", ▸z: 1}\n'
        "    torch: |\n      result = torch.abs(x)\n"
        "    paddle: |\n      result = ▸y.abs()\n"
        "    expect: differs\n",
        "PM411 Neither side uses the input `z`.",
        "PM407 `y` is not defined.",
        path="mappings/gotchas/a.yaml",
    )


ROLL = """\
torch: torch.roll
paddle: paddle.roll
category: renamed-params
params:
  - {{torch: input, paddle: x}}
  - {{torch: shifts, paddle: shifts, desc: other}}
  - {mark}{{torch: dims, paddle: axis, desc: dim}}
examples:
  - inputs: {{x: "float32[2, 3]", n: [2, 1]}}
    torch: result = {torch}
    paddle: result = {paddle}
"""


@pytest.mark.parametrize(
    ("torch", "paddle", "shown"),
    [
        ("torch.roll(x, n.tolist())", "paddle.roll(x, n.tolist())", False),
        ("torch.roll(x, n.tolist(), (0, 1))", "paddle.roll(x, n.tolist(), (0, 1))", True),
        ("torch.roll(x, n[0], dims=1)", "paddle.roll(x, n[0], axis=1)", True),
        # What two calls pass is not told apart, and what `*` stands for is not known.
        ("torch.roll(torch.roll(x, n[0]), 1)", "paddle.roll(paddle.roll(x, n[0]), 1)", True),
        ("torch.roll(x, *n.tolist())", "paddle.roll(x, *n.tolist())", True),
    ],
)
def test_what_is_only_called_differently_is_passed(
    expect: Expect, torch: str, paddle: str, shown: bool
) -> None:
    text = ROLL.format(torch=torch, paddle=paddle, mark="" if shown else "▸")
    message = "PM424 No example passes `dims`, so nothing shows that it is `axis`."
    expect(text, *[message] * (not shown))


def test_inputs_of_one_number_show_nothing(expect: Expect) -> None:
    head = "torch: torch.Tensor.t\npaddle: paddle.Tensor.t\ncategory: no-params\nexamples:\n"
    code = "    torch: result = x.t()\n    paddle: result = x.t()\n"
    same = head + "  - inputs: ▸{{x: {}}}\n" + code
    told = "PM425 All numbers of the inputs are the same."
    for constant in ("[[0, 0], [0, 0]]", "[[.5, .5]]", "{tensor: [[1, 1]], dtype: int32}"):
        expect(same.format(constant), told)
    for varied in ("[[0, 1]]", "[[7]]", '"float32[2, 3]"'):
        expect(same.format(varied).replace("▸", ""))
    two = code.replace("x.t()", "x.t() + y")
    expect(same.format("[[0, 0]], y: [1, 2]").replace("▸", "").replace(code, two))


def test_a_result_times_zero_shows_nothing(expect: Expect) -> None:
    told = "PM426 The result is multiplied by 0, so it shows nothing."
    entry = (
        "torch: torch.Tensor.t\npaddle: paddle.Tensor.t\ncategory: no-params\nexamples:\n"
        '  - inputs: {{x: "float32[2, 3]"}}\n'
        "    torch: result = x.t()\n    paddle: result = {}\n"
    )
    expect(entry.format("▸x.t() * 0"), told)
    expect(entry.format("(▸0.0 * x.t()).sum()"), told)
    expect(entry.format("x.t() * 1 + 0"))


def test_code_that_nobody_runs_is_read_closely(expect: Expect) -> None:
    entry = (
        "torch: torch.Tensor.t\npaddle: paddle.Tensor.t\ncategory: no-params\nexamples:\n"
        "  - cannot_run: gpu\n"
        "    torch: result = torch.ones([2, 3]).to('cuda:5').t()\n"
        "    paddle: result = {}\n"
    )
    number = "PM427 The torch code has no 4, and nobody runs this."
    expect(entry.format("paddle.ones([3, 2, ▸4]).cuda(5).t()"), number)
    told = "PM427 `paddle.{}` does not take this call, and nobody runs it."
    expect(entry.format("▸paddle.zeros_like(0, 2, 3, 5).t()"), told.format("zeros_like"))
    expect(entry.format("▸paddle.transpose([2, 3]).cuda(5).t()"), told.format("transpose"))
    expect(entry.format("paddle.ones([2, 3]).cuda(5).t()"))
    marked = entry.replace("paddle: result", "paddle: ▸result")
    expect(
        marked.format("paddle.ones([3, 2]).cuda(5).t()"),
        "PM427 The values are others than in the torch code, or in another order, and nobody runs "
        "this.",
    )
    lost = "PM427 The Paddle code has no 5, and nobody runs this."
    expect(marked.format("paddle.ones([2, 3]).cuda().t()"), lost)
    expect(entry.format("paddle.ones([2, 3]).to('gpu:5').t()"))
    run = entry.replace("  - cannot_run: gpu\n", "  - compare: {{random: true}}\n")
    expect(run.format("paddle.ones([2, 4]).t()"))
