"""Every parameter named on the torch side exists, and all of one table belong to one overload.

Overloads that map differently are `variants`, each with its own table.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
-  - {torch: imput, paddle: x, term: input}
+  - {torch: input, paddle: x}
   - {torch: out, paddle: out}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.rules.signatures_of_sides import unknown_parameters
from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text
from mapping_model.sides import Side

SUMMARY = Text(
    "Every torch parameter of the table exists, in one overload.",
    "参数表中的 torch 参数都存在，且属于同一个重载。",
)
REQUIREMENTS = ("P2",)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look every torch name up in the overload that the rows fit best."""
    return unknown_parameters(variant, "torch", _explain)


def _explain(side: Side, name: str) -> str | None:
    for overload in side.overloads:
        if name in overload.names:
            return (
                f"`{name}` belongs to another overload, `{overload.text}`, than the other rows, "
                f"`{side.text}`."
            )
    if name in ("self", "input") and side.api is not None and side.api.kind == "method":
        return f"`{name}`, the tensor that `{side.name}` is called on, has no row."
    return None
