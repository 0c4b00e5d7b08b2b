"""Languages, phones, palettes and requests, in a real browser."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

import pytest
from browsing import PHONE, Open
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

PAGES = [
    "porting/",
    *("", "apis/", "table/", "statistics/", "gotchas/", "rules/"),
    *("reading/", "contributing/", "rules/PM203/", "category/no-params/", "module/torch.nn/"),
    *("api/torch.gather/", "api/torch.max/", "api/torch.dist/", "gotcha/gather-index-rank/"),
    *("api/torch.nn.utils.clip_grad_value_/", "gotcha/hostile/", "api/torch.sum/", "truth/"),
    *("changes/", "changes/3.3/", "paddle/", "paddle/paddle.take_along_axis/"),
    *("worst/", "claims/", "porting/checklist/", "convert/"),
]


@pytest.mark.parametrize("url", PAGES)
def test_language_switch_leads_to_the_same_page_and_back(open_page: Open, url: str) -> None:
    browser = open_page(url)
    for expected, language in ((f"/zh/{url}", "zh"), (f"/{url}", "en")):
        browser.find_element(By.CSS_SELECTOR, ".md-header .pm-language").click()
        WebDriverWait(browser, 60).until(lambda b, e=expected: urlsplit(b.current_url).path == e)
        found = browser.find_element(By.TAG_NAME, "html").get_attribute("lang")
        assert found.startswith(language)


def test_page_without_translation_is_there_in_english_and_says_so(open_page: Open) -> None:
    browser = open_page("maintainers/")
    browser.find_element(By.CSS_SELECTOR, ".md-header .pm-language").click()
    WebDriverWait(browser, 60).until(lambda b: urlsplit(b.current_url).path == "/zh/maintainers/")
    assert "本页只有英文版。" in browser.find_element(By.TAG_NAME, "article").text


def test_language_switch_keeps_filters_place_and_colours(open_page: Open) -> None:
    browser = open_page("table/?name=abs#torch.abs")
    browser.find_element(By.CSS_SELECTOR, "label[for=__palette_1]").click()
    dark = "return document.body.dataset.mdColorScheme"
    WebDriverWait(browser, 60).until(lambda b: b.execute_script(dark) == "slate")
    for expected in ("/zh/table/", "/table/"):
        browser.find_element(By.CSS_SELECTOR, ".md-header .pm-language").click()
        WebDriverWait(browser, 60).until(lambda b, e=expected: urlsplit(b.current_url).path == e)
        assert urlsplit(browser.current_url)[3:] == ("name=abs", "torch.abs")
        assert browser.execute_script(dark) == "slate"
    browser.execute_script("localStorage.clear()")


@pytest.mark.parametrize("language", ["", "zh/"])
@pytest.mark.parametrize("url", PAGES)
def test_phone_scrolls_only_downwards(open_page: Open, url: str, language: str) -> None:
    browser = open_page(language + url, (320, 640))
    script = "return [document.documentElement.scrollWidth, window.innerWidth]"
    WebDriverWait(browser, 60).until(
        lambda b: b.execute_script("return document.readyState") == "complete"
    )
    assert browser.execute_script(script) == [320, 320]


def test_keys_reach_code_that_scrolls(open_page: Open) -> None:
    browser = open_page("linting/", (320, 640))
    script = """
      const codes = [...document.querySelectorAll('pre > code')];
      const scrolls = code => code.scrollWidth > code.clientWidth;
      const wrong = codes.filter(code => scrolls(code) !== (code.tabIndex === 0));
      return [codes.filter(scrolls).length, wrong.length];
    """
    WebDriverWait(browser, 60).until(lambda b: b.execute_script(script)[1] == 0)
    assert browser.execute_script(script)[0] > 0


def test_short_codes_stand_side_by_side_and_one_below_the_other_on_a_phone(open_page: Open) -> None:
    script = """
      return [...document.querySelectorAll('#example-1 .pm-code')]
        .map(e => e.getBoundingClientRect()).map(r => [r.left, r.top])
    """

    def places(page: str, *size: tuple[int, int]) -> list[tuple[float, float]]:
        return [(x, y) for x, y in open_page(page, *size).execute_script(script)]

    (left, top), (paddle_left, paddle_top) = places("api/torch.sum/")
    assert paddle_left > left
    assert paddle_top == top
    # A line of take_along_axis is longer than half of the page.
    for stacked in (places("api/torch.sum/", PHONE), places("api/torch.gather/")):
        (left, top), (paddle_left, paddle_top) = stacked
        assert paddle_left == left
        assert paddle_top > top


def test_code_can_be_copied(open_page: Open) -> None:
    browser = open_page("api/torch.gather/")
    # The theme adds the buttons once a reader does something.
    browser.execute_script("scrollTo(0, 9)")
    WebDriverWait(browser, 60).until(
        lambda b: len(b.find_elements(By.CSS_SELECTOR, ".pm-example .pm-code button")) == 4
    )
    # The call and what becomes of it, on top.
    WebDriverWait(browser, 60).until(
        lambda b: len(b.find_elements(By.CSS_SELECTOR, ".pm-answer .pm-code button")) >= 2
    )


def test_menu_of_a_phone_opens(open_page: Open) -> None:
    browser = open_page("api/torch.gather/", PHONE)
    browser.find_element(By.CSS_SELECTOR, "label.md-header__button[for=__drawer]").click()
    link = browser.find_element(By.CSS_SELECTOR, ".md-sidebar--primary a[href$='gotchas/']")
    WebDriverWait(browser, 60).until(lambda _: link.get_attribute("href") is not None)


def test_tab_stays_on_pages_outside_of_the_navigation(open_page: Open) -> None:
    for url, tab in (
        ("api/torch.gather/", "APIs"),
        ("module/torch/", "APIs"),
        ("gotcha/gather-index-rank/", "Gotchas"),
        ("rules/PM203/", "Contributing"),
    ):
        active = open_page(url).find_element(By.CSS_SELECTOR, ".md-tabs__item--active")
        assert active.text == tab


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_badges_can_be_read_in_both_palettes(open_page: Open, scheme: str) -> None:
    browser = open_page("apis/", scheme=scheme)
    colours = browser.execute_script("""
      const rgb = text => {
        const canvas = document.createElement('canvas').getContext('2d');
        canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
      };
      document.getAnimations().forEach(one => one.finish());  // colours change by and by
      return [...document.querySelectorAll('article .pm-cards .pm-badge')].map(badge => {
        const style = getComputedStyle(badge);
        return [badge.className, rgb(style.color), rgb(style.backgroundColor)];
      });
    """)
    assert len(colours) == 11
    # 4.5 is what WCAG 2 asks of text of this size.
    for name, text, ground in colours:
        assert contrast(text, ground) >= 4.5, name


def contrast(one: list[int], other: list[int]) -> float:
    """The contrast of two colours as WCAG 2 defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: list[int]) -> float:
    """The relative luminance of a colour as WCAG 2 defines it."""
    linear = [
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4
        for c in (v / 255 for v in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_nothing_is_loaded_from_elsewhere(open_page: Open, address: str) -> None:
    browser = open_page("")
    browser.get_log("performance")
    for url in ("", "apis/", "api/torch.gather/", "zh/gotcha/gather-index-rank/"):
        open_page(url)
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    sent = {
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    }
    assert len(sent) > 5
    assert {url for url in sent if not url.startswith((address, "data:", "blob:"))} == set()
