"""The code of an example must be Python.

A common slip is full-width punctuation: `torch.abs(x，y)`. Code of more than 3,500 characters, or
nested deeper than 50 levels, is no example, and not looked at further.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 examples:
   - inputs: {x: "float32[2, 3]"}
-    torch: result = x.t(
+    torch: result = x.t()
     paddle: result = x.t()
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from mapping_model.categories import Text
from mapping_model.syntax import TooMuch, sentence

SUMMARY = Text("The code of examples is valid Python.", "示例代码是合法的 Python。")
REQUIREMENTS = ("X2",)
_PLAIN = "Write plain statements; in YAML use `|` before code of several lines."
_SHORTER = "Show the API and as little else as possible."


def check(example: ExampleSubject) -> Iterator[Finding]:
    """Report the syntax error of either side."""
    for code in example.sides:
        error = code.error
        if error is not None:
            line = max(0, (error.lineno or 1) - 1)
            column = max(0, (error.offset or 1) - 1)
            yield example.finding(
                sentence(error),
                code.side,
                hint=_SHORTER if isinstance(error, TooMuch) else _PLAIN,
                offset=(line, column),
            )
