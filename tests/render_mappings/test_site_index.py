"""The index of all APIs, in a real browser: filters while typing, sorting, keys, the address."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from browsing import PHONE, Open
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait
from site_html import article

from mapping_model.snapshots import PADDLE

NEWEST = PADDLE[-1]
# Of the names of the sample, as they are counted in `uses.json`.
MOST_USED = ["torch.nn.Linear", "torch.Tensor.view", "torch.nn.Conv2d"]
SHIFTS = """
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.shifted += one.value;
  }).observe({ type: "layout-shift", buffered: true });
"""


def names(browser: Chrome) -> list[str]:
    return browser.execute_script(
        "return [...document.querySelectorAll('.tabulator-row a')].map(a => a.textContent)"
    )


def opened(open_page: Open, query: str = "") -> Chrome:
    browser = open_page(f"apis/{query}")
    browser.execute_script("dispatchEvent(new Event('pointermove'))")
    WebDriverWait(browser, 60).until(names)
    return browser


def test_the_table_is_made_when_a_reader_does_something(open_page: Open) -> None:
    """Before that the page has the most used rows, and spends no time of a phone."""
    browser = open_page("apis/")
    shown = "return [...document.querySelectorAll('.pm-index a')].map(a => a.textContent)"
    assert browser.execute_script(shown)[:3] == MOST_USED
    assert browser.execute_script("return typeof Tabulator") == "undefined"
    name_field(browser).send_keys("gather")
    WebDriverWait(browser, 60).until(lambda b: names(b)[:1] == ["torch.gather"])


def test_an_address_with_filters_makes_it_at_once(open_page: Open) -> None:
    browser = open_page("apis/?name=gather")
    WebDriverWait(browser, 60).until(lambda b: names(b)[:1] == ["torch.gather"])


def name_field(browser: Chrome):
    return browser.find_element(By.CSS_SELECTOR, ".pm-filter [name=name]")


def tick(browser: Chrome, name: str, value: str) -> None:
    box = browser.find_element(By.CSS_SELECTOR, f'.pm-filter [name="{name}"][value="{value}"]')
    browser.execute_script("arguments[0].click()", box)


def until(browser: Chrome, expected: list[str]) -> None:
    WebDriverWait(browser, 60).until(lambda b: names(b) == expected, str(expected))


def test_typing_filters_and_best_fit_comes_first(open_page: Open) -> None:
    browser = opened(open_page)
    name_field(browser).send_keys("gather")
    WebDriverWait(browser, 60).until(lambda b: names(b)[:1] == ["torch.gather"])
    assert "torch.Tensor.gather" in names(browser)
    assert all("gather" in name.lower() for name in names(browser)[:2])
    name_field(browser).clear()
    name_field(browser).send_keys("tensor clip")
    WebDriverWait(browser, 60).until(lambda b: names(b)[:1] == ["torch.Tensor.clip"])


def test_paddle_names_are_found(open_page: Open) -> None:
    browser = opened(open_page)
    name_field(browser).send_keys("take_along")
    expected = ["torch.Tensor.gather", "torch.gather"]
    WebDriverWait(browser, 60).until(lambda b: sorted(names(b)) == expected)


def test_each_filter(open_page: Open) -> None:
    browser = opened(open_page)
    everything = names(browser)
    for name, value, expected in (
        ("module", "torch.linalg", ["torch.linalg.svd"]),
        ("category", "composite", ["torch.addcmul"]),
        ("status", "failing", ["torch.addcmul"]),
        ("status", "not-executable", ["torch.dist", "torch.hamming_window"]),
        ("status", "missing", ["torch.vitals_enabled", "torch.wait"]),
        ("silent", "1", ["torch.max"]),
        ("verdict", "unchanged", ["torch.max", "torch.sum"]),
        ("gotchas", "1", ["torch.dist", "torch.gather", "torch.max"]),
    ):
        tick(browser, name, value)
        WebDriverWait(browser, 60).until(
            lambda b, e=expected: sorted(names(b)) == sorted(e), f"{name}={value}"
        )
        assert browser.current_url.endswith(f"?{name}={value}")
        browser.find_element(By.CSS_SELECTOR, ".pm-filter [type=reset]").click()
        until(browser, everything)


def test_the_most_used_come_first_and_private_names_last(open_page: Open, site: Path) -> None:
    """`uses.json` counts 7,449 uses of `torch.nn.Linear`, none of `torch._foreach_abs`."""
    browser = opened(open_page)
    rows = json.loads((site / "apis.json").read_text("utf-8"))["rows"]
    order = [row[0] for row in rows]
    assert names(browser)[:3] == order[:3] == MOST_USED
    assert names(browser)[0] in article(site, "apis").split('<ul class="pm-list">')[1][:400]
    private = [name for name in order if name.rpartition(".")[2].startswith("_")]
    private = [name for name in private if not name.endswith("__")]
    assert order[-len(private) :] == private


def test_the_verdict_is_that_on_the_chosen_release(open_page: Open) -> None:
    """Of 3.0.0 the sample has no results, so that nothing is known there."""
    browser = opened(open_page, "?verdict=unchanged")
    until(browser, ["torch.sum", "torch.max"])
    choice = Select(browser.find_element(By.CSS_SELECTOR, ".pm-filter [name=paddle]"))
    assert choice.first_selected_option.text == f"Paddle {NEWEST}"
    choice.select_by_value("3.0.0")
    until(browser, [])
    assert browser.current_url.endswith("?paddle=3.0.0&verdict=unchanged")
    box = browser.find_element(By.CSS_SELECTOR, '[name=verdict][value="unchanged"]')
    number = box.find_element(By.XPATH, "..").find_element(By.CLASS_NAME, "pm-count")
    assert number.get_attribute("textContent") == "0"
    # Pages of entries then show this release, too.
    assert browser.execute_script("return localStorage.getItem('paddle-release')") == "3.0.0"
    browser.execute_script("localStorage.clear()")


def test_a_filter_takes_several_values(open_page: Open) -> None:
    browser = opened(open_page)
    tick(browser, "category", "composite")
    until(browser, ["torch.addcmul"])
    tick(browser, "category", "missing")
    until(browser, ["torch.addcmul", "torch.wait", "torch.vitals_enabled"])
    assert browser.current_url.endswith("?category=composite&category=missing")
    assert browser.find_element(By.CSS_SELECTOR, "[data-pick=category] b").text == "· 2"


@pytest.mark.parametrize(
    ("old", "new"), [("drop-in", "unchanged"), ("silently-different", "silent")]
)
def test_links_that_ask_for_what_unchanged_code_gives_still_lead_there(
    open_page: Open, old: str, new: str
) -> None:
    assert names(opened(open_page, f"?dropin={old}")) == names(opened(open_page, f"?verdict={new}"))


def test_the_address_keeps_the_filter(open_page: Open) -> None:
    browser = opened(open_page, "?name=abs&module=torch&module=torch.linalg")
    WebDriverWait(browser, 60).until(lambda b: names(b)[0] == "torch.abs")
    assert all(not name.startswith("torch.Tensor") for name in names(browser))
    script = "return document.querySelector('[data-md-toggle=search]').checked"
    assert browser.execute_script(script) is False


def test_columns_sort(open_page: Open) -> None:
    browser = opened(open_page, "?module=torch.nn.utils&module=torch.linalg")
    WebDriverWait(browser, 60).until(lambda b: "torch.linalg.svd" in names(b)[:3])
    first = names(browser)
    head = browser.find_element(By.CSS_SELECTOR, '[tabulator-field="name"]')
    head.click()
    until(browser, sorted(first))
    head.click()
    until(browser, sorted(first, reverse=True))


def test_each_release_is_a_column_with_the_verdict(open_page: Open) -> None:
    browser = opened(open_page, "?name=torch.sum")
    WebDriverWait(browser, 60).until(lambda b: names(b)[:1] == ["torch.sum"])
    heads = browser.execute_script(
        "return [...document.querySelectorAll('.tabulator-col-title')].map(e => e.textContent)"
    )
    assert heads[3:-1] == list(PADDLE)
    marks = browser.execute_script(
        "return [...document.querySelector('.tabulator-row').querySelectorAll('i')]"
        ".map(e => e.className)"
    )
    assert marks[0] == marks[-1] == "pm-is-unchanged"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_silently_different_has_a_red_mark(open_page: Open, scheme: str) -> None:
    browser = open_page("apis/?name=torch.max", scheme=scheme)
    WebDriverWait(browser, 60).until(lambda b: names(b)[:1] == ["torch.max"])
    mark, red = browser.execute_script("""
      const link = document.querySelector('.tabulator-row a.pm-silent');
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--pm-bad)';
      const after = getComputedStyle(link, '::after');
      return [[link.textContent, link.title, after.content, after.color],
              getComputedStyle(probe).color];
    """)
    assert mark == ["torch.max", "Some usage silently differs", '"≠"', red]
    assert len(browser.find_elements(By.CSS_SELECTOR, ".tabulator-row a.pm-silent")) == 1


def test_few_rows_are_in_the_page_at_once_and_nothing_moves(open_page: Open) -> None:
    browser = opened(open_page)
    browser.execute_script(SHIFTS)
    total = int(re.findall(r"\d+", browser.find_element(By.CLASS_NAME, "pm-filter__count").text)[1])
    assert 5 < len(names(browser)) < 100 < total
    name_field(browser).send_keys("gather")
    WebDriverWait(browser, 60).until(lambda b: names(b)[:1] == ["torch.gather"])
    assert browser.execute_script("return window.shifted") < 0.05


def test_a_phone_shows_names_and_the_newest_release(open_page: Open) -> None:
    browser = open_page("apis/?name=torch.sum", PHONE)
    WebDriverWait(browser, 60).until(lambda b: names(b)[:1] == ["torch.sum"])
    shown = browser.execute_script("""
      return [...document.querySelectorAll('.tabulator-col')]
        .filter(e => e.offsetWidth).map(e => e.getAttribute('tabulator-field'))
    """)
    assert shown[0] == "name"
    assert f"on{len(PADDLE) - 1}" in shown
    assert browser.execute_script("return document.documentElement.scrollWidth") == 390


def test_keys_lead_into_the_table_and_back(open_page: Open) -> None:
    browser = opened(open_page)
    name_field(browser).send_keys("gather")
    WebDriverWait(browser, 60).until(lambda b: names(b)[:1] == ["torch.gather"])

    def active() -> str:
        return browser.switch_to.active_element.text

    browser.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    assert active() == "torch.gather"
    browser.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    assert active() == "torch.Tensor.gather"
    browser.switch_to.active_element.send_keys(Keys.ARROW_UP)
    browser.switch_to.active_element.send_keys(Keys.ARROW_UP)
    assert browser.switch_to.active_element == name_field(browser)
    browser.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert browser.switch_to.active_element == name_field(browser)
    browser.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    WebDriverWait(browser, 60).until(lambda b: b.current_url.endswith("/api/torch.gather/"))


def test_nothing_fits(open_page: Open) -> None:
    browser = opened(open_page)
    name_field(browser).send_keys("nothing like this")
    WebDriverWait(browser, 60).until(
        lambda b: b.find_elements(By.CSS_SELECTOR, ".tabulator-placeholder")
    )
    assert "No entry fits." in browser.find_element(By.CLASS_NAME, "tabulator-placeholder").text


@pytest.mark.parametrize("root", ["", "zh/"])
def test_without_scripts_there_are_plain_lists(site: Path, root: str) -> None:
    html = article(site, f"{root}apis")
    assert 'href="#modules"' in html[html.index("<noscript>") : html.index("</noscript>")]
    for url in ("module/torch.linalg/", "category/composite/"):
        assert f'href="../{url}"' in html


@pytest.mark.parametrize("page", ["modules", "categories"])
@pytest.mark.parametrize("root", ["", "zh/"])
def test_pages_that_were_merged_lead_to_the_index(site: Path, root: str, page: str) -> None:
    html = (site / root / page / "index.html").read_text("utf-8")
    assert f'http-equiv="refresh" content="0; url=../apis/#{page}"' in html
