"""The torch code of every example calls the API that the entry is about, or an alias of it.

A function or class is named in full (`torch.nn.Linear`), a method or attribute by what follows the
dot (`x.t()`).

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 examples:
   - inputs: {x: "float32[2, 3]"}
-    torch: result = x.T
+    torch: result = x.t()
     paddle: result = x.t()
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import EntrySubject, Finding
from mapping_model.categories import Text

SUMMARY = Text(
    "The torch code of an example uses the entry's API.",
    "示例的 torch 代码用到该条目的 API。",
)
REQUIREMENTS = ("X2",)


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Look for the API in every example."""
    api = entry.entry.torch
    for variant in entry.variants:
        for example in variant.examples:
            uses, member = example.torch.uses, entry.is_member
            if example.torch.error is None and not any(
                uses.of(name, member=member) for name in (api, *entry.facts.aliases(api))
            ):
                yield example.finding(
                    f"The torch code does not use `{api}`.",
                    "torch",
                    hint="Show the API of the entry itself, and as little else as possible.",
                )
