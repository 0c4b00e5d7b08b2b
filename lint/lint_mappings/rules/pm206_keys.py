"""Each category has keys it needs and keys it cannot have.

One to one (`no-params` to `params-differ`) needs `paddle`; `params-differ` and `composite` need a
`summary`, `context-change` needs `context`, `outside-core` needs `outside`, `missing` needs
`missing`. A composite has no single target; a table of it says how each torch parameter is
rewritten. An entry with `variants` writes everything else in them.

Bad (`-`) and good (`+`):

```diff
 torch: torch.addcmul
-paddle: paddle.add
 category: composite
 summary: {en: "Adds a scaled product.", zh: "加上缩放后的乘积。"}
 examples:
   - inputs: {x: "float32[3]"}
     torch: result = torch.addcmul(x, x, x)
     paddle: result = paddle.add(x, x * x)
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lint_mappings.subjects import EntrySubject, Finding, Subject
from mapping_model.categories import Category, Text
from mapping_model.differences import needed_keys

SUMMARY = Text(
    "A category has the keys it needs and no others.",
    "每个分类都写了所需的键，且没有不适用的键。",
)
REQUIREMENTS = ("C1", "C6", "C7", "S2")

_ONE_TO_ONE_LACKS = ("context", "outside", "missing")
_LACKS = {
    Category.COMPOSITE: ("paddle", "returns", "context", "outside", "missing"),
    Category.CONTEXT_CHANGE: ("outside", "missing"),
    Category.OUTSIDE_CORE: ("paddle", "context", "missing"),
    Category.MISSING: (
        *("paddle", "params", "returns", "examples", "newer", "formula", "context", "outside"),
    ),
}
_OF_AN_ENTRY = ("torch", "form_of", "category", "variants", "gotchas")
_WHY = {
    "paddle": "the full name of the counterpart",
    "summary": "a sentence on what differs (params-differ) or what the API computes (composite)",
    "context": "what else in the code must change",
    "outside": "the package, the API in it, and how to install it",
    "missing": "why there is no counterpart, or what people use instead",
}


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Hold the keys of an entry, or of each of its variants, against its category."""
    data = entry.document.data
    if "alias_of" in data:
        return
    if "variants" in data:
        for key in data:
            if key not in _OF_AN_ENTRY:
                yield entry.finding(
                    f"`{key}` stands beside `variants`.",
                    key,
                    key=True,
                    hint="Move it into the variants that it holds for.",
                )
    for variant in entry.variants:
        body = data["variants"][variant.path[-1]] if variant.path else data
        yield from _body(variant, variant.variant.category, body)


def _body(subject: Subject, category: Category, body: dict[str, Any]) -> Iterator[Finding]:
    needs = needed_keys(category)
    for key in needs:
        if key not in body:
            yield subject.finding(
                f"The category `{category.value}` needs the key `{key}`.",
                "category",
                hint=f"Write under `{key}` {_WHY[key]}, or fix the category.",
            )
    for key in _LACKS.get(category, _ONE_TO_ONE_LACKS):
        if key in body:
            yield subject.finding(
                f"The category `{category.value}` has no key `{key}`.",
                key,
                key=True,
                hint=f"Remove `{key}`, or fix the category.",
            )
