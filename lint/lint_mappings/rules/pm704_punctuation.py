"""Chinese texts have full-width punctuation: `，。；：！？（）`, outside of code in backticks.

A point in a number or a name (`3.0`) stays as it is.

Bad:

```yaml
torch: torch.Tensor.t
paddle: paddle.Tensor.t
category: no-params
notes:
  - {en: "A view is returned.", zh: "返回视图, 不复制。"}
examples:
  - inputs: {x: "float32[2, 3]"}
    torch: result = x.t()
    paddle: result = x.t()
```

Good:

```yaml
torch: torch.Tensor.t
paddle: paddle.Tensor.t
category: no-params
notes:
  - {en: "A view is returned.", zh: "返回视图，不复制。"}
examples:
  - inputs: {x: "float32[2, 3]"}
    torch: result = x.t()
    paddle: result = x.t()
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lint_mappings.finding import Finding
from lint_mappings.subjects import FileSubject
from mapping_model.categories import Text

CODE = "PM704"
NAME = "punctuation"
SUMMARY = Text("Chinese texts have full-width punctuation.", "中文文本使用全角标点。")
REQUIREMENTS = ()
SCOPE = "file"

_FULL = {
    ",": "，",
    ".": "。",
    ";": "；",
    ":": "：",
    "!": "！",
    "?": "？",
    "(": "（",
    ")": "）",
    '"': "“”",
}
# Between letters or digits, as in `1,000`, `3.0` or `16:9`, a mark is part of a word.
_HALF = re.compile(r"[;!?()\"]|(?<![A-Za-z0-9])[,.:]|[,.:](?![A-Za-z0-9/])")


def check(file: FileSubject) -> Iterator[Finding]:
    """Find half-width punctuation outside of code."""
    for sentence in file.sentences:
        if sentence.language != "zh":
            continue
        for found in _HALF.finditer(sentence.bare):
            mark = found[0]
            yield file.in_sentence(
                sentence,
                found.start(),
                f"`{mark}` is half-width punctuation.",
                f"Write `{_FULL[mark]}`; code goes in backticks.",
            )
