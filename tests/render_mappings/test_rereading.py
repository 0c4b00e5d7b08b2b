"""What a preview reads after a change: the same pages as from the start, and nothing read twice."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from mapping_model.records import record_path
from render_mappings.data.reference import CorpusProblems, Reference, load_reference
from render_mappings.data.rereading import Rereader
from render_mappings.pages.all_pages import all_pages, data_files
from render_mappings.views.page_context import Context, Repository


def replaced(path: str, old: str, new: str) -> Callable[[Path], None]:
    def change(mappings: Path) -> None:
        text = (mappings / path).read_text("utf-8")
        assert old in text
        (mappings / path).write_text(text.replace(old, new), "utf-8")

    return change


def added(path: str, text: str) -> Callable[[Path], None]:
    return lambda mappings: (mappings / path).write_text(text, "utf-8") and None


def removed(path: str) -> Callable[[Path], None]:
    return lambda mappings: (mappings / path).unlink()


def without_results(mappings: Path) -> None:
    record_path(mappings, "torch.gather").unlink()


CHANGES = {
    "an entry": replaced("torch/torch.gather.yaml", "take_along_axis", "index_select"),
    "an entry and its alias": replaced("torch/torch.abs.yaml", "paddle.abs", "paddle.square"),
    "a form": replaced("torch/torch.gather.yaml", "gather-index-rank", "hostile"),
    "an alias that leads elsewhere": replaced(
        "torch/torch.absolute.yaml", "alias_of: torch.abs", "alias_of: torch.sum"
    ),
    "a new entry": added("torch/torch.amax.yaml", "torch: torch.amax\nalias_of: torch.max\n"),
    "an entry that is gone": removed("torch/torch.sum.yaml"),
    "what an alias leads to is gone": removed("torch/torch.abs.yaml"),
    "a gotcha": replaced("gotchas/gather-index-rank.yaml", "en: ", "en: Now. "),
    "results": without_results,
    "what all share": replaced("glossary.yaml", "en: ", "en: Now. "),
}


# Pages that many entries and gotchas are on, and their own.
SHOWN = ("api/", "gotcha", "apis/", "category/", "module/", "paddle/", "changes/")


def pages(reference: Reference) -> dict[str, str | bytes]:
    """What is made from the data, in English."""
    context = Context(reference, "en", Repository("https://example.org/r"))
    shown = (page for page in all_pages(context) if page.url.startswith(SHOWN))
    found: dict[str, str | bytes] = {page.url: page.body() for page in shown}
    files = data_files(context, "https://example.org/")
    return found | {path: files[path]() for path in ("apis.json", "table.json", "names.json")}


@pytest.fixture
def copy(mappings: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(mappings, tmp_path / "mappings"))


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_is_read_again_is_what_is_read_from_the_start(
    copy: Path, change: Callable[[Path], None]
) -> None:
    reader = Rereader(copy)
    before = pages(reader.reference())
    change(copy)
    after = pages(reader.reference())
    assert after != before
    assert after == pages(load_reference(copy))


def test_what_a_change_does_not_concern_is_kept(copy: Path) -> None:
    reader = Rereader(copy)
    reference = reader.reference()
    before = dict(reference.published)
    CHANGES["an entry and its alias"](copy)
    assert reader.reference() is reference
    new = {name for name, one in reference.published.items() if one is not before[name]}
    assert new == {"torch.abs", "torch.absolute"}


def test_a_file_that_is_none_changes_nothing_and_is_told_as_often_as_it_is_read(
    copy: Path,
) -> None:
    reader = Rereader(copy)
    before = pages(reader.reference())
    entry = copy / "torch/torch.gather.yaml"
    good = entry.read_text("utf-8")
    entry.write_text("torch: torch.gather\ncategory: nonesuch\n", "utf-8")
    told = []
    for _ in range(2):
        with pytest.raises(CorpusProblems) as problems:
            reader.reference()
        told.append(str(problems.value))
    assert told[0] == told[1]
    assert "torch.gather.yaml" in told[0]
    entry.write_text(good, "utf-8")
    assert pages(reader.reference()) == before
