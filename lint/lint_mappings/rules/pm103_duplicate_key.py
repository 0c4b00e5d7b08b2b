"""A key that stands twice hides one of its two values, and nobody can tell which was meant.

Bad (`-`) and good (`+`):

```diff
 torch: torch.absolute
 alias_of: torch.abs
-alias_of: torch.abs
```
"""

from __future__ import annotations

from mapping_model.categories import Text

SUMMARY = Text("No key stands twice in one mapping.", "同一映射中没有重复的键。")
