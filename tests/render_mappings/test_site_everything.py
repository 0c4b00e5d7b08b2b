"""What an entry says, a reader can see: every key of the schema, on a page that uses all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from site_html import seen

from mapping_model.shape import SCHEMA_DIRECTORY
from render_mappings.data.reference import load_reference
from render_mappings.pages.entry_pages import entry_pages
from render_mappings.views.page_context import Context, Repository
from render_mappings.views.wording import LANGUAGES, Language

SCHEMA = json.loads((SCHEMA_DIRECTORY / "entry.schema.json").read_text("utf-8"))
# What sentences tell of, and what looks are for.
TOLD = {"cannot_run", "category", "departs", "do", "dtype", "gotchas", "gradient", "place", "when"}
# What stands for what is shown: releases, texts of the glossary, shared cases, code of the entry.
NAMED = {">=3.0", "<3.0", ">=3.0,<3.3", "described", "both", "named_code"}


def text(word: str) -> dict[str, str]:
    return {"en": f"EN {word}.", "zh": f"ZH {word}。"}


EXAMPLE = {
    "param": "keepdim",
    "title": text("title"),
    "inputs": {"given_x": "float32[2, 7]"},
    "torch": "result = torch_code(given_x)\n",
    "paddle": "result = paddle_code(given_x)\n",
    "called_with": ["given_x"],
    "processes": 2,
    "compare": {
        "random": "result @ result",
        "raises": {"torch": "OSError: one", "paddle": "IOError: two"},
        **{"rtol": 0.125, "gradient": False, "dtype": False, "text": text("why")},
    },
}
NOT_RUN = {"torch": "result = 1", "paddle": "result = 2"}
ROW = {
    **{"torch": "dim", "paddle": "axis", "value": "dim + 12345"},
    **{"desc": text("desc"), "text": text("row text")},
}
BODY: dict[str, Any] = {
    "category": "params-differ",
    "paddle": "paddle.amax",
    "when": "given(dim)",
    "params": [
        ROW,
        {"torch": "keepdim", "paddle": "keepdim", "do": "same_default", "desc": "described"},
        {"torch": "input", "paddle": "x", "do": "list"},
        {"paddle": "name", "value": "987"},
        {"torch": "out", "paddle": "out"},
        {"torch": "lost", "do": "drop"},
    ],
    "returns": {"value": "bool(result)", "text": text("returned")},
    "cases": [
        {
            **{"call": "paddle.compat.max", "text": text("newer text"), "when": "dim == 88"},
            "params": [{"torch": "dim", "paddle": "newer_axis", "value": "dim + 98765"}],
            "code": "paddle.compat.max(input, newer=56789)",
        },
        {"when": "keepdim == 77", "code": "paddle.max(input, **rest)", "paddle": "<3.0"},
        {"paddle": ">=3.0", "call": "paddle.amax"},
        {"text": text("advice")},
        {"code": {"values": "paddle.max(**rest)"}},
        "both",
        {
            **{"when": "tied_largest(input, dim)", "departs": "sometimes gradient"},
            **{"paddle": ">=3.0,<3.3", "place": "avx512", "text": text("limit")},
            "code": "named_code",
            "example": {"inputs": {"tied": "float32[7]"}, "torch": "result = torch.tied(tied)\n"},
        },
    ],
    **{"text": text("summary"), "formula": "a = b + 4711", "notes": [text("note")]},
    "context": text("context"),
    "examples": [EXAMPLE, NOT_RUN | {"cannot_run": "gpu", "text": text("cannot")}],
}
OTHERS = [
    {"category": "outside-core", "paddle": "elsewhere.amax"},
    {"category": "missing", "text": text("missing")},
]
SENTENCES = {
    "en": (
        *("For calls where dim is passed.", "Up to Paddle 2.6, where keepdim is 77:"),
        *("From Paddle 3.0 on:", "Otherwise:", "The defaults mean the same."),
        "On older releases: Assign the two results to it.",
        *("Pass dim + 12345.", "pip install elsewhere"),
        "Where several elements of input are largest along dim, the gradient may differ without "
        "an error (on processors with AVX-512, on Paddle 3.0 to 3.2). EN limit.",
        "Where input is empty, Paddle raises an error.",
        "Called as in PyTorch where dim is 88.",
        "2 processes run it together, each on random inputs of its own; all results are compared.",
    ),
    "zh": (
        *("适用于传入 dim 的情况。", "Paddle 2.6 及之前的版本，keepdim 为 77 时："),
        *("自 Paddle 3.0 起：", "其他情况：", "两者的默认值含义相同。"),
        "旧版本：将两个结果分别赋给它。",
        *("传入 dim + 12345。", "pip install elsewhere"),
        "当 input 沿 dim 有多个最大元素时，梯度可能不同且不报错"
        "（在支持 AVX-512 的处理器上，在 Paddle 3.0 至 3.2 上）。"
        "ZH limit。",
        "当 input 为空时，Paddle 报错。",
        "dim 为 88 时，调用方式与 PyTorch 相同",
        "由 2 个进程同时运行，各进程的随机输入不同，并比较所有进程的结果。",
    ),
}
ENTRY = {
    "torch": "torch.max",
    "category": "missing",
    "code": {"named_code": "paddle.amax(input, **rest)"},
    "variants": [BODY, *OTHERS],
    "gotchas": ["sample"],
}


def keys_of(schema: Any) -> Iterator[str]:
    """Every key that an object of the schema may have."""
    if isinstance(schema, list):
        for part in schema:
            yield from keys_of(part)
    elif isinstance(schema, dict):
        yield from schema.get("properties", {})
        for key, part in schema.items():
            if key != "input":  # How inputs are written; they are shown as they are.
                yield from keys_of(part)


def written(data: Any) -> Iterator[str]:
    """Every key in data."""
    if isinstance(data, list):
        for part in data:
            yield from written(part)
    elif isinstance(data, dict):
        for key, part in data.items():
            yield key
            yield from written(part)


def leaves(data: Any, language: str, key: str = "") -> Iterator[tuple[str, str]]:
    """What is written under which key, of texts those in one language."""
    if isinstance(data, dict):
        for name, value in data.items():
            other = name in LANGUAGES and name != language
            if not other:
                yield from leaves(value, language, key if name in LANGUAGES else name)
    elif isinstance(data, list):
        for value in data:
            yield from leaves(value, language, key)
    elif data is not None:
        yield key, str(data).strip()


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    mappings = tmp_path_factory.mktemp("everything") / "mappings"
    (mappings / "torch").mkdir(parents=True)
    entry = yaml.safe_dump(ENTRY, allow_unicode=True, sort_keys=False)
    (mappings / "torch/torch.max.yaml").write_text(entry, "utf-8")
    (mappings / "glossary.yaml").write_text('described: {en: "D.", zh: "D。"}\n', "utf-8")
    shared = "{when: input.size == 0, departs: raises, example: {torch: API(x)}}"
    (mappings / "cases.yaml").write_text(f"both: [{shared}]\n", "utf-8")
    return mappings


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_an_entry_says_is_shown(corpus: Path, language: Language) -> None:
    context = Context(load_reference(corpus), language, Repository("https://example.org/r"))
    (page,) = entry_pages(context)
    shown = seen(page.body()).replace("`", "")
    said = [(key, part) for key, value in leaves(ENTRY, language) for part in value.split("\n")]
    asked = [part for key, part in said if key not in TOLD and part not in NAMED]
    hidden = [part for part in asked if part.rstrip("。.") not in shown]
    assert hidden == []
    assert [sentence for sentence in SENTENCES[language] if sentence not in shown] == []


def test_the_entry_has_every_key() -> None:
    # An alias says nothing else, and a form is shown as what follows.
    assert {*keys_of(SCHEMA)} - {*written(ENTRY)} == {"alias_of", "form_of"}
