"""The path of an entry follows from the name of its API, so that everybody finds it.

The folder is the owner of the API, the file its full name with `.yaml`. Where two names differ
only in case, the capitalised one ends in `-capital`.

Bad (`-`) and good (`+`):

```diff
-# mappings/torch.Tensor/t.yaml
+# mappings/torch.Tensor/torch.Tensor.t.yaml
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = x.t()
     paddle: result = x.t()
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import EntrySubject, Finding
from mapping_model.categories import Text
from mapping_model.naming import file_of

SUMMARY = Text(
    "The path of an entry follows from the name of its API.",
    "条目的路径由 API 名称决定。",
)


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Compare the path with the one that the name gives."""
    api = entry.entry.torch
    expected = f"{entry.facts.corpus.root.name}/{file_of(api)}"
    # Where that file exists too, this one is a duplicate, which is PM202.
    if entry.document.name != expected and expected not in entry.facts.corpus.documents:
        yield entry.finding(
            f"The entry of `{api}` belongs in {expected}.",
            "torch",
            hint=f"Move the file: git mv {entry.document.name} {expected}",
        )
    other = entry.facts.same_path(api)
    if other is not None:
        yield entry.finding(
            f"The paths of `{api}` and `{other}` differ only in case, which macOS and Windows "
            "do not tell apart.",
            "torch",
            hint="Add the capitalised name to CASE_TIES in mapping_model/naming.py.",
        )
