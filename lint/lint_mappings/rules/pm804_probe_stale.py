"""There is a record of probes, and it is no older than its entry.

A record of probes says what became of inputs that nobody chose. It is tied to the mapping, its
examples and its limits by a hash, and to the way of probing by a number; when they change, it says
nothing about the entry any more. Looked at only where `mappings/probes` is there: an entry with
examples has a record for the newest release.

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
from mapping_model.snapshots import PADDLE

SUMMARY = Text(
    "Entries have records of probes, of the entries as they are.",
    "条目有与当前内容一致的探测记录。",
)
REQUIREMENTS = ("X4",)


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Look for the record, and compare its hash with that of the entry."""
    command = f"verify-mappings probe {entry.entry.torch} --write"
    record = probes_of(entry.facts, entry.entry.torch)
    if isinstance(record, BrokenProbes):
        yield entry.finding(
            f"{record.reason}.", hint=f"Restore it with git, or delete it and run: {command}"
        )
        return
    needed = entry.facts.has_probes and any(entry.entry.examples())
    if needed and PADDLE[-1] not in record:
        message = f"The entry has not been probed on Paddle {PADDLE[-1]}."
        yield entry.finding(message, hint=f"Run: {command} --matrix")
    stale = [release for release in record if release not in current_probes(entry)]
    if stale:
        on = f"{command} --paddle {' '.join(stale)}"
        yield entry.finding("The entry has changed since it was probed.", hint=f"Run: {on}")
