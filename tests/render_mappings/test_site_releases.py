"""What pages say of each Paddle release, as ported and with the code unchanged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from browsing import PHONE, WIDE, Open
from selenium.webdriver.common.by import By
from site_html import article, page

from mapping_model.corpus import Corpus
from mapping_model.drop_in import drop_in_verdict
from mapping_model.outcomes import Outcome
from mapping_model.records import read_record, record_path, render_record
from mapping_model.results import Result, Results, example_hash
from mapping_model.snapshots import PADDLE
from render_mappings.data.reference import load_reference
from render_mappings.pages.all_pages import all_pages, data_files
from render_mappings.views.failures import spans
from render_mappings.views.page_context import Context, Repository
from render_mappings.views.release_view import _details
from render_mappings.views.wording import LANGUAGES, Language

NEWEST = PADDLE[-1]
# The releases between the two that the sample has results of.
BETWEEN = len(PADDLE) - 2


def context_of(mappings: Path, language: Language = "en") -> Context:
    return Context(load_reference(mappings), language, Repository("https://example.org/r"))


def fates(html: str) -> list[list[str]]:
    """The two rows of the table of releases, each cell by its class without "pm-is-"."""
    table = html[html.index('<table class="pm-fate">') :]
    rows = table[table.index("<tbody>") : table.index("</tbody>")].split("</tr>")[:2]
    return [[part.split('"')[0] for part in row.split('<td class="pm-is-')[1:]] for row in rows]


def test_every_release_has_a_column(site: Path) -> None:
    html = article(site, "api/torch.sum")
    assert fates(html) == [
        ["raises", *["pending"] * BETWEEN, "equal"],
        ["refused", *["unknown"] * BETWEEN, "drop-in"],
    ]
    # The example that raised is named, and leads to itself.
    assert '<i>✗</i> <a href="#example-2">2</a>' in html
    assert "Run on 2026-05-04 with PyTorch 2.13.0 and Python 3.11.7." in html


def test_drop_in_names_the_first_release(site: Path) -> None:
    text = "\n".join(page(site, "api/torch.sum"))
    assert f"Drop-in since {NEWEST}: torch may be replaced by paddle and nothing else." in text
    assert "Refused on 2.6.2: the unchanged code raises an error. TypeError: no <u>dim</u>" in text
    chinese = "\n".join(page(site, "zh/api/torch.sum"))
    assert f"自 {NEWEST} 起可直接替换：将 torch 换成 paddle 即可，无需其他修改。" in chinese
    assert "在 2.6.2 上被拒绝：代码不改会报错。" in chinese


def test_silently_different_is_said(site: Path) -> None:
    html = article(site, "api/torch.max")
    assert fates(html)[1] == ["refused", *["unknown"] * BETWEEN, "silently-different"]
    text = "\n".join(page(site, "api/torch.max"))
    worst = f"Silently different on {NEWEST}: the unchanged code runs and gives another result."
    assert f"{worst} <i>torch gives a pair</i>" in text
    assert text.index(worst) < text.index("Refused on 2.6.2:")
    assert f"在 {NEWEST} 上不报错但结果不同：" in "\n".join(page(site, "zh/api/torch.max"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_silently_different_is_red(open_page: Open, size: tuple[int, int], scheme: str) -> None:
    browser = open_page("api/torch.max/", size, scheme)
    colours = browser.execute_script("""
      const of = selector => getComputedStyle(document.querySelector(selector)).color;
      return [of('.pm-verdict--silently-different strong'), of('.pm-is-silently-different i')];
    """)
    # --pm-bad of the two palettes.
    red = {"light": (179, 38, 30), "dark": (255, 154, 144)}[scheme]
    assert [tuple(map(int, c[4:-1].split(","))) for c in colours] == [red, red]


def test_failures_of_older_releases_open(open_page: Open) -> None:
    browser = open_page("api/torch.sum/")
    details = browser.find_element(By.CSS_SELECTOR, "#example-2 details")
    item = details.find_element(By.TAG_NAME, "li")
    assert not item.is_displayed()
    details.find_element(By.TAG_NAME, "summary").click()
    assert item.text == "2.6.2: Paddle raises TypeError: <u>dim</u>"
    assert browser.find_elements(By.CSS_SELECTOR, "#example-1 details") == []


def test_entry_that_was_not_run_has_no_table_of_releases(site: Path) -> None:
    assert "pm-fate" not in article(site, "api/torch.Tensor.t")


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
    entries = json.loads((site / "mappings.json").read_text("utf-8"))["entries"]
    found = {entry["torch"]: entry for entry in entries}
    first, *_, last = found["torch.sum"]["releases"]
    assert first == {"paddle": "2.6.2", "outcome": "raises", "drop_in": "refused"}
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
    assert data_files(context)
    assert ('class="pm-fate"' in pages["api/torch.sum/"]) is bool(kept)
    assert ("Nothing has been run yet." in pages["truth/"]) is not kept


def test_neighbours_become_spans() -> None:
    releases = ["1", "2", "3", "4", "5"]
    assert spans(releases, {"1", "2", "3", "5"}) == [("1", "3"), ("5", "5")]
    assert spans(releases, set()) == []
    assert spans(releases, set(releases)) == [("1", "5")]


# An entry, a result or none, and what is said of its verdict in both languages.
REASONS = [
    ("alias_of: torch.abs", None, ["The examples call torch.abs.", "示例调用的是 torch.abs。"]),
    ("paddle: paddle.exp\ncategory: same-params", None, ["There are no examples.", "没有示例。"]),
    ("{example}", None, ["Example 1 has not been run.", "示例 1 尚未执行。"]),
    (
        "{example}\n    cannot_run: {{reason: gpu}}",
        Outcome.NOT_EXECUTABLE,
        ["Example 1 cannot be run.", "示例 1 无法执行。"],
    ),
    ("{example}", Outcome.EQUAL, ["Example 1 shows nothing.", "示例 1 无法说明问题。"]),
]
COVERAGE = [
    (
        "No example calls it with positional arguments.",
        "没有以位置参数调用的示例。",
    ),
    ("No example calls it with keywords.", "没有以关键字参数调用的示例。"),
]
EXAMPLE = """paddle: paddle.exp
category: same-params
examples:
  - torch: |
      result = 1
    paddle: |
      result = 1"""


@pytest.mark.parametrize(("text", "outcome", "expected"), REASONS)
def test_why_a_verdict_is_lacking_is_said_in_both_languages(
    tmp_path: Path, text: str, outcome: Outcome | None, expected: list[str]
) -> None:
    (tmp_path / "torch").mkdir()
    written = "torch: torch.exp\n" + text.format(example=EXAMPLE) + "\n"
    (tmp_path / "torch/torch.exp.yaml").write_text(written, "utf-8")
    corpus = Corpus.load(tmp_path)
    assert corpus.problems == []
    entry = corpus.entries["torch.exp"]
    found = {
        key: Result(outcome, True, example_hash(example))
        for key, example in entry.examples()
        if outcome
    }
    results = Results(NEWEST, {"torch.exp": found})
    verdict = drop_in_verdict(entry, results)
    for place, language in enumerate(LANGUAGES):
        context = context_of(tmp_path, language)
        said = [detail.striptags() for detail in _details(context, verdict)]
        assert said[0] == expected[place]
        if found:
            assert said[1:] == [pair[place] for pair in COVERAGE]
