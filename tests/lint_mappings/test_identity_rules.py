"""PM2xx: where entries live, their categories, their keys, what they refer to."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from entries import ABS_EXAMPLE, abs_entry, t_entry

Expect = Callable[..., None]
NOTE = 'text: {en: "It differs.", zh: "用法不同。"}'
TEXT = 'text: {en: "None.", zh: "无。"}\n'
CODE = "cases: [{code: input * input.sign()}]\n"
MISSING = 'torch: {0}\ncategory: missing\ntext: {{en: "None.", zh: "无。"}}\n'


@pytest.mark.parametrize(
    ("path", "api", "belongs"),
    [
        ("torch/torch.absolute.yml", "torch.absolute", "torch/torch.absolute.yaml"),
        ("torch.absolute.yaml", "torch.absolute", "torch/torch.absolute.yaml"),
        ("torch.nn/torch.absolute.yaml", "torch.absolute", "torch/torch.absolute.yaml"),
        ("torch/torch.Absolute.yaml", "torch.absolute", "torch/torch.absolute.yaml"),
        (
            "torch.Tensor/torch.Tensor.T.yaml",
            "torch.Tensor.T",
            "torch.Tensor/torch.Tensor.T-capital.yaml",
        ),
    ],
)
def test_an_entry_belongs_where_its_name_says(
    expect: Expect, path: str, api: str, belongs: str
) -> None:
    text = f"torch: ▸{api}\nalias_of: torch.abs\n"
    if api == "torch.Tensor.T":
        text = t_entry("result = x.T", "result = x.T").replace("torch.Tensor.t", f"▸{api}")
        text = text.replace("paddle.Tensor.t", "paddle.Tensor.T")
    message = f"PM201 The entry of `{api}` belongs in mappings/{belongs}."
    expect(text, message, path=f"mappings/{path}")


def test_paths_that_differ_only_in_case_are_told(expect: Expect) -> None:
    expect(
        "torch: ▸▸torch.ABS\nalias_of: torch.abs\n",
        "PM201 The paths of `torch.ABS` and `torch.abs` differ only in case, which macOS and "
        "Windows do not tell apart.",
        "PM601 torch 2.13.0 has no `torch.ABS`. Did you mean `torch.abs`?",
        path="mappings/torch/torch.ABS.yaml",
    )


def test_the_second_file_for_an_api_is_the_duplicate(expect: Expect) -> None:
    expect(
        abs_entry().replace("torch: torch.abs", "torch: ▸torch.abs", 1),
        "PM202 `torch.abs` already has an entry, mappings/torch/torch.abs.yaml.",
        path="mappings/torch/torch.abs2.yaml",
    )


@pytest.mark.parametrize(
    ("written", "rows", "derived", "reason"),
    [
        (
            "paddle-more-params",
            "\n  - {torch: input, paddle: x}\n  - {torch: out, paddle: out}",
            "renamed-params",
            "the row `input` has another name in Paddle",
        ),
        (
            "renamed-params",
            f"\n  - {{torch: input, paddle: x, do: none, {NOTE}}}\n  - {{torch: out, paddle: out}}",
            "params-differ",
            "the row `input` says that the parameter differs",
        ),
    ],
)
def test_the_message_names_the_row_that_decides_the_category(
    expect: Expect, written: str, rows: str, derived: str, reason: str
) -> None:
    expect(
        abs_entry(category=f"▸{written}", rows=rows),
        f"PM203 The category is `{written}`, but {reason}: `{derived}`.",
    )


def test_a_differing_return_value_decides_the_category(expect: Expect) -> None:
    more = f"returns: {{do: none, {NOTE}}}\n"
    expect(
        abs_entry(category="▸renamed-params", more=more),
        "PM203 The category is `renamed-params`, but `returns` says that the return value differs: "
        "`params-differ`.",
    )


VARIANTS = """\
torch: torch.Tensor.view
category: {entry}
variants:
  - paddle: paddle.Tensor.view
    category: params-differ
    text: {{en: "`*size` differs.", zh: "`*size` 不同。"}}
    params:
      - {{torch: "*size", paddle: shape_or_dtype, do: none, desc: size, {note}}}
    examples:
      - inputs: {{x: "float32[2, 3]"}}
        torch: result = x.view(3, 2)
        paddle: result = x.view([3, 2])
  - paddle: paddle.Tensor.view
    category: {second}
    params:
      - {{torch: dtype, paddle: shape_or_dtype}}
    examples:
      - inputs: {{x: "float32[2, 3]"}}
        torch: result = x.view(torch.int32)
        paddle: result = x.view(paddle.int32)
