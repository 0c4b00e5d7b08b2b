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
    side = variant.torch
    if side.api is None or not (side.attribute or side.signature):
        return
    rows = [row.torch for row in variant.rows if row.torch is not None]
    for index, row in enumerate(variant.rows):
        name = row.torch
        if name is None or side.get(name) is not None:
            continue
        if side.open and not name.startswith("*") and side.meant(name, rows) is None:
            continue
        yield variant.finding(
            _message(side, name, rows), "params", index, "torch", hint=_hint(side)
        )


def _message(side: Side, name: str, rows: list[str]) -> str:
    api = side.name
    if side.signature is None:
        return f"`{api}` is an attribute and has no parameter `{name}`."
    for overload in side.overloads:
        if name in overload.names:
            return (
                f"`{name}` belongs to another overload, `{overload.text}`, than the other rows, "
                f"`{side.signature.text}`."
            )
    if name in ("self", "input") and side.api is not None and side.api.kind == "method":
        return f"`{name}`, the tensor that `{api}` is called on, has no row."
    meant = side.meant(name, rows)
    return f"`{api}` has no parameter `{name}`.{f' Did you mean `{meant}`?' if meant else ''}"


def _hint(side: Side) -> str:
    if side.api is None or side.signature is None:
        return "Remove the row."
    others = [s.text for s in side.api.signatures]
    return f"The signature is `{'` or `'.join(others)}`."
