"""The page of reports for Paddle: those of the repository, by use, with their state."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from markupsafe import Markup

from render_mappings.data.reference import load_reference
from render_mappings.pages.reports_page import reports_page
from render_mappings.views.page_context import Context, Repository

ROOT = Path(__file__).parents[2]
NEWEST = "3.3.1"
EN = "# `{0}` is wrong\n\nIt gives something\nelse.\n\n- Seen on: {1}\n- Expected: right\n"
ZH = "# `{0}` 有误\n\n结果\n不同。\n\n- 出现于：{1}\n- 预期：正确\n"


def body(root: Path, language: str = "en") -> str:
    reference = load_reference(ROOT / "mappings", ("torch.gather", "torch.exp", "torch.sin"))
    # Only the folder of reports is another.
    reference = replace(reference, root=root)
    page = reports_page(Context(reference, language, Repository("https://example.org/r")))
    return page.body()


def write(root: Path, api: str, releases: str) -> None:
    folder = root / "reports" / api
    folder.mkdir(parents=True)
    code = f"# Seen on Paddle {releases}.\nimport paddle\n\npaddle.{api}(paddle.ones([1]))\n"
    (folder / "report.py").write_text(code, "utf-8")
    (folder / "en.md").write_text(EN.format(api, releases), "utf-8")
    (folder / "zh.md").write_text(ZH.format(api, releases), "utf-8")


def test_what_is_open_comes_first_and_by_use(tmp_path: Path) -> None:
    """`exp` is used more than `sin`, and `no_such` leads nowhere."""
    write(tmp_path, "no_such", NEWEST)
    write(tmp_path, "sin", NEWEST)
    write(tmp_path, "exp", "2.6.2")
    html = body(tmp_path)
    assert [html.index(f'id="{name}"') for name in ("sin", "no_such", "exp")] == sorted(
        html.index(f'id="{name}"') for name in ("sin", "no_such", "exp")
    )
    told = Markup(html).striptags()
    assert "3 reports, 2 of them seen on Paddle 3.3.1" in told
    assert "Seen on Paddle 2.6.2, no longer on 3.3.1" in told
    assert "It gives something else." in html
    assert html.count("torch.sin</a>") == 1


def test_in_chinese(tmp_path: Path) -> None:
    write(tmp_path, "exp", NEWEST)
    told = Markup(body(tmp_path, "zh")).striptags()
    assert "结果不同。" in told
    assert "共 1 份报告" in told


@pytest.mark.parametrize("language", ["en", "zh"])
def test_without_reports_nothing_is_listed(tmp_path: Path, language: str) -> None:
    assert "<h2" not in body(tmp_path, language)


def test_all_of_the_repository_are_listed() -> None:
    html = body(ROOT)
    folders = [path.name for path in (ROOT / "reports").iterdir() if path.is_dir()]
    assert [name for name in folders if f'id="{name}"' not in html] == []
