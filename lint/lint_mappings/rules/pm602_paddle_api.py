"""The target exists in the newest supported Paddle release; a `newer` one in any that is known.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
-paddle: paddle.absolut
+paddle: paddle.abs
 category: renamed-params
 params:
   - {torch: input, paddle: x}
   - {torch: out, paddle: out}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
-    paddle: result = paddle.absolut(x)
+    paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from lint_mappings.subjects.facts import Facts
from mapping_model.categories import Text

SUMMARY = Text("The Paddle API exists.", "Paddle API 存在。")
REQUIREMENTS = ("C7",)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look the target and every newer one up."""
    facts = variant.facts
    target = variant.variant.paddle
    if target is not None and target not in facts.paddle:
        yield variant.finding(
            _unknown(facts, target),
            "paddle",
            hint="Write the full public name; an API of another package goes under `outside`.",
        )
    for index, newer in enumerate(variant.variant.newer):
        if not any(newer.paddle in release for release in facts.releases.values()):
            yield variant.finding(
                _unknown(facts, newer.paddle),
                *("newer", index, "paddle"),
                hint="Name an API that a supported release has.",
            )


def _unknown(facts: Facts, api: str) -> str:
    since = [version for version, release in facts.releases.items() if api in release]
    if since:
        return f"{facts.paddle.title} has no `{api}`; the last that had it is {since[-1]}."
    return f"{facts.paddle.title} has no `{api}`.{facts.paddle.guess(api)}"
