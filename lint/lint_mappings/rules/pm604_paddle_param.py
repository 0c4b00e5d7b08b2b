"""Every parameter named on the Paddle side exists in the newest supported release.

The table names parameters as the signature does. Other keywords that Paddle accepts for the same
parameter (`dim` for `axis`) are shown on the page by themselves.

Bad (`-`) and good (`+`):

```diff
 torch: torch.maximum
 paddle: paddle.maximum
 category: renamed-params
 params:
   - {torch: input, paddle: x}
-  - {torch: other, paddle: yy}
+  - {torch: other, paddle: y}
   - {torch: out, paddle: out}
 examples:
   - inputs: {x: "float32[3]", y: "float32[3]"}
     torch: result = torch.maximum(x, y)
     paddle: result = paddle.maximum(x, y)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.rules.signatures_of_sides import unknown_parameters
from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Category, Text
from mapping_model.entry import Newer
from mapping_model.sides import Side, best_overload
from mapping_model.snapshots import Snapshot

SUMMARY = Text(
    "Every Paddle parameter of the table exists.",
    "参数表中的 Paddle 参数都存在。",
)
REQUIREMENTS = ("P2",)

_WITHOUT_TARGET = (Category.COMPOSITE, Category.CONTEXT_CHANGE)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look every Paddle name up in the signature."""
    if variant.variant.category in _WITHOUT_TARGET and variant.variant.paddle is None:
        yield from _without_target(variant)

    def explain(side: Side, name: str) -> str | None:
        return _explain(side, name, variant.facts.releases)

    yield from unknown_parameters(variant, "paddle", explain)
    for index, newer in enumerate(variant.variant.newer):
        yield from _of_newer(variant, newer, "newer", index, "params")


def _of_newer(variant: VariantSubject, newer: Newer, *steps: str | int) -> Iterator[Finding]:
    """The rows of a newer target are some of the main ones, with its own parameters or keywords."""
    known = {row.torch for row in variant.rows}
    api = variant.facts.paddle.get(newer.paddle)
    for index, row in enumerate(newer.params):
        if row.torch not in known:
            yield variant.finding(
                f"The variant has no row `{row.torch or '~'}`.",
                *(*steps, index, "torch"),
                hint=f"It has {', '.join(f'`{name}`' for name in known if name)}.",
            )
        side = Side(api, best_overload(api, [row.paddle or ""]))
        if api is not None and row.paddle is not None and side.taking(row.paddle) is None:
            yield variant.finding(
                f"`{newer.paddle}` has no parameter `{row.paddle}`.",
                *(*steps, index, "paddle"),
                hint=f"The signature is `{'` or `'.join(s.text for s in api.signatures)}`.",
            )


def _without_target(variant: VariantSubject) -> Iterator[Finding]:
    named = {i: f"`{row.paddle}`" for i, row in enumerate(variant.rows) if row.paddle is not None}
    if named:
        what = "is a parameter" if len(named) == 1 else "are parameters"
        yield variant.finding(
            f"No counterpart is named, so {', '.join(named.values())} {what} of nothing.",
            *("params", min(named), "paddle"),
            hint="Name the counterpart under `paddle`, or write `paddle: ~` and an `action`.",
        )


def _explain(side: Side, name: str, releases: dict[str, Snapshot]) -> str | None:
    api = side.name
    canonical = side.canonical(name)
    if canonical is not None:
        return f"`{api}` accepts the keyword `{name}`, but its signature calls it `{canonical}`."
    if any(name in overload.names for overload in side.overloads):
        return (
            f"`{name}` belongs to another overload of `{api}` than the other rows, `{side.text}`."
        )
    for version, release in reversed(releases.items()):
        older = release.get(api)
        if older is not None and any(name in s.names for s in older.signatures):
            return f"`{api}` has no parameter `{name}` any more; Paddle {version} still had it."
    return None
