"""No recorded result is older than its example, or than the mapping.

A result is tied to code, inputs and comparison by a hash, to how examples are run and judged by the
number of the harness; when they change, it says nothing about the example any more. A second hash
ties it to the rows, cases and forms of the entry, whose code is run as well.

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
 "1": {
-"3.3.1": {"hash": "000000000000 4afc6d39", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
+"3.3.1": {"hash": "719dc66cee3c 4afc6d39", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
 }
 }
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from lint_mappings.subjects.recorded_results import command, newest_result
from mapping_model.categories import Text
from mapping_model.outcomes import Outcome
from mapping_model.results import HARNESS, Result

SUMMARY = Text(
    "Recorded results belong to the examples as they are.", "运行结果记录与示例的当前内容一致。"
)
REQUIREMENTS = ("X4",)


def check(example: ExampleSubject) -> Iterator[Finding]:
    """Compare the hash of the result with that of the example."""
    result = newest_result(example)
    if result is None:
        return
    changed = next(filter(None, (_changed(example, r) for r in (result, *result.elsewhere))), None)
    if changed is None:
        return
    yield example.finding(
        f"The {changed} has changed since its result was recorded.",
        hint=f"Run: {command(example)}",
    )


def _changed(example: ExampleSubject, result: Result) -> str | None:
    """What is no longer as it was when a result was recorded."""
    if result.hash != example.hash:
        return "example"
    if result.stamp.harness != HARNESS:
        return "way of running examples"
    if result.outcome is not Outcome.NOT_EXECUTABLE and result.mapping != _mapping(example):
        return "mapping"
    return None


def _mapping(example: ExampleSubject) -> str | None:
    """The hash of the mapping that examples of an entry are held against; gotchas have none."""
    return example.variant.entry.hash if example.variant else None
