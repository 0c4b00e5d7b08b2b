"""The reports for Paddle that lie in the repository, with what they concern."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from mapping_model.categories import Text
from mapping_model.files import read_ordinary

FOLDER = "reports"
_RELEASE = re.compile(r"\d+\.\d+\.\d+")
# Bytes of a file of one.
_MOST = 1 << 16
_HAN = re.compile(r"[\u4e00-\u9fff]")
_NAME = re.compile(r"\bpaddle(?:\.\w+)+")


@dataclass(frozen=True, slots=True)
class Report:
    """A fault of Paddle: what happens, code that shows it, and the releases that do.

    `points` are what else an issue needs: expected, where, cause, what is known. `names` are those
    of Paddle's APIs in the code.
    """

    name: str
    title: Text
    body: Text
    points: tuple[Text, ...]
    code: str
    releases: tuple[str, ...]
    names: tuple[str, ...]


def read_reports(root: Path) -> list[Report]:
    """Those of the repository at `root`, by name; none where it has none."""
    folder = root / FOLDER
    return [_read(path) for path in sorted(folder.glob("*/")) if (path / "report.py").is_file()]


def _read(path: Path) -> Report:
    first, _, code = _text(path / "report.py").partition("\n")
    texts = [_text(path / f"{language}.md") for language in ("en", "zh")]
    (title, body, points), (zh_title, zh_body, zh_points) = map(_parts, texts)
    return Report(
        path.name,
        Text(title, zh_title),
        Text(body, zh_body),
        # The first, of releases, stands as such.
        tuple(Text(*pair) for pair in zip(points[1:], zh_points[1:], strict=True)),
        code.strip(),
        tuple(_RELEASE.findall(first)),
        tuple(dict.fromkeys(_NAME.findall(code))),
    )


def _text(path: Path) -> str:
    return read_ordinary(path, _MOST).decode("utf-8", "replace")


def _parts(text: str) -> tuple[str, str, list[str]]:
    """Title, text and points of an issue."""
    title, _, rest = text.removeprefix("# ").partition("\n")
    lines = rest.strip().split("\n")
    points = [line[2:] for line in lines if line.startswith("- ")]
    # Between Chinese signs a line ends without a blank.
    blank = "" if _HAN.search(title) else " "
    body = blank.join(line for line in lines if not line.startswith("- "))
    return title.strip(), body.strip(), points
