"""A text under `zh` is Chinese; one under `en` has no Chinese characters or punctuation.

Often one was copied to the other and never translated.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 notes:
-  - {en: "A view is returned.", zh: "A view is returned。"}
+  - {en: "A view is returned.", zh: "返回视图。"}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = x.t()
     paddle: result = x.t()
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lint_mappings.subjects import FileSubject, Finding
from mapping_model.categories import Text

SUMMARY = Text(
    "Chinese texts are Chinese and English texts English.", "中文文本是中文，英文文本是英文。"
)

IDEOGRAPH = re.compile(r"[\u3400-\u9fff]")
CHINESE = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff01-\uff5e]")
_LATIN = re.compile(r"[A-Za-z]")
_CODE = re.compile(r"`[^`]*`")


def check(file: FileSubject) -> Iterator[Finding]:
    """Look for letters of the wrong language, or for lack of those of the right one."""
    for sentence in file.sentences:
        if sentence.language == "en":
            found = CHINESE.search(sentence.text)
            if found:
                yield file.in_sentence(
                    sentence,
                    found.start(),
                    f"The English text has `{found[0]}` in it.",
                    "Write it in English, with half-width punctuation.",
                )
        elif not IDEOGRAPH.search(sentence.bare) and _LATIN.search(_CODE.sub("", sentence.bare)):
            yield file.in_sentence(
                sentence, 0, "The Chinese text is not in Chinese.", "Translate it."
            )
