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

_UNFINISHED = re.compile(r"(?:^|(?<=\s))#\s*(?:TODO|FIXME|XXX)\b:?(.*)")


def check(file: FileSubject) -> Iterator[Finding]:
    """Look at the text itself: comments are no part of the data."""
    if "# " not in file.document.text:
        return
    for number, line in enumerate(file.document.text.splitlines()):
        found = _UNFINISHED.search(line)
        if found:
            what = shorten(found[1], 60, placeholder=" ...")
            yield file.finding(
                f"A comment says that something is left to do{f': {what}' if what else '.'}",
                hint="Do it and remove the comment.",
                offset=(number, found.start()),
            )
