"""No record of probes is older than its entry.

A record of probes says what became of inputs that nobody chose. It is tied to the mapping, its
examples and its limits by a hash, and to the way of probing by a number; when they change, it says
nothing about the entry any more. Entries that were never probed have no record, which is no
problem.

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
 # mappings/probes/torch/torch.abs.json
 {
 "3.3.1": {"inputs": 9, "equal": 9,
-  "digest": "000000000000",
+  "digest": "07ca0650c65b",
   "run": "2.13.0 3.11.7 1", "dtypes": {"taken": ["float32"]}}
 }
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import EntrySubject, Finding
from lint_mappings.subjects.recorded_probes import current_probes, probes_of
from mapping_model.categories import Text
from mapping_model.probes import BrokenProbes

SUMMARY = Text(
    "Records of probes belong to the entries as they are.", "探测记录与条目的当前内容一致。"
)
REQUIREMENTS = ("X4",)


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Compare the hash of the record with that of the entry."""
    command = f"verify-mappings probe {entry.entry.torch} --write"
    record = probes_of(entry)
    if isinstance(record, BrokenProbes):
        yield entry.finding(
            f"{record.reason}.", hint=f"Restore it with git, or delete it and run: {command}"
        )
        return
    stale = [release for release in record if release not in current_probes(entry)]
    if stale:
        on = f"{command} --paddle {' '.join(stale)}"
        yield entry.finding("The entry has changed since it was probed.", hint=f"Run: {on}")
