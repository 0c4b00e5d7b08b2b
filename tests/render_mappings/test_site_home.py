"""The home page: what it is, a box, the guide, the converter, the data; and what phones show."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from browsing import PHONE, WIDE, Open
from site_html import article, page

SMALL = (320, 640)
# Height of all that is touched in the text of a page.
TARGETS = """
  return [...document.querySelectorAll('article :is(a, button, summary)')]
    .filter(e => e.checkVisibility() && !e.matches('.headerlink, .tabulator *'))
    .map(e => [e.getBoundingClientRect(), e.textContent.trim()])
    .filter(([r]) => r.width).map(([r, text]) => [Math.min(r.width, r.height), text])
"""


@pytest.mark.parametrize("root", ["", "zh/"])
def test_what_most_come_for_stands_first_and_in_order(site: Path, root: str) -> None:
    html = article(site, root)
    data = f'href="{"../" if root else ""}api/v1/full.json"'
    first = ["<h1", 'class="pm-search"', 'href="porting/"', 'class="pm-paste"', data]
    places = [html.index(part) for part in [*first, 'class="pm-sample"', 'class="pm-counts"']]
    assert places == sorted(places)
    # One sentence before the box.
    lead = html[html.index('class="pm-lead"') :].split("</p>")[0]
    assert lead.count("。" if root else ". ") + lead.count(".\n") <= 1


@pytest.mark.parametrize("root", ["", "zh/"])
def test_an_entry_leads_to_its_data(site: Path, root: str) -> None:
    html = article(site, f"{root}api/torch.gather")
    path = "api/v1/entries/torch.gather.json"
    assert f'href="../../{"../" if root else ""}{path}"' in html
    assert json.loads((site / path).read_text("utf-8"))["entry"]["torch"] == "torch.gather"


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_nothing_moves_while_home_is_loaded(open_page: Open, size: tuple[int, int]) -> None:
    browser = open_page("", size)
    moved = browser.execute_async_script("""
      const done = arguments[0];
      let sum = 0;
      new PerformanceObserver(list => {
        for (const one of list.getEntries()) sum += one.value;
      }).observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => done(sum), 500);
    """)
    assert moved < 0.01


@pytest.mark.parametrize("root", ["", "zh/"])
def test_search_says_that_it_needs_scripts(site: Path, root: str) -> None:
    html = article(site, f"{root}search")
    said = html[html.index("<noscript>") : html.rindex("</noscript>")]
    assert ("搜索需要 JavaScript。" if root else "The search needs JavaScript.") in said
    assert 'href="../apis/#modules"' in said


@pytest.mark.parametrize("size", [SMALL, PHONE])
@pytest.mark.parametrize("url", ["", "api/torch.gather/", "zh/apis/"])
def test_the_title_on_a_phone_is_whole(open_page: Open, url: str, size: tuple[int, int]) -> None:
    browser = open_page(url, size)
    cut = browser.execute_script("""
      return [...document.querySelectorAll('.md-header__topic .md-ellipsis')]
        .map(e => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight])
    """)
    assert cut
    assert max(max(one) for one in cut) <= 1


@pytest.mark.parametrize("url", ["api/torch.gather/", "api/torch.max/", "zh/truth/", "table/"])
def test_what_is_touched_is_large_enough(open_page: Open, url: str) -> None:
    """24 by 24 pixels, as WCAG 2.5.8 asks."""
    found = open_page(url, SMALL).execute_script(TARGETS)
    assert len(found) > 10
    assert [one for one in found if one[0] < 24] == []


def test_home_leads_to_the_guide(site: Path) -> None:
    assert any(line.startswith("The guide takes a model") for line in page(site, ""))
