"""The rules, one module each; a new module called by a code is found by itself."""

from __future__ import annotations

import importlib
import pkgutil
import re
from functools import cache

from lint_mappings.rules.rule import Rule

_RULE = re.compile(r"pm\d{3}_")


@cache
def all_rules() -> dict[str, Rule]:
    """Every rule by its code, in the order of codes."""
    modules = (
        importlib.import_module(f"{__name__}.{module.name}")
        for module in pkgutil.iter_modules(__path__)
        if _RULE.match(module.name)
    )
    return {rule.CODE: rule for rule in sorted(modules, key=lambda rule: rule.CODE)}
