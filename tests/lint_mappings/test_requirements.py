"""Every requirement of the format specification is served by a rule or says what serves it."""

from __future__ import annotations

import re

import pytest

from lint_mappings.rules import all_rules
from lint_mappings.rules.requirements import REQUIREMENTS, Requirement, served
from lint_mappings.rules.rule import Rule

IDS = [requirement.id for requirement in REQUIREMENTS]


def test_all_requirements_are_listed_in_order() -> None:
    counts = {"C": 7, "S": 2, "P": 9, "X": 4}
    assert [f"{letter}{n}" for letter, top in counts.items() for n in range(1, top + 1)] == IDS


@pytest.mark.parametrize(("requirement", "rules"), served(all_rules()), ids=IDS)
def test_something_serves_it(requirement: Requirement, rules: list[Rule]) -> None:
    assert rules or requirement.otherwise


@pytest.mark.parametrize("rule", all_rules().values(), ids=all_rules())
def test_rules_name_known_requirements(rule: Rule) -> None:
    assert set(rule.requirements) <= set(IDS)


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=IDS)
def test_texts_are_whole_sentences_in_both_languages(requirement: Requirement) -> None:
    for text in filter(None, (requirement.text, requirement.otherwise)):
        assert text.en.endswith(".")
        assert text.zh.endswith("。")
        assert re.search(r"[\u4e00-\u9fff]", text.zh)
        assert not re.search(r"[\u4e00-\u9fff]", text.en)
