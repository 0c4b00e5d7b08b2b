"""Many small files as one: a line each, sorted by name, of which any is found without the others.

So an installed package has what lies below `mappings`: each line is a name, a tab, JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mmap import mmap

_TAB, _END = b"\t", b"\n"


def packed(files: Mapping[str, Any]) -> bytes:
    """The lines of files, by name; what they hold is what JSON has."""
    lines = []
    for name in sorted(files, key=str.encode):
        if "\t" in name or "\n" in name:
            raise ValueError(f"`{name!r}` is no name of a file that can be packed")
        text = json.dumps(files[name], ensure_ascii=False, separators=(",", ":"))
        lines.append(f"{name}\t{text}\n")
    return "".join(lines).encode("utf-8")


class Lines:
    """The lines of such a file, found by halving what is left; little of it is read."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def _bytes(self) -> mmap:
        from mmap import ACCESS_READ, mmap  # what runs in a browser has no such file

        with self.path.open("rb") as file:
            return mmap(file.fileno(), 0, access=ACCESS_READ)

    def raw(self, name: str) -> bytes | None:
        """The JSON of a name; None where there is no such name."""
        wanted, whole = name.encode("utf-8", "surrogatepass"), self._bytes
        low, high = 0, len(whole)
        while low < high:
            start = whole.rfind(_END, low, (low + high) // 2) + 1 or low
            end = whole.find(_END, start)
            tab = whole.find(_TAB, start, end)
            found = whole[start:tab]
            if found == wanted:
                return whole[tab + 1 : end]
            low, high = (end + 1, high) if found < wanted else (low, start)
        return None

    def get(self, name: str) -> Any:
        """What a name holds, None where there is no such name."""
        raw = self.raw(name)
        return None if raw is None else json.loads(raw)

    def below(self, folder: str) -> Iterator[tuple[str, Any]]:
        """All that lies in a folder, `mappings/`, in order."""
        begin, whole, start = folder.encode(), self._bytes, 0
        while start < len(whole):
            end = whole.find(_END, start)
            if whole[start : start + len(begin)] == begin:
                tab = whole.find(_TAB, start, end)
                yield whole[start:tab].decode("utf-8"), json.loads(whole[tab + 1 : end])
            start = end + 1
