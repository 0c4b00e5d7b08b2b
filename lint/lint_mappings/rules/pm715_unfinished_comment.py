"""No comment says that something is left to do: what is unfinished is not published.

`lint-mappings new` writes such comments where a person has to decide. Remove each when it is
decided; other comments may stay.

Bad (`-`) and good (`+`):

```diff
-# TODO: check that both are used alike.
+# Both are used alike.
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
   - {torch: input, paddle: x}
   - {torch: out, paddle: out}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import shorten

from lint_mappings.subjects import FileSubject, Finding
from mapping_model.categories import Text

SUMMARY = Text("No comment says that something is left to do.", "没有注释表明尚未完成。")

# How many of them are told at most.
_SHOWN = 12
_UNFINISHED = re.compile(r"(?:^|(?<=\s))#\s*(?:TODO|FIXME|XXX)\b:?(.*)")


def check(file: FileSubject) -> Iterator[Finding]:
    """Look at the text itself: comments are no part of the data."""
    if "# " not in file.document.text:
        return
    lines = enumerate(file.document.lines)
    found = [(number, at) for number, line in lines if (at := _UNFINISHED.search(line))]
    if found:
        number, first = found[0]
        what = shorten(first[1], 60, placeholder=" ...")
        others = ", ".join(str(other + 1) for other, _ in found[1:_SHOWN])
        more = f"; {len(found) - 1} more on lines {others}" if others else ""
        cut = ", ..." if len(found) > _SHOWN else ""
        yield file.finding(
            f"A comment says that something is left to do{f': {what}' if what else '.'}",
            hint=f"Do it and remove the comment{more}{cut}.",
            offset=(number, first.start()),
        )
