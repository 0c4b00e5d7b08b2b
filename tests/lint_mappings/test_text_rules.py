"""PM7xx: sentences in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from entries import abs_entry

from mapping_model.snapshots import PADDLE, TORCH

NEWEST = PADDLE[-1]

Expect = Callable[..., None]


def notes(en: str = "A text.", zh: str = "正文。") -> str:
    """An entry with one note, in double quotes."""
    return abs_entry(more=f'notes:\n  - {{en: "{en}", zh: "{zh}"}}\n')


@pytest.mark.parametrize(
    ("text", "stop"),
    [
        (notes(en="A tex▸t"), "."),
        (notes(en="A text▸!"), "."),
        (notes(zh="正▸文"), "。"),
        (notes(zh="正文▸！"), "。"),
        (notes(en="Call `x.t()▸`"), "."),
    ],
)
def test_texts_end_with_a_full_stop(expect: Expect, text: str, stop: str) -> None:
    expect(text, f"PM701 The text does not end with `{stop}`.")


def test_texts_are_found_wherever_they_stand(expect: Expect) -> None:
    rows = """
  - {torch: input, paddle: x, desc: {en: "▸I", zh: "▸入"}}
  - {torch: out, paddle: out}
"""
    examples = """
  - title: {en: "▸T", zh: "▸题"}
    inputs: {x: "float32[2, 3]"}
    compare: {rtol: 0.1, gradient: false, text: {en: "▸W", zh: "▸因"}}
    torch: result = torch.abs(x)
    paddle: result = paddle.abs(x)
"""
    stops = ["PM701 The text does not end with `.`.", "PM701 The text does not end with `。`."]
    expect(abs_entry(rows=rows, examples=examples), *stops * 3)


def test_a_title_of_a_gotcha_is_a_text(expect: Expect) -> None:
    expect(
        'id: a\ntitle: {en: "A titl▸e", zh: "标题。"}\ntopic: data\n'
        "text:\n  en: |\n    First.\n\n    Secon▸d\n  zh: |\n    一。\n",
        *["PM701 The text does not end with `.`."] * 2,
        path="mappings/gotchas/a.yaml",
    )


def test_the_glossary_holds_texts(expect: Expect) -> None:
    expect(
        'input: {en: "▸I", zh: "输入。"}\nout: {en: "O.", zh: "输出。"}\n',
        "PM701 The text does not end with `.`.",
        path="mappings/glossary.yaml",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (notes(en="The ▸张量."), "The English text has `张` in it."),
        (notes(en="One▸，two."), "The English text has `，` in it."),
        (notes(zh="▸The text。"), "The Chinese text is not in Chinese."),
        (notes(zh="▸See `张量` there。"), "The Chinese text is not in Chinese."),
    ],
)
def test_each_language_in_its_place(expect: Expect, text: str, message: str) -> None:
    expect(text, f"PM702 {message}")


@pytest.mark.parametrize("zh", ["`torch.abs`。", "1 2 3。", "见 `x`。", "PyTorch 的张量。"])
def test_code_alone_has_no_language(expect: Expect, zh: str) -> None:
    expect(notes(zh=zh))


@pytest.mark.parametrize(
    ("zh", "messages"),
    [
        ("返回▸Tensor 的视图。", ["A space is missing in `回T`."]),
        ("返回 Tensor▸的视图。", ["A space is missing in `r的`."]),
        ("共▸3▸个。", ["A space is missing in `共3`.", "A space is missing in `3个`."]),
        ("调用▸`x.t()`▸即可。", ["A space is missing beside the backtick."] * 2),
        ("参数 `甲x乙`，其余▸x。", ["A space is missing in `余x`."]),
    ],
)
def test_a_space_between_chinese_and_latin(expect: Expect, zh: str, messages: list[str]) -> None:
    expect(notes(zh=zh), *(f"PM703 {message}" for message in messages))


@pytest.mark.parametrize(
    "zh", ["返回 Tensor，共 3 个；见 `x`。", "（Tensor）与“Paddle”。", "参数 `dim`、`axis`。"]
)
def test_no_space_beside_full_width_punctuation(expect: Expect, zh: str) -> None:
    expect(notes(zh=zh))


@pytest.mark.parametrize(
    ("zh", "mark", "full"),
    [
        ("先转换▸, 再调用。", ",", "，"),
        ("先转换▸; 再调用。", ";", "；"),
        ("写法如下▸: 甲。", ":", "："),
        ("为何▸? 因为。", "?", "？"),
        ("注意▸! 此处。", "!", "！"),
        ("`x`▸, `y` 不同。", ",", "，"),
        ("先转换▸. 再调用。", ".", "。"),
    ],
)
def test_chinese_punctuation_is_full_width(expect: Expect, zh: str, mark: str, full: str) -> None:
    expect(
        notes(zh=zh),
        f"PM704 `{mark}` is half-width punctuation.",
    )


def test_half_width_brackets_are_two_marks(expect: Expect) -> None:
    expect(
        notes(zh="张量▸(Tensor▸) 不变。"),
        "PM704 `(` is half-width punctuation.",
        "PM704 `)` is half-width punctuation.",
    )


@pytest.mark.parametrize(
    ("en", "zh"),
    [
        ("Of 1,000.", "共 1,000 个，版本 4.5，比例 16:9。"),
        ("A text.", "见 https://example.org/a 页面。"),
        ("A text.", "调用 `f(x, y); g(z)` 即可。"),
    ],
)
def test_punctuation_inside_numbers_and_code_stays(expect: Expect, en: str, zh: str) -> None:
    expect(notes(en, zh))


DIFFERS = """
  - {{torch: input, paddle: x, do: none, text: {{en: "D.", zh: "不同。"}}}}
  - {{torch: out, paddle: {0}, do: none, text: {{en: "D.", zh: "不同。"}}}}
