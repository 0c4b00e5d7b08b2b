"""A gotcha about an API is named by that API's entry; else its readers never see it.

What counts is the title: if it names, in backticks, torch APIs that have entries, at least one
entry must name the gotcha. A gotcha about no API in particular stands alone.

Bad (`-`) and good (`+`):

```yaml
# mappings/gotchas/abs-of-bool.yaml
id: abs-of-bool
title: {en: "`torch.abs` takes no bools.", zh: "`torch.abs` 不接受布尔值。"}
topic: tensors
text: {en: "Cast first.", zh: "请先转换类型。"}
```

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
+gotchas: [abs-of-bool]
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lint_mappings.subjects import Finding, GotchaSubject
from mapping_model.categories import Text

SUMMARY = Text(
    "A gotcha whose title names an API is named by an entry.",
    "标题提到 API 的陷阱至少被一个条目引用。",
)
SEVERITY = "warning"

_API = re.compile(r"`(torch(?:\.\w+)+)")


def check(gotcha: GotchaSubject) -> Iterator[Finding]:
    """Look for entries of the APIs in the title, and for one that names the gotcha."""
    entries = gotcha.facts.corpus.entries
    about = [api for api in _API.findall(gotcha.gotcha.title.en) if api in entries]
    if about and not any(gotcha.gotcha.id in entry.gotchas for entry in entries.values()):
        yield gotcha.finding(
            f"No entry names this gotcha, though `{about[0]}` has an entry.",
            "id",
            hint=f"Add `gotchas: [{gotcha.gotcha.id}]` to the entry of `{about[0]}`.",
        )
