"""An alias points at the entry that says everything, directly.

An alias of an alias, of itself or of nothing would leave its readers without an answer.

Bad (`-`) and good (`+`):

```diff
 torch: torch.absolute
-alias_of: torch.absolute
+alias_of: torch.abs
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import EntrySubject, Finding
from mapping_model.categories import Text
from mapping_model.problems import did_you_mean

SUMMARY = Text(
    "An alias points at an entry that is not an alias itself.",
    "别名指向的条目存在，且不是另一个别名。",
)


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Look the target of an alias up."""
    target = entry.entry.alias_of
    if target is None:
        return
    entries = entry.facts.corpus.entries
    if target == entry.entry.torch:
        yield entry.finding(
            f"`{target}` is an alias of itself.",
            "alias_of",
            hint="Name the API that it is another name of, or write the entry.",
        )
    elif target not in entries:
        yield entry.finding(
            f"`{target}` has no entry.{did_you_mean(target, entries, 0.85)}",
            "alias_of",
            hint=f"Write the entry of `{target}`, or the whole entry here.",
        )
    elif entries[target].alias_of is not None:
        final = entries[target].alias_of
        yield entry.finding(
            f"`{target}` is an alias too, of `{final}`.",
            "alias_of",
            hint=f"Write `alias_of: {final}`.",
        )
