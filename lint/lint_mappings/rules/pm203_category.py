"""The written category is the one that the entry's own rows lead to.

Of several that fit, the one furthest down in this list wins: `same-params`, `renamed-params` (a
row with two names), `paddle-more-params` (a row that only Paddle has), `different-defaults` (a row
with `set` on both sides), `torch-more-params` (a row that only PyTorch has), `params-differ` (a row
on both sides with an `action`, or `returns`). An entry with variants has the highest of theirs.

Learning rate schedulers, initialisers and gradient clipping act on an optimizer, a tensor or
gradients; in Paddle they are passed to the optimizer or the layer. So they are `context-change`,
unless they are in a higher category. What only returns a number, as
`torch.nn.init.calculate_gain` does, changes nothing.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
-category: same-params
+category: renamed-params
 params:
   - {torch: input, paddle: x}
   - {torch: out, paddle: out}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.fixes.making import replace
from lint_mappings.subjects import EntrySubject, Finding, Fixable, VariantSubject
from mapping_model.categories import Category, Text
from mapping_model.differences import RowKind, derive_category, highest, needed_keys, row_kind
from mapping_model.entry import Variant

SUMMARY = Text(
    "The written category is the one that the rows lead to.",
    "所写的分类与参数行推导出的分类一致。",
)
REQUIREMENTS = ("C1", "C2")

# These change other places of the code too.
CONTEXT_FAMILIES = ("torch.optim.lr_scheduler.", "torch.nn.init.", "torch.nn.utils.clip")
_REASONS = {
    RowKind.SAME: "the rows are the same on both sides",
    RowKind.RENAMED: "the row `{0}` has another name in Paddle",
    RowKind.PADDLE_ONLY: "the row `{0}` exists only in Paddle",
    RowKind.DEFAULT_DIFFERS: "the row `{0}` says with `set` that the defaults differ",
    RowKind.TORCH_ONLY: "the row `{0}` exists only in PyTorch",
    RowKind.DIFFERS: "the row `{0}` says with `action` that the parameter differs",
}


def check(entry: EntrySubject) -> Iterator[Fixable]:
    """Derive the category of each variant, then that of the entry."""
    yield from _of_family(entry)
    for variant in entry.variants:
        yield from _variant(variant)
    if len(entry.variants) < 2:
        return
    top, written = highest(v.variant.category for v in entry.variants), entry.entry.category
    if written is not None and written is not top:
        number = [v.variant.category for v in entry.variants].index(top) + 1
        yield entry.finding(
            f"The category is `{written.value}`, but variant {number} is in a higher "
            f"one, `{top.value}`."
            if top.rank > written.rank
            else f"The category is `{written.value}`, but the highest of the "
            f"variants' is `{top.value}`.",
            "category",
            hint=f"Write `category: {top.value}`.",
            fix=replace(entry.document, ("category",), top.value),
        )


def _of_family(entry: EntrySubject) -> Iterator[Finding]:
    """Hold the category of what changes other code against the rank of context changes."""
    name, category = entry.entry.torch, entry.entry.category
    family = next(filter(name.startswith, CONTEXT_FAMILIES), None)
    if category is None or family is None or category.rank >= Category.CONTEXT_CHANGE.rank:
        return
    api = entry.facts.torch.get(name)
    # An initialiser fills a `tensor`; what takes none only computes a number.
    fills = api is None or any("tensor" in signature.names for signature in api.signatures)
    if fills or family != "torch.nn.init.":
        yield entry.finding(
            f"`{family}*` changes other places of the code, so it is `context-change`, not "
            f"`{category.value}`.",
            "category",
            hint="Write `category: context-change`, and under `context` what else must change.",
        )


def _variant(subject: VariantSubject) -> Iterator[Finding]:
    variant = subject.variant
    derived = derive_category(variant)
    # Keys that fit no such category are PM206; a table too many or too few is PM307.
    if not (variant.category.one_to_one and derived.one_to_one):
        return
    one_is_empty = (derived is Category.NO_PARAMS) != (variant.category is Category.NO_PARAMS)
    if one_is_empty and variant.returns is None:
        return
    if derived is not variant.category:
        lacking = [key for key in needed_keys(derived) if getattr(variant, key) is None]
        too = "".join(f" and the key `{key}`, which it needs" for key in lacking)
        fix = replace(subject.document, (*subject.path, "category"), derived.value)
        yield subject.finding(
            f"The category is `{variant.category.value}`, but {_reason(variant)}: "
            f"`{derived.value}`.",
            "category",
            hint=f"Write `category: {derived.value}`{too}, or fix the row.",
            fix=None if lacking else fix,
        )


def _reason(variant: Variant) -> str:
    if variant.returns is not None:
        return "`returns` says that the return value differs"
    row = max(variant.params, key=row_kind)
    return _REASONS[row_kind(row)].format(row.torch or row.paddle)
