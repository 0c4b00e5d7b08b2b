"""The rules, by topic; `CODES` says which module has which, `RETIRED` which there were."""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING

from mapping_model.categories import Text

if TYPE_CHECKING:
    from lint_mappings.rules.rule import Rule

# A code is listed here when its rule is written, so that codes are known without reading the rules,
# which takes longer than everything else where nothing has changed.
CODES = {
    "reading": "PM101 PM102 PM103 PM104 PM105",
    "entries": "PM201 PM202 PM204 PM206 PM212 PM501 PM502",
    "category": "PM203 PM307 PM615",
    "glossary": "PM208 PM209 PM308",
    "gotchas": "PM207 PM210 PM211 PM214",
    "claims": "PM213 PM811",
    "rows": "PM301 PM302 PM303 PM304 PM305 PM306 PM309",
    "limits": "PM310 PM311 PM312 PM315 PM807 PM809",
    "examples": "PM401 PM402 PM403 PM409 PM413 PM416",
    "code": "PM404 PM405 PM406 PM407 PM408 PM415 PM417",
    "inputs": "PM410 PM411 PM425 PM426",
    "shown": "PM412 PM414 PM418 PM419 PM420 PM421 PM422 PM423 PM424",
    "unrun_code": "PM427 PM429",
    "applied": "PM428 PM810",
    "unchanged": "PM430",
    "apis": "PM601 PM602 PM616 PM617 PM618 PM620 PM621",
    "parameters": "PM603 PM605 PM607 PM611 PM613 PM614 PM622",
    "defaults": "PM609 PM610 PM612",
    "aliases": "PM619 PM624",
    "nearest": "PM623",
    "texts": "PM701 PM702 PM705 PM710 PM713 PM715 PM721",
    "patterns": "PM703 PM704 PM706 PM707 PM708 PM709 PM711",
    "names_in_texts": "PM712 PM716 PM717",
    "releases_in_texts": "PM714 PM718 PM719 PM720",
    "records": "PM801 PM802 PM803 PM804 PM808 PM812 PM813",
    "known": "PM901 PM902",
}
# Codes of rules that are no more, each with that of the rule that does it now. A code is never used
# again, and where somebody has written one of these, its successor is meant.
RETIRED = {
    "PM106": "PM105",
    "PM205": "PM203",
    "PM313": "PM303",
    "PM314": "PM310",
    "PM604": "PM603",
    "PM606": "PM605",
    "PM608": "PM607",
}


@cache
def all_rules() -> dict[str, Rule]:
    """Every rule by its code, in the order of codes."""
    from lint_mappings.rules.patterns import PATTERNS  # as costly as the rules
    from lint_mappings.rules.rule import Rule

    modules = [importlib.import_module(f"{__name__}.{name}") for name in CODES]
    found = [value for module in modules for value in vars(module).values()]
    found += [pattern.rule() for pattern in PATTERNS]
    rules = {value.code: value for value in found if isinstance(value, Rule)}
    return {code: rules[code] for code in sorted(rules)}


def rule_codes() -> list[str]:
    """The codes of all rules, without reading these."""
    return sorted(" ".join(CODES.values()).split())


def retired(code: str) -> Text:
    """What is said of a code that is no more."""
    return Text(
        f"The rule `{code}` was retired; `{RETIRED[code]}` does now what it did.",
        f"规则 `{code}` 已停用，由 `{RETIRED[code]}` 代替。",
    )
