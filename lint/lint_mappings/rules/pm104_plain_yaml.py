"""Anchors, aliases, tags and deep nesting are left out of the YAML that is accepted.

They make a file hard to follow and can make it explode in memory. Write values out.

Bad (`-`) and good (`+`):

```diff
-# mappings/torch/torch.absolute.yaml
-torch: !!binary dG9yY2guYWJzb2x1dGU=
+torch: torch.absolute
 alias_of: torch.abs
```
"""

from __future__ import annotations

from mapping_model.categories import Text

SUMMARY = Text(
    "Files use no anchors, aliases or tags and do not nest deeply.",
    "文件不使用锚点、别名和标签，嵌套也不过深。",
)
