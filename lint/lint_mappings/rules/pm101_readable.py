"""A file that cannot be read as text says nothing at all.

Files are UTF-8 without a byte order mark, ordinary files rather than links, and a few KB long.
Windows editors add the mark when told to save as "UTF-8 with BOM"; choose "UTF-8".

Bad (`-`) and good (`+`):

```diff
-# saved as UTF-16
 torch: torch.absolute
 alias_of: torch.abs
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.fixes.making import BYTE_ORDER_MARK
from lint_mappings.subjects import FileSubject, Fixable
from mapping_model.categories import Text
from mapping_model.problems import Problem
from mapping_model.reading import UNREADABLE

SUMMARY = Text(
    "Every file is readable and encoded as UTF-8 without a byte order mark.",
    "每个文件都可读取，且编码为不带 BOM 的 UTF-8。",
)


def check(file: FileSubject) -> Iterator[Fixable | Problem]:
    """What the reader has found; where there is data all the same, it is the mark."""
    for problem in file.found_by_reader(UNREADABLE):
        if file.document.data is None:
            yield problem
        else:
            yield file.finding(problem.message, hint=problem.hint, fix=BYTE_ORDER_MARK)
