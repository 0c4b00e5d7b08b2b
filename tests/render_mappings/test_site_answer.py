"""The short answer at the top of an entry: right code for each release, as people judged it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from browsing import Open
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from mapping_model.usages import Verdict
from render_mappings.data.answers import answers_of, others_of
from render_mappings.data.reference import Reference, load_reference
from render_mappings.views.answer_view import short_answer
from render_mappings.views.page_context import Context, Repository
from render_mappings.views.wording import Language

MAPPINGS = Path(__file__).parents[2] / "mappings"
OLD = ("2.6.2", "3.0.0", "3.1.1", "3.2.2")


@cache
def reference() -> Reference:
    names = ("torch.gather", "torch.max", "torch.abs", "torch.nn.LSTM", "torch.optim.Adam")
    return load_reference(MAPPINGS, (*names, "torch.Tensor.__getitem__"))


def context(language: Language = "en") -> Context:
    return Context(reference(), language, Repository("https://example.org/r"))


def test_the_simplest_right_code_of_each_release() -> None:
    answer = answers_of(reference(), "torch.gather")[1]
    assert answer.torch == "torch.gather(x, 1, i)"
    older, newest = answer.written
    assert older.releases == OLD
    assert older.code == "paddle.take_along_axis(x, i, 1, broadcast=False)"
    assert (newest.releases, newest.verdict) == (("3.3.1",), Verdict.UNCHANGED)
    assert newest.code == "paddle.gather(x, 1, i)"


def test_releases_on_which_the_same_is_written_are_one() -> None:
    (written,) = answers_of(reference(), "torch.abs")[1].written
    assert written.releases == (*OLD, "3.3.1")
    assert written.code == "paddle.abs(x)"


def test_that_it_is_the_result_is_not_shown() -> None:
    answer = answers_of(reference(), "torch.optim.Adam")[1]
    assert answer.torch == "optimizer = torch.optim.Adam(net.parameters(), 0.01)"


def test_code_without_the_name_of_the_library_is_the_same_code() -> None:
    view = short_answer(context(), "torch.Tensor.__getitem__")
    assert view is not None
    assert view.variants[0].codes[0].said == "The same code."


def test_a_part_for_each_variant() -> None:
    answers = answers_of(reference(), "torch.max")
    assert [answers[number].torch for number in (1, 2, 3)] == [
        "torch.max(x)",
        "torch.max(input=x, dim=0).values",
        "torch.max(x, y)",
    ]
    assert answers[3].written[0].code == "paddle.maximum(x, y)"


@pytest.mark.parametrize(
    ("language", "on", "said"),
    [("en", "2.6.2 – 3.2.2", "nothing else."), ("zh", "2.6.2 至 3.2.2", "只需把")],
)
def test_newest_first_and_what_is_said(language: Language, on: str, said: str) -> None:
    view = short_answer(context(language), "torch.gather")
    assert view is not None
    newest, older = view.variants[0].codes
    assert (newest.shown, older.shown) == (True, False)
    assert said in newest.said
    assert (older.on, older.said) == (on, "")
    assert [(one.url, one.on) for one in view.minded] == [
        ("#limits", ("3.2.2",)),
        ("gotcha/gather-index-rank/", ()),
    ]


def test_silent_limits_come_before_gotchas() -> None:
    view = short_answer(context(), "torch.max")
    assert view is not None
    newest = [one for one in view.minded if not one.on or "3.3.1" in one.on]
    assert [one.url for one in newest][:2] == ["#variant-1-limits", "#variant-2-limits"]
    assert len(newest) == 3
    assert "NaN" in newest[0].text.en
    assert "several elements of `input` are largest" in view.minded[0].text.en
    assert view.minded[0].on == ("2.6.2", "3.0.0")


def test_an_entry_that_has_only_examples_of_parameters_has_an_answer() -> None:
    assert "torch.nn.LSTM(" in answers_of(reference(), "torch.nn.LSTM")[1].torch


def test_an_example_has_what_is_simpler_or_right_on_some_releases() -> None:
    others = others_of(reference(), "torch.gather")
    older, newest = others["4"]
    assert older.releases == ("2.6.2", "3.0.0", "3.1.1")
    assert older.code == "paddle.assign(paddle.take_along_axis(x, i, 1, broadcast=False), y)"
    assert (newest.releases, newest.verdict, newest.code) == (
        ("3.3.1",),
        Verdict.UNCHANGED,
        None,
    )
    # What the example itself shows is not said again.
    assert others_of(reference(), "torch.abs").get("1") is None


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
@pytest.mark.parametrize("url", ["api/torch.gather/", "zh/api/torch.max/", "api/torch.sum/"])
def test_paddle_code_is_above_the_fold(open_page: Open, url: str, size: tuple[int, int]) -> None:
    code = open_page(url, size).find_element(By.CSS_SELECTOR, ".pm-answer .pm-code--paddle")
    assert code.is_displayed()
    assert code.rect["y"] + code.rect["height"] < size[1]


@pytest.mark.parametrize("url", ["api/torch.gather/", "zh/api/torch.max/"])
def test_nothing_is_cut_off_at_320_pixels(open_page: Open, url: str) -> None:
    browser = open_page(url, (320, 640))
    script = "return [document.documentElement.scrollWidth, window.innerWidth]"
    assert browser.execute_script(script) == [320, 320]


def test_a_release_is_chosen_by_keyboard(open_page: Open) -> None:
    browser = open_page("api/torch.sum/")
    first = browser.find_element(By.CSS_SELECTOR, ".pm-choice button")
    first.send_keys(Keys.ENTER)
    assert first.get_attribute("aria-pressed") == "true"
    browser.execute_script("localStorage.clear()")


def test_contents_lead_to_every_section(open_page: Open) -> None:
    browser = open_page("api/torch.sum/", (1440, 900))
    links = browser.find_elements(By.CSS_SELECTOR, ".pm-contents a")
    headings = browser.find_elements(By.CSS_SELECTOR, ".pm-entry h2[id]")
    assert [link.get_attribute("hash") for link in links] == [
        f"#{heading.get_attribute('id')}" for heading in headings
    ]
    assert all(link.is_displayed() for link in links)


def test_a_release_is_chosen_and_remembered(open_page: Open) -> None:
    browser = open_page("api/torch.gather/")
    choice = browser.find_element(By.CSS_SELECTOR, ".pm-choice")
    buttons = choice.find_elements(By.TAG_NAME, "button")
    oldest = buttons[0].text
    buttons[0].click()
    assert browser.current_url.endswith(f"?paddle={oldest}")
    browser.get(browser.current_url.partition("?")[0])
    pressed = browser.find_elements(By.CSS_SELECTOR, ".pm-choice [aria-pressed=true]")
    assert [one.text for one in pressed] == [oldest]
    shown = browser.find_elements(By.CSS_SELECTOR, ".pm-written:not([hidden])")
    assert all(oldest in one.get_attribute("data-releases").split() for one in shown)
    browser.execute_script("localStorage.clear()")
