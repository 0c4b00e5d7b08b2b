"""What words lead to: questions of people who port code, asked of all data in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from browsing import ROOT, Open

from mapping_model.searching.cutting import Cutter
from mapping_model.searching.messages import messages
from mapping_model.searching.same_words import same_words
from render_mappings.pages.all_pages import all_pages
from render_mappings.pages.names_file import names_file
from render_mappings.pages.page import SearchEntry
from render_mappings.pages.words_file import words_file
from render_mappings.views.page_context import Context, Repository
from render_mappings.views.wording import LANGUAGES, Language
from whole import reference

QUESTIONS = yaml.safe_load((Path(__file__).parent / "questions.yaml").read_text("utf-8"))
# Of the questions so many, in percent, have an answer among the first three.
LEAST = 90
# The theme's search cuts pages at these.
_HEADING = re.compile(r"^#{1,3} (.*?)(?: \{.*\})?$", re.MULTILINE)
_FIND = """
const [namesText, wordsText, asked, done] = arguments;
const [names, words] = [JSON.parse(namesText), JSON.parse(wordsText)];
const scripts = ["finding", "words"].map((name) => import(`${location.origin}/assets/${name}.js`));
Promise.all(scripts).then(([{ finder }, { wordFinder }]) => {
  const [search, ranked] = [finder(names), wordFinder(names, words).find];
  done(asked.map((one) => search.find(one, ranked).map(({ url }) => url.replace(/[?#].*/, ""))));
});
"""
_CUT = """
const [same, texts, done] = arguments;
const script = import(`${location.origin}/assets/words.js`);
script.then(({ cutter }) => done(texts.map(cutter(same))));
"""


def written(language: Language) -> Iterator[tuple[SearchEntry, list[str]]]:
    """The handwritten pages by section, the first of each with its symptoms in any language."""
    folder = ROOT / "docs" / language
    for path in sorted(folder.rglob("*.md")):
        _, text = parts_of(path)
        both = (ROOT / "docs" / one / path.relative_to(folder) for one in LANGUAGES)
        symptoms = [phrase for one in both if one.exists() for phrase in parts_of(one)[0]]
        url = str(path.relative_to(folder).with_suffix("")).removesuffix("index").rstrip("/")
        url = f"{url}/" if url else ""
        _, *sections = _HEADING.split(text)
        for place, (title, body) in enumerate(zip(sections[::2], sections[1::2], strict=True)):
            anchor = f"#{place}" if place else ""
            yield SearchEntry(url + anchor, title, body), [] if place else symptoms


def parts_of(path: Path) -> tuple[list[str], str]:
    """The symptoms of a page, and its text."""
    _, head, text = ["", "", *path.read_text("utf-8").split("---\n", 2)][-3:]
    return (yaml.safe_load(head) or {}).get("symptoms", []) if head else [], text


@cache
def files(language: Language) -> tuple[str, str]:
    context = Context(reference(), language, Repository(""))
    found = [page.search() for page in all_pages(context) if page.search]
    pages = [*written(language)]
    symptoms = {entry.location: told for entry, told in pages if told}
    return names_file(context), words_file(context, [*(p for p, _ in pages), *found], symptoms)


def url_of(lead: str) -> str:
    if lead.startswith("gotcha:"):
        return f"gotcha/{lead.removeprefix('gotcha:')}/"
    return f"api/{lead}/" if lead.startswith("torch.") else lead


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_are_answered(open_page: Open, language: Language) -> None:
    browser = open_page("")
    browser.set_script_timeout(120)
    names, words = files(language)
    for part, by_language in QUESTIONS.items():
        asked: list[dict[str, Any]] = by_language[language]
        typed = [one["asked"] for one in asked]
        found = browser.execute_async_script(_FIND, names, words, typed)
        pairs = zip(asked, found, strict=True)
        missed = [
            f"{one['asked']}: {urls[:3]}"
            for one, urls in pairs
            if not {*map(url_of, one["leads"])} & {*urls[:3]}
        ]
        share = 100 * (len(asked) - len(missed)) / len(asked)
        assert share >= LEAST, f"{part}: {share} %\n" + "\n".join(missed)


# What was typed, and what has to be the first hit, of each kind of name that is none.
KINDS: dict[Language, list[tuple[str, str]]] = {
    "en": [
        # Initials.
        ("sdpa", "torch.nn.functional.scaled_dot_product_attention"),
        ("mha", "torch.nn.MultiheadAttention"),
        ("mse", "torch.nn.MSELoss"),
        ("lstm", "torch.nn.LSTM"),
        # Names as words.
        ("gru cell", "torch.nn.GRUCell"),
        ("log sum exp", "torch.logsumexp"),
        # One wrong letter, or two that have changed places.
        ("no_gard", "torch.no_grad"),
        ("matmaul", "torch.matmul"),
        ("Batchnrom2d", "torch.nn.BatchNorm2d"),
        # Keywords that a call does not take, and kernels.
        ("got an unexpected keyword argument 'requires_grad'", "torch.Tensor.requires_grad"),
        ("(InvalidArgument) The 'shape' in ReshapeOp is invalid", "torch.Tensor.reshape"),
        # What is a name stays one.
        ("torch.distributed.ReduceOp", "torch.distributed.ReduceOp"),
        ("clip_grad_value", "torch.nn.utils.clip_grad_value_"),
    ],
    "zh": [
        ("双线性插值", "torch.nn.functional.interpolate"),
        ("缩放点积注意力", "torch.nn.functional.scaled_dot_product_attention"),
        ("布尔索引赋值", "gotcha:bool-index"),
        ("原地 掩码填充", "torch.Tensor.masked_fill_"),
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_that_are_none_are_understood(open_page: Open, language: Language) -> None:
    names, words = files(language)
    typed, expected = zip(*KINDS[language], strict=True)
    found = open_page("").execute_async_script(_FIND, names, words, [*typed])
    assert [urls[0] for urls in found] == [*map(url_of, expected)]


def test_the_api_that_a_question_names_stands_beside_its_traps(open_page: Open) -> None:
    (found,) = open_page("").execute_async_script(_FIND, *files("en"), ["max returns indices"])
    assert found[0] == url_of("gotcha:max-returns") and url_of("torch.Tensor.max") in found[:3]


def test_what_is_asked_for_exists() -> None:
    pages = {page.location for language in LANGUAGES for page, _ in written(language)} | {
        "statistics/"
    }
    known = {*reference().entries, *(f"gotcha:{id_}" for id_ in reference().gotchas), *pages}
    asked = [one for part in QUESTIONS.values() for found in part.values() for one in found]
    assert {lead for one in asked for lead in one["leads"]} <= known


TEXTS = [
    "BatchNorm2d's running_mean differs, torch.nn.functional.cross_entropy(x, y)",
    "why is my linear weight transposed? batch norm; weight-decay",
    "分类任务的交叉熵 ignore_index 结果不一样，loss 不下降",
    "normalisation initialised mapping stopped classes is this 2.6.2 x1 int64",
    "[in_features, out_features] C++ extension KeyError: 'attention_mask'",
]


def test_texts_are_cut_as_what_is_typed_is(open_page: Open) -> None:
    same = same_words()
    texts = [*TEXTS]
    for gotcha in reference().gotchas.values():
        texts += [gotcha.title.en, gotcha.text.en, gotcha.title.zh, gotcha.text.zh]
    found = open_page("").execute_async_script(_CUT, [*map(list, same)], texts)
    assert found == [*map(Cutter(same).cut, texts)]


def test_words_of_one_meaning_are_one() -> None:
    cutter = Cutter([["differ", "mismatch", "不一致"], ["batch norm", "bn", "批归一化"]])
    assert cutter.cut("BN 不一致") == ["batchnorm", "differ"]
    assert cutter.cut("mismatched batch norm") == ["differ", "batchnorm", "batch", "norm"]
    words = [word for words in same_words() for word in words]
    assert len(words) == len(set(words))


def test_errors_lead_to_where_they_were_raised() -> None:
    found = messages(reference().results)
    words = next(words for words in found if "soft_label" in words)
    assert any("cross_entropy" in name or "CrossEntropy" in name for name in found[words])
    # No numbers, no names in quotes, nothing that the search reads out of the message by itself.
    texts = [" ".join(words) for words in found]
    assert not any(re.search(r"\d|has attribute|unexpected keyword", text) for text in texts)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("AttributeError: module 'paddle.nn' has no attribute 'Conv2d'", "torch.nn.Conv2d"),
        ("'Tensor' object has no attribute 'gather'", "torch.Tensor.gather"),
        ("TypeError: sum() got an unexpected keyword argument 'dim'", "torch.sum"),
        ("gathre of a tensor", "torch.gather"),
    ],
)
def test_errors_and_mistyped_words_are_understood(
    open_page: Open, site: Path, typed: str, expected: str
) -> None:
    names, words = ((site / f"{name}.json").read_text("utf-8") for name in ("names", "words"))
    (found,) = open_page("").execute_async_script(_FIND, names, words, [typed])
    assert f"api/{expected}/" in found[:3]


def test_a_section_is_shown_with_its_page(site: Path) -> None:
    pages = json.loads((site / "words.json").read_text("utf-8"))["pages"]
    titles = {url: title for url, title, *_ in pages}
    assert titles["porting/model/#weights"].startswith("1. The model: ")
