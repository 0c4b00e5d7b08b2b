"""What pages say of each Paddle release, as ported and with the code unchanged."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest
from browsing import PHONE, ROOT, WIDE, Open
from selenium.webdriver.common.by import By
from site_html import article, page, seen

from mapping_model.records import read_record, record_path, render_record
from mapping_model.snapshots import PADDLE
from render_mappings.data.reference import load_reference
from render_mappings.pages.all_pages import all_pages, data_files
from render_mappings.views.entry_view import limit_label, usage_label, where_unchanged
from render_mappings.views.page_context import Context, Repository
from render_mappings.views.speech import spans
from render_mappings.views.wording import Language

NEWEST = PADDLE[-1]
# The releases between the two that the sample has results of.
BETWEEN = len(PADDLE) - 2


def context_of(mappings: Path, language: Language = "en") -> Context:
    return Context(load_reference(mappings), language, Repository("https://example.org/r"))


def rows(html: str) -> list[tuple[str, list[str]]]:
    """The rows of the table of usages: what is told of each, and the marks of its cells."""
    table = html[html.index('<table class="pm-usage">') : html.index("</table>")]
    found = re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', table)
    return [(seen(head), re.findall(r'class="pm-is-([^"]+)"', cells)) for head, cells in found]


CALLED = "torch.sum(x, dim=1, keepdim=True)"


def test_a_row_for_the_call_and_one_for_each_parameter_that_fares_otherwise(site: Path) -> None:
    between = ["unknown"] * BETWEEN
    # `sum(x)` is equal on both; `sum(x, dim=1)` is refused, and its Paddle code fails, on 2.6.2.
    assert rows(article(site, "api/torch.sum")) == [
        (f"The call unchanged only on 2.6.2, {NEWEST}", ["unchanged", *between, "unchanged"]),
        (f"{CALLED} unchanged since {NEWEST}", ["fails", *between, "unchanged"]),
    ]
    # Where the input is empty, or of int8.
    rare = "2 rare cases: NaN, infinities, empty tensors, dtypes that few use"
    assert rare in seen(article(site, "api/torch.sum"))
    text = "\n".join(page(site, "api/torch.sum"))
    assert "Measured on the CPU, on 2026-05-04 with PyTorch 2.13.0 and Python 3.11.7." in text
    assert f"{CALLED} on 2.6.2: TypeError: no <u>dim</u>" in text
    assert f"{CALLED}，2.6.2：TypeError" in "\n".join(page(site, "zh/api/torch.sum"))


def test_rows_by_variant_lead_to_what_shows_them(site: Path) -> None:
    html = article(site, "api/torch.max")
    table = html[html.index('<table class="pm-usage">') : html.index("</table>")]
    assert '<a href="#variant-2"><code>tuple(torch.max(x, dim=1))' in table
    assert 'href="#example-2-1"' in table


@cache
def real() -> Context:
    reference = load_reference(ROOT / "mappings", ("torch.gather", "torch.cuda.Stream"))
    return Context(reference, "en", Repository("https://example.org/r"))


def test_parameters_that_fare_as_the_call_are_named_with_it() -> None:
    gather = real().reference.published["torch.gather"]
    (group,) = gather.marked
    call, sparse_grad = group.usages
    (contiguous,) = group.limits
    assert group.rare == 3
    assert [usage_label(real(), one, gather).striptags() for one in call.also] == ["out="]
    assert where_unchanged(real(), gather, call) == "unchanged since 3.3.1"
    assert call.marks == (*["code"] * 4, "unchanged")
    assert where_unchanged(real(), gather, sparse_grad) == "needs a change on every release"
    assert {*sparse_grad.marks} == {"code"}
    label = limit_label(real(), contiguous).striptags()
    assert label == "Where out is passed and not contiguous in memory"
    assert contiguous.marks == ("same", "same", "same", "differs", "same")


def test_a_parameter_stands_for_the_call_where_no_example_shows_that() -> None:
    # Each example passes it: `torch.cuda.Stream("cuda:0")`.
    stream = real().reference.published["torch.cuda.Stream"]
    first = stream.marked[0].usages[0]
    assert usage_label(real(), first.usage, stream).striptags() == "device="


def test_what_is_of_other_releases_is_folded(open_page: Open) -> None:
    browser = open_page("api/torch.sum/")

    def limits(selector: str) -> list[str]:
        return [
            one.get_attribute("data-on") for one in browser.find_elements(By.CSS_SELECTOR, selector)
        ]

    assert limits(".pm-here > li[data-on]") == []
    assert limits(".pm-elsewhere > ul > li") == ["2.6.2", "2.6.2"]
    browser.find_element(By.CSS_SELECTOR, ".pm-choice button").click()
    assert limits(".pm-here > li[data-on]") == ["2.6.2", "2.6.2"]
    assert not browser.find_element(By.CSS_SELECTOR, ".pm-elsewhere").is_displayed()
    chosen = browser.find_elements(By.CSS_SELECTOR, ".pm-usage .pm-chosen")
    assert [one.text for one in chosen] == ["2.6.2"]
    browser.execute_script("localStorage.clear()")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_silently_different_is_red(open_page: Open, size: tuple[int, int], scheme: str) -> None:
    browser = open_page("api/torch.max/", size, scheme)
    colour = browser.execute_script(
        "return getComputedStyle(document.querySelector('td.pm-is-silent')).color"
    )
    # --pm-bad of the two palettes.
    red = {"light": (179, 38, 30), "dark": (255, 154, 144)}[scheme]
    assert tuple(map(int, colour[4:-1].split(","))) == red


def test_failures_of_older_releases_open(open_page: Open) -> None:
    browser = open_page("api/torch.sum/")
    details = browser.find_element(By.CSS_SELECTOR, "#example-2 details")
    item = details.find_element(By.TAG_NAME, "li")
    assert not item.is_displayed()
    details.find_element(By.TAG_NAME, "summary").click()
    assert item.text == "2.6.2: Paddle raises TypeError: <u>dim</u>"
    assert browser.find_elements(By.CSS_SELECTOR, "#example-1 details") == []


def test_entry_that_was_not_run_has_no_table_of_releases(site: Path) -> None:
    assert "pm-usage" not in article(site, "api/torch.Tensor.t")


def test_target_says_since_when_it_is_there(site: Path) -> None:
    # Measured: paddle.sum is in 2.6.2, paddle.compat.sort came with 3.2.2.
    assert ">in 2.6.2 and later<" in article(site, "api/torch.sum")
    assert ">since 3.2.2<" in article(site, "api/torch.linalg.svd")


def test_gotcha_says_where_it_holds(site: Path) -> None:
    # Run on the oldest and on the newest release; nothing is known of those between.
    assert f"Holds on Paddle 2.6.2, {NEWEST}" in page(site, "gotcha/gather-index-rank")
    assert f"Holds on Paddle 2.6.2, {NEWEST}" in "\n".join(page(site, "gotchas"))
    assert f"在 Paddle 2.6.2、{NEWEST} 上成立" in page(site, "zh/gotcha/gather-index-rank")


def test_entry_shows_the_opening_of_a_gotcha(site: Path) -> None:
    lines = page(site, "api/torch.gather")
    at = lines.index("torch.gather picks single elements. paddle.gather picks whole slices.")
    assert lines[at + 1] == "Read on"


def test_records_of_programs(site: Path) -> None:
    entries = json.loads((site / "api/v1/full.json").read_text("utf-8"))["entries"]
    found = {entry["torch"]: entry for entry in entries}
    first, *_, last = found["torch.sum"]["releases"]
    assert first == {"paddle": "2.6.2", "outcome": "raises", "drop_in": "drop-in"}
    assert last == {"paddle": NEWEST, "outcome": "equal", "drop_in": "drop-in"}
    assert all(len(entry["releases"]) == len(PADDLE) for entry in entries)
    judged = found["torch.sum"]["usages"][0]["releases"][-1]
    assert (judged["verdict"], judged["severity"], judged["written"]) == ("unchanged", "none", None)
    assert (judged["reason"], judged["measured_on"]) == (None, "cpu")
    variant = found["torch.sum"]["variants"][0]
    dim = next(row for row in variant["params"] if row["torch"] == "dim")
    assert (variant["since"], dim["since"], dim["keyword_since"]) == ("2.6.2", "2.6.2", "3.2.2")


@pytest.mark.parametrize("kept", [(), ("2.6.2",)])
def test_missing_results_break_nothing(mappings: Path, tmp_path: Path, kept: tuple[str]) -> None:
    for folder in ("torch", "results/torch"):
        (tmp_path / folder).mkdir(parents=True)
    text = (mappings / "torch/torch.sum.yaml").read_text("utf-8")
    (tmp_path / "torch/torch.sum.yaml").write_text(text, "utf-8")
    record = read_record(record_path(mappings, "torch.sum"))
    only = {key: {r: found[r] for r in kept} for key, found in record.items()}
    record_path(tmp_path, "torch.sum").write_text(render_record(only), "utf-8")
    context = context_of(tmp_path)
    pages = {found.url: found.body() for found in all_pages(context)}
    assert all(make() for make in data_files(context, "https://example.org/").values())
    assert ('class="pm-usage"' in pages["api/torch.sum/"]) is bool(kept)
    assert ("Nothing has been run yet." in pages["truth/"]) is not kept


def test_neighbours_become_spans() -> None:
    releases = ["1", "2", "3", "4", "5"]
    assert spans(releases, {"1", "2", "3", "5"}) == [("1", "3"), ("5", "5")]
    assert spans(releases, set()) == []
    assert spans(releases, set(releases)) == [("1", "5")]
