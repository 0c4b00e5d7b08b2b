"""The short answer at the top of an entry: right code for each release, as people judged it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from browsing import Open
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from site_html import seen

from mapping_model.entry import Example, Limit
from mapping_model.limits.sentences import MOST_WORDS, asked, short_remark
from mapping_model.outcomes import Departure
from mapping_model.usages import Verdict
from published.entry import PublishedEntry
from render_mappings.data.reference import Reference, load_reference
from render_mappings.pages.entry_pages import entry_pages
from render_mappings.views.entry_view import minded, verdicts
from render_mappings.views.page_context import Context, Repository
from render_mappings.views.wording import Language

MAPPINGS = Path(__file__).parents[2] / "mappings"
OLD = ("2.6.2", "3.0.0", "3.1.1", "3.2.2")


@cache
def reference() -> Reference:
    names = ("torch.gather", "torch.max", "torch.abs", "torch.nn.LSTM", "torch.optim.Adam")
    names = (*names, "torch.nn.CrossEntropyLoss")
    return load_reference(MAPPINGS, (*names, "torch.Tensor.__getitem__"))


def context(language: Language = "en") -> Context:
    return Context(reference(), language, Repository("https://example.org/r"))


def entry(name: str) -> PublishedEntry:
    return reference().published[name]


def written(name: str, language: Language = "en") -> list[tuple[bool, str]]:
    """Of each code in the short answer whether it is hidden at first, and the words below it."""
    (page,) = [page for page in entry_pages(context(language)) if page.title == name]
    answer = page.body().partition('<section class="pm-answer"')[2].partition("</section>")[0]
    parts = answer.split('<div class="pm-written"')[1:]
    said = re.compile(r'<p class="pm-written__on">(.*?)</p>')
    return [(" hidden>" in one.partition("\n")[0], seen(said.findall(one)[0])) for one in parts]


def test_the_simplest_right_code_of_each_release() -> None:
    answer = entry("torch.gather").answers[1]
    assert answer.torch == "torch.gather(x, 1, i)"
    older, newest = answer.written
    assert older.releases == OLD
    assert older.code == "paddle.take_along_axis(x, i, 1, broadcast=False)"
    assert (newest.releases, newest.verdict) == (("3.3.1",), Verdict.UNCHANGED)
    assert newest.code == "paddle.gather(x, 1, i)"


def test_releases_on_which_the_same_is_written_are_one() -> None:
    (one,) = entry("torch.abs").answers[1].written
    assert one.releases == (*OLD, "3.3.1")
    assert one.code == "paddle.abs(x)"


def test_that_it_is_the_result_is_not_shown() -> None:
    answer = entry("torch.optim.Adam").answers[1]
    assert answer.torch == "optimizer = torch.optim.Adam(net.parameters(), 0.01)"


def test_code_without_the_name_of_the_library_is_the_same_code() -> None:
    assert written("torch.Tensor.__getitem__")[0][1].endswith(" The same code.")


def test_a_part_for_each_variant() -> None:
    answers = entry("torch.max").answers
    assert [answers[number].torch for number in (1, 2, 3)] == [
        "torch.max(x)",
        "torch.max(x, 1)",
        "torch.max(x, y)",
    ]
    assert answers[3].written[0].code == "paddle.maximum(x, y)"


@pytest.mark.parametrize(
    ("language", "on", "said"),
    [
        ("en", "2.6.2 – 3.2.2", "torch becomes paddle, nothing else."),
        ("zh", "2.6.2 至 3.2.2", "只需把 torch 换成 paddle。"),
    ],
)
def test_newest_first_and_what_is_said(language: Language, on: str, said: str) -> None:
    newest, older = written("torch.gather", language)
    assert newest == (False, f"Paddle 3.3.1 {said}")
    assert older == (True, f"Paddle {on}")


def test_what_to_mind_is_told_for_the_releases_that_it_is_of() -> None:
    found = minded(context(), entry("torch.gather"))
    assert [(one.url, one.on) for one in found] == [
        ("gotcha/gather-index-rank/", ()),
        ("#limits", ("3.2.2",)),
        ("#limits", ()),
    ]


def test_a_silent_trap_of_the_plain_call_is_the_verdict() -> None:
    """A label of -100 is in every second training script: no mark of the code says as much."""
    *_, newest = found = verdicts(entry("torch.nn.CrossEntropyLoss"))
    # Torch's defaults are put in: `weight is None and ignore_index < 0 and ...` holds.
    assert newest.mark == "differs"
    assert newest.trap
    assert newest.trap.text.en == (
        "With default options, where `target` is an integer tensor and holds `-100`, the result "
        "differs without an error."
    )
    assert newest.trap.text.zh == (
        "默认参数下，当 `target` 为整数 Tensor 且含 `-100` 时，结果不同且不报错。"
    )
    assert newest.trap.url == "#limits"
    assert [release for one in found for release in one.on] == [*context().reference.releases]
    rest = list(minded(context(), entry("torch.nn.CrossEntropyLoss")))
    assert {one.url.partition("/")[0] for one in rest} == {"gotcha"}


@pytest.mark.parametrize(
    ("name", "newest", "oldest"),
    [
        ("torch.gather", "unchanged", "code"),
        ("torch.abs", "unchanged", "unchanged"),
        # `torch.max(x)` is unchanged, `torch.max(x, 1)` is silently one tensor: the worst of them
        # counts; of old releases it is the gradient of ties.
        ("torch.max", "silent", "differs"),
    ],
)
def test_without_a_trap_the_verdict_is_the_mark_of_the_call(
    name: str, newest: str, oldest: str
) -> None:
    found = verdicts(entry(name))
    assert (found[-1].mark, found[0].mark) == (newest, oldest)
    assert found[-1].trap is None


def test_rare_limits_are_not_told_at_the_head() -> None:
    found = list(minded(context(), entry("torch.max")))
    assert not [one for one in found if "NaN" in one.text.en]


@pytest.mark.parametrize("name", ["torch.nn.CrossEntropyLoss", "torch.nn.functional.cross_entropy"])
def test_the_answer_is_for_all_that_the_call_is_given(name: str) -> None:
    """A label of -100 silently counts in the unchanged call: the code that is right comes first."""
    whole = load_reference(MAPPINGS, (name,)).published[name]
    assert whole.marks[1:4] == ("silent",) * 3
    assert "axis=1" in (whole.answers[1].written[-1].code or "")


@pytest.mark.parametrize("when", ["n > 1", " and ".join(f"a{n} > {n}" for n in range(20))])
def test_a_sentence_at_the_head_is_short(when: str) -> None:
    example = Example("torch.f(x)", "")
    limit = Limit(when, Departure.DIFFERS, example)
    assert len(short_remark(limit, asked(when)).en.split()) <= MOST_WORDS


def test_an_entry_that_has_only_examples_of_parameters_has_an_answer() -> None:
    assert "torch.nn.LSTM(" in entry("torch.nn.LSTM").answers[1].torch


def test_an_example_has_what_is_simpler_or_right_on_some_releases() -> None:
    others = entry("torch.gather").others
    older, newest = others["4"]
    assert older.releases == ("2.6.2", "3.0.0", "3.1.1")
    assert older.code == "paddle.assign(paddle.take_along_axis(x, i, 1, broadcast=False), y)"
    assert (newest.releases, newest.verdict, newest.code) == (
        ("3.3.1",),
        Verdict.UNCHANGED,
        None,
    )
    # What the example itself shows is not said again.
    assert entry("torch.abs").others.get("1") is None


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
