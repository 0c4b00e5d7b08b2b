"""The torch API of an entry exists in the torch release that mappings are written for.

Bad:

```yaml
torch: torch.absolut
alias_of: torch.abs
```

Good:

```yaml
torch: torch.absolute
alias_of: torch.abs
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects.finding import Finding
from lint_mappings.subjects.subject import EntrySubject
from mapping_model.categories import Text

CODE = "PM601"
NAME = "torch-api"
SUMMARY = Text("The torch API exists.", "torch API 存在。")
REQUIREMENTS = ("C7",)
SCOPE = "entry"


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Look the name up."""
    torch, api = entry.facts.torch, entry.entry.torch
    if api not in torch:
        yield entry.finding(
            f"torch {torch.version} has no `{api}`.{torch.guess(api)}",
            "torch",
            hint="Write the full public name, as torch's documentation does.",
        )
