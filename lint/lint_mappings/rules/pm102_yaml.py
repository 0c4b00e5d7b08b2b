"""The file must be YAML: one document of keys and values, indented with spaces.

The commonest slip is a text with a colon in it, or one that begins with a backtick, without
quotes around it.

Bad:

```yaml
torch: torch.absolute
alias_of: `torch.abs`
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
from mapping_model.reading import NOT_YAML

CODE = NOT_YAML
NAME = "yaml"
SUMMARY = Text("Every file is valid YAML.", "每个文件都是合法的 YAML。")
REQUIREMENTS = ()
SCOPE = "file"


def check(file: FileSubject) -> Iterator[Problem]:
    """What the reader has found."""
    yield from file.found_by_reader(CODE)
