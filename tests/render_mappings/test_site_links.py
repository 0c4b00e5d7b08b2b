"""Every link inside the site leads somewhere, in the sample and in the real site."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import ROOT

from render_mappings.__main__ import main
from render_mappings.engine.link_check import check_links
from whole import changed


def test_no_link_of_the_sample_is_broken(site: Path) -> None:
    assert check_links(site) == []


def test_no_link_of_what_is_changed_is_broken(tmp_path: Path) -> None:
    """On pages of entries that are not as on the main branch, and of one that always is there."""
    out = tmp_path / "site"
    only = ",".join(dict.fromkeys(("torch.gather", *changed())))
    assert main(["build", "--root", str(ROOT), "--only", only, "--out", str(out)]) == 0
    assert check_links(out) == []


@pytest.mark.sweeps
def test_no_link_of_the_real_site_is_broken(tmp_path: Path) -> None:
    out = tmp_path / "site"
    assert main(["build", "--root", str(ROOT), "--out", str(out)]) == 0
    assert check_links(out) == []


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("../missing/", "no such page"),
        ("../b/#nowhere", "no such anchor"),
        ("#nowhere", "no such anchor"),
        ("../../c/", "leads out of the site"),
        ("../b/", None),
        ("../b/#here", None),
        ("../b/?q=1#here", None),
        ("https://example.org/x", None),
        ("mailto:a@example.org", None),
    ],
)
def test_what_counts_as_broken(tmp_path: Path, link: str, why: str | None) -> None:
    for name, html in (
        ("a", f"<p title='href=\"x\"'><a href='{link}'>x</a>"),
        ("b", "<i id=here>"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").write_text(html, "utf-8")
    assert check_links(tmp_path) == ([f"a/index.html: {link} ({why})"] if why else [])


def test_check_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "index.html").write_text("<a href='x/'>x</a>", "utf-8")
    assert main(["check", "--out", str(tmp_path)]) == 1
    assert capsys.readouterr().out == "index.html: x/ (no such page)\n"
    assert main(["check", "--out", str(tmp_path / "none")]) == 2
