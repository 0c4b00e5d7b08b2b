"""Findings that are known and not told again: a file that is committed beside the code.

A finding is known by its file, its kind, its API and the text of its line, so that it stays known
where it moves; as often as it was there.
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from convert_torch.finding import Finding, Kind
from convert_torch.report import FileReport
from mapping_model.ending import UsageError
from mapping_model.files import read_ordinary

FORMAT = 1
_MAX_BYTES = 64 * 1024 * 1024
_FIELDS = ("path", "kind", "api", "line")
Known = tuple[str, ...]


def as_baseline(files: Sequence[FileReport], folder: Path) -> bytes:
    """The file for all findings but those on rare inputs; `folder` is where it will lie."""
    counts = Counter(_known(one, finding, folder) for one in files for finding in _told(one))
    found = [
        dict(zip((*_FIELDS, "count"), (*known, count), strict=True))
        for known, count in sorted(counts.items())
    ]
    return json.dumps({"format": FORMAT, "findings": found}, ensure_ascii=False, indent=1).encode(
        "utf-8", "backslashreplace"
    )


def read_baseline(path: Path) -> Counter[Known]:
    """What is known, and how often; raise UsageError where the file does not tell."""
    try:
        data = json.loads(read_ordinary(path, _MAX_BYTES))
        if data["format"] != FORMAT:
            raise UsageError(f"{path}: this is format {data['format']!r}, read is {FORMAT}.")
        return Counter(
            {tuple(str(one[key]) for key in _FIELDS): int(one["count"]) for one in data["findings"]}
        )
    except OSError as error:
        hint = f"; `--write-baseline {path}` makes one" if not path.exists() else ""
        raise UsageError(f"{path} cannot be read: {error.strerror}{hint}.") from error
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise UsageError(f"{path} is no baseline: {error}.") from error


def without_known(
    files: Sequence[FileReport], known: Counter[Known], folder: Path
) -> list[FileReport]:
    """The reports without the findings that are known."""
    left = Counter(known)
    made = []
    for one in files:
        new = []
        for finding in one.findings:
            key = _known(one, finding, folder)
            if left[key] > 0:
                left[key] -= 1
            else:
                new.append(finding)
        made.append(replace(one, findings=tuple(new), known=len(one.findings) - len(new)))
    return made


def _told(one: FileReport) -> list[Finding]:
    return [finding for finding in one.findings if finding.kind is not Kind.RARE]


def _known(one: FileReport, finding: Finding, folder: Path) -> Known:
    path = Path(one.path)
    with contextlib.suppress(ValueError):
        path = path.resolve().relative_to(folder.resolve())
    return path.as_posix(), finding.kind.value, finding.api, one.line(finding.line).strip()
