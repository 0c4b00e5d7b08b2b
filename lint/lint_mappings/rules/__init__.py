"""The rules, one module each; a new module called by a code is found by itself."""

from __future__ import annotations

import importlib
import pkgutil
import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lint_mappings.rules.rule import Rule

_RULE = re.compile(r"pm\d{3}_")


@cache
def all_rules() -> dict[str, Rule]:
    """Every rule by its code, in the order of codes."""
    from lint_mappings.rules.rule import rule_of  # as costly as the rules

    return {code: rule_of(importlib.import_module(name)) for code, name in _modules().items()}


def rule_codes() -> list[str]:
    """The codes of all rules, without reading these, which takes longer than all files do."""
    return list(_modules())


@cache
def _modules() -> dict[str, str]:
    """The module of each rule by its code."""
    names = sorted(m.name for m in pkgutil.iter_modules(__path__) if _RULE.match(m.name))
    return {name.partition("_")[0].upper(): f"{__name__}.{name}" for name in names}
