"""The pages of what changed from one Paddle release to the next."""

from __future__ import annotations

import json
import re
from pathlib import Path

from site_html import article, page

from mapping_model.categories import Text
from mapping_model.changes.entries import Move, Simplest
from mapping_model.changes.names import Names
from mapping_model.changes.releases import Changes
from mapping_model.changes.telling import Kind, Point, Section, sections
from mapping_model.snapshots import PADDLE, paddle_releases
from render_mappings.data.highlights import MOST, highlights, ordered
from render_mappings.data.reference import Reference, load_reference

# In the order in which `uses.json` counts them; nobody was seen to use the last.
USED = ["torch.nn.Linear", "torch.cat", "torch.gather", "torch.dsplit"]


def move(name: str, new: Simplest, *, silent: bool = False, param: str | None = None) -> Move:
    return Move(name, None, param, Simplest.MAPPING, new, silent)


def changed(*moves: Move) -> Changes:
    usages = {one.torch: 1 for one in moves}
    return Changes("paddle", "3.2.2", "3.3.1", Names((), (), ()), {}, usages, moves)


def names_of(section: Section) -> list[str]:
    return [point.name for point in section.points]


def test_what_is_used_most_is_told_first(mappings: Path) -> None:
    """Of the plain call what it gains; of all usages what differs; of names in use alone."""
    better = [move(name, Simplest.UNCHANGED) for name in sorted(USED, reverse=True)]
    option = move("torch.where", Simplest.UNCHANGED, param="out")
    silent = move("torch.max", Simplest.MAPPING, silent=True, param="out")
    found = changed(*better, option, silent)
    gains, differs = highlights(load_reference(mappings), found, sections(found))
    assert names_of(gains) == USED[:-1]
    assert gains.points[0].text == Text(
        "runs unchanged now; before, it had to be rewritten", "现在无需转写，此前需要转写"
    )
    assert names_of(differs) == ["torch.max"]


def test_no_highlight_has_what_only_a_program_says(reference: Reference) -> None:
    """Of all releases: no numbers of variants, no code of conditions, nothing said twice."""
    for changes in reference.changes():
        for section in highlights(reference, changes, sections(changes)):
            for said in (text for point in section.points if (text := point.text)):
                parts = said.en.split("; ")
                assert len({*parts}) == len(parts), said.en
                assert not re.search(r"\(\d+\)|isinstance|mended|; [A-Z]", said.en), said.en


def test_highlights_are_few(mappings: Path) -> None:
    names = [name for name in load_reference(mappings).torch.names() if name.count(".") == 1]
    found = changed(*(move(name, Simplest.UNCHANGED) for name in names))
    assert len(names) > 500
    gains, _ = highlights(load_reference(mappings), found, sections(found))
    assert len(gains.points) == MOST == 12


def test_all_sections_go_by_use() -> None:
    points = tuple(Point(Kind.ENTRY, name) for name in sorted(USED, reverse=True))
    api = Point(Kind.API, "paddle.concat", None, ("torch.dsplit", "torch.cat"))
    section = ordered(Section("came", Text("a", "b"), (*points, api)))
    assert names_of(section) == [*USED[:2], "paddle.concat", *USED[2:]]


def test_a_page_begins_with_highlights_and_folds_the_rest(site: Path) -> None:
    for root in ("", "zh/"):
        html = article(site, f"{root}changes/3.2")
        first, second = html.index('<h2 id="gains">'), html.index('<h2 id="now-silent">')
        assert first < second < html.index("<details")
        folded = [part.split("</details>")[0] for part in html.split("<details")[1:]]
        # Browsers unfold what an address names if it is inside, below the summary.
        came = next(part for part in folded if 'id="came"' in part)
        assert came.index("</summary>") < came.index('id="came"')
        assert html.count("<ul class=") <= len(folded) + 2


def test_each_release_but_the_oldest_has_a_page(site: Path) -> None:
    found = {path.name for path in (site / "changes").iterdir() if path.is_dir()}
    assert found == {release.rpartition(".")[0] for release in PADDLE[1:]}
    lines = page(site, "changes/3.3")
    assert lines[:2] == [
        "What changed in Paddle 3.3",
        "What changed from 3.2.2, the supported release before, to 3.3.1.",
    ]
    lines = page(site, "zh/changes/3.3")
    assert lines[:2] == ["Paddle 3.3 的变化", "3.3.1 与其前一个受支持版本 3.2.2 相比的变化。"]


def test_names_come_with_the_entries_that_use_them(site: Path) -> None:
    """As the releases show when they are asked: `paddle.compat.sort` came with 3.2."""
    assert "paddle.compat.sort" not in paddle_releases()["3.1.1"]
    html = article(site, "changes/3.2")
    came = html[html.index('id="came"') :]
    row = came[came.index("<code>paddle.compat.sort</code>") :].split("</li>")[0]
    assert 'href="../../api/torch.linalg.svd/"' in row
    assert (
        "paddle.compat.min " in came[came.index('class="pm-others"') :]
    )  # no entry of the sample names it
    parameters = html[html.index('id="recalled"') : html.index('id="came"')]
    said = "<code>dim</code> is accepted for <code>axis</code>"
    row = parameters[parameters.index("<code>paddle.sum</code>") :].split("</li>")[0]
    assert said in row
    assert 'href="../../api/torch.sum/"' in row


def test_numbers_lead_to_what_they_count(site: Path) -> None:
    html = article(site, "changes")
    names = [set(snapshot.names()) for snapshot in paddle_releases().values()]
    came = len(names[4] - names[3])
    assert f'<a href="../changes/3.3/#came">{came}</a>' in html
    assert 'id="came"' in article(site, "changes/3.3")


def test_they_are_linked_and_found(site: Path) -> None:
    assert 'href="../changes/"' in article(site, "truth")
    assert 'href="../changes/"' in article(site, "reading")
    for language, title in (("", "What changed in Paddle 3.3"), ("zh/", "Paddle 3.3")):
        found = json.loads((site / language / "words.json").read_text("utf-8"))
        titles = {url: title for url, title, *_ in found["pages"]}
        assert titles["changes/3.3/"].startswith(title)
