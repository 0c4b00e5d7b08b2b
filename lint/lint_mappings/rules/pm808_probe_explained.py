"""What probes have found of a mapping is decided.

Where Paddle departs from torch on inputs that probes have tried, readers must know: the mapping is
changed so that it holds there too, or a limit says where it does not. What Paddle refuses for want
of a kernel for the dtype is measured, and needs no limit.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
   - {torch: input, paddle: x}
   - {torch: out, paddle: out}
+limits:
+  - when: some(isnan(input))
+    then: gradient-differs
+    example:
+      inputs: {x: {tensor: [.nan, 0.5]}}
+      torch: result = torch.abs(x)
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```

```diff
 # mappings/probes/torch/torch.abs.json
 {
-"3.3.1": {"inputs": 9, "equal": 8, "digest": "07ca0650c65b", "run": "2.13.0 3.11.7 1",
-  "findings": [
-{"outcome": "gradient-differs", "reason": "x: only torch has NaN", "on": "NaN",
-  "dtypes": ["float32"], "count": 1, "torch": "result = torch.abs(x)",
-  "paddle": "result = paddle.abs(x)", "inputs": {"x": "float32[2] [nan, 0.5]"},
-  "told": "x: 1 of 2 values differ; first at [0]: torch nan, Paddle 0"}
-]}
+"3.3.1": {"inputs": 9, "equal": 8, "digest": "a882f991cac8", "run": "2.13.0 3.11.7 1",
+  "limited": 1, "limits": [[1, 1, 1]]}
 }
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import EntrySubject, Finding
from lint_mappings.subjects.recorded_probes import current_probes
from mapping_model import probes
from mapping_model.categories import Text
from mapping_model.limits.sentences import THEN

SUMMARY = Text(
    "A limit says where probes have found that Paddle departs from torch.",
    "探测发现的差异，均由映射消除或由限制说明。",
)
REQUIREMENTS = ("X4",)


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Look at the classes of findings in the record, each once for all releases."""
    seen: dict[tuple[str, str, str], list[tuple[str, probes.Finding]]] = {}
    for release, probed in current_probes(entry).items():
        for found in probed.findings:
            key = found.outcome.value, found.on, found.reason
            seen.setdefault(key, []).append((release, found))
    hint = "Change the mapping so that it holds there too, or state a limit."
    for classes in seen.values():
        releases = ", ".join(release for release, _ in classes)
        yield entry.finding(f"On Paddle {releases} {_told(classes[0][1])}", hint=hint)


def _told(found: probes.Finding) -> str:
    """What happens, and the smallest call that shows it."""
    on = f" on {found.on}" if found.on else ""
    code = "; ".join(found.torch.split("\n"))
    given = " and ".join(f"{name} = {value}" for name, value in found.inputs.items())
    then = THEN[found.outcome].en
    return f"{then}{on} ({found.count} inputs): `{code}` with {given}: {found.told}."
