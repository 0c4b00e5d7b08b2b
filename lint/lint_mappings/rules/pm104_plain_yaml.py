"""Anchors, aliases, tags and deep nesting are left out of the YAML that is accepted.

They make a file hard to follow and can make it explode in memory. Write values out.

Bad:

```yaml
# mappings/torch/torch.absolute.yaml
torch: !!binary dG9yY2guYWJzb2x1dGU=
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
from mapping_model.reading import FORBIDDEN_YAML

CODE = FORBIDDEN_YAML
NAME = "plain-yaml"
SUMMARY = Text(
    "Files use no anchors, aliases or tags and do not nest deeply.",
    "文件不使用锚点、别名和标签，嵌套也不过深。",
)
REQUIREMENTS = ()
SCOPE = "file"


def check(file: FileSubject) -> Iterator[Problem]:
    """What the reader has found."""
    yield from file.found_by_reader(CODE)
