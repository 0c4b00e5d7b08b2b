"""The table `[tool.torch-to-paddle]` of the nearest `pyproject.toml`.

Its keys are the options of their names, which win over it. All errors are said at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mapping_model.ending import UsageError
from mapping_model.problems import did_you_mean
from mapping_model.tables import FILE, table_of

NAME = "torch-to-paddle"
_LISTS = ("exclude", "only", "fail-on")
_TEXTS = ("paddle", "baseline", "format", "language")
_SWITCHES = ("marks", "rare")
KEYS = (*_LISTS, *_TEXTS, *_SWITCHES)


def read_settings(start: Path) -> dict[str, Any]:
    """What the project around a folder asks for, by the names of the options.

    Paths in it are relative to its file. Raise UsageError with everything wrong in it.
    """
    folder = next((one for one in (start, *start.parents) if (one / FILE).exists()), None)
    if folder is None:
        return {}
    table = table_of(folder / FILE, NAME)
    errors = list(_errors(table))
    if errors:
        raise UsageError("\n".join(f"{folder / FILE}, [tool.{NAME}]: {one}" for one in errors))
    if "baseline" in table:
        table = {**table, "baseline": folder / table["baseline"]}
    return {key.replace("-", "_"): value for key, value in table.items()}


def _errors(table: Any) -> Iterator[str]:
    if not isinstance(table, Mapping):
        yield "This has to be a table."
        return
    for key, value in table.items():
        if key not in KEYS:
            yield f"There is no setting `{key}`.{did_you_mean(key, KEYS)}"
        elif key in _LISTS:
            if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
                yield f'`{key}` has to be a list of strings, such as {key} = ["..."].'
        elif key in _SWITCHES:
            if not isinstance(value, bool):
                yield f"`{key}` is true or false."
        elif not isinstance(value, str):
            yield f"`{key}` has to be a string."
