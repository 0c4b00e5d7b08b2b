"""Every example has a recorded result, so that its page can say what running it has shown.

Looked at only where `mappings/results` holds results at all, and only on the newest release. A
file there that is missing or cannot be read is told once, not for each example.

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
 # mappings/results/torch/torch.abs.json
 {
+"1": {
+"3.3.1": {"hash": "719dc66cee3c 4afc6d39", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
+}
 }
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from lint_mappings.subjects.recorded_results import (
    any_result,
    broken_record,
    command,
    is_first,
    newest_result,
)
from mapping_model.categories import Text
from mapping_model.snapshots import PADDLE

SUMMARY = Text("Every example has a recorded result.", "每个示例都有运行结果记录。")
REQUIREMENTS = ("X4",)


def check(example: ExampleSubject) -> Iterator[Finding]:
    """Look for the result on the newest release."""
    if not example.facts.has_records:
        return
    if trouble := broken_record(example):
        if is_first(example):
            hint = f"Restore it with git, or delete it and run: {command(example)}"
            yield example.finding(f"{trouble}.", hint=hint)
    elif newest_result(example) is None:
        alone = any_result(example)
        if alone or is_first(example):
            which = "The example has" if alone else "The examples of this file have"
            message = f"{which} no result on Paddle {PADDLE[-1]}."
            yield example.finding(message, hint=f"Run: {command(example)}")
