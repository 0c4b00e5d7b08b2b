"""The page of what was run: its totals are those of results written by hand."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from browsing import PHONE, Open
from sample import write_results
from site_html import article, page, seen
from test_site_looks import contrast

from mapping_model.corpus import Corpus
from mapping_model.entry import Example
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.results import Result, example_hash
from mapping_model.snapshots import PADDLE
from render_mappings.data.rare import is_rare_example
from render_mappings.data.reference import load_reference
from render_mappings.data.truth import cause_of
from render_mappings.pages.index_page import index_rows
from render_mappings.pages.statistics_page import home_counts
from render_mappings.pages.truth_page import truth_page
from render_mappings.views.charts import Segment, StackedBar, stacked_bars
from render_mappings.views.page_context import Context, Repository

NEWEST = PADDLE[-1]

EXAMPLE = "  - torch: |\n      result = torch.{0}(x, {1})\n    paddle: |\n      result = {1}\n"
KEYWORD = "  - torch: |\n      result = torch.{0}(input=x)\n    paddle: |\n      result = 9\n"
GPU = "    cannot_run: gpu\n    text: {en: 'Two of them.', zh: 需要两块。}\n"
CHECK = "  - torch: |\n      result = {0}\n    paddle: |\n      result = 0\n    expect: differs\n"
TITLE = "title: {en: A trap., zh: 陷阱。}\ntext: {en: Text., zh: 内容。}\ntopic: tensors\n"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Five entries, one of them an alias and one missing; a gotcha; results of one release."""
    (tmp_path / "torch").mkdir()
    (tmp_path / "gotchas").mkdir()
    for name, count, more in (("exp", 3, ""), ("log", 1, ""), ("sin", 0, GPU)):
        head = f"torch: torch.{name}\npaddle: paddle.{name}\ncategory: same-params\nexamples:\n"
        examples = "".join(EXAMPLE.format(name, number) for number in range(1, count + 1))
        text = head + examples + KEYWORD.format(name) + more
        (tmp_path / f"torch/torch.{name}.yaml").write_text(text, "utf-8")
    alias = "torch: torch.special.exp2\nalias_of: torch.exp\n"
    missing = "torch: torch.cos\ncategory: missing\ntext: {en: None., zh: 无。}\n"
    (tmp_path / "torch/torch.special.exp2.yaml").write_text(alias, "utf-8")
    (tmp_path / "torch/torch.cos.yaml").write_text(missing, "utf-8")
    checks = CHECK.format(1) + CHECK.format(2)
    gotcha = f"id: trap\n{TITLE}checks:\n{checks}"
    (tmp_path / "gotchas/trap.yaml").write_text(gotcha, "utf-8")
    corpus = Corpus.load(tmp_path)
    assert corpus.problems == []
    write(tmp_path, corpus)
    return tmp_path


def write(mappings: Path, corpus: Corpus) -> None:
    equal, differs = DropIn.EQUAL, DropIn.DIFFERS
    # exp: two equal, one differs, the last was not run as it stands today; its code unchanged
    # differs once. log: equal and drop-in. sin: needs a GPU.
    told = {
        "torch.exp": [
            (Outcome.EQUAL, True, equal, None),
            (Outcome.EQUAL, True, differs, "the <b>sign</b>"),
            (Outcome.DIFFERS, False, None, "off by 3"),
        ],
        "torch.log": [(Outcome.EQUAL, True, equal, None), (Outcome.EQUAL, True, equal, None)],
        "torch.sin": [(Outcome.NOT_EXECUTABLE, True, None, None)],
    }
    entries = {}
    for name, results in told.items():
        keyed = zip(corpus.entries[name].examples(), results, strict=False)
        entries[name] = {key: result(example, *values) for (key, example), values in keyed}
    (_, one), (_, two) = corpus.gotchas["trap"].examples()
    entries["gotcha:trap"] = {
        "1": result(one, Outcome.DIFFERS, True, None, "1 and 0"),
        "2": result(two, Outcome.EQUAL, False, None, None),
    }
    write_results(mappings, NEWEST, "2026-05-04", entries)


def result(example, outcome: Outcome, good: bool, drop_in: DropIn | None, text: str | None):
    details = {"drop_in_detail": text} if drop_in else {"detail": text}
    return Result(outcome, good, example_hash(example), drop_in=drop_in, **details)


def body(mappings: Path) -> str:
    context = Context(load_reference(mappings), "en", Repository("https://example.org/r"))
    return truth_page(context).body()


def totals(html: str, id: str) -> dict[str, list[int]]:
    """The table below a heading: numbers by their label."""
    table = html[html.index("<table", html.index(f'id="{id}"')) :]
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', table[: table.index("</table>")])
    return {label: [int(n) for n in re.findall(r"<td>(\d+)</td>", cells)] for label, cells in rows}


