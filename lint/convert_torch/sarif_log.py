"""The report as SARIF 2.1.0, which code scanning services read; a rule is a kind of finding."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from convert_torch.finding import TITLES, Finding, Kind
from convert_torch.report import FileReport
from mapping_model.about import project_url, version
from mapping_model.printable import whole
from mapping_model.sarif import SCHEMA, VERSION

_LEVELS = {Kind.SILENT: "warning", Kind.UNDECIDED: "error", Kind.LIBRARY: "warning"}
_UNREADABLE = "unreadable"


def sarif(files: Sequence[FileReport], language: str) -> str:
    """One run with all kinds of findings and, as results, all findings."""
    about = project_url("Documentation")
    driver = {
        "name": "torch-to-paddle",
        "version": version(),
        **({"informationUri": about} if about else {}),
        "rules": [
            *(_rule(kind, TITLES[kind].get(language)) for kind in Kind),
            _rule(_UNREADABLE, "The file cannot be read"),
        ],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [result for one in files for result in _results(one, language)],
    }
    return json.dumps({"$schema": SCHEMA, "version": VERSION, "runs": [run]})


def _rule(kind: str, title: str) -> dict[str, Any]:
    level = _LEVELS.get(kind, "note") if isinstance(kind, Kind) else "error"
    return {
        "id": str(kind),
        # GitHub's code scanning refuses rules without the last two.
        "shortDescription": {"text": title},
        "fullDescription": {"text": title},
        "help": {"text": title},
        "defaultConfiguration": {"level": level},
    }


def _results(one: FileReport, language: str) -> Iterator[dict[str, Any]]:
    if one.error:
        yield _result(one, _UNREADABLE, "error", one.error, {})
    for finding in one.findings:
        level = _LEVELS.get(finding.kind, "note")
        said = f"{finding.api}: {finding.text.get(language)}"
        if one.notebook is not None:  # whose file has other lines
            place = one.place(finding.line)
            said = f"Cell {place['cell']}, line {place['line']}: {said}"
        yield _result(one, finding.kind, level, said, _region(one, finding))


def _region(one: FileReport, finding: Finding) -> dict[str, Any]:
    return {} if one.notebook is not None else {"region": {"startLine": finding.line}}


def _result(
    one: FileReport, rule: str, level: str, said: str, region: dict[str, Any]
) -> dict[str, Any]:
    uri = quote(os.fsencode(one.path))
    return {
        "ruleId": str(rule),
        "level": level,
        "message": {"text": whole(said)},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri}, **region}}],
    }
