"""The linter's handwritten page names all that the command knows, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lint_mappings.__main__ import main
from lint_mappings.command import settings
from lint_mappings.reporters import FORMATS
from lint_mappings.rules import all_rules
from mapping_model import cache
from mapping_model.naming import KNOWN_PROBLEMS

DOCS = Path(__file__).parents[2] / "docs"
LANGUAGES = ("en", "zh")
Capture = pytest.CaptureFixture[str]


def page(language: str) -> str:
    return (DOCS / language / "linting.md").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option(language: str, capsys: Capture) -> None:
    assert main(["--help"]) == 0
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}
    assert options <= set(re.findall(r"--[a-z-]+", page(language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_format_and_setting(language: str) -> None:
    text = page(language)
    assert [name for name in FORMATS if f"| `{name}` |" not in text] == []
    table = re.search(rf"^\[{re.escape(settings.TABLE)}\]\n(.*?)```", text, re.M | re.S)
    assert table is not None
    assert set(re.findall(r"^(\w+) =", table[1], re.M)) == set(settings.KEYS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_those_of_the_code(language: str) -> None:
    text = page(language)
    assert f"mappings/{KNOWN_PROBLEMS}" in text
    assert cache.VARIABLE in text
    assert set(re.findall(r"PM\d{3}", text)) <= all_rules().keys()
