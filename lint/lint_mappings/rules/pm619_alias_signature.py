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
from mapping_model.snapshots import Api

SUMMARY = Text(
    "An alias takes the parameters of what it is an alias of.", "别名与其所指 API 的参数相同。"
)


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Compare the signatures of both names."""
    here, there = both_names(entry)
    if here is None or there is None or takes_the_same(here, there):
        return
    theirs = " or ".join(f"`{s.text}`" for s in there.signatures)
    yield entry.finding(
        f"`{there.name}` takes other parameters: {theirs}.",
        "alias_of",
        hint="Name the API that it is another name of, or write the whole entry.",
    )


def both_names(entry: EntrySubject) -> tuple[Api | None, Api | None]:
    """The API of an alias, and the one that it is said to be; None where there is none.

    A target without an entry, or one that is an alias itself, is PM204.
    """
    facts, target = entry.facts, entry.entry.alias_of
    meant = facts.corpus.entries.get(target or "")
    known = meant is not None and meant.alias_of is None
    return facts.torch.get(entry.entry.torch), facts.torch.get(target or "") if known else None


def takes_the_same(here: Api, there: Api) -> bool:
    """Whether both names take the same parameters, as far as that is known."""
    if not here.signatures or not there.signatures:
        return True
    return {s.names for s in here.signatures} == {s.names for s in there.signatures}
