"""The file must be YAML: one document of keys and values, indented with spaces.

The commonest slip is a string with a colon in it, or one that begins with a backtick, without
quotes around it.

Bad (`-`) and good (`+`):

```diff
 torch: torch.absolute
-alias_of: `torch.abs`
+alias_of: torch.abs
```
"""

from __future__ import annotations

from mapping_model.categories import Text

SUMMARY = Text("Every file is valid YAML.", "每个文件都是合法的 YAML。")
