"""The export in the official layout of 2025, held against its rules by what knows only these."""

from __future__ import annotations

from pathlib import Path

import pytest

from render_mappings.__main__ import main
from render_mappings.data.reference import Reference
from render_mappings.engine.preview import Source
from render_mappings.views.official_layout import problems

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def exported(reference: Reference, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("official")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Source, "load", lambda _: reference)
        assert main(["export", "--root", str(ROOT), "--layout", "2025", str(out)]) == 0
    return out / "api_difference"


def test_every_page_is_of_the_layout(exported: Path) -> None:
    pages = sorted(exported.glob("*/*.md"))
    assert len(pages) > 2000
    told = {
        path.name: found
        for path in pages
        if (found := problems(f"{path.parent.name}/{path.name}", path.read_text("utf-8")))
    }
    assert told == {}


# Decided by what the two signatures and the documentation say; None has no page.
PLACES = {
    "torch.autograd.no_grad": "invok_only_diff",  # paddle.no_grad
    "torch.cos": "args_name_diff",  # input is x
    "torch.nn.Softmax": "args_default_value_diff",  # dim is None, axis is -1
    "torch.gather": "torch_more_args",  # sparse_grad
    "torch.linalg.norm": "input_args_usage_diff",
    "torch.Tensor.permute": "input_args_type_diff",  # numbers are a list
    "torch.max": "output_args_type_diff",  # values and indices
    "torch.addcmul": "composite_implement",
    "torch.Tensor.abs_": None,  # the same
    "torch.nn.init.zeros_": None,  # other places change
}


def test_pages_lie_by_what_differs(exported: Path) -> None:
    found = {name: [path.parent.name for path in exported.glob(f"*/{name}.md")] for name in PLACES}
    assert found == {name: [folder] if folder else [] for name, folder in PLACES.items()}
    table = (exported.parent / "pytorch_api_mapping_cn.md").read_text("utf-8")
    assert "| [torch.cos](api_difference/args_name_diff/torch.cos.md) |" in table
    assert "| torch.Tensor.abs_ |" in table


# A page that is right, by hand, in each of three folders.
BLOCK = "```python\n{}\n```\n"
HEAD = f"### [torch.a](https://t)\n{BLOCK.format('torch.a(x)')}"
PADDLE = f"### [paddle.a](https://p)\n{BLOCK.format('paddle.a(y)')}"
TABLE = "### 参数映射\n| PyTorch | Paddle | 备注 |\n|---|---|---|\n| x | y | {} |\n"
NAMES = f"## [ 仅参数名不一致 ]torch.a\n{HEAD}{PADDLE}" + TABLE.format("仅参数名不一致。")
REWRITE = TABLE.format("需要转写。") + "### 转写示例\n#### x：用法\n" + BLOCK.format("a")
USAGE = f"## [ 输入参数用法不一致 ]torch.a\n{HEAD}{PADDLE}{REWRITE}"
CALL = f"## [ 仅 API 调用方式不一致 ]torch.a\n{HEAD}### 转写示例\n{BLOCK.format('a')}"
MORE = f"## [ torch 参数更多 ]torch.a\n{HEAD}{PADDLE}" + TABLE.format("可直接删除。")
MORE = MORE.replace("| x | y |", "| x | - |")
DASHES = "-" * 97
OVERLOADS = f"## [ 仅参数名不一致 ]torch.a\n有多种重载\n{DASHES}\n" + NAMES.partition("\n")[2]

RIGHT = {
    "names": ("args_name_diff", NAMES),
    "usage": ("input_args_usage_diff", USAGE),
    "call": ("invok_only_diff", CALL),
    "more": ("torch_more_args", MORE),
    "overloads": ("args_name_diff", OVERLOADS),
    "one overload is right": ("args_name_diff", f"{OVERLOADS}{DASHES}\n### nothing\n"),
}
WRONG = {
    "another title": ("args_name_diff", NAMES.replace("]torch", "] torch"), "first line"),
    "another folder": ("invok_only_diff", NAMES, "first line"),
    "no folder": ("others", NAMES, "no folder"),
    "no signature": ("args_name_diff", NAMES.replace("```python\ntorch.a(x)\n```\n", ""), "sig"),
    "no address": ("args_name_diff", NAMES.replace("https://p", ""), "address"),
    "no Paddle": ("args_name_diff", NAMES.replace(PADDLE, ""), "Paddle API"),
    "no table": ("args_name_diff", NAMES.partition("### 参数")[0], "table"),
    "no end": ("args_name_diff", NAMES.replace("。", ""), "end with"),
    "two columns": ("args_name_diff", NAMES.replace("| x | y |", "| x |"), "columns"),
    "examples": ("args_name_diff", NAMES + "### 转写示例\n", "examples"),
    "no example": ("input_args_usage_diff", USAGE.replace("#### x：用法\n", ""), "headed"),
    "needless": ("input_args_usage_diff", USAGE.replace("需要转写", "一致"), "nothing asks"),
    "two blocks": ("invok_only_diff", CALL + BLOCK.format("b"), "one block"),
    "no way": ("torch_more_args", MORE.replace("可直接删除", "无此参数"), "no way"),
    "no dashes": ("args_name_diff", OVERLOADS.replace(DASHES, "---"), "dashes"),
    "nothing": ("args_name_diff", "\n", "first line"),
}


@pytest.mark.parametrize("what", RIGHT)
def test_what_is_right(what: str) -> None:
    folder, text = RIGHT[what]
    assert problems(f"{folder}/torch.a.md", text) == []


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong(what: str) -> None:
    folder, text, told = WRONG[what]
    found = problems(f"{folder}/torch.a.md", text)
    assert any(told in problem for problem in found), found
