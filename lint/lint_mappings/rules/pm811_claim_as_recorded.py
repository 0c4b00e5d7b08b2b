"""The verdict on a claim is what runs have shown, on each release.

A claim holds on a release where the examples in `shown` come out as written there, those in
`refuted` do not, and where Paddle has the names in `has` and none in `lacks`. When a release is
added, this tells which claims it has made true or false.

Bad (`-`) and good (`+`):

```diff
 # mappings/claims.yaml
 porting-notes:
   title: {en: "Notes on a port.", zh: "迁移笔记。"}
   claims:
     - says: {en: "Paddle has no `paddle.abs`.", zh: "Paddle 没有 `paddle.abs`。"}
       at: "3"
-      verdict: holds
+      verdict: never
       entry: torch.abs
       lacks: [paddle.abs]
```

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
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import CorpusSubject, Finding
from lint_mappings.subjects.claims import claims
from mapping_model.categories import Text
from mapping_model.claims import Verdict

SUMMARY = Text(
    "The verdict on a claim is what runs have shown, on each release.",
    "对说法的结论与各版本上的运行结果相符。",
)


def check(subject: CorpusSubject) -> Iterator[Finding]:
    """Hold each verdict against the record and the snapshots."""
    for one in claims(subject.facts):
        if one.claim.verdict is Verdict.UNCHECKED:
            continue
        shown = one.shown()
        wrong = [
            release
            for release, holds in shown.items()
            if holds is not None and holds is not one.claim.holds_on(release)
        ]
        if wrong:
            told = [release for release, holds in shown.items() if holds]
            message = f"The record says otherwise on {', '.join(wrong)}."
            hint = f"There it holds on: {', '.join(told) or 'no release'}."
            yield one.finding(message, "verdict", hint=hint)
