"""The pages of what changed from one Paddle release to the next."""

from __future__ import annotations

import json
from pathlib import Path

from site_html import article, page

from mapping_model.snapshots import PADDLE, paddle_releases


def test_each_release_but_the_oldest_has_a_page(site: Path) -> None:
    found = {path.name for path in (site / "changes").iterdir() if path.is_dir()}
    assert found == {release.rpartition(".")[0] for release in PADDLE[1:]}
    lines = page(site, "changes/3.3")
    assert lines[:2] == [
        "What changed in Paddle 3.3",
        "What is different on 3.3.1 than on 3.2.2, the supported release before it.",
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
    assert "paddle.compat.min " in came[came.index("<details") :]  # no entry of the sample names it
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
