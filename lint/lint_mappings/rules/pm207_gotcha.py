"""An entry names gotchas by the ids of their files; an id without a file leads nowhere.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = x.t()
     paddle: result = x.t()
-gotchas: [gather-indices-rank]
+gotchas: [gather-index-rank]
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import EntrySubject, Finding
from mapping_model.categories import Text
from mapping_model.problems import did_you_mean

SUMMARY = Text("Every gotcha that an entry names exists.", "条目引用的陷阱都存在。")


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Look every id up."""
    known = entry.facts.corpus.gotchas
    for index, id_ in enumerate(entry.entry.gotchas):
        if id_ not in known:
            yield entry.finding(
                f"There is no gotcha `{id_}`.{did_you_mean(id_, known)}",
                "gotchas",
                index,
                hint=f"Fix the id, or write mappings/gotchas/{id_}.yaml.",
            )
