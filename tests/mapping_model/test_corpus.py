"""Loading everything under `mappings`: what is wrong with one file never hides another."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapping_model import building
from mapping_model.corpus import Corpus

ENTRY = "torch: {0}\ncategory: missing\ntext: {{en: No., zh: 无。}}\n"
GOTCHA = "id: {0}\ntitle: {{en: T., zh: 题。}}\ntext: {{en: T., zh: 文。}}\ntopic: data\n"


def load(root: Path, files: dict[str, str]) -> Corpus:
    for name, text in files.items():
        path = root / "mappings" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return Corpus.load(root / "mappings")


def test_entries_gotchas_and_glossary_are_told_apart_by_their_place(tmp_path: Path) -> None:
    corpus = load(
        tmp_path,
        {
            "torch/torch.abs.yaml": ENTRY.format("torch.abs"),
            "gotchas/a.yaml": GOTCHA.format("a"),
            "glossary.yaml": "input: {en: I., zh: 入。}\n",
            "results/torch/torch.abs.json": "{}",
            "README.md": "",
            ".hidden.yaml": "x",
            ".git/x.yaml": "x",
        },
    )
    assert corpus.problems == []
    assert list(corpus.entries) == ["torch.abs"]
    assert list(corpus.gotchas) == ["a"]
    assert list(corpus.glossary) == ["input"]
    assert sorted(corpus.documents) == [
        "mappings/glossary.yaml",
        "mappings/gotchas/a.yaml",
        "mappings/torch/torch.abs.yaml",
    ]


def test_variants_are_built_when_they_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[str] = []
    build = building._variant
    monkeypatch.setattr(
        building,
        "_variant",
        lambda body, codes: looked_at.append(body["torch"]) or build(body, codes),
    )
    entry = load(tmp_path, {"torch/torch.abs.yaml": ENTRY.format("torch.abs")}).entries["torch.abs"]
    assert (entry.torch, len(entry.variants), looked_at) == ("torch.abs", 1, [])
    assert entry.variants[0] is next(iter(entry.variants))
    assert looked_at == ["torch.abs"]


def test_a_broken_file_leaves_the_others(tmp_path: Path) -> None:
    corpus = load(
        tmp_path,
        {
            "torch/torch.abs.yaml": ENTRY.format("torch.abs"),
            "torch/torch.a.yaml": "torch: [",
            "torch/torch.b.yml": "torch: torch.b\n",
        },
    )
    assert list(corpus.entries) == ["torch.abs"]
    assert [(p.path, p.code) for p in corpus.problems] == [
        ("mappings/torch/torch.a.yaml", "PM102"),
        ("mappings/torch/torch.b.yml", "PM105"),
    ]


def test_a_second_file_for_a_name_is_kept_apart(tmp_path: Path) -> None:
    files = {f"torch/{name}.yaml": ENTRY.format("torch.abs") for name in ("torch.abs", "torch.b")}
    corpus = load(tmp_path, files)
    assert list(corpus.entries) == ["torch.abs"]
    assert [document.name for document, _ in corpus.entry_files] == [
        "mappings/torch/torch.abs.yaml",
        "mappings/torch/torch.b.yaml",
    ]


def test_links_to_files_are_reported_and_links_to_folders_left_alone(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "torch.abs.yaml").write_text(ENTRY.format("torch.abs"))
    mappings = tmp_path / "mappings"
    mappings.mkdir()
    (mappings / "torch").symlink_to(outside, target_is_directory=True)
    (mappings / "torch.abs.yaml").symlink_to(outside / "torch.abs.yaml")
    corpus = Corpus.load(mappings)
    assert corpus.entries == {}
    assert [(p.path, p.code) for p in corpus.problems] == [("mappings/torch.abs.yaml", "PM101")]


def test_a_folder_called_like_a_file_is_a_folder(tmp_path: Path) -> None:
    corpus = load(tmp_path, {"torch/x.yaml/torch.abs.yaml": ENTRY.format("torch.abs")})
    assert corpus.problems == []
    assert list(corpus.documents) == ["mappings/torch/x.yaml/torch.abs.yaml"]


@pytest.mark.parametrize(
    ("api", "found"), [("torch.abs", "torch.abs"), ("torch.absolute", "torch.abs")]
)
def test_an_alias_leads_to_its_entry(tmp_path: Path, api: str, found: str) -> None:
    corpus = load(
        tmp_path,
        {
            "torch/torch.abs.yaml": ENTRY.format("torch.abs"),
            "torch/torch.absolute.yaml": "torch: torch.absolute\nalias_of: torch.abs\n",
            "torch/torch.b.yaml": "torch: torch.b\nalias_of: torch.absolute\n",
        },
    )
    entry = corpus.resolve(api)
    assert entry is not None
    assert entry.torch == found
    assert corpus.resolve("torch.b") is None
    assert corpus.resolve("torch.nothing") is None