"""


def test_an_entry_has_the_highest_category_of_its_variants(expect: Expect) -> None:
    expect(VARIANTS.format(entry="params-differ", second="renamed-params", note=NOTE))
    expect(
        VARIANTS.format(entry="▸renamed-params", second="renamed-params", note=NOTE),
        "PM203 The category is `renamed-params`, but variant 1 is in a higher one, "
        "`params-differ`.",
    )
    expect(
        VARIANTS.format(entry="▸composite", second="renamed-params", note=NOTE),
        "PM203 The category is `composite`, but the highest of the variants' is `params-differ`.",
    )


def test_each_variant_has_the_category_of_its_own_rows(expect: Expect) -> None:
    expect(
        VARIANTS.format(entry="params-differ", second="▸same-params", note=NOTE),
        "PM203 The category is `same-params`, but the row `dtype` has another name in Paddle: "
        "`renamed-params`.",
    )


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("torch.absolute", "`torch.absolute` is an alias of itself."),
        ("torch.sign", "`torch.sign` has no entry."),
        ("torch.ab", "`torch.ab` has no entry. Did you mean `torch.abs`?"),
        ("torch.Tensor.absolute", "`torch.Tensor.absolute` is an alias too, of `torch.abs`."),
    ],
)
def test_an_alias_needs_an_entry_that_is_none(expect: Expect, target: str, message: str) -> None:
    other = "torch: torch.Tensor.absolute\nalias_of: torch.abs\n"
    expect(
        f"torch: torch.absolute\nalias_of: ▸{target}\n",
        f"PM204 {message}",
        others={"mappings/torch.Tensor/torch.Tensor.absolute.yaml": other},
    )


@pytest.mark.parametrize(
    ("api", "family"),
    [
        ("torch.optim.lr_scheduler.StepLR", "torch.optim.lr_scheduler."),
        ("torch.nn.init.sparse_", "torch.nn.init."),
        ("torch.nn.utils.clip_grads_with_norm_", "torch.nn.utils.clip"),
    ],
)
def test_some_families_change_other_code(expect: Expect, api: str, family: str) -> None:
    text = (
        f"torch: {api}\ncategory: ▸composite\n"
        'text: {en: "Sets something.", zh: "设置某值。"}\nexamples:\n'
        "  - inputs: {p: {parameter: 'float32[3]'}}\n"
        f"    torch: {api}(p)\n    paddle: p.zero_()\n"
    )
    expect(
        text,
        f"PM203 `{family}*` changes other places of the code, so it is `context-change`, not "
        "`composite`.",
    )
    expect(MISSING.format(api))
    expect(
        f"torch: {api}\nalias_of: ▸torch.abs\n",
        "PM619 `torch.abs` takes other parameters: `(input, *, out=None)`.",
    )


def test_a_number_for_an_initialiser_changes_nothing(expect: Expect) -> None:
    expect(
        """torch: torch.nn.init.calculate_gain
paddle: paddle.nn.initializer.calculate_gain
category: same-params
params:
  - {torch: nonlinearity, paddle: nonlinearity, desc: {en: The layer., zh: 其后的层。}}
  - {torch: param, paddle: param, desc: {en: Its slope., zh: 其斜率。}}
examples:
  - torch: result = torch.nn.init.calculate_gain("leaky_relu", 0.2)
    paddle: result = paddle.nn.initializer.calculate_gain("leaky_relu", 0.2)
  - title: {en: Called with keywords., zh: 以关键字方式调用。}
    torch: result = torch.nn.init.calculate_gain(nonlinearity="leaky_relu", param=0.2)
    paddle: result = paddle.nn.initializer.calculate_gain(nonlinearity="leaky_relu", param=0.2)