def test_totals_are_those_of_the_results(small: Path) -> None:
    html = body(small)
    assert totals(html, "outcomes") == {
        "Same result": [4],
        "The results differ": [1],
        "Raises an error": [0],
        "Paddle does not have it": [0],
        "Not executed": [1],
        "Not executed yet": [1],
        "Total": [7],
    }
    # The calls of exp all fare otherwise, so that each is a usage; those of log do not.
    assert totals(html, "drop-ins") == {
        "Drop-in": [2],
        "Silently different": [1],
        "Refused": [0],
        "Not known": [3],
        "Total": [6],
    }
    assert totals(html, "checks") == {
        "As described": [1],
        "Not as described": [1],
        "Not executed": [0],
        "Not executed yet": [0],
        "Total": [2],
    }


def test_all_that_is_silently_different_is_listed(small: Path) -> None:
    lines = seen(body(small)).split("\n")
    at = lines.index(f"Silently different on {NEWEST}")
    end = lines.index(f"Not confirmed on {NEWEST}")
    # What is told is no form of the record's, so that values differ.
    assert lines[at + 2] == "Met most often"
    at = lines.index("Other values 1") - 2
    assert lines[at + 7 : end] == ["torch.exp", "torch.exp(x, 2)", "the <b>sign</b>"]


def test_everything_that_counts_silent_apis_says_the_same(small: Path) -> None:
    """Aliases of what is silently different count, too, as Paddle has a name like theirs."""
    alias = "torch: torch.negative\nalias_of: torch.exp\n"
    (small / "torch/torch.negative.yaml").write_text(alias, "utf-8")
    context = Context(load_reference(small), "en", Repository("https://example.org/r"))
    rows = json.loads(index_rows(context))["rows"]
    told = {url: number for number, _, url in home_counts(context)}
    silent = {row[0] for row in rows if row[-1]}
    assert silent == {"torch.exp", "torch.negative"}
    html = truth_page(context).body()
    listed = html[html.index('id="silent"') : html.index('id="troubles"')]
    assert set(re.findall(r'<a class="pm-silent"[^>]*>([^<]*)</a>', listed)) == silent
    assert "2 APIs have such usages" in listed
    # The examples of another name are on the page of the first.
    assert "api/torch.negative/" not in listed
    assert "api/torch.exp/#example-" in listed
    assert told["truth/#silent"] == 2
    # `torch.log`, and of `torch.exp` and its alias the first call.
    unchanged = [word for word, *_ in json.loads(index_rows(context))["marks"]].index("unchanged")
    assert told["apis/?verdict=unchanged"] == sum(row[6][-1] == unchanged for row in rows) == 3


@pytest.mark.parametrize(
    ("inputs", "values", "rare"),
    [
        ({"x": "float32[2, 3]"}, True, False),
        ({"x": [1.0, math.nan]}, True, True),
        ({"x": [1.0, -math.inf]}, True, True),
        # Where dtypes or shapes differ, numbers have nothing to do with it.
        ({"x": [1.0, math.nan]}, False, False),
        ({"x": "complex64[3]"}, False, True),
        ({"x": {"tensor": [1.5], "dtype": "float16"}}, True, True),
        ({"x": "complex64[3]", "y": "float32[3]"}, True, False),
        ({"x": "float32[0, 3]", "y": "float32[3]"}, False, True),
        ({"x": "float32[]"}, True, True),
        ({"x": "float32[]", "y": "float32[2]"}, True, False),
        ({"x": 3, "y": {"value": [1, 2]}}, True, False),
    ],
)
def test_what_few_inputs_are_is_rare(inputs: dict[str, Any], values: bool, rare: bool) -> None:
    example = Example(torch="", paddle="", inputs=tuple(inputs.items()))
    assert is_rare_example(example, values=values) is rare


def test_rare_inputs_are_folded_with_their_number(small: Path) -> None:
    path = small / "torch/torch.exp.yaml"
    text = path.read_text("utf-8")
    # The second example, which silently differs, gets a complex input.
    second = EXAMPLE.format("exp", 2)
    assert second in text
    given = second.replace("  - torch:", "  - inputs: {z: 'complex64[2]'}\n    torch:")
    path.write_text(text.replace(second, given), "utf-8")
    write(small, Corpus.load(small))
    html = body(small)
    folded = html[html.index('<details class="pm-fold">') :].split("</details>")[0]
    assert "1 more on rare inputs" in folded
    assert ">torch.exp</a>" in folded
    assert 'id="silent-values"' not in html


