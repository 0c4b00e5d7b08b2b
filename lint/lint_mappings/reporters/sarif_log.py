"""SARIF 2.1.0, which code scanning services read."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO
from urllib.parse import quote

from lint_mappings.reporters.summary import Summary
from mapping_model.about import project_url, rule_url, version
from mapping_model.printable import whole
from mapping_model.problems import Problem
from mapping_model.sarif import SCHEMA, VERSION

if TYPE_CHECKING:
    from lint_mappings.rules.rule import Rule


def sarif(problems: Sequence[Problem], summary: Summary, stream: TextIO) -> None:
    """One run with all rules and, as results, all problems."""
    rules = summary.rules()
    order = {code: index for index, code in enumerate(rules)}
    run = {
        "tool": {"driver": _driver(rules)},
        "columnKind": "unicodeCodePoints",
        "results": [_result(problem, summary, order) for problem in problems],
    }
    log = {"$schema": SCHEMA, "version": VERSION, "runs": [run]}
    stream.write(json.dumps(log) + "\n")


def _driver(rules: Mapping[str, Rule]) -> dict[str, Any]:
    about = project_url("Documentation")
    driver = {"name": "lint-mappings", "version": version()}
    where = {"informationUri": about} if about else {}
    return {**driver, **where, "rules": [_rule(rule, bool(about)) for rule in rules.values()]}


def _rule(rule: Rule, has_page: bool) -> dict[str, Any]:
    text = f"{rule.summary.en}\n\n{rule.documentation}"
    described = {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary.en},
        "fullDescription": {"text": " ".join(f"{rule.summary.en} {rule.prose}".split())},
        "help": {"text": text, "markdown": text},
        "defaultConfiguration": {"level": rule.severity},
    }
    # The address of a page has to be a whole one.
    return {**described, "helpUri": rule_url(rule.code)} if has_page else described


def _result(problem: Problem, summary: Summary, order: Mapping[str, int]) -> dict[str, Any]:
    place = {
        "artifactLocation": {"uri": quote(os.fsencode(problem.path)), "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": problem.line, "startColumn": problem.column},
    }
    result = {
        "ruleId": problem.code,
        "level": summary.severity(problem.code),
        "message": {"text": whole(f"{problem.message} {problem.hint}".rstrip())},
        "locations": [{"physicalLocation": place}],
    }
    # A rule that crashed has a code that no rule has.
    known = problem.code in order
    return {**result, "ruleIndex": order[problem.code]} if known else result
