"""Every example has a recorded result, so that its page can say what running it has shown.

Looked at only where `mappings/results` holds results at all, and only on the newest release.

Bad (`-`) and good (`+`):

```yaml
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
```

```diff
 # mappings/results/paddle-3.3.1.json
 {
   "format": 1, "torch": "2.13.0", "paddle": "3.3.1", "python": "3.11.7", "date": "2026-11-21",
-  "entries": {}
+  "entries": {
+    "torch.abs": {"1": {"outcome": "equal", "hash": "10640b14330a"}}
+  }
 }
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from lint_mappings.subjects.recorded_results import command, newest_result
from mapping_model.categories import Text

SUMMARY = Text("Every example has a recorded result.", "每个示例都有运行结果记录。")
REQUIREMENTS = ("X4",)


def check(example: ExampleSubject) -> Iterator[Finding]:
    """Look for the result on the newest release."""
    if example.facts.results is not None and newest_result(example) is None:
        yield example.finding(
            f"The example has no result on Paddle {example.facts.results.paddle}.",
            hint=f"Run: {command(example)}",
        )
