"""The rules, one module each; a new module in this folder is found by itself."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from lint_mappings.rule import Rule


@cache
def all_rules() -> dict[str, Rule]:
    """Every rule by its code, in the order of codes."""
    modules = (
        importlib.import_module(f"{__name__}.{module.name}")
        for module in pkgutil.iter_modules(__path__)
    )
    return {rule.CODE: rule for rule in sorted(modules, key=lambda rule: rule.CODE)}
