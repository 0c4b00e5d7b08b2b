"""Each side uses its own library only; the code of one must be able to do without the other.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = x.t()
-    paddle: result = torch.clone(x).t()
+    paddle: result = x.t()
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from mapping_model.categories import Text

SUMMARY = Text(
    "`torch` is used on the PyTorch side only, `paddle` on the Paddle side only.",
    "`torch` 仅用于 PyTorch 一侧，`paddle` 仅用于 Paddle 一侧。",
)
REQUIREMENTS = ("X2",)

_OTHER = {"torch": "paddle", "paddle": "torch"}


def check(example: ExampleSubject) -> Iterator[Finding]:
    """Report the name of the other library."""
    for code in example.sides:
        other = _OTHER[code.side]
        node = code.loads.get(other)
        if node is not None and other not in code.bound:
            yield example.finding(
                f"`{other}` is used in the code for `{code.side}`.",
                code.side,
                hint=f"Write it with `{code.side}`.",
                offset=code.offset(node),
            )
