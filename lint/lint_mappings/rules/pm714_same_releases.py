"""Both languages of a text name the same releases.

A release that is right in one language and wrong in the other is the mistake of a translation that
nobody reads twice.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 notes:
-  - {en: "Up to 3.1.1 it is slower.", zh: "3.0.0 及之前的版本较慢。"}
+  - {en: "Up to 3.1.1 it is slower.", zh: "3.1.1 及之前的版本较慢。"}
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
from lint_mappings.subjects.sentences import Sentence
from mapping_model.categories import Text
from mapping_model.snapshots import PADDLE

SUMMARY = Text(
    "Both languages of a text name the same releases.", "同一文本的中英文提到的版本号相同。"
)

# What follows a number in its word is without digits. Looking for one ends at the first, so that a
# text of nothing but numbers takes no longer than others.
_VERSION = re.compile(r"(?<![\w.])\d+\.\d+(?:\.\d+)?(?![A-Za-z_.]*\d)", re.ASCII)
# Most texts have none, which is told faster.
NUMBER = re.compile(r"\d\.\d", re.ASCII)
_HINT = "Name the same releases in both languages."


def check(file: FileSubject) -> Iterator[Finding]:
    """Compare the releases outside of code, text by text."""
    if not NUMBER.search(file.bare[""]):
        return
    english = {s.path[:-1]: s for s in file.sentences if s.language == "en"}
    for sentence in file.sentences:
        if sentence.language != "zh":
            continue
        ours, theirs = _releases(sentence), _releases(english[sentence.path[:-1]])
        for version in sorted(ours.keys() - theirs.keys()):
            yield file.in_sentence(
                sentence, ours[version], f"The English text does not name {version}.", _HINT
            )
        for version in sorted(theirs.keys() - ours.keys()):
            message = f"The Chinese text does not name {version}, which the English one does."
            yield file.in_sentence(sentence, 0, message, _HINT)


def _releases(sentence: Sentence) -> dict[str, int]:
    """The supported Paddle releases that a text names (`3.1` for 3.1.1), each with its place."""
    if not NUMBER.search(sentence.bare):
        return {}
    return {
        found[0]: found.start()
        for found in _VERSION.finditer(sentence.bare)
        if any(f"{release}.".startswith(f"{found[0]}.") for release in PADDLE)
    }
