"""The list of gotchas: how each shows, exceptions, and the filter, which needs no script."""

from __future__ import annotations

import re

from browsing import Open
from selenium.webdriver.common.by import By
from site_html import seen

from mapping_model.outcomes import Outcome
from render_mappings.data.ranking import Severity, ranked, severity_of
from render_mappings.data.reference import Reference
from render_mappings.pages.gotcha_pages import gotcha_pages
from render_mappings.views.page_context import Context, Repository


def test_only_exceptions_are_told_and_how_a_trap_shows(reference: Reference) -> None:
    context = Context(reference, "en", Repository("https://example.org/r"))
    html = next(iter(gotcha_pages(context))).body()
    assert f"Holds on Paddle {reference.oldest} – {reference.paddle.version}" not in seen(html)
    # paddle.gather takes torch's order from 3.3 on.
    assert "Holds on Paddle" in seen(html)
    for id_, gotcha in reference.gotchas.items():
        severity = severity_of(reference, gotcha)
        item = html[: html.index(f"gotcha/{id_}/")].rpartition("<li")[2]
        assert f"pm-trap-{severity}" in item, id_


def test_the_worst_come_first(reference: Reference) -> None:
    found = ranked(reference)
    assert [one.severity for one in found] == sorted(
        (one.severity for one in found), key=list(Severity).index
    )
    silent = [one for one in found if one.severity is Severity.SILENT]
    assert [one.uses for one in silent] == sorted((one.uses for one in silent), reverse=True)
    severities = {one.gotcha.id: one.severity for one in found}
    assert severities["linear-weight-transposed"] is Severity.SILENT
    assert severities["optimizer-argument-order"] is Severity.LOUD
    assert severities["bert-tokenizer-mask"] is Severity.OTHER
    # Repaired in 3.1 and in 3.0.
    assert severities["train-eval-return"] is severities["bce-pos-weight"] is Severity.OVER


# The first check raises an error; the title is of what differs without one.
TITLE_IS_OF_LATER = {
    *("comparison-scalar", "cross-entropy-soft-label", "gather-index-rank", "masked-fill-where"),
    *("frozen-operands", "rnn-no-bias", "second-derivatives"),
}


def test_what_the_title_says_is_how_a_trap_shows(reference: Reference) -> None:
    """A check that differs may be about something that is told besides."""
    silent = [one.gotcha for one in ranked(reference) if one.severity is Severity.SILENT]
    first = {
        gotcha.id: next(check.expect for check in gotcha.checks if check.expect.failed)
        for gotcha in silent
    }
    raising = {name for name, expect in first.items() if expect is not Outcome.DIFFERS}
    assert raising == TITLE_IS_OF_LATER
    advice = re.compile(r"exists? (from|since)|^Where .* comes from|do not exist|^When |^Check ")
    assert [one.title.en for one in silent if advice.search(one.title.en)] == []


def test_what_is_not_ticked_is_hidden(open_page: Open) -> None:
    browser = open_page("gotchas/")
    shown = browser.find_elements(By.CSS_SELECTOR, ".pm-titles li")
    assert all(item.is_displayed() for item in shown)
    for box in browser.find_elements(By.CSS_SELECTOR, "[data-severity]"):
        browser.execute_script("arguments[0].click()", box)
    assert not any(item.is_displayed() for item in shown)
