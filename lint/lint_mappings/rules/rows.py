"""The rows of the parameter table, without regard to signatures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as having

from lint_mappings.fixes.fix import Fix
from lint_mappings.fixes.making import remove, reorder, replace, together
from lint_mappings.rules.rule import rule
from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.applying.idioms import OUT
from mapping_model.differences import derive_category
from mapping_model.entry import Action, Row
from mapping_model.types import Type


@rule("PM301", VariantSubject, serves="P1", fixable=True)
def row_order(variant: VariantSubject) -> Iterator[Finding]:
    """Rows that only Paddle has come after all of torch's.
    仅 Paddle 有的参数行排在所有 PyTorch 参数行之后。

    ```diff
     torch: torch.gather
     params:
    -  - {paddle: broadcast, value: "False", desc: other}
       - {torch: input, paddle: arr}
       - {torch: dim, paddle: axis}
       - {torch: index, paddle: indices}
       - {torch: sparse_grad, do: drop}
       - {torch: out, paddle: out}
    +  - {paddle: broadcast, value: "False", desc: other}
    ```
    """
    of_torch = [index for index, row in enumerate(variant.rows) if row.torch is not None]
    last = max(of_torch, default=0)
    order = sorted(range(len(variant.rows)), key=lambda index: variant.rows[index].torch is None)
    for index, row in enumerate(variant.rows[:last]):
        if row.torch is None and row.paddle is not None:
            yield variant.at("params", index).finding(
                f"`{row.paddle}`, which only Paddle has, stands before "
                f"`{variant.rows[last].torch}` of PyTorch.",
                hint="Move it behind the last row of PyTorch.",
                fix=reorder(variant.document, (*variant.path, "params"), order),
            )


@rule("PM302", VariantSubject, serves="C4 P2", fixable=True)
def name(variant: VariantSubject) -> Iterator[Finding]:
    """Paddle's `name` has no row.
    Paddle 的 `name` 参数不列出。

    Paddle's `name` is ignored everywhere: it names a node of a graph and never matters for porting.

    ```diff
     torch: torch.abs
    -category: paddle-more-params
    +category: renamed-params
     params:
       - {torch: input, paddle: x}
       - {torch: out, paddle: out}
    -  - {paddle: name, desc: {en: "The name.", zh: "名称。"}}
    ```
    """
    for index, row in enumerate(variant.rows):
        if row.paddle == "name" and row.torch is None:
            yield variant.at("params", index, "paddle").finding(
                "Paddle's `name` is ignored and has no row.",
                hint="Remove the row.",
                fix=_without_row(variant, index),
            )


def _without_row(subject: VariantSubject, index: int) -> Fix | None:
    """Remove the row, and write the category that the others lead to."""
    variant = subject.variant
    rows = (*variant.params[:index], *variant.params[index + 1 :])
    fix = remove(subject.document, (*subject.path, "params", index))
    old, new = derive_category(variant), derive_category(having(variant, params=rows))
    if old is new or old is not variant.category:
        return fix
    if len(subject.entry.variants) > 1:
        return None
    return together(fix, replace(subject.document, (*subject.path, "category"), new.value))


_FLAGS = {"requires_grad": "gradient", "pin_memory": "pinned"}
_REDUCING = ("size_average", "reduce")


@rule("PM303", VariantSubject, serves="P7")
def torch_only_action(variant: VariantSubject) -> Iterator[Finding]:
    """A parameter that only PyTorch has says what to do about it.
    仅 PyTorch 有的参数写明如何处理。

    A row that only PyTorch has says what to do: `rewrite` it, `drop` it, `none` for no way, or an
    idiom.

    Where `value` of another row or the code of a case takes it up, that says it. `rewrite` leaves a
    parameter to a person. What an idiom carries over in the same way everywhere, such as `out`,
    `requires_grad` or the numbers of `*size`, names it instead: a program then knows what to write.

    ```diff
     torch: torch.gather
     params:
       - {torch: input, paddle: arr}
       - {torch: dim, paddle: axis}
       - {torch: index, paddle: indices}
    -  - {torch: sparse_grad}
    +  - {torch: sparse_grad, do: drop}
       - {torch: out, paddle: out}
       - {paddle: broadcast, value: "False", desc: other}
    ```
    """
    written = variant.variant.write or variant.variant.paddle is None
    for index, row in enumerate(variant.rows):
        form = None if written else _form(variant, row)
        if form is not None:
            yield variant.at("params", index, "do").finding(
                f"`{row.torch}` is carried over by the idiom `{form}`.",
                hint=f"Write `do: {form}` instead of `do: rewrite`.",
            )
        if row.torch is not None and row.paddle is None and row.action is None:
            yield variant.at("params", index).finding(
                f"Paddle has no `{row.torch}`, and the row does not say what to do about it.",
                hint="Name it in the code of a case or in `value` of another row, or say what "
                "becomes of it under `do`: an idiom such as `assign`, `rewrite` (a person must see "
                "to it), `drop` (results hardly change) or `none` (there is no way).",
            )


def _form(variant: VariantSubject, row: Row) -> str | None:
    """The idiom that carries over what is left to a person, where the signature tells it."""
    left = row.action is Action.REWRITE and not (row.form or row.value or row.in_code)
    if row.torch is None or not left:
        return None
    if row.paddle is not None:
        return "list" if row.torch.startswith("*") and not row.paddle.startswith("*") else None
    if row.torch in _REDUCING:
        return "reduction" if any(r.paddle == "reduction" for r in variant.rows) else None
    if row.torch != OUT:
        default = variant.torch.default(row.torch)
        return _FLAGS.get(row.torch) if default is not None and default.text == "False" else None
    signature = variant.torch.signature
    returns = signature.returns if signature else None
    if returns == Type("Tensor"):
        return "assign"
    return "assign_pair" if returns is not None and len(returns.fields) == 2 else None


@rule("PM304", VariantSubject, serves="P5 P7 P8")
def row_keys(variant: VariantSubject) -> Iterator[Finding]:
    """The keys of a row fit the row.
    行中的键适用于该行。

    `do` belongs to a parameter that torch has, `value` to one that Paddle has, `do: same_default`
    to one that both have. `drop` fits only what Paddle lacks: a parameter on both sides that
    differs is rewritten or cannot be.

    ```diff
     torch: torch.abs
     category: params-differ
     text: {en: "`input` differs.", zh: "`input` 不同。"}
     params:
    -  - {torch: input, paddle: x, do: drop, text: {en: "It differs.", zh: "用法不同。"}}
    +  - {torch: input, paddle: x, do: none, text: {en: "It differs.", zh: "用法不同。"}}
       - {torch: out, paddle: out}
    ```
    """
    for index, row in enumerate(variant.rows):
        for key, message, hint in _wrong_keys(row):
            value = key == "do" and row.torch is not None
            yield variant.finding(message, "params", index, key, key=not value, hint=hint)


def _wrong_keys(row: Row) -> Iterator[tuple[str, str, str]]:
    if row.torch is None and row.paddle is not None:
        if row.action is not None or row.form is not None or row.same_default:
            yield (
                "do",
                f"Only Paddle has `{row.paddle}`, so nothing of PyTorch's is to be dealt with.",
                "Remove it; `value` says what to pass, and without it the default is kept.",
            )
    elif row.paddle is None and row.torch is not None:
        if row.set is not None or row.value is not None:
            yield (
                "value",
                f"Paddle has no `{row.torch}` that could get a value.",
                "Remove it, or name the parameter.",
            )
        if row.same_default:
            yield (
                "do",
                f"Paddle has no `{row.torch}` whose default it could be.",
                "Say what becomes of it, or name the parameter.",
            )
    elif row.torch is not None:
        if row.action is Action.DROP:
            yield (
                "do",
                f"Both sides have `{row.torch}`, so it cannot be dropped.",
                "Write `rewrite` or `none`.",
            )
        if row.set is not None and row.same_default:
            yield (
                "do",
                f"`value` says that the defaults of `{row.torch}` differ, `same_default` that they "
                "do not.",
                "Keep the one that is true.",
            )


@rule("PM305", VariantSubject, serves="P8")
def difference(variant: VariantSubject) -> Iterator[Finding]:
    """A parameter that differs has a text that says how.
    不一致的参数写明了如何不一致。

    A parameter on both sides with `do: rewrite` or `none`, or a `value`, says in a `text` how it
    differs.

    ```diff
     torch: torch.abs
     category: params-differ
     text: {en: "`input` differs.", zh: "`input` 不同。"}
     params:
    -  - {torch: input, paddle: x, do: none}
    +  - {torch: input, paddle: x, do: none, text: {en: "It differs.", zh: "用法不同。"}}
       - {torch: out, paddle: out}
    ```
    """
    for index, row in enumerate(variant.rows):
        if None in (row.torch, row.paddle, row.action) or row.note or row.form:
            continue
        yield variant.at("params", index, "value" if row.value else "do").finding(
            f"The row `{row.torch}` does not say how the parameter differs.",
            hint="Add a `text` with what PyTorch and Paddle each accept or mean.",
        )


@rule("PM306", VariantSubject, serves="P2")
def row_sides(variant: VariantSubject) -> Iterator[Finding]:
    """A parameter has at most one row.
    每个参数最多一行。

    ```diff
     torch: torch.abs
     params:
       - {torch: input, paddle: x}
       - {torch: out, paddle: out}
    -  - {torch: out, paddle: out}
    ```
    """
    seen: set[tuple[str, str]] = set()
    for index, row in enumerate(variant.rows):
        for side, name in (("torch", row.torch), ("paddle", row.paddle)):
            if name is None:
                continue
            if (side, name) in seen:
                library = "PyTorch" if side == "torch" else "Paddle"
                yield variant.at("params", index, side).finding(
                    f"`{name}` of {library} has a row already.",
                    hint="Keep one row; a parameter that becomes several is described in a `text`.",
                )
            seen.add((side, name))


@rule("PM309", VariantSubject, serves="P6 P7 P8")
def note_action(variant: VariantSubject) -> Iterator[Finding]:
    """A row with a text says what to do or to pass, and `do: none` has a text.
    有 `text` 的行写明如何处理或传什么值，`do: none` 必须有 `text`。

    A text and what to do go together: `do`, or `value`. A difference that is told but has no
    consequence in the table is counted nowhere: the entry stays in a category that promises that
    nothing differs. What is dropped needs no text: if there is something to do instead, it is to be
    rewritten. Where there is no way, the text says what that means.

    ```diff
     torch: torch.abs
     params:
    -  - {torch: input, paddle: x, text: {en: "Lists too.", zh: "也可传列表。"}}
    +  - {torch: input, paddle: x}
       - {torch: out, paddle: out}
    ```
    """
    for index, row in enumerate(variant.rows):
        name = row.torch or row.paddle
        both = row.torch is not None and row.paddle is not None
        if row.action is Action.NONE and row.note is None and not both:
            yield variant.at("params", index, "do").finding(
                f"There is no way to write `{name}`, but nothing says what that means.",
                hint="Add a `text`: what Paddle does instead, or what it takes.",
            )
        if row.note is None:
            continue
        if both and row.action is None and row.set is None:
            yield variant.at("params", index, "text").finding(
                f"The text says how `{name}` differs, but the row has neither `value` nor `do`.",
                key=True,
                hint="Say what Paddle's parameter gets (`value`), or add `do`: an idiom, `rewrite` "
                "or `none`; a remark on something else is for `notes`.",
            )
        elif row.action is Action.DROP and not both:
            yield variant.at("params", index, "text").finding(
                f"The text says more of `{name}` than that it can be dropped.",
                key=True,
                hint="Write `do: rewrite` if there is something to do instead; else remove it.",
            )
