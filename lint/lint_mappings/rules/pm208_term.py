"""`term` names a text of the glossary; without that text the row has no description.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
-  - {torch: input, paddle: x, term: inptu}
+  - {torch: input, paddle: x, term: self}
   - {torch: out, paddle: out}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text
from mapping_model.problems import did_you_mean

SUMMARY = Text("Every `term` is a key of the glossary.", "每个 `term` 都是术语表中的键。")


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look every term up."""
    glossary = variant.facts.corpus.glossary
    for index, row in enumerate(variant.rows):
        if row.term is not None and row.term not in glossary:
            yield variant.finding(
                f"The glossary has no `{row.term}`.{did_you_mean(row.term, glossary)}",
                *("params", index, "term"),
                hint="Fix the term, add it to mappings/glossary.yaml, or write `desc`.",
            )
