"""In Chinese texts a space stands between Chinese characters and Latin letters, digits or code.

No space stands beside full-width punctuation.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 notes:
-  - {en: "A view is returned.", zh: "返回Tensor 的视图。"}
+  - {en: "A view is returned.", zh: "返回 Tensor 的视图。"}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = x.t()
     paddle: result = x.t()
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lint_mappings.subjects import FileSubject, Fixable
from mapping_model.categories import Text

SUMMARY = Text(
    "In Chinese texts a space stands between Chinese and Latin, digits or code.",
    "中文与拉丁字母、数字或代码之间有空格。",
)
SEVERITY = "warning"

_TOUCHING = re.compile(r"[\u3400-\u9fff](?=[A-Za-z0-9`])|[A-Za-z0-9`](?=[\u3400-\u9fff])")


def check(file: FileSubject) -> Iterator[Fixable]:
    """Find characters of both kinds side by side."""
    if not _TOUCHING.search(file.bare["zh"]):
        return
    for sentence in file.sentences:
        if sentence.language != "zh" or sentence.bare.count("`") % 2:
            continue
        for found in _TOUCHING.finditer(sentence.bare):
            index = found.start()
            pair = sentence.text[index : index + 2]
            yield file.in_sentence(
                sentence,
                index + 1,
                f"A space is missing in `{pair}`."
                if "`" not in pair
                else "A space is missing beside the backtick.",
                "Put one between Chinese and Latin letters, digits or backticks.",
                (index + 1, index + 1, " "),
            )
