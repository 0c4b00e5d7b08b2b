"""The torch API of an entry exists in the torch release that mappings are written for.

Bad (`-`) and good (`+`):

```diff
-torch: torch.absolut
+torch: torch.absolute
 alias_of: torch.abs
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import EntrySubject, Finding
from mapping_model.categories import Text

SUMMARY = Text("The torch API exists.", "torch API 存在。")
REQUIREMENTS = ("C7",)


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Look the name up."""
    torch, api = entry.facts.torch, entry.entry.torch
    if api not in torch:
        yield entry.finding(
            f"{torch.title} has no `{api}`.{torch.guess(api)}",
            "torch",
            hint="Write the full public name, as torch's documentation does.",
        )
