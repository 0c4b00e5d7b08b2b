"""The table `[tool.lint-mappings]` of the project's `pyproject.toml`.

Three keys, each the same as the option of its name, which wins over it: `select`, `ignore`
(lists of codes or beginnings of codes) and `format`. All errors are said at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lint_mappings.reporters import AUTO, FORMATS
from lint_mappings.rules.choosing import unknown_codes
from mapping_model.ending import UsageError
from mapping_model.problems import did_you_mean
from mapping_model.tables import FILE, table_of

TABLE = "tool.lint-mappings"
_LISTS = ("select", "ignore")
KEYS = (*_LISTS, "format")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the project asks for where the command line does not say otherwise."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    format: str = AUTO


def read_settings(root: Path, codes: Collection[str]) -> Settings:
    """The settings of the project at `root`; raise UsageError with everything wrong in them.

    `codes` are those of all rules.
    """
    table = table_of(root / FILE, "lint-mappings")
    errors = list(_errors(table, codes))
    if errors:
        raise UsageError("\n".join(f"{FILE}, [{TABLE}]: {error}" for error in errors))
    lists = {key: tuple(code.upper() for code in table.get(key, ())) for key in _LISTS}
    return Settings(**lists, format=table.get("format", AUTO))


def _errors(table: Any, codes: Collection[str]) -> Iterator[str]:
    if not isinstance(table, Mapping):
        yield "This has to be a table."
        return
    for key, value in table.items():
        if key not in KEYS:
            yield f"There is no setting `{key}`.{did_you_mean(key, KEYS)}"
        elif key in _LISTS:
            yield from _list_errors(key, value, codes)
        elif value not in FORMATS:
            known = ", ".join(FORMATS)
            yield f"`format` is one of {known}.{did_you_mean(str(value), FORMATS)}"


def _list_errors(key: str, value: Any, codes: Collection[str]) -> Iterator[str]:
    if not isinstance(value, list) or not all(isinstance(code, str) and code for code in value):
        yield f'`{key}` has to be a list of codes, such as {key} = ["PM4", "PM603"].'
        return
    yield from (f"`{key}`: {error}" for error in unknown_codes(value, codes))
