"""A command's own table of a project's `pyproject.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mapping_model.ending import UsageError
from mapping_model.files import NoOrdinaryFile, read_ordinary

FILE = "pyproject.toml"
_MAX_BYTES = 1024 * 1024


def table_of(path: Path, command: str) -> Any:
    """What stands under `[tool.command]`, empty where nothing does; raise UsageError.

    A table as a rule; what else may stand there is for the command to refuse.
    """
    try:
        text = read_ordinary(path, _MAX_BYTES).decode("utf-8")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise UsageError(f"{FILE} cannot be read: {error.strerror}.") from error
    except NoOrdinaryFile as error:
        raise UsageError(f"{FILE} cannot be read: {error}.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{FILE} is not UTF-8: {error.reason}.") from error
    try:
        tools = tomllib.loads(text).get("tool", {})
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{FILE} is not TOML: {error}.") from error
    return tools.get(command, {}) if isinstance(tools, Mapping) else {}
