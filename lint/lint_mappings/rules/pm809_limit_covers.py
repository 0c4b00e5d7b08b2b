"""A limit covers what departs, and little else.

Of the inputs that probes have tried and that a limit covers, at least nine of ten come out as it
says. What is covered and comes out equal makes readers write more than they need. Inputs that the
limit cannot speak of do not count, see [how inputs are tried](maintainers.md).

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
   - {torch: input, paddle: x}
   - {torch: out, paddle: out}
 limits:
-  - when: floating(input)
+  - when: some(isnan(input))
     then: gradient-differs
     example:
       inputs: {x: {tensor: [.nan, 0.5]}}
       torch: result = torch.abs(x)
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```

```diff
 # mappings/probes/torch/torch.abs.json
 {
 "3.3.1": {"inputs": 9, "equal": 8, "run": "2.13.0 3.11.7 1", "limited": 1,
-  "digest": "ad6d5644b36f", "limits": [[1, 9, 1]]}
+  "digest": "a882f991cac8", "limits": [[1, 1, 1]]}
 }
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import EntrySubject, Finding
from lint_mappings.subjects.recorded_probes import current_probes
from mapping_model.categories import Text
from mapping_model.limits.sharing import placed_limits

SUMMARY = Text(
    "At least nine of ten inputs that a limit covers come out as it says.",
    "限制所涵盖的输入，至少九成的结果与限制所述一致。",
)
REQUIREMENTS = ("X4",)


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Look at what probes have counted of each limit."""
    found: dict[int, list[str]] = {}
    for release, probed in current_probes(entry).items():
        for number, covered, shown in probed.loose_limits:
            found.setdefault(number, []).append(f"{shown} of {covered} on Paddle {release}")
    placed = list(placed_limits(entry.entry, entry.facts.corpus.limits)) if found else []
    for number, told in found.items():
        limit = placed[number - 1]
        yield entry.variants[limit.variant].finding(
            f"Too few of the inputs where `{limit.limit.when}` come out as `{limit.limit.then}`: "
            f"{', '.join(told)}.",
            *("limits", limit.index),
            hint="Make the condition narrower.",
        )
