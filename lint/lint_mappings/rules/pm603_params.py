"""Every parameter that the table names exists, on either side, and those of a side in one overload.

The table names parameters as the signatures do, of Paddle that of the newest supported release.
Other keywords that Paddle accepts for the same parameter (`dim` for `axis`) are shown on the page
by themselves. Overloads that map differently are `variants`, each with its own table.

Bad (`-`) and good (`+`):

```diff
 torch: torch.maximum
 paddle: paddle.maximum
 category: renamed-params
 params:
-  - {torch: imput, paddle: x, term: input}
-  - {torch: other, paddle: yy}
+  - {torch: input, paddle: x}
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

from lint_mappings.subjects import Finding, VariantSubject
from lint_mappings.subjects.passing import LIBRARIES, Library, bindings
from mapping_model.categories import Category, Text
from mapping_model.entry import Newer
from mapping_model.sides import Side, best_overload
from mapping_model.snapshots import Snapshot

SUMMARY = Text(
    "Every parameter of the table exists, those of a side in one overload.",
    "参数表中的参数都存在，且每一侧的参数属于同一个重载。",
)
REQUIREMENTS = ("P2",)

_WITHOUT_TARGET = (Category.COMPOSITE, Category.CONTEXT_CHANGE)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look every name up in the signature that the rows of its side fit best."""
    if variant.variant.category in _WITHOUT_TARGET and variant.variant.paddle is None:
        yield from _without_target(variant)
    for library in LIBRARIES:
        yield from _unknown(variant, library)
    for index, newer in enumerate(variant.variant.newer):
        yield from _of_newer(variant, newer, "newer", index, "params")


def _unknown(variant: VariantSubject, library: Library) -> Iterator[Finding]:
    side: Side = getattr(variant, library)
    if side.api is None or not (side.attribute or side.signature):
        return
    names = [getattr(row, library) for row in variant.rows]
    rows = [name for name in names if name is not None]
    for index, name in enumerate(names):
        if name is None or side.get(name) is not None:
            continue
        if side.open and not name.startswith("*") and side.meant(name, rows) is None:
            if variant.examples and name not in _by_keyword(variant, library):
                yield variant.finding(
                    f"`{side.name}` takes any keyword, but no example passes `{name}`.",
                    *("params", index, library),
                    hint="Fix the name, or pass it in an example.",
                )
            continue
        if side.signature is None:
            message = f"`{side.name}` is an attribute and has no parameter `{name}`."
            hint = f"Remove the row, or write `{library}: ~`."
        else:
            meant = side.meant(name, rows)
            guess = f" Did you mean `{meant}`?" if meant else ""
            message = (
                _explain(side, name, library, variant.facts.releases)
                or f"`{side.name}` has no parameter `{name}`.{guess}"
            )
            hint = f"The signature is `{'` or `'.join(s.text for s in side.api.signatures)}`."
        yield variant.finding(message, "params", index, library, hint=hint)


def _by_keyword(variant: VariantSubject, library: Library) -> set[str | None]:
    """What the examples pass by keywords that are not in the signature."""
    found = (binding for example in variant.examples for binding in bindings(example, library))
    return {keyword.arg for binding in found for keyword in binding.others}


def _explain(side: Side, name: str, library: Library, releases: dict[str, Snapshot]) -> str | None:
    """More of a name than that there is no such parameter, where more can be said."""
    api = side.name
    canonical = side.canonical(name) if library == "paddle" else None
    if canonical is not None:
        return f"`{api}` accepts the keyword `{name}`, but its signature calls it `{canonical}`."
    for overload in side.overloads:
        if name in overload.names:
            return (
                f"`{name}` belongs to another overload of `{api}`, `{overload.text}`, than the "
                f"other rows, `{side.text}`."
            )
    if library == "torch":
        if name in ("self", "input") and side.api is not None and side.api.kind == "method":
            return f"`{name}`, the tensor that `{api}` is called on, has no row."
        return None
    for version, release in reversed(releases.items()):
        older = release.get(api)
        if older is not None and any(name in s.names for s in older.signatures):
            return f"`{api}` has no parameter `{name}` any more; Paddle {version} still had it."
    return None


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
