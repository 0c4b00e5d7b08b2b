"""Every rule: what it says about itself, and that its own samples are what they claim."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from rule_samples import bad, good
from small_project import Files

from lint_mappings.rules import CODES, RETIRED, all_rules, rule_codes
from lint_mappings.rules.rule import Rule, described
from mapping_model.categories import Text
from mapping_model.problems import Problem

RULES = all_rules()
SPECIFICATION = re.compile(r"[CSPX]\d+")

each_rule = pytest.mark.parametrize("rule", RULES.values(), ids=RULES)


def test_every_rule_is_listed_with_its_module() -> None:
    found = dict.fromkeys(CODES, "")
    for code, rule in RULES.items():
        found[rule.source.rpartition(".")[2]] += f" {code}"
    assert {name: codes.strip() for name, codes in found.items()} == CODES
    assert sum(len(codes.split()) for codes in CODES.values()) == len(set(rule_codes()))


def test_a_retired_code_is_no_other_and_leads_to_a_rule() -> None:
    assert RETIRED.keys().isdisjoint(RULES)
    assert set(RETIRED.values()) <= RULES.keys()


def test_names_are_unique() -> None:
    names = [rule.name for rule in RULES.values()]
    assert sorted(set(names)) == sorted(names)


@each_rule
def test_a_rule_says_all_about_itself(rule: Rule) -> None:
    assert re.fullmatch(r"PM[1-9]\d\d", rule.code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.name)
    assert rule.documentation
    assert all(SPECIFICATION.fullmatch(id_) for id_ in rule.requirements)
    assert rule.summary.en.endswith(".")
    assert rule.summary.zh.endswith("。")


def test_a_summary_is_in_both_languages_at_the_beginning() -> None:
    docstring = """`a` holds,
    and more.
    `a` 成立，
    还有更多。

    Why.

    ```diff
    +a
    ```
    """
    summary, documentation = described(docstring)
    assert summary == Text("`a` holds, and more.", "`a` 成立，还有更多。")
    assert re.fullmatch(r"Why\.\n\nBad .+:\n\n```diff\n\+a\n```", documentation)
    with pytest.raises(TypeError, match=r"no summary in both languages: 'A holds.'"):
        described("A holds.")


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
