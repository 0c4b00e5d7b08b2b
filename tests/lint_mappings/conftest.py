"""A small project to lint: a glossary, a gotcha, one entry, and the files of a test."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from lint_mappings.rules import all_rules
from lint_mappings.running.project import Project
from lint_mappings.running.sources import read_sources
from mapping_model.problems import Problem

TERMS = (
    *("input", "self", "other", "dim", "index", "out", "dtype", "size", "sparse_grad"),
    *("axis", "keepdim", "data_format"),
)
BASE = {
    "mappings/glossary.yaml": "".join(
        f'{term}: {{en: "The {term}.", zh: "参数 `{term}`。"}}\n' for term in TERMS
    ),
    "mappings/gotchas/gather-index-rank.yaml": (
        "id: gather-index-rank\n"
        'title: {en: "Ranks differ.", zh: "维度数不同。"}\n'
        "topic: tensors\n"
        'text: {en: "The ranks differ.", zh: "维度数不同。"}\n'
    ),
    "mappings/torch/torch.abs.yaml": (
        "torch: torch.abs\n"
        "paddle: paddle.abs\n"
        "category: renamed-params\n"
        "params:\n"
        "  - {torch: input, paddle: x}\n"
        "  - {torch: out, paddle: out}\n"
        "examples:\n"
        '  - inputs: {x: "float32[2, 3]"}\n'
        "    torch: result = torch.abs(x)\n"
        "    paddle: result = paddle.abs(x)\n"
    ),
}

MARK = "▸"

Files = Mapping[str, str | bytes]


def write(root: Path, files: Files) -> None:
    """Write files below `root`, with `\\n` as line end."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Tests see the same format of reports everywhere, and each has a cache of its own."""
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.setenv("LINT_MAPPINGS_CACHE", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The root of a project that is clean but for terms that no row uses."""
    write(tmp_path, BASE)
    return tmp_path


@pytest.fixture
def lint(project: Path) -> Callable[[Files], list[Problem]]:
    """A function that adds files to the project and returns the problems of just these files."""

    def check(files: Files) -> list[Problem]:
        write(project, files)
        sources = read_sources(project / "mappings")
        linter = Project(sources, tuple(all_rules().values()), frozenset(files))
        report = linter.check(sources)
        assert report.crashes == []
        return report.problems

    return check


@pytest.fixture
def expect(lint: Callable[[Files], list[Problem]]) -> Callable[..., None]:
    """A function that lints a file and compares its problems, in full, with the ones expected.

    The text has a mark `▸` where a problem is expected; what is expected at each follows as "CODE
    message", in the order of the marks. `others` are further files of the project.
    """

    def check(
        text: str, *expected: str, path: str | None = None, others: Files | None = None
    ) -> None:
        places, plain = unmark(text)
        assert len(places) == len(expected)
        name = path or path_of(plain)
        found = [
            ((problem.line, problem.column), f"{problem.code} {problem.message}")
            for problem in lint({**(others or {}), name: plain})
            if problem.path == name
        ]
        assert found == sorted(zip(places, expected, strict=True))

    return check


def unmark(text: str) -> tuple[list[tuple[int, int]], str]:
    """Lines and columns of the marks, and the text without them."""
    places = []
    while MARK in text:
        before, _, after = text.partition(MARK)
        places.append((before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1))
        text = before + after
    return places, text


def path_of(text: str) -> str:
    """Where an entry belongs: `mappings/torch/torch.abs.yaml` for `torch: torch.abs`."""
    api = text.partition("\n")[0].removeprefix("torch: ").strip()
    capital = "-capital" if api in ("torch.Tensor", "torch.Tensor.T") else ""
    return f"mappings/{api.rpartition('.')[0]}/{api}{capital}.yaml"
