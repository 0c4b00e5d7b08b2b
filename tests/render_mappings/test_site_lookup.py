"""What is found without a click: questions in the address, the home page, APIs without an entry."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from browsing import PHONE, ROOT, Open
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait
from site_html import html_of

from mapping_model.corpus import Corpus
from render_mappings.data.reference import load_reference
from render_mappings.data.synonyms import synonyms
from render_mappings.pages.names_file import pages_asked_for
from render_mappings.views.page_context import Context, Repository


def test_words_lead_to_what_exists(mappings: Path) -> None:
    corpus = Corpus.load(ROOT / "mappings")
    pages = pages_asked_for(Context(load_reference(mappings), "en", Repository("")))
    known = {*corpus.entries, *(f"gotcha:{id}" for id in corpus.gotchas), *pages}
    leads = {lead for one in synonyms() for lead in one.leads}
    assert {lead for lead in leads if not lead.startswith("parameter:")} <= known
    words = [word for one in synonyms() for word in one.words]
    assert len(words) == len(set(words))


def first(browser: webdriver.Chrome, selector: str) -> str:
    """The text of an element, once it has one."""
    script = "return document.querySelector(arguments[0])?.innerText"
    return WebDriverWait(browser, 60).until(lambda b: b.execute_script(script, selector))


@pytest.mark.parametrize("path", ["search/?q=clip+gradients", "zh/search/?q=梯度裁剪"])
def test_a_question_in_the_address_is_answered(open_page: Open, path: str) -> None:
    browser = open_page(path)
    assert first(browser, ".pm-exact strong") == "torch.nn.utils.clip_grad_norm_"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_browsers_are_told_how_to_search(site: Path, language: str) -> None:
    folder = site / language.replace("en", "")
    head = html_of(folder, "api/torch.gather").partition("</head>")[0]
    assert 'type="application/opensearchdescription+xml"' in head
    assert 'href="../../opensearch.xml"' in head
    told = ElementTree.parse(folder / "opensearch.xml").getroot()
    of = "{http://a9.com/-/spec/opensearch/1.1/}"
    name, url = told.find(f"{of}ShortName"), told.find(f"{of}Url")
    assert name is not None and len(name.text or "") <= 16
    root = "https://paddle-porting.github.io/lint-mappings/" + language.replace("en", "")
    expected = f"{root.rstrip('/')}/search/?q={{searchTerms}}"
    assert url is not None and url.get("template") == expected


def test_what_is_typed_on_the_home_page_is_searched(open_page: Open) -> None:
    browser = open_page("")
    # Letters that are shortcuts of the theme elsewhere.
    browser.switch_to.active_element.send_keys("nn.Con")
    browser.switch_to.active_element.send_keys("v2d")
    assert first(browser, ".pm-exact strong") == "torch.nn.Conv2d"


def test_chinese_typed_on_the_home_page_is_searched_once_it_is_composed(open_page: Open) -> None:
    browser = open_page("zh/")
    composing = {"text": "caijian", "selectionStart": 7, "selectionEnd": 7}
    browser.execute_cdp_cmd("Input.imeSetComposition", composing)
    assert browser.switch_to.active_element.get_attribute("value") == "caijian"
    assert browser.switch_to.active_element.get_attribute("name") == "q"
    browser.execute_cdp_cmd("Input.insertText", {"text": "梯度裁剪"})
    assert first(browser, ".pm-exact strong") == "torch.nn.utils.clip_grad_norm_"


def test_a_slash_leads_to_the_search_from_anywhere(open_page: Open) -> None:
    browser = open_page("api/torch.gather/")
    browser.find_element(By.TAG_NAME, "body").send_keys("/")
    browser.switch_to.active_element.send_keys("torch.max", Keys.ENTER)
    WebDriverWait(browser, 60).until(lambda b: urlsplit(b.current_url).path == "/api/torch.max/")


def test_what_the_search_needs_is_loaded_when_it_is_used(open_page: Open) -> None:
    browser = open_page("api/torch.gather/")
    script = "return performance.getEntriesByType('resource').map((one) => one.name)"

    def loaded() -> set[str]:
        return {urlsplit(name).path.rpartition("/")[2] for name in browser.execute_script(script)}

    needed = {"names.json", "finding.js", "words.json", "words.js"}
    assert not loaded() & needed
    browser.find_element(By.TAG_NAME, "body").send_keys("/")
    browser.switch_to.active_element.send_keys("squeeze and excite")
    WebDriverWait(browser, 60).until(lambda _: loaded() >= needed)
    assert first(browser, ".pm-exact strong")


def test_an_api_without_an_entry_is_answered_from_the_snapshots(open_page: Open) -> None:
    browser = open_page("not-mapped/?name=torch.atan2", PHONE)
    text = first(browser, ".pm-unmapped [data-when=paddleOnly]:not([hidden])")
    assert text == "Parameters that only Paddle has: x, y, name"
    box = browser.find_element(By.CSS_SELECTOR, ".pm-unmapped")
    assert "torch.atan2(input, other, *, out=None)" in box.text
    assert "paddle.atan2(x, y, name=None)" in box.text
    assert "2.6.2 is the first that has it" in box.text
    links = {key: box.find_element(By.CSS_SELECTOR, f"[data-fill={key}]") for key in ("ask", "new")}
    asked, new = (urlsplit(link.get_attribute("href")) for link in links.values())
    assert parse_qs(asked.query)["subject"] == ["torch.atan2"]
    assert parse_qs(new.query) == {
        "filename": ["mappings/torch/torch.atan2.yaml"],
        "value": ["torch: torch.atan2\n"],
    }
    browser.find_element(By.CSS_SELECTOR, ".pm-language").click()
    assert first(browser, "[lang=zh] [data-fill=torch] code").startswith("torch.atan2(")


def test_what_neither_library_has_is_said_to_be_unknown(open_page: Open) -> None:
    browser = open_page("zh/not-mapped/?name=torch.gahter")
    assert "没有这个名称的公开 API" in first(browser, "[data-when=unknown]:not([hidden])")
    assert first(browser, "[data-fill=near] a") == "torch.gather"


def test_snapshots_say_since_when_paddle_has_a_name(site: Path) -> None:
    rows = json.loads((site / "unmapped.json").read_text("utf-8"))
    assert "torch.gather" not in rows
    assert rows["torch.fmod"][2:] == [["(input, other, *, out=None)"]]
    assert rows["torch.Tensor.cdouble"][3] == "3.2.2"
