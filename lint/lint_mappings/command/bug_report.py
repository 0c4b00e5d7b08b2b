"""The block to paste into an issue when the linter itself fails."""

from __future__ import annotations

import platform
import traceback
from collections.abc import Sequence

from lint_mappings.about import issues_url, version
from lint_mappings.running.engine import Crash
from mapping_model.printable import printable


def crash_report(crashes: Sequence[Crash]) -> str:
    """One block for all crashes; a rule that crashed on many files is shown once."""
    first: dict[str, Crash] = {}
    for crash in crashes:
        first.setdefault(crash.code, crash)
    parts = [
        f"rule {crash.code} ({crash.name}) on {printable(crash.path)}, "
        f"{sum(other.code == crash.code for other in crashes)} time(s)\n{crash.traceback.strip()}"
        for crash in first.values()
    ]
    return _block("\n\n".join(parts))


def internal_error() -> str:
    """The block for the exception being handled."""
    return _block(traceback.format_exc().strip())


def _block(body: str) -> str:
    where = issues_url()
    at = f" at {where}" if where else ""
    system = f"lint-mappings {version()}, Python {platform.python_version()}, {platform.platform()}"
    return (
        f"lint-mappings has a bug. Please open an issue{at} and paste this block:\n\n"
        f"```\n{system}\n\n{body}\n```"
    )