"""


@pytest.mark.parametrize(
    ("en", "zh", "messages"),
    [
        ('"`input` and `out` differ."', '"`input` 与 `out` 不同。"', []),
        ('"`x` and `out` differ."', '"`f(input, out=y)` 不同。"', []),
        ('▸"`input` and out differ."', '"`input` 与 `out` 不同。"', ["out"]),
        ('▸▸"They differ."', '▸"`input` 不同。"', ["input", "out", "out"]),
    ],
)
def test_the_text_names_what_differs(expect: Expect, en: str, zh: str, messages: list[str]) -> None:
    expect(
        abs_entry(
            category="params-differ",
            rows=DIFFERS.format("out"),
            more=f"text: {{en: {en}, zh: {zh}}}\n",
        ),
        *(f"PM705 The text does not name `{name}`, which differs." for name in messages),
    )


def test_a_lone_backtick(expect: Expect) -> None:
    expect(
        notes(en="Call `f` and ▸`g.", zh="调用 ▸`f。"),
        *["PM706 A backtick has no partner."] * 2,
    )


@pytest.mark.parametrize(
    "text",
    [
        notes(en="▸ A text."),
        notes(en="A▸  text."),
        notes(zh="正▸  文。"),
        notes(en="A text.▸ "),
        abs_entry(more="notes:\n  - en: |\n      A text.\n\n      ▸   More.\n    zh: 正文。\n"),
        abs_entry(more="notes:\n  - en: |\n      A text.▸\n\n\n      More.\n    zh: 正文。\n"),
    ],
)
def test_a_blank_too_many(expect: Expect, text: str) -> None:
    expect(text, "PM707 There is a blank too many.")


def test_paragraphs_and_aligned_code_are_fine(expect: Expect) -> None:
    expect(notes(en="Write `a  b`."))
    expect(abs_entry(more="notes:\n  - en: |\n      A.\n\n      B.\n    zh: 正文。\n"))
    expect(abs_entry(more="notes:\n  - en: >\n      A\n      text.\n    zh: 正文。\n"))


@pytest.mark.parametrize(
    ("en", "shown"),
    [
        ("A ▸**bold text.", "**b"),
        ("A ▸__bold__ text.", "__bold__"),
        ("A [link▸](x) here.", "]("),
        ("A ▸<br> here.", "<br>"),
        ("A ▸&nbsp; here.", "&nbsp;"),
    ],
)
def test_markup(expect: Expect, en: str, shown: str) -> None:
    expect(notes(en=en), f"PM708 `{shown}` is markup.")


@pytest.mark.parametrize("line", ["# Title.", "- point.", "* point.", "1. point."])
def test_markup_of_lines(expect: Expect, line: str) -> None:
    more = f"notes:\n  - en: |\n      A text.\n\n      ▸{line}\n    zh: 正文。\n"
    expect(abs_entry(more=more), f"PM708 `{line.split()[0]}` is markup.")


@pytest.mark.parametrize(
    "en", ["Write `a**b` or `x < y`.", "It is x < y and y > z.", "Call `__add__`.", "-1 is last."]
)
def test_code_and_signs_are_no_markup(expect: Expect, en: str) -> None:
    expect(notes(en=en))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "paddle.cumprood",
            f"`paddle.cumprood` in Paddle {NEWEST}. Did you mean `paddle.cumprod`?",
        ),
        (
            "paddle.Tensor.flipud",
            f"`paddle.Tensor.flipud` in Paddle {NEWEST}. Did you mean `paddle.Tensor.flip`?",
        ),
        ("torch.nn.Liner", "`torch.nn.Liner` in torch 2.13.0. Did you mean `torch.nn.Linear`?"),
        (
            "torch.nn.functionl.relu",
            "`torch.nn.functionl.relu` in torch 2.13.0. Did you mean `torch.nn.functional.relu`?",
        ),
        (
            "F.softmix",
            f"`F.softmix` in torch {TORCH} or Paddle {NEWEST}. Did you mean "
            "`torch.nn.functional.softmin`?",
        ),
    ],
)
def test_an_api_in_a_text_exists(expect: Expect, name: str, message: str) -> None:
    entry = notes(en=f"See `x + ▸{name}(x)`.", zh=f"参见 `▸{name}`。")
    expect(entry, *[f"PM716 There is no {message}"] * 2)


@pytest.mark.parametrize(
    "text",
    [
        "Use `paddle.abs(x)`, `torch.Tensor.abs` or `F.relu`.",
        "There is no `paddle.relu`.",
        "See `torch.fx`, `paddle.vision.models.resnet50` and `paddle.nn.Linear.weight`.",
        "Old: `paddle.fluid.layers.relu`, `torch.optim.lr_scheduler._LRScheduler`.",
        "Start it with `python -m paddle.distributed.launch train.py`.",
        "Read `paddle/extension.h` and `runs/torch.log`.",
    ],
)
def test_texts_may_name_what_is_there_and_what_nobody_lists(expect: Expect, text: str) -> None:
    expect(notes(en=text))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "Pass `paddle.sum(x, ▸axiss=1)`.",
            "`paddle.sum` takes no keyword `axiss`. Did you mean `axis`?",
        ),
        (
            "Then `x.sum(▸kepdim=True)`.",
            "`x.sum` takes no keyword `kepdim`. Did you mean `keepdim`?",
        ),
        (
            "As in `paddle.take_along_axis`, pass `▸brodcast=False`.",
            "Nothing that the file is about takes the keyword `brodcast`. Did you mean "
            "`broadcast`?",
        ),
        (
            "Pass `▸ceil_mode=True`.",
            "Nothing that the file is about takes the keyword `ceil_mode`.",
        ),
        ("The parameter `▸inptu`.", "Nothing is called `inptu`. Did you mean `input`?"),
        ("Call `x.▸cumprood()`.", "Nothing is called `cumprood`. Did you mean `cumprod`?"),
        ("Call `▸padle.abs(x)`.", "Nothing is called `padle`. Did you mean `paddle`?"),
    ],
)
def test_a_name_in_a_text_is_spelt_right(expect: Expect, text: str, message: str) -> None:
    expect(notes(en=text), f"PM717 {message}")


@pytest.mark.parametrize(
    "text",
    [
        "As `paddle.sum` does with `axis=1, keepdim=True`, or `axis=`.",
        "`weight_ih_l0`, `param_groups`, `num_batches_tracked` and `token_type_ids` are names.",
        "Write `x.stop_gradient = False` or `np.savez(path)`.",
        "Set `CUDA_VISIBLE_DEVICES=0`; the file ends in `.pdmodel`.",
        "It has the shape `[batch, inputs]`; run `pip install paddlepaddle`.",
        "The pair of `InstanceNorm1D` and `abs_`, or `softplus(-x)`.",
        "There is no `cumprood` here.",
    ],
)
def test_texts_may_name_what_is_no_misspelt_name(expect: Expect, text: str) -> None:
    expect(notes(en=text))


@pytest.mark.parametrize("zh", ["参见 `[批次, 长度]`。", "形状为 `(批次, axs)`。"])
def test_code_in_chinese_is_left_alone(expect: Expect, zh: str) -> None:
    expect(notes(zh=zh))


@pytest.mark.parametrize(
    ("en", "zh", "message"),
    [
        (
            "From ▸3.7 on it is so.",
            "自 ▸3.7 起如此。",
            f"no Paddle 3.7; the last before it is {NEWEST}.",
        ),
        ("Paddle ▸2.7 is so.", "Paddle ▸2.7 如此。", "no Paddle 2.7; the last before it is 2.6.2."),
        (
            "Up to ▸3.1.2 it is.",
            "▸3.1.2 及之前的版本如此。",
            "no Paddle 3.1.2; the last before it is 3.1.1.",
        ),
        (
            "In PyTorch ▸2.14.",
            "在 PyTorch ▸2.14 中。",
            "no PyTorch 2.14; the last before it is 2.13.0.",
        ),
    ],
)
def test_a_release_in_a_text_exists(expect: Expect, en: str, zh: str, message: str) -> None:
    expect(notes(en=en, zh=zh), *[f"PM718 There is {message}"] * 2)


TOLD = """
cases:
  - {when: given(out), paddle: "<3.2", code: "paddle.assign(paddle.abs(input), out)"}
  - {call: paddle.gather, paddle: ">=3.2"}
