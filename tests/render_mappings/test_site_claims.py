"""Pages of claims, and the checklist that is made from the guide."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest
from browsing import ROOT, Open
from sample import NEWEST
from selenium.webdriver.common.by import By
from site_html import article, page

from render_mappings.data.guide import Step, steps


def test_a_verdict_is_told_in_words(site: Path) -> None:
    text = "\n".join(page(site, "claims"))
    assert "There is no paddle.nn.Parameter. (2)\nTrue only on 2.6.2 – 3.1.1. torch.abs" in text
    assert f"There is a guide. (3)\nTrue. Measured on {NEWEST} alone. The porting guide" in text
    assert "There is no paddle.abs. (4)\nFalse. torch.abs" in text
    assert "There is a gotcha. (5)\nFalse. no-such-gotcha" in text
    assert "Not checked here." in text
    assert "仅在 2.6.2 至 3.1.1 上成立。" in "\n".join(page(site, "zh/claims"))


def test_a_gotcha_shows_who_claims_it(site: Path) -> None:
    html = article(site, "gotcha/hostile")
    assert 'href="https://example.org/notes"' in html
    assert "&lt;script&gt;window.hacked=1&lt;/script&gt; runs." in html
    assert "example.org/notes" not in article(site, "gotcha/gather-index-rank")
    twin = (site / "gotcha/hostile/index.md").read_text("utf-8")
    assert "- <script>window.hacked=1</script> runs. Not checked here." in twin


def test_claims_of_one_kind_are_hidden(open_page: Open) -> None:
    browser = open_page("claims/")
    browser.find_element(By.CSS_SELECTOR, "[data-kind=never]").click()
    shown = {
        item.get_attribute("class"): item.is_displayed()
        for item in browser.find_elements(By.CSS_SELECTOR, ".pm-claim")
    }
    assert [kind for kind, displayed in shown.items() if not displayed] == [
        "pm-claim pm-claim-never"
    ]


def guide(language: str) -> tuple[Step, ...]:
    folder = ROOT / "docs" / language / "porting"
    # MkDocs takes what stands before the title from the text.
    texts = {one.stem: one.read_text("utf-8") for one in folder.glob("*.md")}
    return steps((f"porting/{name}/", text[text.index("# ") :]) for name, text in texts.items())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_step_of_the_guide_is_on_the_checklist(language: str) -> None:
    found = guide(language)
    assert [step.number for step in found] == list(range(1, 12))
    for step in found:
        assert len(step.parts) in (2, 3), step
        assert all(text and "](" not in text and "*" not in text for _, text in step.parts), step
        assert step.gotchas, step
    # A threshold is told where there is one: not of what step 8 shows, nor of random values.
    assert [step.number for step in found if len(step.parts) == 2] == [5, 7, 10]


def test_both_languages_name_the_same_traps() -> None:
    english, chinese = guide("en"), guide("zh")
    assert [{*step.gotchas} for step in english] == [{*step.gotchas} for step in chinese]
    assert [step.url for step in english] == [step.url for step in chinese]


def test_the_checklist_has_boxes_and_is_printed_on_a4(open_page: Open) -> None:
    browser = open_page("porting/checklist/")
    boxes = browser.find_elements(By.CSS_SELECTOR, ".pm-checklist input[type=checkbox]")
    assert len(boxes) >= 11
    assert browser.find_element(By.CSS_SELECTOR, ".pm-checklist h2").text == "1. The model"
    printed = browser.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
    pdf = base64.b64decode(printed["data"])
    sizes = {tuple(map(float, box.split())) for box in re.findall(rb"/MediaBox \[([^]]*)\]", pdf)}
    assert {(round(right), round(top)) for _, _, right, top in sizes} == {(595, 842)}
    assert len(re.findall(rb"/Type /Page\b", pdf)) <= 2
