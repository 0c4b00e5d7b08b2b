"""Whether a page is of the official layout of 2025: what its rules ask for, as they are stated.

It knows nothing of how pages are made, so that it can find what was made wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

_FOLDERS = {
    "invok_only_diff": "仅 API 调用方式不一致",
    "args_name_diff": "仅参数名不一致",
    "paddle_more_args": "paddle 参数更多",
    "args_default_value_diff": "参数默认值不一致",
    "torch_more_args": "torch 参数更多",
    "input_args_usage_diff": "输入参数用法不一致",
    "input_args_type_diff": "输入参数类型不一致",
    "output_args_type_diff": "返回参数类型不一致",
    "composite_implement": "组合替代实现",
}
_WITH_EXAMPLES = (
    "torch_more_args",
    "input_args_usage_diff",
    "input_args_type_diff",
    "output_args_type_diff",
    "composite_implement",
)
_FREE_HEADINGS = ("paddle_more_args", "args_default_value_diff")
_REWRITE = "需要转写"
_WAYS = (_REWRITE, "暂无转写方式", "可直接删除")
_DASHES = re.compile(r"-{97}")
_SIDE = re.compile(r"### \[([^\]]+)\]\((\S*)\)")
_CELLS = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class _Section:
    """One section: the APIs with a block each, the rows, and the lines below the examples."""

    sides: list[tuple[str, bool]]
    rows: list[list[str]] | None
    examples: list[str] | None


def problems(path: str, text: str) -> list[str]:
    """What is wrong with a page at `FOLDER/NAME.md`; nothing where it is of the layout."""
    folder, _, file = path.rpartition("/")
    name = file.removesuffix(".md")
    lines = [line.replace(r"\_", "_") for line in text.splitlines() if line.strip()]
    if folder not in _FOLDERS:
        return [f"there is no folder `{folder}`"]
    title = f"## [ {_FOLDERS[folder]} ]{name}"
    if not lines or lines[0] != title:
        return [f"the first line is not `{title}`"]
    parts = [lines[1:]]
    if "重载" in "".join(lines[1:2]):
        places = [at for at, line in enumerate(lines) if _DASHES.fullmatch(line)]
        if not places:
            return ["no overload follows a line of dashes"]
        parts = [lines[at + 1 : end] for at, end in pairwise((*places, len(lines)))]
    found = [list(_of_section(folder, name, _section(part))) for part in parts]
    # One section that is right is enough.
    return [] if [] in found else [problem for each in found for problem in each]


def _section(lines: list[str]) -> _Section:
    sides: list[tuple[str, bool]] = []
    rows: list[list[str]] | None = None
    examples: list[str] | None = None
    for place, line in enumerate(lines):
        following = lines[place + 1] if place + 1 < len(lines) else ""
        if found := _SIDE.fullmatch(line):
            sides.append((found[1], following == "```python" and bool(found[2])))
        elif line == "### 参数映射":
            rows = []
        elif line == "### 转写示例":
            examples = []
        elif examples is not None:
            examples.append(line)
        elif rows is not None and line.startswith("|"):
            rows.append([cell.strip() for cell in _CELLS.split(line)[1:-1]])
    return _Section(sides, rows, examples)


def _of_section(folder: str, name: str, section: _Section) -> Iterator[str]:
    sides = section.sides
    if not sides or sides[0] != (name, True):
        yield f"no `### [{name}](address)` with its signature"
    if len(sides) < 2 and folder not in ("invok_only_diff", "composite_implement"):
        yield "the Paddle API is missing"
    if not all(block for _, block in sides):
        yield "an API has no address, or no signature below it"
    rows = section.rows
    if rows is None:
        free = folder == "invok_only_diff" or (folder == "composite_implement" and len(sides) < 2)
        if not free:
            yield "the table of parameters is missing"
    else:
        yield from _of_rows(folder, rows)
    yield from _of_examples(folder, rows or [], section.examples)


def _of_rows(folder: str, rows: list[list[str]]) -> Iterator[str]:
    if any(len(row) != 3 for row in rows) or len(rows) < 2:
        yield "the table has not three columns, or no head"
        return
    for torch, paddle, remark in rows[2:]:
        if not remark.endswith("。"):
            yield f"the remark on `{torch}` does not end with 。"
        asks = folder == "torch_more_args" and (paddle == "-" or _REWRITE in remark)
        if asks and not any(way in remark for way in _WAYS):
            yield f"the remark on `{torch}` says no way to write it"


def _of_examples(folder: str, rows: list[list[str]], examples: list[str] | None) -> Iterator[str]:
    headings = [line for line in examples or () if line.startswith("#### ")]
    if folder == "invok_only_diff":
        blocks = (examples or []).count("```python")
        if blocks != 1 or headings:
            yield "the example is not one block without headings"
        return
    if folder == "args_name_diff":
        if examples is not None:
            yield "there are examples"
        return
    asked = [row[0].replace("\\", "") for row in rows[2:] if len(row) == 3 and _REWRITE in row[2]]
    if folder in _WITH_EXAMPLES and asked:
        for name in asked:
            if not any(name in heading for heading in headings):
                yield f"no example is headed with `{name}`"
    elif headings and folder not in _FREE_HEADINGS:
        yield "headings stand in examples that nothing asks for"
