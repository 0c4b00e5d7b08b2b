"""The category, held against the rows and the signatures."""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.fixes.making import replace
from lint_mappings.rules.rule import rule
from lint_mappings.subjects import EntrySubject, Finding, VariantSubject
from mapping_model.categories import Category
from mapping_model.differences import RowKind, derive_category, highest, needed_keys, row_kind
from mapping_model.entry import Variant

# These change other places of the code too.
CONTEXT_FAMILIES = ("torch.optim.lr_scheduler.", "torch.nn.init.", "torch.nn.utils.clip")
_REASONS = {
    RowKind.SAME: "the rows are the same on both sides",
    RowKind.RENAMED: "the row `{0}` has another name in Paddle",
    RowKind.PADDLE_ONLY: "the row `{0}` exists only in Paddle",
    RowKind.DEFAULT_DIFFERS: "the row `{0}` gives another default",
    RowKind.TORCH_ONLY: "the row `{0}` exists only in PyTorch",
    RowKind.DIFFERS: "the row `{0}` says that the parameter differs",
}


@rule("PM203", EntrySubject, serves="C1 C2", fixable=True)
def category(entry: EntrySubject) -> Iterator[Finding]:
    """The written category is the one that the rows lead to.
    所写的分类与参数行推导出的分类一致。

    Of several that fit, the one furthest down in this list wins: `same-params`, `renamed-params` (a
    row with two names), `paddle-more-params` (a row that only Paddle has), `different-defaults` (a
    row on both sides whose `value` is a default), `torch-more-params` (a row that only PyTorch
    has), `params-differ` (a row on both sides with another `value` or `do`, or `returns`). An entry
    with variants has the highest of theirs.

    Learning rate schedulers, initialisers and gradient clipping act on an optimizer, a tensor or
    gradients; in Paddle they are passed to the optimizer or the layer. So they are
    `context-change`, unless they are in a higher category. What only returns a number, as
    `torch.nn.init.calculate_gain` does, changes nothing.

    ```diff
     torch: torch.abs
    -category: same-params
    +category: renamed-params
    ```
    """
    yield from _of_family(entry)
    for variant in entry.variants:
        yield from _variant(variant)
    if len(entry.variants) < 2:
        return
    top, written = highest(v.variant.category for v in entry.variants), entry.entry.category
    if written is not None and written is not top:
        number = [v.variant.category for v in entry.variants].index(top) + 1
        yield entry.at("category").finding(
            f"The category is `{written.value}`, but variant {number} is in a higher "
            f"one, `{top.value}`."
            if top.rank > written.rank
            else f"The category is `{written.value}`, but the highest of the "
            f"variants' is `{top.value}`.",
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
        yield entry.at("category").finding(
            f"`{family}*` changes other places of the code, so it is `context-change`, not "
            f"`{category.value}`.",
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
        yield subject.at("category").finding(
            f"The category is `{variant.category.value}`, but {_reason(variant)}: "
            f"`{derived.value}`.",
            hint=f"Write `category: {derived.value}`{too}, or fix the row.",
            fix=None if lacking else fix,
        )


def _reason(variant: Variant) -> str:
    if variant.returns is not None:
        return "`returns` says that the return value differs"
    row = max(variant.params, key=row_kind)
    return _REASONS[row_kind(row)].format(row.torch or row.paddle)


@rule("PM307", VariantSubject, serves="P2 P3")
def table(variant: VariantSubject) -> Iterator[Finding]:
    """`no-params` has no parameter table, other one-to-one categories have one.
    `no-params` 没有参数表，其他一一对应的分类都有。

    ```diff
     torch: torch.Tensor.t
    -category: same-params
    +category: no-params
    ```
    """
    category = variant.variant.category
    if not category.one_to_one:
        return
    if category is Category.NO_PARAMS:
        if variant.rows:
            yield variant.at("params").finding(
                "The category is `no-params`, but there is a parameter table.",
                key=True,
                hint="Remove `params`, or write the category that its rows lead to.",
            )
    elif not variant.rows and variant.variant.returns is None:
        yield variant.at("category").finding(
            f"The category is `{category.value}`, but there is no parameter table.",
            hint="Write `params`, one row per parameter; or `category: no-params`.",
        )


@rule("PM615", EntrySubject, serves="P2")
def overloads(entry: EntrySubject) -> Iterator[Finding]:
    """Every overload of the torch API is treated by a variant.
    torch API 的每个重载都有对应的变体。

    `torch.max(input)`, `torch.max(input, dim)` and `torch.max(input, other)` are three; overloads
    that map the same way share a table. Overloads that torch has deprecated need not be treated.

    ```diff
     torch: torch.Tensor.view
    -paddle: paddle.Tensor.view
     category: params-differ
    -text: {en: "`*size` is given differently.", zh: "`*size` 的传入方式不同。"}
    -params:
    -  - torch: "*size"
    -    paddle: shape_or_dtype
    -    do: list
    -    desc: size
    -    text: {en: "A list in Paddle.", zh: "Paddle 中为列表。"}
    -examples:
    -  - param: "*size"
    -    inputs: {x: "float32[2, 3]"}
    -    torch: result = x.view(3, 2)
    -    paddle: result = x.view([3, 2])
    +variants:
    +  - paddle: paddle.Tensor.view
    +    category: params-differ
    +    text: {en: "`*size` is given differently.", zh: "`*size` 的传入方式不同。"}
    +    params:
    +      - torch: "*size"
    +        paddle: shape_or_dtype
    +        do: list
    +        desc: size
    +        text: {en: "A list in Paddle.", zh: "Paddle 中为列表。"}
    +    examples:
    +      - param: "*size"
    +        inputs: {x: "float32[2, 3]"}
    +        torch: result = x.view(3, 2)
    +        paddle: result = x.view([3, 2])
    +  - paddle: paddle.Tensor.view
    +    category: renamed-params
    +    params:
    +      - {torch: dtype, paddle: shape_or_dtype}
    +    examples:
    +      - inputs: {x: "float32[2, 3]"}
    +        torch: result = x.view(torch.int32)
    +        paddle: result = x.view(paddle.int32)
    ```
    """
    api = entry.facts.torch.get(entry.entry.torch)
    tables = [variant for variant in entry.variants if variant.has_table]
    # A variant without a table (a composite) may treat whatever the others do not.
    if api is None or not tables or len(tables) < len(entry.variants):
        return
    rows = {row.torch for variant in tables for row in variant.rows}
    treated = [variant.torch.signature for variant in tables]
    for overload in api.signatures:
        lacking = [name for name in overload.names if name not in rows]
        if overload in treated or not lacking or tables[0].torch.open:
            continue
        names = ", ".join(f"`{name}`" for name in lacking)
        yield entry.at("torch").finding(
            f"The overload `{overload.text}` is not treated; no row names {names}.",
            hint="Write `variants`, one for each overload that maps differently.",
        )