def test_all_that_was_not_confirmed_is_listed_with_its_reason(small: Path) -> None:
    lines = seen(body(small)).split("\n")
    found = lines[
        lines.index(f"Not confirmed on {NEWEST}") + 5 : lines.index("Other inputs: not decided yet")
    ]
    assert found == [
        *("torch.exp 3", "The results differ", "off by 3"),
        *("torch.sin 1", "Not executed", "It needs a GPU. Two of them."),
        *("torch.exp 4", "Not executed yet", "Not executed yet"),
    ]


def test_chart_says_the_same_to_those_who_do_not_see_it(small: Path) -> None:
    html = body(small)
    drawing = html[html.index("<svg") : html.index("</svg>") + len("</svg>")]
    chart = ElementTree.fromstring(drawing)
    assert chart.get("role") == "img"
    ids = {element.get("id"): element.text for element in chart if element.get("id")}
    said = [ids[id] for id in chart.get("aria-labelledby").split()]
    assert said == [
        "Examples",
        f"Paddle {NEWEST}: Same result 4, The results differ 1, "
        "Not executed 1, Not executed yet 1.",
    ]


def test_parts_of_a_bar_add_up() -> None:
    segments = (Segment("a", 3, "x"), Segment("none", 0, "y"), Segment("<b>", 1, "z"))
    chart = ElementTree.fromstring(stacked_bars("c", "<t>", [StackedBar("one", segments)]))
    bars = [(r.get("x"), r.get("width")) for r in chart.iter("rect")]
    assert bars == [("0.00%", "75.00%"), ("75.00%", "25.00%")]
    assert [title.text for title in chart.iter("title")] == ["<t>", "a: 3", "<b>: 1"]
    assert len(list(ElementTree.fromstring(stacked_bars("c", "t", [])))) == 2
    empty = stacked_bars("c", "t", [StackedBar("none", (Segment("a", 0, "x"),))])
    assert list(ElementTree.fromstring(empty).iter("rect")) == []


def test_page_is_in_the_navigation_and_linked_from_home(site: Path) -> None:
    assert 'href="truth/"' in article(site, "")
    assert 'href="apis/?verdict=unchanged"' in article(site, "")
    for language, title in (("", "What was run"), ("zh/", "执行结果")):
        html = (site / language / "apis/index.html").read_text("utf-8")
        assert re.search(rf'href="../truth/"[^>]*>\s*<span[^>]*>\s*{title}', html)
    lines = page(site, "truth")
    assert "2whose plain call may stay as it is" in page(site, "")
    assert "1with usages that silently differ" in page(site, "")
    # Only releases with results are there.
    assert lines[lines.index("Date") + 1 : lines.index("Date") + 9] == [
        *("2.6.2", "2.13.0", "3.11.7", "2026-05-03"),
        *(NEWEST, "2.13.0", "3.11.7", "2026-05-04"),
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_chart_can_be_read_in_both_palettes_and_on_a_phone(open_page: Open, scheme: str) -> None:
    browser = open_page("truth/", PHONE, scheme)
    drawn, width = browser.execute_script("""
      const rgb = text => text.match(/\\d+/g).slice(0, 3).map(Number);
      const groups = [...document.querySelectorAll('.pm-chart g')].filter(g => g.children[1]);
      const fill = node => rgb(getComputedStyle(node).fill);
      return [groups.map(g => [g.className.baseVal, fill(g.children[1]), fill(g.children[0])]),
              document.querySelector('.pm-chart').getBoundingClientRect().width];
    """)
    assert len(drawn) > 3
    for name, text, ground in drawn:
        assert contrast(text, ground) >= 4.5, name
    assert 300 < width <= 390


@pytest.mark.parametrize(
    ("told", "cause"),
    [
        ("input x: 4 of 4 values differ; first at [0, 0]: torch 10, Paddle 7", "place"),
        ("result: torch gives the Python number True, Paddle a tensor bool[2, 3]", "kind"),
        ("result: torch gives the Python number True, Paddle the Python number False", "values"),
        ("result: torch gives 3 items, Paddle 2", "kind"),
        ("result: torch has shape [3], Paddle [1]", "shape"),
        ("result: torch has dtype int64, Paddle float32", "dtype"),
        ("result: 1 of 1 values differ; first: torch 1.65, Paddle 1.24", "values"),
        (
            "gradient of x: 3 of 6 values differ; first at [0, 0]: torch 0.01, Paddle 0.03",
            "gradient",
        ),
        ("result: the mean square over 400 draws differs: torch 0.053, Paddle 0.08", "values"),
    ],
)
def test_the_silently_different_are_grouped_by_what_differs(told: str, cause: str) -> None:
    assert cause_of((told,)) == cause


def test_each_cause_is_a_part_of_the_page(site: Path) -> None:
    html = article(site, "truth")
    part = html[html.index('id="silent-') : html.index('id="troubles"')]
    assert part.startswith('id="silent-')
    assert ">torch.max</a>" in part
