"""The index of all APIs, in a real browser: filters while typing, keys, the address."""

from __future__ import annotations

import pytest
from browsing import Open
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from mapping_model.snapshots import PADDLE

NEWEST = PADDLE[-1]


def names(browser: Chrome) -> list[str]:
    return browser.execute_script(
        "return [...document.querySelectorAll('.pm-filter__rows a')].map(a => a.textContent)"
    )


def opened(open_page: Open, query: str = "") -> Chrome:
    browser = open_page(f"apis/{query}")
    WebDriverWait(browser, 60).until(names)
    return browser


def field(browser: Chrome, name: str):
    return browser.find_element(By.CSS_SELECTOR, f".pm-filter [name={name}]")


def test_typing_filters_and_best_fit_comes_first(open_page: Open) -> None:
    browser = opened(open_page)
    field(browser, "name").send_keys("gather")
    WebDriverWait(browser, 60).until(lambda b: names(b)[:1] == ["torch.gather"])
    assert "torch.Tensor.gather" in names(browser)
    assert all("gather" in name.lower() for name in names(browser)[:2])
    field(browser, "name").clear()
    field(browser, "name").send_keys("tensor clip")
    WebDriverWait(browser, 60).until(lambda b: names(b)[:1] == ["torch.Tensor.clip"])


def test_paddle_names_are_found(open_page: Open) -> None:
    browser = opened(open_page)
    field(browser, "name").send_keys("take_along")
    expected = ["torch.Tensor.gather", "torch.gather"]
    WebDriverWait(browser, 60).until(lambda b: sorted(names(b)) == expected)


def test_each_filter(open_page: Open) -> None:
    browser = opened(open_page)
    for name, value, expected in (
        ("module", "torch.linalg", ["torch.linalg.svd"]),
        ("category", "composite", ["torch.addcmul"]),
        ("status", "failing", ["torch.addcmul"]),
        ("status", "not-executable", ["torch.dist", "torch.hamming_window"]),
        ("status", "missing", ["torch.vitals_enabled", "torch.wait"]),
        ("dropin", "silently-different", ["torch.max"]),
        ("dropin", "drop-in", ["torch.sum"]),
        ("works", "2.6.2", ["torch.max"]),
        ("works", NEWEST, ["torch.max", "torch.sum"]),
    ):
        Select(field(browser, name)).select_by_value(value)
        WebDriverWait(browser, 60).until(lambda b, e=expected: names(b) == e)
        assert browser.current_url.endswith(f"?{name}={value}")
        browser.find_element(By.CSS_SELECTOR, ".pm-filter [type=reset]").click()
        WebDriverWait(browser, 60).until(lambda b: len(names(b)) == 150)


def test_the_address_keeps_the_filter(open_page: Open) -> None:
    browser = opened(open_page, "?name=abs&module=torch")
    assert names(browser)[0] == "torch.abs"
    assert all(name.count(".") == 1 for name in names(browser))
    assert (
        browser.execute_script("return document.querySelector('[data-md-toggle=search]').checked")
        is False
    )


def test_the_address_keeps_what_was_run(open_page: Open) -> None:
    browser = opened(open_page, f"?dropin=silently-different&works={NEWEST}")
    assert names(browser) == ["torch.max"]
    assert Select(field(browser, "works")).first_selected_option.text == f"Paddle {NEWEST} (2)"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_silently_different_has_a_red_mark(open_page: Open, scheme: str) -> None:
    browser = open_page("apis/?name=torch.max", scheme=scheme)
    WebDriverWait(browser, 60).until(names)
    mark, red = browser.execute_script("""
      const link = document.querySelector('.pm-filter__rows a.pm-silent');
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--pm-bad)';
      const after = getComputedStyle(link, '::after');
      return [[link.textContent, link.title, after.content, after.color],
              getComputedStyle(probe).color];
    """)
    assert mark == ["torch.max", "Silently different", '"≠"', red]
    assert len(browser.find_elements(By.CSS_SELECTOR, ".pm-filter__rows a.pm-silent")) == 1


def test_few_rows_are_in_the_page_at_once(open_page: Open) -> None:
    browser = opened(open_page)
    first = names(browser)
    assert len(first) == 150
    browser.find_element(By.CSS_SELECTOR, ".pm-filter__more button").click()
    WebDriverWait(browser, 60).until(lambda b: names(b) != first)
    further = names(browser)
    assert 0 < len(further) <= 150
    assert not set(first) & set(further)


def test_keys_lead_into_the_list_and_back(open_page: Open) -> None:
    browser = opened(open_page)
    field(browser, "name").send_keys("gather")
    WebDriverWait(browser, 60).until(lambda b: names(b)[:1] == ["torch.gather"])

    def active() -> str:
        return browser.switch_to.active_element.text

    browser.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    assert active() == "torch.gather"
    browser.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    assert active() == "torch.Tensor.gather"
    browser.switch_to.active_element.send_keys(Keys.ARROW_UP, Keys.ARROW_UP)
    assert browser.switch_to.active_element == field(browser, "name")
    browser.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert browser.switch_to.active_element == field(browser, "name")
    browser.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    WebDriverWait(browser, 60).until(lambda b: b.current_url.endswith("/api/torch.gather/"))


def test_nothing_fits(open_page: Open) -> None:
    browser = opened(open_page)
    field(browser, "name").send_keys("nothing like this")
    assert names(browser) == []
    assert browser.find_element(By.CSS_SELECTOR, ".pm-filter__none").is_displayed()
