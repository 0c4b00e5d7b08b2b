"""`--explain` and `--list-rules`: the rules in words."""

from __future__ import annotations

import inspect
from collections.abc import Mapping

from lint_mappings.about import rule_url
from lint_mappings.rules.rule import Rule, is_fixable, severity_of
from lint_mappings.usage import UsageError
from mapping_model.problems import did_you_mean


def explain(rules: Mapping[str, Rule], code: str) -> str:
    """Everything about one rule; raise UsageError if no rule has this code."""
    rule = rules.get(code.upper())
    if rule is None:
        raise UsageError(f"There is no rule `{code}`.{did_you_mean(code.upper(), rules)}")
    lines = [f"{rule.CODE} ({rule.NAME}): {rule.SUMMARY.en}", f"Severity: {severity_of(rule)}."]
    if rule.REQUIREMENTS:
        lines.append(f"Format specification: {', '.join(rule.REQUIREMENTS)}.")
    if is_fixable(rule):
        lines.append("Fixable: `--fix` fixes it wherever the fix is certain.")
    lines += ["", inspect.cleandoc(rule.__doc__), "", rule_url(rule.CODE)]
    return "\n".join(lines)


def list_rules(rules: Mapping[str, Rule]) -> str:
    """One line per rule: code, `[*]` if `--fix` can fix it, name, summary."""
    width = max(len(rule.NAME) for rule in rules.values())
    return "\n".join(
        f"{r.CODE} {'[*]' if is_fixable(r) else '   '} {r.NAME:{width}}  {r.SUMMARY.en}"
        for r in rules.values()
    )
