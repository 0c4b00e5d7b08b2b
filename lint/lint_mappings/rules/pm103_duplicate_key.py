"""A key that stands twice hides one of its two values, and nobody can tell which was meant.

Bad:

```yaml
torch: torch.absolute
alias_of: torch.abs
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

from lint_mappings.subjects.subject import FileSubject
from mapping_model.categories import Text
from mapping_model.problems import Problem
from mapping_model.reading import DUPLICATE_KEY

CODE = DUPLICATE_KEY
NAME = "duplicate-key"
SUMMARY = Text("No key stands twice in one mapping.", "同一映射中没有重复的键。")
REQUIREMENTS = ()
SCOPE = "file"


def check(file: FileSubject) -> Iterator[Problem]:
    """What the reader has found."""
    yield from file.found_by_reader(CODE)
