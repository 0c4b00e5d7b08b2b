"""The drafts of issues for Paddle: complete, and shown by the newest release."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from mapping_model.outcomes import Outcome
from mapping_model.results import Result
from mapping_model.snapshots import PADDLE

Verify = Callable[..., Result]
ROOT = Path(__file__).parents[2] / "reports"
REPORTS = sorted(path for path in ROOT.iterdir() if path.is_dir())
RELEASE = re.compile(r"\d+\.\d+\.\d+")
# What each text says, in this order; the second may be left out.
SAID = {
    "en.md": ("Seen on: ", "Right on: ", "Expected: ", "Where: ", "Cause: ", "Known: "),
    "zh.md": ("出现于：", "正确于：", "预期：", "位置：", "原因：", "已有 issue："),
}
named = pytest.mark.parametrize("report", REPORTS, ids=lambda path: path.name)


def seen_on(report: Path) -> list[str]:
    """The releases that a report names in the first line of its code."""
    return RELEASE.findall((report / "report.py").read_text("utf-8").partition("\n")[0])


@named
def test_both_texts_say_all_that_an_issue_needs(report: Path) -> None:
    assert {path.name for path in report.iterdir()} == {"report.py", *SAID}
    for name, said in SAID.items():
        text = (report / name).read_text("utf-8")
        points = [line[2:] for line in text.splitlines() if line.startswith("- ")]
        wanted = [one for one in said if one != said[1] or any(p.startswith(one) for p in points)]
        assert text.startswith("# ")
        assert len(points) == len(wanted)
        assert all(map(str.startswith, points, wanted)), points
        assert RELEASE.findall(points[0]) == seen_on(report)


@named
def test_the_newest_release_is_as_the_report_says(report: Path, verify: Verify) -> None:
    """Silent where it is named; elsewhere what was seen is no longer so."""
    code = (report / "report.py").read_text("utf-8")
    result = verify("result = True", f"{code}\nresult = True\n")
    assert set(seen_on(report)) <= set(PADDLE)
    if PADDLE[-1] in seen_on(report):
        assert result.outcome is Outcome.EQUAL, result.detail
    else:
        assert result.outcome is Outcome.RAISES
        assert "AssertionError" in (result.detail or "")
