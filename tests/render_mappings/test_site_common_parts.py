"""What all pages share is loaded from files: icons, scripts, and nothing that no page needs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browsing import Open
from selenium.webdriver.common.by import By
from site_html import html_of

URLS = ["apis/", "api/torch.gather/", "gotchas/", "changes/3.1/", "rules/PM102/"]


def theme_of(site: Path, url: str) -> str:
    """A page without what is its own."""
    html = html_of(site, url)
    return html[: html.index("<article")] + html[html.index("</article>") :]


@pytest.mark.parametrize("url", URLS)
@pytest.mark.parametrize("root", ["", "zh/"])
def test_icons_and_scripts_are_in_files(site: Path, root: str, url: str) -> None:
    html = theme_of(site, root + url)
    assert "<path" not in html
    assert max(map(len, re.findall(r"<script[^>]*>(.*?)</script>", html))) < 250
    page = site / root / url
    icons = (site / root / "assets/icons.svg").read_text("utf-8")
    used = re.findall(r'<use href="([^"#]+)#(\w+)"', html)
    assert used
    assert {(page / path).resolve() for path, _ in used} == {site / root / "assets/icons.svg"}
    assert {name for _, name in used} <= set(re.findall(r'<symbol id="(\w+)"', icons))
    scripts = re.findall(r'<script[^>]* src="([^"]+)"', html)
    assert [path for path in scripts if not (page / path).is_file()] == []


@pytest.mark.parametrize("root", ["", "zh/"])
def test_no_file_is_there_for_nothing(site: Path, root: str) -> None:
    assert not [*(site / root).glob("assets/**/*.map")]
    # What the theme's search loads: ours has an index of its own.
    assert not [*(site / root).glob("assets/javascripts/lunr/**/*.js")]
    workers = [path.name for path in (site / root).glob("assets/javascripts/workers/*.js")]
    assert workers == ["nothing.js"]


@pytest.mark.parametrize("url", ["apis/", "zh/api/torch.gather/"])
def test_icons_are_drawn_and_the_theme_finds_its_settings(open_page: Open, url: str) -> None:
    browser = open_page(url)
    icon = browser.find_element(By.CSS_SELECTOR, ".md-header .md-source__icon use")
    size = "const box = arguments[0].getBBox(); return box.width * box.height"
    assert browser.execute_script(size, icon) > 0
    settings = "return JSON.parse(document.getElementById('__config').textContent).features"
    assert "navigation.top" in browser.execute_script(settings)
