"""What a row of a table of usages is called where "the call", or an option alone, says too little.

"The call" is the one in the head. Where that is another than the one which a row judges, as where
one with keywords fares otherwise, the row is called by what it is of. So is the row of an option of
which another value needs no change: by the value that it is judged by.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from mapping_model.categories import Text
from mapping_model.entry import Example
from mapping_model.syntax import parsed, walk
from mapping_model.usages import RETURNS, Usage, Verdict

if TYPE_CHECKING:
    from published.entry import PublishedEntry

# As much code as has a place in a row.
_SHORT = 60
_OTHERWISE = Text("Called otherwise", "其他调用方式")


def usage_name(entry: PublishedEntry, usage: Usage) -> Text | None:
    """What a usage is called, None where what it is of says it all."""
    shown = {one.key: one.example for variant in entry.variants for one in variant.examples}
    first = shown.get(usage.examples[0])
    if usage.title or first is None or usage.param == RETURNS:
        return None
    if usage.param is None:
        return None if _is_head(entry, usage, shown) else _of_call(first)
    value = _value(first.torch, usage.param)
    spared = any(_spares(usage, other, shown) for other in entry.usages)
    return _code(f"{usage.param}={value}") if value and spared else None


def _is_head(entry: PublishedEntry, usage: Usage, shown: Mapping[str, Example]) -> bool:
    """Whether the call in the head is one of a usage; without a head there is no other."""
    answer = entry.answers.get(usage.variant)
    return answer is None or answer.key in usage.examples or _same(answer.key, usage, shown)


def _same(key: str, usage: Usage, shown: Mapping[str, Example]) -> bool:
    return key in shown and any(shown[key].torch == shown[one].torch for one in usage.examples)


def _of_call(example: Example) -> Text:
    if example.title:
        return example.title
    code = example.torch.strip().removeprefix("result = ")
    return _code(code) if "\n" not in code and len(code) <= _SHORT else _OTHERWISE


def _spares(usage: Usage, other: Usage, shown: Mapping[str, Example]) -> bool:
    """Whether a usage needs a change on a release where another, with the same option, does not."""
    better = any(
        one.verdict is not Verdict.UNCHANGED and its.verdict is Verdict.UNCHANGED
        for one, its in zip(usage.releases, other.releases, strict=True)
    )
    option = usage.param or ""
    return better and any(option in _keywords(shown[key].torch) for key in other.examples)


def _value(code: str, option: str) -> str | None:
    value = _keywords(code).get(option)
    return value if value and len(option) + len(value) < _SHORT else None


def _keywords(code: str) -> dict[str, str]:
    return dict(_passed(code))


def _passed(code: str) -> Iterator[tuple[str, str]]:
    for node in walk(parsed(code)):
        if isinstance(node, ast.keyword) and node.arg:
            yield node.arg, ast.get_source_segment(code, node.value) or ""


def _code(text: str) -> Text:
    return Text(f"`{text}`", f"`{text}`")
