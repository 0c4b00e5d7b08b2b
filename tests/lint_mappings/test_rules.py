"""Every rule: what it says about itself, and that its own samples are what they claim."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rule_samples import samples
from small_project import Files

from lint_mappings import rules as package
from lint_mappings.rules import all_rules
from lint_mappings.rules.rule import Rule
from mapping_model.problems import Problem

RULES = all_rules()
SPECIFICATION = re.compile(r"[CSPX]\d+")
SCOPES = {"file", "entry", "variant", "example", "gotcha", "corpus", "known"}

each_rule = pytest.mark.parametrize("rule", RULES.values(), ids=RULES)


def modules() -> list[Path]:
    return sorted(Path(package.__file__).parent.glob("pm*.py"))


def test_codes_are_unique() -> None:
    assert len(RULES) == len(modules())


def test_names_are_unique() -> None:
    names = [rule.NAME for rule in RULES.values()]
    assert sorted(set(names)) == sorted(names)


@each_rule
def test_a_rule_says_all_about_itself(rule: Rule) -> None:
    assert re.fullmatch(r"PM[1-9]\d\d", rule.CODE)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.NAME)
    assert Path(inspect.getfile(rule)).name.startswith(f"{rule.CODE.lower()}_")
    assert rule.SCOPE in SCOPES
    assert all(SPECIFICATION.fullmatch(id_) for id_ in rule.REQUIREMENTS)
    assert rule.SUMMARY.en.endswith(".")
    assert rule.SUMMARY.zh.endswith("。")
    assert inspect.isgeneratorfunction(rule.check)


@each_rule
def test_the_bad_sample_has_this_problem_only(
    rule: Rule, lint: Callable[[Files], list[Problem]]
) -> None:
    bad = samples(rule, "Bad")
    assert bad
    assert {problem.code for problem in lint(bad)} == {rule.CODE}


@each_rule
def test_the_good_sample_has_no_problem(rule: Rule, lint: Callable[[Files], list[Problem]]) -> None:
    good = samples(rule, "Good")
    assert good
    assert lint(good) == []


@each_rule
def test_every_problem_says_how_to_fix_it(
    rule: Rule, lint: Callable[[Files], list[Problem]]
) -> None:
    for problem in lint(samples(rule, "Bad")):
        assert problem.hint
        assert problem.message.endswith((".", "?"))
        assert problem.line >= 1
        assert problem.column >= 1
