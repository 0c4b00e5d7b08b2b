"""Every rule: what it says about itself, and that its own samples are what they claim."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from rule_samples import bad, good
from small_project import Files

from lint_mappings import rules as package
from lint_mappings.rules import all_rules
from lint_mappings.rules.rule import Rule, rule_of
from lint_mappings.subjects import Finding
from mapping_model.categories import Text
from mapping_model.entry import Entry
from mapping_model.problems import Problem

RULES = all_rules()
SPECIFICATION = re.compile(r"[CSPX]\d+")

each_rule = pytest.mark.parametrize("rule", RULES.values(), ids=RULES)


def modules() -> list[Path]:
    return sorted(Path(package.__file__).parent.glob("pm*.py"))


def test_codes_are_unique() -> None:
    assert len(RULES) == len(modules())


def test_names_are_unique() -> None:
    names = [rule.name for rule in RULES.values()]
    assert sorted(set(names)) == sorted(names)


@each_rule
def test_a_rule_says_all_about_itself(rule: Rule) -> None:
    assert re.fullmatch(r"PM[1-9]\d\d", rule.code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.name)
    assert rule.scope.endswith("Subject")
    assert rule.docstring
    assert all(SPECIFICATION.fullmatch(id_) for id_ in rule.requirements)
    assert rule.summary.en.endswith(".")
    assert rule.summary.zh.endswith("。")


def test_a_check_has_to_take_a_subject() -> None:
    def check(entry: Entry) -> Iterator[Finding]:
        yield from ()

    module = ModuleType("pm999_nothing")
    vars(module).update(check=check, SUMMARY=Text("Nothing.", "无。"))
    with pytest.raises(TypeError, match="pm999_nothing: check takes no subject, but Entry"):
        rule_of(module)


@each_rule
def test_the_bad_sample_has_this_problem_only(
    rule: Rule, lint: Callable[[Files], list[Problem]]
) -> None:
    files = bad(rule)
    assert files
    assert {problem.code for problem in lint(files)} == {rule.code}


@each_rule
def test_the_good_sample_has_no_problem(rule: Rule, lint: Callable[[Files], list[Problem]]) -> None:
    files = good(rule)
    assert files
    assert lint(files) == []


@each_rule
def test_every_problem_says_how_to_fix_it(
    rule: Rule, lint: Callable[[Files], list[Problem]]
) -> None:
    for problem in lint(bad(rule)):
        assert problem.hint
        assert problem.message.endswith((".", "?"))
        assert problem.line >= 1
        assert problem.column >= 1
