"""A small project to lint: a glossary, a gotcha, one entry, and the files of a test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from small_project import BASE, Files, path_of, write

from lint_mappings.rules import all_rules
from lint_mappings.running.project import Project
from lint_mappings.running.sources import read_sources
from mapping_model.problems import Problem

MARK = "▸"


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
        linter = Project(sources, tuple(all_rules()), frozenset(files))
        report = linter.check(sources)
        assert report.crashes == []
        return report.problems

    return check


@pytest.fixture
def expect(lint: Callable[[Files], list[Problem]]) -> Callable[..., None]:
    """A function that lints a file and compares its problems, in full, with the ones expected.

    The text has a mark `▸` where a problem is expected; what is expected at each follows as "CODE
    message", in the order of the marks. `others` are further files of the project. With `only`, the
    problems of other rules are left alone.
    """

    def check(
        text: str,
        *expected: str,
        path: str | None = None,
        others: Files | None = None,
        only: str = "",
    ) -> None:
        places, plain = unmark(text)
        assert len(places) == len(expected)
        name = path or path_of(plain)
        found = [
            ((problem.line, problem.column), f"{problem.code} {problem.message}")
            for problem in lint({**(others or {}), name: plain})
            if problem.path == name and problem.code.startswith(only)
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
