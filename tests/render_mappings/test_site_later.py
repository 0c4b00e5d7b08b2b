"""The theme's script is run when a reader does something; until then the page looks the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import PHONE, Open
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait
from site_html import html_of

_RUN = "return [...document.scripts].some(one => one.src.includes('/bundle.'))"
_COLOURS = "return document.body.dataset.mdColorScheme"
_SWITCH = "[data-md-component=palette] label:not([hidden])"


def wait_for(browser: webdriver.Chrome, script: str) -> None:
    WebDriverWait(browser, 10).until(lambda page: page.execute_script(script))


def test_who_only_reads_does_not_run_it(open_page: Open) -> None:
    browser = open_page("api/torch.gather/", PHONE)
    assert not browser.execute_script(_RUN)
    assert browser.execute_script("return document.documentElement.className") == "js"
    assert browser.find_element(By.CSS_SELECTOR, ".pm-choice").is_displayed()


@pytest.mark.parametrize(("scheme", "colours"), [("dark", "slate"), ("light", "default")])
def test_colours_are_the_readers(open_page: Open, scheme: str, colours: str) -> None:
    browser = open_page("api/torch.gather/", scheme=scheme)
    browser.execute_script("localStorage.clear()")
    browser = open_page("zh/api/torch.gather/", scheme=scheme)
    assert browser.execute_script(_COLOURS) == colours
    assert not browser.execute_script(_RUN)


def test_the_first_click_on_the_switch_of_colours_counts(open_page: Open) -> None:
    browser = open_page("api/torch.gather/", scheme="dark")
    browser.execute_script("localStorage.clear()")
    browser = open_page("api/torch.gather/", scheme="dark")
    browser.find_element(By.CSS_SELECTOR, _SWITCH).click()
    wait_for(browser, f"{_COLOURS} === 'default'")
    browser.execute_script("localStorage.clear()")


def test_the_first_key_leads_to_the_search(open_page: Open) -> None:
    browser = open_page("api/torch.gather/")
    browser.find_element(By.TAG_NAME, "body").send_keys("/")
    wait_for(browser, "return document.activeElement.matches('.md-search__input')")
    browser.switch_to.active_element.send_keys("torch.abs")
    wait_for(browser, "return document.querySelector('.pm-exact a[href$=\"/torch.abs/\"]')")


def test_the_menu_of_a_phone_is_there(open_page: Open) -> None:
    browser = open_page("api/torch.gather/", PHONE)
    browser.find_element(By.CSS_SELECTOR, ".md-header label[for=__drawer]").click()
    menu = ".md-nav--primary a[href$='/apis/']"
    WebDriverWait(browser, 10).until(
        lambda page: page.find_element(By.CSS_SELECTOR, menu).is_displayed()
    )


@pytest.mark.parametrize("url", ["api/torch.gather/", "zh/gotcha/gather-index-rank/"])
def test_the_frame_is_small(site: Path, url: str) -> None:
    """It was half of the site; bytes, without the page's own part."""
    html = html_of(site, url)
    own = html.index("<article"), html.index("</article>")
    assert len((html[: own[0]] + html[own[1] :]).encode()) < 6_500
    # Without scripts the tabs lead on.
    assert 'class="md-tabs__link"' in html
