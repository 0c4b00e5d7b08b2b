"""APIs that texts name in backticks exist, in torch or in a supported Paddle release.

Where the words before say that there is none, "there is no `paddle.relu`", it is enough that
something else is called so.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 notes:
-  - {en: "See `paddle.transposed`.", zh: "参见 `paddle.transposed`。"}
+  - {en: "See `paddle.transpose`.", zh: "参见 `paddle.transpose`。"}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = x.t()
     paddle: result = x.t()
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lint_mappings.subjects import FileSubject, Finding
from mapping_model.categories import Text

SUMMARY = Text("APIs that texts name exist.", "文本中提到的 API 都存在。")
REQUIREMENTS = ("S1",)

# `nn.Linear` and `F.relu` may be of either library.
_NAME = re.compile(r"(?<![\w.\-/])(torch|paddle|nn|F)((?:\.[A-Za-z]\w*){1,9})(?!\w)", re.ASCII)
_SHORT = {"nn": "nn", "F": "nn.functional"}


# Guessing what is meant takes time, and who reads more of them?
_MOST = 50


def check(file: FileSubject) -> Iterator[Finding]:
    """Look every dotted name up; report no more than can be read."""
    yield from islice(_unknown(file), _MOST)


def _unknown(file: FileSubject) -> Iterator[Finding]:
    facts = file.facts
    for span in file.spans:
        for found in _NAME.finditer(span.text):
            root, rest = found.groups()
            names = [found[0]]
            if root in _SHORT:
                names = [f"{library}.{_SHORT[root]}{rest}" for library in ("torch", "paddle")]
            denied = span.denied and rest.rpartition(".")[2] in facts.names
            if denied or any(map(facts.names.has, names)):
                continue
            libraries = [facts.library(name.partition(".")[0]) for name in names]
            titles = " or ".join(library.title for library in libraries)
            guesses = (lib.guess(name) for lib, name in zip(libraries, names, strict=True))
            yield file.in_sentence(
                span.sentence,
                span.start + found.start(),
                f"There is no `{found[0]}` in {titles}.{next(filter(None, guesses), '')}",
                "Write the full name of an API.",
            )
