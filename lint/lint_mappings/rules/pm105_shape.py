"""Files have the shape of their JSON Schema: known keys only, none missing, each of its type.

The schema is the same that an editor uses to complete keys. A text needs both languages, `en`
and `zh`; a row names both sides, with `~` where one has no such parameter. No text, code or key has
more than 5,000 characters.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
-category: no-param
+category: no-params
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = x.t()
     paddle: result = x.t()
```
"""

from __future__ import annotations

from mapping_model.categories import Text

SUMMARY = Text(
    "Every file fits its schema: keys, types, both languages.",
    "每个文件都符合其 schema：键、类型以及中英文两种文本。",
)
REQUIREMENTS = ("C1",)
