"""Libraries that are built on PyTorch: what code imports of them is told, and not converted."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

import yaml

from convert_torch.finding import Finding, Kind
from mapping_model.categories import Text
from mapping_model.syntax import walk

_FILE = Path(__file__).with_suffix(".yaml")


def content() -> bytes:
    """What is known of such libraries, as it is written."""
    return _FILE.read_bytes()


@cache
def _data() -> Mapping[str, Mapping[str, str | None]]:
    data: Mapping[str, Mapping[str, str | None]] = yaml.safe_load(content())
    return data


@cache
def _mentioned() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(_data()['relatives'])})\b")


def imported_libraries(source: str, tree: ast.Module, own: Collection[str]) -> Iterator[Finding]:
    """The imports of such libraries, but for those named in `own`, which are converted, too."""
    if not _mentioned().search(source):
        return
    for node in walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names = [node.module]
        else:
            continue
        for name in {name.partition(".")[0] for name in names} - {*own}:
            if name in _data()["relatives"]:
                yield Finding(Kind.LIBRARY, node.lineno, name, _advice(name))


def _advice(name: str) -> Text:
    relative = _data()["relatives"][name]
    if relative is None:
        return Text("It is built on PyTorch and not converted.", "基于 PyTorch，不做转换。")
    source = _data()["sources"][relative.partition(".")[0]]
    return Text(
        f"It is built on PyTorch and not converted. For Paddle see {relative} ({source}).",
        f"基于 PyTorch，不做转换。Paddle 的对应：{relative}（{source}）。",
    )
