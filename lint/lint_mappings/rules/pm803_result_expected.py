"""On the newest release every example gives what it claims.

That is the same result on both sides, unless the example expects something else (`raises`,
`expect: differs`). An older release may well differ; the page then says so. So may a kind of
processors, such as those without AVX-512, where a limit of the entry says so (`processor`).

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
-"3.3.1": {"outcome": "differs", "as_expected": false,
-  "hash": "719dc66cee3c 4afc6d39", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
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

SUMMARY = Text(
    "On the newest release every example gives what it claims.",
    "在最新版本上，每个示例的运行结果都符合预期。",
)
REQUIREMENTS = ("X4",)


def check(example: ExampleSubject) -> Iterator[Finding]:
    """Report a result that is not as expected; a stale one is PM802."""
    result = newest_result(example)
    if result is None or not result.is_of(example.hash):
        return
    for line in (result, *result.elsewhere):
        if line.as_expected:
            continue
        detail = f" ({line.detail})" if line.detail else ""
        where = "" if line is result else f" {line.stamp.processors[0].said.en}"
        limit = "" if line is result else ", or state a limit with `processor`"
        yield example.finding(
            f"Running the example{where} did not give what it claims: "
            f"{line.outcome.value}{detail}.",
            hint=f"Fix it{limit}, then run: {command(example)}",
        )
