"""Texts use the words that the field uses.

Each of these was written before, and a reader stumbled over it: a word for word translation, or a
word of nobody's. A release of which one is supported is named in full: 2.6.2, not 2.6.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 notes:
-  - {en: "It passes over NaN.", zh: "它会静默忽略 NaN。"}
+  - {en: "NaN is ignored.", zh: "它会忽略 NaN，且不报错。"}
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

SUMMARY = Text("Texts use the words that the field uses.", "文本使用业内通行的说法。")
REQUIREMENTS = ("S1",)

# What was written, and what to write instead; before that a part of it, which is quick to look for.
_WORDS = {
    "ruth value": (r"[Tt]ruth values?", "a bool, `True` or `False`"),
    "over NaN": (r"[Pp]ass(?:es|ed|ing)? over NaN", "NaN is ignored"),
    "fraction": (
        r"[Cc]uts? (?:off )?(?:a|the|its) fractions?|fractions? (?:is|are) cut",
        "is truncated",
    ),
    "said by": (r"(?:is|are) said by", "is set by, follows from"),
    " text": (
        r"[Aa] text(?= (?:such|besides|or)\b|; |, | and not)|(?:as|returns) a text",
        "a string",
    ),
    "静默": (r"静默", "不报错"),
    "2.6": (r"(?<![\w.])2\.6(?!\.?\w)", "2.6.2"),
}
_ANY = re.compile("|".join(f"({pattern})" for pattern, _ in _WORDS.values()))
_INSTEAD = tuple(instead for _, instead in _WORDS.values())


def check(file: FileSubject) -> Iterator[Finding]:
    """Look for the words outside of code."""
    if not any(part in file.bare[""] for part in _WORDS):
        return
    for sentence, found in file.matches(_ANY):
        yield file.in_sentence(
            sentence,
            max(0, found.start() - 1),
            f"`{found[0].strip()}` is not the usual wording.",
            f"Write: {_INSTEAD[(found.lastindex or 1) - 1]}.",
        )
