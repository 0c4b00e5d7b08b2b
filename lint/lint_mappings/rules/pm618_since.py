"""A text that says from which release on an API exists is right about it.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 notes:
-  - {en: "`paddle.compat.sort` exists from 3.0 on.", zh: "`paddle.compat.sort` 自 3.0 起提供。"}
+  - {en: "`paddle.compat.sort` exists from 3.2 on.", zh: "`paddle.compat.sort` 自 3.2 起提供。"}
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
from mapping_model.since import target_since

SUMMARY = Text(
    "Texts are right about the release from which on an API exists.",
    "文本中 API 的起始版本与实际一致。",
)

_API = r"`(paddle(?:\.\w+)+)(?:\(\))?`"
_VERSION = r"(\d+\.\d+(?:\.\d+)?)"
_CLAIMS = {
    "en": re.compile(rf"{_API},? (?:exists|is there) (?:only )?(?:from|since) {_VERSION}"),
    "zh": re.compile(rf"{_API} ?自 {_VERSION} 起"),
}


def check(file: FileSubject) -> Iterator[Finding]:
    """Hold each claim against the snapshots of all supported releases."""
    for sentence in file.sentences:
        if "paddle." not in sentence.text:
            continue
        for found in _CLAIMS[sentence.language].finditer(sentence.text):
            since = target_since(file.facts.releases, found[1])
            if since is not None and not f"{since}.".startswith(f"{found[2]}."):
                yield file.in_sentence(
                    sentence,
                    found.start(2),
                    f"`{found[1]}` is there from {since} on, not from {found[2]} on.",
                    f"Write {since}.",
                )
