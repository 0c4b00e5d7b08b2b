"""What crawlers, language models and other sites read: heads, site maps, Markdown beside pages."""

from __future__ import annotations

import re
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from site_html import html_of

SITE = "https://paddle-porting.github.io/lint-mappings/"
PAGES = ["", "apis/", "api/torch.gather/", "gotchas/", "reading/", "maintainers/"]


def head_of(site: Path, url: str) -> str:
    html = html_of(site, url)
    return html[: html.index("</head>")]


@pytest.mark.parametrize("url", PAGES)
@pytest.mark.parametrize("root", ["", "zh/"])
def test_every_head_names_both_languages_and_what_the_page_is(
    site: Path, root: str, url: str
) -> None:
    head = head_of(site, root + url)
    found = dict(re.findall(r'rel="alternate " hreflang="([^"]+)" href="([^"]+)"', head))
    own = f"{SITE}{url}"
    assert found == {"en": own, "zh": f"{SITE}zh/{url}", "x-default": own}
    graph = dict(re.findall(r'property="og:(\w+)" content="([^"]*)"', head))
    assert f'<link rel="canonical" href="{SITE}{root}{url}">' in head
    assert graph["locale"] == ("zh_CN" if root else "en_US")
    assert graph["title"]
    (description,) = re.findall(r'<meta name="description" content="([^"]+)"', head)
    assert not description.endswith((":", "："))


@pytest.mark.parametrize("root", ["", "zh/"])
def test_the_site_map_has_all_pages(site: Path, root: str) -> None:
    kinds = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}
    pages = ElementTree.parse(site / root / "sitemap.xml").getroot().findall("s:url", kinds)
    listed = {page.findtext("s:loc", namespaces=kinds) for page in pages}
    files = {
        path.parent.relative_to(site / root).as_posix()
        for path in (site / root).glob("api/torch*/index.html")
    }
    assert {f"{SITE}{root}{path}/" for path in files} <= listed
    assert f"Sitemap: {SITE}{root}sitemap.xml" in (site / "robots.txt").read_text("utf-8")


@pytest.mark.parametrize("root", ["", "zh/"])
def test_markdown_lies_beside_pages_and_is_listed(site: Path, root: str) -> None:
    listed = re.findall(r"\]\(([^)]+\.md)\)", (site / root / "llms.txt").read_text("utf-8"))
    assert len(listed) > 100
    assert [url for url in listed if not (site / url.removeprefix(SITE)).is_file()] == []
    assert f"{SITE}{root}api/torch.gather/index.md" in listed
    text = (site / root / "api/torch.gather/index.md").read_text("utf-8")
    assert "| index | indices |" in text
    assert "paddle.take_along_axis(x, i, 1, broadcast=False)" in text
    assert 'type="text/markdown" href="index.md"' in head_of(site, f"{root}api/torch.gather/")
    assert 'type="text/markdown"' not in head_of(site, f"{root}statistics/")
    # A rule, a gotcha, a handwritten page, and lists.
    for url, said in (
        ("rules/PM603", "```diff"),
        ("gotcha/gather-index-rank", "torch.gather"),
        ("reading", "drop-in"),
        ("apis", "- [torch.gather](../api/torch.gather/index.md): paddle.take_along_axis\n"),
        ("module/torch.linalg", "- [torch.linalg.svd](../../api/torch.linalg.svd/index.md)"),
        ("category/composite", "- [torch.addcmul](../../api/torch.addcmul/index.md): -\n"),
        ("paddle/paddle.dist", "- [torch.cdist](../../api/torch.cdist/index.md): paddle.dist\n"),
        ("paddle", "- [paddle.dist](../paddle/paddle.dist/index.md): torch.cdist, torch.dist\n"),
        ("gotchas", "](../gotcha/gather-index-rank/index.md)\n"),
    ):
        assert said in (site / root / url / "index.md").read_text("utf-8")


@pytest.mark.parametrize("root", ["", "zh/"])
def test_other_documentation_can_link_to_entries(site: Path, root: str) -> None:
    # As the documentation of Sphinx's inventories, version 2, has it.
    *head, body = (site / root / "objects.inv").read_bytes().split(b"\n", 4)
    assert head[0] == b"# Sphinx inventory version 2"
    assert head[1].startswith(b"# Project: ")
    assert head[2].startswith(b"# Version: ")
    assert b"zlib" in head[3]
    lines = zlib.decompress(body).decode().splitlines()
    assert "torch.gather py:function 1 api/torch.gather/ -" in lines
    assert "torch.Tensor.gather py:method 1 api/torch.Tensor.gather/ -" in lines
    addresses = [line.split(" ")[3] for line in lines]
    assert [url for url in addresses if not (site / root / url / "index.html").is_file()] == []