"""


@pytest.mark.parametrize(
    ("en", "zh", "told"),
    [
        ("Pass `out` ▸up to 3.1.1.", "3.1.1 及之前的版本传入 `out`。", "a case"),
        ("Pass `out` ▸from 3.2 on.", "自 3.2 起传入 `out`。", "a case"),
        (
            "It is `paddle.gather(x)` ▸from 3.2.2 on.",
            "自 3.2.2 起为 `paddle.gather(x)`。",
            "the target `paddle.gather`",
        ),
        # Other releases, another matter, one release of several; what happens on it.
        ("Up to 3.0.0 `out` is ignored.", "3.0.0 及之前的版本忽略 `out`。", None),
        ("From 3.2 on zero stays zero.", "自 3.2 起零保持不变。", None),
        ("On 3.1.1 `out` is empty.", "在 3.1.1 上 `out` 为空。", None),
        ("`paddle.abs` is wrong on 2.6.2.", "在 2.6.2 上 `paddle.abs` 有误。", None),
    ],
)
def test_what_the_data_say_names_no_release(
    expect: Expect, en: str, zh: str, told: str | None
) -> None:
    text = abs_entry(more=f'notes:\n  - {{en: "{en}", zh: "{zh}"}}{TOLD}')
    span = re.search("▸(.* [0-9.]*[0-9])", en)
    expect(text, *([f"PM719 `{span[1]}` is told by {told}."] if span else []))


@pytest.mark.parametrize(
    ("en", "zh", "span"),
    [
        ("The result, ▸from 3.3 on.", "结果，自 3.3 起提供。", "from 3.3"),
        (
            "The result; ▸up to 3.2.2 there is none.",
            "结果，3.2.2 及之前的版本没有。",
            "up to 3.2.2",
        ),
        ("The result; from 3.2 on, more than one.", "结果，自 3.2 起可有多个。", None),
    ],
)
def test_a_row_says_since_when_its_parameter_is_there(
    expect: Expect, en: str, zh: str, span: str | None
) -> None:
    rows = f"""
  - {{torch: input, paddle: x}}
  - {{torch: out, paddle: out, desc: {{en: "{en}", zh: "{zh}"}}}}