"""
    )


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        (
            abs_entry(category="▸renamed-params", target=""),
            ["The category `renamed-params` needs the key `paddle`."],
        ),
        (
            abs_entry(category="▸composite", rows="", target=""),
            ["The category `composite` needs the key `text`."],
        ),
        (
            abs_entry(category="▸context-change"),
            ["The category `context-change` needs the key `context`."],
        ),
        (
            abs_entry(category="▸outside-core", rows="", target=""),
            ["The category `outside-core` needs the key `paddle`."],
        ),
        (
            abs_entry(category="▸missing", rows="", examples="", target=""),
            ["The category `missing` needs the key `text`."],
        ),
        (
            abs_entry(
                category="missing",
                target="▸paddle: paddle.abs\n",
                rows="",
                examples="",
                more=TEXT,
            ),
            ["The category `missing` has no key `paddle`."],
        ),
        (
            abs_entry(more='▸context: {en: "Change it.", zh: "需要修改。"}\n'),
            ["The category `renamed-params` has no key `context`."],
        ),
    ],
)
def test_keys_fit_the_category(expect: Expect, text: str, messages: list[str]) -> None:
    expect(text, *(f"PM206 {message}" for message in messages))


@pytest.mark.parametrize(
    ("written", "derived", "parts"),
    [
        ("missing", "composite", {"more": TEXT + CODE, "rows": "", "target": ""}),
        ("composite", "missing", {"more": TEXT, "rows": "", "target": ""}),
        ("renamed-params", "outside-core", {"target": "paddle: scipy.abs\n"}),
    ],
)
def test_what_is_written_leads_to_the_category(
    expect: Expect, written: str, derived: str, parts: dict[str, str]
) -> None:
    expect(
        abs_entry(category=f"▸{written}", examples="", **parts),
        f"PM206 The category is `{written}`, but what is written leads to `{derived}`.",
        only="PM206",
    )


def test_a_missing_api_has_neither_rows_nor_examples(expect: Expect) -> None:
    text = abs_entry(
        category="▸missing",
        target="",
        more=TEXT,
        examples="",
    )
    expect(
        text.replace("params:", "▸params:") + f"▸examples:{ABS_EXAMPLE.rstrip()}\n",
        "PM623 Paddle has `paddle.abs`, which the texts do not mention.",
        "PM206 The category `missing` has no key `params`.",
        "PM206 The category `missing` has no key `examples`.",
    )


def test_beside_variants_stands_nothing_that_belongs_into_them(expect: Expect) -> None:
    text = VARIANTS.format(entry="params-differ", second="renamed-params", note=NOTE)
    expect(
        text + "▸paddle: paddle.Tensor.view\n▸formula: x\n",
        "PM206 `paddle` stands beside `variants`.",
        "PM206 `formula` stands beside `variants`.",
    )


def test_every_unknown_gotcha_is_reported(expect: Expect) -> None:
    expect(
        abs_entry() + "gotchas: [gather-index-rank, ▸gather-index, ▸zzz]\n",
        "PM207 There is no gotcha `gather-index`. Did you mean `gather-index-rank`?",
        "PM207 There is no gotcha `zzz`.",
    )


def test_an_unknown_term(expect: Expect) -> None:
    rows = "\n  - {torch: input, paddle: x, desc: ▸inputs}\n  - {torch: out, paddle: out}"
    expect(abs_entry(rows=rows), "PM208 The glossary has no `inputs`. Did you mean `input`?")


def test_a_misspelt_key_of_the_glossary_is_unused(expect: Expect) -> None:
    expect(
        '▸inptu: {en: "I.", zh: "输入。"}\nout: {en: "O.", zh: "输出。"}\n',
        "PM209 No row uses `inptu`. Did you mean `input`?",
        path="mappings/glossary.yaml",
    )


GOTCHA = """\
id: {id}
title: {{en: "{title}", zh: "标题。"}}
topic: tensors
text: {{en: "A text.", zh: "正文。"}}
"""


@pytest.mark.parametrize("path", ["gotchas/b.yaml", "gotchas/a.yml", "gotchas/deep/a.yaml"])
def test_a_gotcha_is_called_by_its_id(expect: Expect, path: str) -> None:
    expect(
        GOTCHA.format(id="▸a", title="A title."),
        "PM210 The gotcha `a` belongs in mappings/gotchas/a.yaml.",
        path=f"mappings/{path}",
    )


def test_a_gotcha_about_an_api_is_named_by_an_entry(expect: Expect) -> None:
    path = "mappings/gotchas/a.yaml"
    expect(
        GOTCHA.format(id="▸a", title="`torch.sign` and `torch.abs` differ."),
        "PM211 No entry names this gotcha, though `torch.abs` has an entry.",
        path=path,
    )
    expect(GOTCHA.format(id="a", title="`torch.sign` differs."), path=path)
    expect(GOTCHA.format(id="a", title="Something differs."), path=path)
    entry = {"mappings/torch/torch.abs.yaml": abs_entry() + "gotchas: [a]\n"}
    expect(GOTCHA.format(id="a", title="`torch.abs` differs."), path=path, others=entry)
