"""One Chinese word for one thing, on pages and in what is composed for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml
from test_sentences_said import texts

from render_mappings.views.wording import labels

ROOT = Path(__file__).parents[2]
DOCS, MAPPINGS = ROOT / "docs" / "zh", ROOT / "mappings"
_HAN = "[\u4e00-\u9fff]"
# What is said, and what is not said for it.
TERMS = {
    "转写": "改写",
    "迁移": "移植",
    "基本用法": "普通调用",
    "原地": "就地",
    "数据类型": rf"{_HAN} dtype(?! ?[`=])",
    "PyTorch": rf"{_HAN} torch {_HAN}",
    "详情": "继续阅读",
    "学习率调度器": "学习率调整器|学习率计划",
    "Tensor": "张量",
}
# Marks of half width in Chinese sentences.
MARKS = rf"{_HAN} ?\([^)]*\)|{_HAN}[:;,](?!/)|[:;,!?]{_HAN}|： "
# Words of searches, code and addresses are no sentences.
_NO_SENTENCE = re.compile(
    r"```.*?```|`[^`\n]*`|\]\([^)]*\)|<[^>]*>|\{[^}\n]*\}|\[[^\]]*\]:.*", re.DOTALL
)


def said(text: str) -> str:
    """What of a text is sentences; what stands in backticks is a name."""
    return _NO_SENTENCE.sub("`", text)


def handwritten() -> Iterator[tuple[str, str]]:
    for path in sorted(DOCS.rglob("*.md")):
        text = path.read_text("utf-8")
        body = text.split("---\n", 2)[2] if text.startswith("---\n") else text
        yield path.name, said(body)


@cache
def contributed() -> tuple[tuple[str, str], ...]:
    """The Chinese texts of mapping files; words that people search for may be any."""
    files = {path.name: path.read_text("utf-8") for path in sorted(MAPPINGS.rglob("*.yaml"))}
    read = {name: yaml.load(text, yaml.CSafeLoader) for name, text in files.items()}
    return tuple((name, said(text)) for name, node in read.items() for text in chinese(node))


def chinese(node: object) -> Iterator[str]:
    """The texts under `zh`, however deep; a list of words is no text."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "zh" and isinstance(value, str):
                yield value
            else:
                yield from chinese(value)
    elif isinstance(node, list):
        for one in node:
            yield from chinese(one)


@pytest.mark.parametrize("term", TERMS)
def test_one_word_stands_for_one_thing_in_labels(term: str) -> None:
    wrong = re.compile(TERMS[term])
    assert [v for v in labels("zh").values() if wrong.search(said(v))] == []


@pytest.mark.parametrize("term", ["转写", "迁移", "基本用法", "原地", "详情", "Tensor"])
def test_one_word_stands_for_one_thing_on_pages(term: str) -> None:
    wrong = re.compile(TERMS[term])
    assert [name for name, text in handwritten() if wrong.search(text)] == []


@pytest.mark.parametrize("term", ["转写", "迁移", "原地", "Tensor"])
def test_one_word_stands_for_one_thing_in_mapping_files(term: str) -> None:
    wrong, found = re.compile(TERMS[term]), contributed()
    assert len(found) > 10000
    assert [one for one in found if wrong.search(one[1])] == []


def test_a_text_is_looked_at_and_a_word_of_a_search_is_not() -> None:
    planted = {"cases": [{"text": {"zh": "需要改写"}}], "symptoms": {"zh": ["移植"]}}
    assert list(chinese(planted)) == ["需要改写"]


def test_composed_sentences_have_chinese_words_and_marks() -> None:
    # What people have written of a limit follows the sentence that is composed for it.
    first = ((name, text.zh.partition("。")[0]) for name, text in texts())
    composed = [(name, said(zh)) for name, zh in first if zh.startswith(("当", "适用于"))]
    assert len(composed) > 1000
    wrong = re.compile(f"{MARKS}|的 dtype|适用于 ?` 为 dtype")
    assert [one for one in composed if wrong.search(one[1])] == []


def test_labels_have_marks_of_full_width() -> None:
    assert [v for v in labels("zh").values() if re.search(MARKS, said(v))] == []


@pytest.mark.parametrize(
    ("text", "term"),
    [("需要改写", "转写"), ("整数 dtype 的", "数据类型"), ("把 torch 换", "PyTorch")],
)
def test_what_is_planted_is_found(text: str, term: str) -> None:
    assert re.search(TERMS[term], said(text))


@pytest.mark.parametrize("text", ["用到 (21)", "检查清单: 7", "另有： out", "自 3.2.2 起 (新)"])
def test_marks_that_are_planted_are_found(text: str) -> None:
    assert re.search(MARKS, said(text))
