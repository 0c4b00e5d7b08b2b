"""Names of parameters and APIs stand in backticks.

Only what cannot be an ordinary word is looked at: parameters with an underscore (`keep_dim`), names
that begin with the library (`torch.abs`) and arguments (`axis=1`), the latter two misspelt or not:
names in backticks are held against the snapshots.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 notes:
-  - {en: "It is the same as paddle.Tensor.abs.", zh: "与 paddle.Tensor.abs 相同。"}
+  - {en: "It is the same as `paddle.Tensor.abs`.", zh: "与 `paddle.Tensor.abs` 相同。"}
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

from lint_mappings.subjects import FileSubject, Finding
from mapping_model.categories import Text

SUMMARY = Text(
    "Names of parameters and APIs in texts stand in backticks.",
    "文本中的参数名和 API 名用反引号标出。",
)
REQUIREMENTS = ("S1",)
SEVERITY = "warning"

_NAME = re.compile(r"(?<![\w./])[A-Za-z]\w*(?:\.\w+)*(?:=\w+)?(?![\w/])", re.ASCII)
# What makes a word a name.
_SIGN = re.compile(r"_|[.=]\w", re.ASCII)


def check(file: FileSubject) -> Iterator[Finding]:
    """Look for names outside of backticks, in the snapshots or by how they are written."""
    for sentence in file.sentences:
        if not _SIGN.search(sentence.bare):
            continue  # most texts
        for found in _NAME.finditer(sentence.bare):
            if _is_code(file, found[0]):
                yield file.in_sentence(
                    sentence,
                    found.start(),
                    f"`{found[0]}` is a name in code, but stands outside of backticks.",
                    f"Write it as `{found[0]}`, in backticks.",
                )


def _is_code(file: FileSubject, word: str) -> bool:
    if "." in word or "=" in word:  # misspelt or not
        return "=" in word or word.startswith(("torch.", "paddle."))
    libraries = map(file.facts.library, ("torch", "paddle"))
    return "_" in word and any(word in library.parameters for library in libraries)
