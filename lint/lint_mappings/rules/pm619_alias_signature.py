"""An alias takes the parameters of the API that it is another name of.

Names that take different parameters are two APIs, and each needs its entry.

Bad (`-`) and good (`+`):

```diff
-torch: torch.clip
+torch: torch.absolute
 alias_of: torch.abs
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import EntrySubject, Finding
from mapping_model.categories import Text

SUMMARY = Text(
    "An alias takes the parameters of what it is an alias of.", "别名与其所指 API 的参数相同。"
)


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Compare the signatures of both names."""
    target = entry.entry.alias_of
    here = entry.facts.torch.get(entry.entry.torch)
    # A target without an entry, or one that is an alias itself, is PM204.
    meant = entry.facts.corpus.entries.get(target or "")
    known = meant is not None and meant.alias_of is None
    there = entry.facts.torch.get(target) if target is not None and known else None
    if here is None or there is None or not here.signatures or not there.signatures:
        return
    if {s.names for s in here.signatures} != {s.names for s in there.signatures}:
        theirs = " or ".join(f"`{s.text}`" for s in there.signatures)
        yield entry.finding(
            f"`{target}` takes other parameters: {theirs}.",
            "alias_of",
            hint="Name the API that it is another name of, or write the whole entry.",
        )
