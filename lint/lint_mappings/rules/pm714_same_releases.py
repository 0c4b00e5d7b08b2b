"""Both languages of a text name the same releases.

A release that is right in one language and wrong in the other is the mistake of a translation that
nobody reads twice.

Bad:

```yaml
torch: torch.abs
paddle: paddle.abs
category: renamed-params
notes:
  - {en: "Up to 3.1.1 it is slower.", zh: "3.0.0 及之前的版本较慢。"}
params:
  - {torch: input, paddle: x}
  - {torch: out, paddle: out}
examples:
  - inputs: {x: "float32[2, 3]"}
    torch: result = torch.abs(x)
    paddle: result = paddle.abs(x)
```

Good:

```yaml
torch: torch.abs
paddle: paddle.abs
category: renamed-params
notes:
  - {en: "Up to 3.1.1 it is slower.", zh: "3.1.1 及之前的版本较慢。"}
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

from lint_mappings.finding import Finding
from lint_mappings.subjects import FileSubject
from mapping_model.categories import Text

CODE = "PM714"
NAME = "same-releases"
SUMMARY = Text(
    "Both languages of a text name the same releases.", "同一文本的中英文提到的版本号相同。"
)
REQUIREMENTS = ()
SCOPE = "file"

_VERSION = re.compile(r"(?<![\w.])\d+\.\d+(?:\.\d+)?(?![\w.]*\d)", re.ASCII)


def check(file: FileSubject) -> Iterator[Finding]:
    """Compare the versions outside of code, text by text."""
    english = {s.path[:-1]: s for s in file.sentences if s.language == "en"}
    for sentence in file.sentences:
        if sentence.language != "zh":
            continue
        theirs = set(_VERSION.findall(english[sentence.path[:-1]].bare))
        for found in _VERSION.finditer(sentence.bare):
            if found[0] not in theirs:
                yield file.in_sentence(
                    sentence,
                    found.start(),
                    f"The English text does not name {found[0]}.",
                    "Name the same releases in both languages.",
                )
        for version in sorted(theirs.difference(_VERSION.findall(sentence.bare))):
            yield file.in_sentence(
                sentence,
                0,
                f"The Chinese text does not name {version}, which the English one does.",
                "Name the same releases in both languages.",
            )
