"""`--explain` and `--list-rules`: the rules in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from lint_mappings.rules import RETIRED, retired
from mapping_model.about import rule_url
from mapping_model.ending import UsageError
from mapping_model.problems import did_you_mean

if TYPE_CHECKING:
    from lint_mappings.rules.rule import Rule


def explain(rules: Mapping[str, Rule], code: str) -> str:
    """Everything about one rule; raise UsageError if no rule has this code."""
    rule = rules.get(code.upper())
    if code.upper() in RETIRED:
        return retired(code.upper()).en
    if rule is None:
        raise UsageError(f"There is no rule `{code}`.{did_you_mean(code.upper(), rules)}")
    lines = [f"{rule.code} ({rule.name}): {rule.summary.en}", f"Severity: {rule.severity}."]
    if rule.requirements:
        lines.append(f"Format specification: {', '.join(rule.requirements)}.")
    if rule.fixable:
        lines.append("Fixable: `--fix` fixes it wherever the fix is certain.")
    lines += ["", rule.documentation, "", rule_url(rule.code)]
    return "\n".join(lines)


def list_rules(rules: Collection[Rule]) -> str:
    """One line per rule: code, `[*]` if `--fix` can fix it, name, summary."""
    width = max(len(rule.name) for rule in rules)
    return "\n".join(
        f"{r.code} {'[*]' if r.fixable else '   '} {r.name:{width}}  {r.summary.en}" for r in rules
    )
