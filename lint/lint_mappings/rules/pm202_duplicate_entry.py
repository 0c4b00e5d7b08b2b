"""One API has one entry; of two, readers would see only the first.

Bad (`-`) and good (`+`):

```yaml
# mappings/torch/torch.absolute.yaml
torch: torch.absolute
alias_of: torch.abs
```

```diff
-# mappings/torch/torch.absolute.yml
-torch: torch.absolute
-alias_of: torch.abs
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import CorpusSubject, Finding
from mapping_model.categories import Text

SUMMARY = Text("No API has two entries.", "同一 API 没有两个条目。")


def check(subject: CorpusSubject) -> Iterator[Finding]:
    """Report every file for an API after the first."""
    first: dict[str, str] = {}
    for document, entry in subject.corpus.entry_files:
        api = entry.torch
        if api in first:
            message = f"`{api}` already has an entry, {first[api]}."
            yield Finding(document, message, "Merge the two files and delete one.", ("torch",))
        first.setdefault(api, document.name)
