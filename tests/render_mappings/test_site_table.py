"""The mapping table, in a real browser: few rows at first, the others as they are scrolled to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from browsing import Open
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait
from site_html import article


def shown(browser: Chrome) -> list[str]:
    return browser.execute_script(
        "return [...document.querySelectorAll('.pm-table tbody tr')].map(row => row.id)"
    )


def rows(site: Path) -> list[str]:
    return [row[0] for row in json.loads((site / "table.json").read_text("utf-8"))["rows"]]


@pytest.mark.parametrize("root", ["", "zh/"])
def test_the_page_itself_is_short(site: Path, root: str) -> None:
    html = article(site, f"{root}table")
    assert 10 < html.count("<tr id=") <= 60 < len(rows(site / root))
    assert html.index('id="torch.sum"') > 0
    noscript = html[html.index("<noscript>") : html.index("</noscript>")]
    assert 'href="../apis/#modules"' in noscript
    assert f"{len(rows(site / root))}" in noscript


def test_scrolling_draws_all_rows(open_page: Open, site: Path) -> None:
    browser = open_page("table/")
    everything = rows(site)

    def at_the_end(browser: Chrome) -> bool:
        browser.execute_script("window.scrollTo(0, document.documentElement.scrollHeight)")
        return shown(browser) == everything

    assert len(shown(browser)) < len(everything)
    WebDriverWait(browser, 60).until(at_the_end)


def test_rows_that_are_drawn_are_like_those_of_the_page(open_page: Open) -> None:
    browser = open_page("table/")
    script = "return document.querySelector('.pm-table tbody tr').outerHTML"
    written = browser.execute_script(script)
    field = browser.find_element(By.CSS_SELECTOR, ".pm-filter [name=name]")
    field.send_keys(shown(browser)[0])
    WebDriverWait(browser, 60).until(lambda b: "?name=" in b.current_url)
    assert browser.execute_script(script) == written


def test_typing_filters_by_names_and_remarks(open_page: Open) -> None:
    browser = open_page("table/?name=take_along")
    WebDriverWait(browser, 60).until(
        lambda b: sorted(shown(b)) == ["torch.Tensor.gather", "torch.gather"]
    )
    field = browser.find_element(By.CSS_SELECTOR, ".pm-filter [name=name]")
    assert field.get_attribute("value") == "take_along"
    field.clear()
    field.send_keys("nothing like this")
    WebDriverWait(browser, 60).until(lambda b: shown(b) == [])
    assert browser.find_element(By.CLASS_NAME, "pm-filter__count").text.startswith("0 of ")


def test_an_address_of_a_row_shows_it(open_page: Open) -> None:
    browser = open_page("table/#torch.addcmul")
    WebDriverWait(browser, 60).until(lambda b: "torch.addcmul" in shown(b)[:2])


def test_a_module_has_its_own_table(site: Path) -> None:
    html = article(site, "module/torch.linalg")
    row = html[html.index('<tr id="torch.linalg.svd">') :].split("</tr>")[0]
    assert 'href="../../api/torch.linalg.svd/"' in row
    assert "paddle.linalg.svd" in row
    assert "/category/" in row
