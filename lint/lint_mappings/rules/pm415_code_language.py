"""The code of examples has no Chinese names or comments, since both languages show the same code.

Strings are data and may be in any language.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
   - {torch: input, paddle: x}
   - {torch: out, paddle: out}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: |
       result = torch.abs(x)
     paddle: |
-      result = paddle.abs(x)  # 逐元素
+      result = paddle.abs(x)
```
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from mapping_model.categories import Text

SUMMARY = Text("Code has no Chinese names or comments.", "代码中的名称和注释不使用中文。")
REQUIREMENTS = ("X3",)

_CHINESE = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff01-\uff5e]")
_ERRORS = (tokenize.TokenError, SyntaxError)


def check(example: ExampleSubject) -> Iterator[Finding]:
    """Look at names and comments; such signs elsewhere, but in strings, are no Python at all."""
    for code in example.sides:
        if code.error is not None or not _CHINESE.search(code.text):
            continue
        for token in _tokens(code.text):
            found = _CHINESE.search(token.string)
            if found and token.type in (tokenize.NAME, tokenize.COMMENT):
                line, column = token.start
                yield example.finding(
                    f"The code has `{found[0]}` in a name or a comment.",
                    code.side,
                    hint="Write names in Latin letters; what is to be said goes into `title`.",
                    offset=(line - 1, column + found.start()),
                )


def _tokens(text: str) -> Iterator[tokenize.TokenInfo]:
    try:
        yield from tokenize.generate_tokens(io.StringIO(text).readline)
    except _ERRORS:
        return
