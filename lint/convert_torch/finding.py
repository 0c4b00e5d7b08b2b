"""What a person must know of a line of the code that was given."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mapping_model.categories import Text


class Kind(StrEnum):
    """What a person must do about a finding, in the order in which they are told."""

    # Written, and for some ordinary inputs it gives something else without an error.
    SILENT = "silent"
    # Written as a member of a tensor, or called as Paddle has it, which is likely.
    LIKELY = "likely"
    # Left as it is.
    UNDECIDED = "undecided"
    # Of a library that is built on PyTorch: not converted.
    LIBRARY = "library"
    # A member of something unknown, left as it is: it may be torch's.
    POSSIBLE = "possible"
    # Written, and for inputs that few have (NaN, infinities, no elements) as with the first.
    RARE = "rare"


TITLES = {
    Kind.SILENT: Text(
        "Written; may give something else without an error",
        "已转写，但结果可能不同且不报错",
    ),
    Kind.LIKELY: Text(
        "Written as what it is likely to be",
        "按很可能的情况转写",
    ),
    Kind.UNDECIDED: Text(
        "Left as it is; a person must decide",
        "未转写，需要人工决定",
    ),
    Kind.LIBRARY: Text(
        "Left as it is: of libraries that are built on PyTorch",
        "未转写：来自基于 PyTorch 的库",
    ),
    Kind.POSSIBLE: Text(
        "Left as it is; may be a member of something of torch",
        "未转写：可能是 torch 对象的成员",
    ),
    Kind.RARE: Text(
        "Written; for inputs that few have, it may give something else without an error",
        "已转写；少见的输入下结果可能不同且不报错",
    ),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What a person must know of a line, counted from 1, of the code that was given."""

    kind: Kind
    line: int
    api: str
    text: Text
