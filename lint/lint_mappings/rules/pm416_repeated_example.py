"""No example stands twice: the second shows nothing new and is run for nothing.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
   - {torch: input, paddle: x}
   - {torch: out, paddle: out}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
-  - inputs: {x: "float32[2, 3]"}
-    torch: result = torch.abs(x)
-    paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text

SUMMARY = Text("No example stands twice.", "没有重复的示例。")
REQUIREMENTS = ("X3",)
SEVERITY = "warning"


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Compare code and inputs of the examples of one variant."""
    seen: dict[str, int] = {}
    codes = [subject.example.torch.strip() for subject in variant.examples]
    for number, subject in enumerate(variant.examples, 1):
        example = subject.example
        if codes.count(example.torch.strip()) < 2:
            continue  # most, so that few are written out
        content = (example.inputs, example.torch.strip(), example.paddle.strip(), example.param)
        key = json.dumps(content, sort_keys=True, default=str)
        if key in seen:
            yield subject.finding(
                f"The example is the same as example {seen[key]}.",
                hint="Remove it, or show something else.",
            )
        seen.setdefault(key, number)
