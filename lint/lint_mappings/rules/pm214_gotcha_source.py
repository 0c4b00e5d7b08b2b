"""A gotcha names the documents that claim it: those of `mappings/claims.yaml` that lead to it.

Readers who come from such a document find the gotcha by it, and see whom it contradicts.

Bad (`-`) and good (`+`):

```diff
 # mappings/gotchas/seed-of-loader.yaml
 id: seed-of-loader
 title: {en: "One seed is not enough.", zh: "一个种子并不够。"}
 topic: data
-source: [port-note]
+source: [porting-notes]
 text: {en: "Seed NumPy too.", zh: "请同时固定 NumPy 的种子。"}
```

```yaml
# mappings/claims.yaml
porting-notes:
  title: {en: "Notes on a port.", zh: "迁移笔记。"}
  claims:
    - says: {en: "One seed fixes all.", zh: "一个种子即可固定全部随机性。"}
      at: "3"
      verdict: unchecked
      gotcha: seed-of-loader
      why: {en: "It takes several cards.", zh: "需要多张卡。"}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, GotchaSubject
from mapping_model.categories import Text
from mapping_model.problems import did_you_mean

SUMMARY = Text(
    "A gotcha names the documents whose claims lead to it, and no others.",
    "陷阱标明哪些公开文档的说法指向它，不多也不少。",
)


def check(gotcha: GotchaSubject) -> Iterator[Finding]:
    """Hold its sources against the claims."""
    known, id_ = gotcha.facts.corpus.claims, gotcha.gotcha.id
    for index, source in enumerate(gotcha.gotcha.source):
        if source not in known:
            message = f"There is no document `{source}`.{did_you_mean(source, known)}"
            hint = "Fix the id, or add the document to mappings/claims.yaml."
            yield gotcha.finding(message, "source", index, hint=hint)
        elif all(claim.gotcha != id_ for claim in known[source].claims):
            message = f"No claim of `{source}` leads to this gotcha."
            hint = "Remove it, or add the claim to mappings/claims.yaml."
            yield gotcha.finding(message, "source", index, hint=hint)
    for source, document in known.items():
        leads_here = any(claim.gotcha == id_ for claim in document.claims)
        if leads_here and source not in gotcha.gotcha.source:
            message = f"`{source}` claims something that this gotcha settles."
            yield gotcha.finding(message, "id", hint=f"Add `{source}` to its `source`.")