"""
    expect(
        abs_entry(rows=rows), *([f"PM719 `{span}` is told by the row of `out`."] if span else [])
    )


def test_other_numbers_and_other_packages_may_have_any_release(expect: Expect) -> None:
    expect(
        notes(
            en="Python from 3.12 on, NumPy 3.9, X2Paddle 3.9; up to 3.5 of 4.5; Paddle 2.4.",
            zh="Python 自 3.12 起，NumPy 3.9，Paddle 2.4。",
        )
    )


@pytest.mark.parametrize(
    "written",
    [
        '"A \\"quoted\\" `axis`, `▸axsi`."',
        "'It''s `axis`, `▸axsi`.'",
        ">-\n        The `axis`,\n        and\n        `▸axsi` too.",
        "The `axis`\n        and `▸axsi`\n        too.",
        "|\n        The `axis`,\n\n        and `▸axsi`.",
    ],
)
def test_a_word_is_found_however_its_text_is_written(expect: Expect, written: str) -> None:
    entry = abs_entry(more=f"notes:\n  - zh: 正文。\n    en: {written}\n")
    expect(entry, "PM717 Nothing is called `axsi`. Did you mean `axis`?")


def test_a_place_in_a_folded_text_that_ends_the_file(expect: Expect) -> None:
    text = (
        "torch: torch.abs\ncategory: missing\ntext:\n  zh: 无。\n"
        "  en: >-\n    It is none, nor is\n    `abs`, nor ▸torch.ceil here.\n"
    )
    expected = "PM712 `torch.ceil` is a name in code, but stands outside of backticks."
    expect(text, expected, only="PM712")
