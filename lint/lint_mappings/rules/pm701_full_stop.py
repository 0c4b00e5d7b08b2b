"""Every text ends with a full stop, `.` in English and `。` in Chinese, titles too.

Texts are joined to longer remarks, which would run into each other without it.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 notes:
-  - {en: "A view is returned", zh: "返回视图。"}
+  - {en: "A view is returned.", zh: "返回视图。"}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = x.t()
     paddle: result = x.t()
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import FileSubject, Fixable
from mapping_model.categories import Text

SUMMARY = Text("Every text ends with a full stop.", "每段文字都以句号结尾。")
REQUIREMENTS = ("P9",)
SEVERITY = "warning"

_STOPS = {"en": ".", "zh": "。"}


def check(file: FileSubject) -> Iterator[Fixable]:
    """Look at the last character of every text."""
    for sentence in file.sentences:
        stop = _STOPS[sentence.language]
        text = sentence.text.rstrip()
        if not text.endswith(stop):
            yield file.in_sentence(
                sentence,
                max(0, len(text) - 1),
                f"The text does not end with `{stop}`.",
                f"End it with `{stop}`.",
                _fix(text, stop),
            )


def _fix(text: str, stop: str) -> tuple[int, int, str] | None:
    """Add the stop, or put it in the place of the other language's; after other marks, ask."""
    end = len(text)
    if text.endswith(tuple(_STOPS.values())):
        return end - 1, end, stop
    return (end, end, stop) if text and (text[-1].isalnum() or text[-1] in "`)）") else None
