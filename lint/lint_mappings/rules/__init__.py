"""The rules, one module each; a new module called by a code is found by itself."""

from __future__ import annotations

import importlib
import pkgutil
import re
from functools import cache

from lint_mappings.rules.rule import Rule, rule_of

_RULE = re.compile(r"pm\d{3}_")


@cache
def all_rules() -> dict[str, Rule]:
    """Every rule by its code, in the order of codes."""
    names = sorted(m.name for m in pkgutil.iter_modules(__path__) if _RULE.match(m.name))
    rules = (rule_of(importlib.import_module(f"{__name__}.{name}")) for name in names)
    return {rule.code: rule for rule in rules}
