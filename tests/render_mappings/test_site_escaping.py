"""Contributed text is hostile: it is shown, never run."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from browsing import Open
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait
from site_html import article, html_of, page

from render_mappings.views.highlighting import code_block
from render_mappings.views.markup import inline, paragraphs, plain

SCRIPT = "<script>window.hacked=1</script>"
# Every page that shows a text of the hostile entries and gotcha of the sample.
PAGES = [
    *("api/torch.dist", "api/torch.kaiser_window", "gotcha/hostile", "gotchas", "table"),
    *("module/torch", "category/renamed-params", "category/missing"),
    *("worst", "claims"),
]


@pytest.mark.parametrize("language", ["", "zh/"])
@pytest.mark.parametrize("url", PAGES)
def test_no_element_comes_from_a_text(site: Path, url: str, language: str) -> None:
    html = html_of(site, language + url)
    assert "hacked" in html or not url.startswith(("api", "gotcha"))
    assert SCRIPT not in html
    for tag in re.findall(r"<[a-zA-Z/][^>]*>", html):
        assert not re.match(r"<(img|svg|script)\b.*(hacked|onerror|onload)", tag), tag


FIELDS = [
    *("row description", "formula", "note", "example title", "input", "reason", "tolerance"),
    *("code", "gotcha title", "gotcha text"),
]


def test_hostile_text_is_shown_as_it_is(site: Path) -> None:
    text = "\n".join(page(site, "api/torch.dist"))
    assert text.count(SCRIPT) >= len(FIELDS)
    assert '"><img src=x onerror=window.hacked=1>.' in text
    assert "{{ 7 * 7 }} {% raw %} <!-- mapping: counts -->" in text
    assert "[a link](javascript:alert(1))" in "\n".join(page(site, "gotcha/hostile"))
    assert SCRIPT in "\n".join(page(site, "module/torch"))
    # The table takes its remarks as markup.
    rows = json.loads((site / "table.json").read_text("utf-8"))["rows"]
    remark = next(row[5] for row in rows if row[0] == "torch.dist")
    assert "&lt;img src=x" in remark
    assert "<img" not in remark


def test_backticks_are_the_only_markup() -> None:
    assert inline("a `b<c` d") == "a <code>b&lt;c</code> d"
    assert inline("**a** _b_ [c](d) `e") == "**a** _b_ [c](d) `e"
    assert paragraphs("a\nb\n\nc") == "<p>a b</p>\n<p>c</p>"
    # A line break inside a Chinese sentence is no blank.
    assert paragraphs("中文，\n换行 a\nb") == "<p>中文，换行 a b</p>"
    assert plain("`a` & `b`") == "a & b"
    for language in ("python", "yaml", "no language at all"):
        assert "<script" not in code_block("<script>", language=language)


def test_attributes_of_the_head_are_escaped(site: Path) -> None:
    html = html_of(site, "api/torch.dist")
    head = html[: html.index("</head>")]
    title = re.search(r"<title>(.*)</title>", html_of(site, "gotcha/hostile"))
    assert title.group(1).startswith("&lt;script&gt;window.hacked=1&lt;/script&gt; &lt;/title&gt;")
    description = re.search(r'<meta name="description" content="([^"]*)">', head)
    assert "&lt;img src=x" in description.group(1)


@pytest.mark.parametrize("language", ["", "zh/"])
@pytest.mark.parametrize("url", PAGES)
def test_nothing_runs_in_a_browser(open_page: Open, language: str, url: str) -> None:
    browser = open_page(f"{language}{url}/")
    assert browser.execute_script("return window.hacked") is None
    assert browser.find_elements(By.CSS_SELECTOR, "article img, article [onerror]") == []


def test_nothing_runs_in_search_results(open_page: Open) -> None:
    browser = open_page("")
    query = browser.find_element(By.CSS_SELECTOR, "[data-md-component=search-query]")
    browser.find_element(By.CSS_SELECTOR, "[data-search]").click()
    for typed in ("dist", "wait", "link"):
        query.clear()
        query.send_keys(typed)
        WebDriverWait(browser, 60).until(
            lambda b: b.find_elements(By.CSS_SELECTOR, ".md-search-result__link")
        )
        assert browser.execute_script("return window.hacked") is None
        assert browser.find_elements(By.CSS_SELECTOR, ".md-search-result img") == []


def test_fragments_are_not_filled_in_from_texts(site: Path) -> None:
    assert "pm-counts" not in article(site, "api/torch.dist")
