"""The defaults of both libraries, and what rows say of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lint_mappings.fixes.making import remove
from lint_mappings.rules.rule import rule
from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.differences import same_default
from mapping_model.entry import Row
from mapping_model.sides import best_overload
from mapping_model.syntax import expression, parsed


@rule("PM609", VariantSubject, serves="C1 P6")
def default(variant: VariantSubject) -> Iterator[Finding]:
    """A row says so where the defaults of its parameter differ.
    参数默认值不同时，参数行予以说明。

    A `value` that does not name its own parameter keeps torch's behaviour, `do: same_default` says
    that the two mean the same, and another `value` or `do` that the parameter differs altogether. A
    default that goes unnoticed changes results without an error.

    ```diff
     torch: torch.linalg.svd
     params:
       - {torch: A, paddle: x, desc: input}
    -  - {torch: full_matrices, paddle: full_matrices, desc: other}
    +  - {torch: full_matrices, paddle: full_matrices, value: "True", desc: other}
       - {torch: driver, do: drop, desc: other}
       - {torch: out, paddle: out}
     examples:
       - inputs: {x: "float32[3, 2]"}
         torch: result = torch.linalg.svd(x)[1]
         paddle: result = paddle.linalg.svd(x, full_matrices=True)[1]
    ```
    """
    for index, row in enumerate(variant.rows):
        if row.torch is None or row.paddle is None:
            continue
        if row.set is not None or row.same_default or row.action is not None:
            continue
        torch, paddle = variant.torch.default(row.torch), variant.paddle.default(row.paddle)
        # What torch requires is always passed, so that Paddle's default does not matter.
        if torch is None or paddle is None or torch.text is None:
            continue
        if same_default(torch.text, paddle.text):
            continue
        theirs = "it is required" if paddle.text is None else f"it is `{paddle.text}`"
        yield variant.at("params", index).finding(
            f"The default of `{row.torch}` is `{torch.text}`; in Paddle {theirs}.",
            hint=f"{_keep(torch.text)}; or `do: same_default` if both mean the same.",
        )


@rule("PM610", VariantSubject, serves="P5 P6")
def set_(variant: VariantSubject) -> Iterator[Finding]:
    """A `value` that is a default keeps torch's behaviour.
    作为默认值的 `value` 与 torch 的行为保持一致。

    On a row that both sides have it is torch's default, where that is a literal. It is never
    Paddle's own default on all supported releases, which need not be set.

    ```diff
     torch: torch.linalg.svd
     params:
       - {torch: A, paddle: x, desc: input}
    -  - {torch: full_matrices, paddle: full_matrices, value: "False", desc: other}
    +  - {torch: full_matrices, paddle: full_matrices, value: "True", desc: other}
       - {torch: driver, do: drop, desc: other}
       - {torch: out, paddle: out}
     examples:
       - inputs: {x: "float32[3, 2]"}
         torch: result = torch.linalg.svd(x)[1]
    -    paddle: result = paddle.linalg.svd(x, full_matrices=False)[1]
    +    paddle: result = paddle.linalg.svd(x, full_matrices=True)[1]
    ```
    """
    for index, row in enumerate(variant.rows):
        if row.set is None:
            continue
        message, hint = _wrong_set(variant, row)
        if message:
            yield variant.finding(message, "params", index, "value", hint=hint)


def _wrong_set(variant: VariantSubject, row: Row) -> tuple[str, str]:
    value = row.set or ""
    if expression(value) is None:
        return "", ""  # PM310
    paddle, torch = variant.paddle.default(row.paddle), variant.torch.default(row.torch)
    if paddle is not None and same_default(value, paddle.text) and not _differed(variant, row):
        message = f"`{value}` is Paddle's own default of `{row.paddle}`, so it need not be set."
        if torch is None or torch.text is None or same_default(torch.text, value):
            return message, "Remove `value`."
        # Without it, PM609 would ask for one again.
        return message, f"{_keep(torch.text)}; or `do: same_default` if both mean the same."
    if torch is None or row.action is not None:
        return "", ""
    if torch.text is None:
        return (
            f"torch requires `{row.torch}`, so there is no default to keep.",
            "Remove `value`; if the parameter differs, name it in the value, or write `do`.",
        )
    if _is_literal(torch.text) and not same_default(torch.text, value):
        return (
            f"torch's default of `{row.torch}` is `{torch.text}`, not `{value}`.",
            f"{_keep(torch.text)}; or `do: same_default` if Paddle's default means the same.",
        )
    return "", ""


def _keep(default: str) -> str:
    """How torch's default is kept; what is torch's own, as `torch.strided`, Paddle has not."""
    if default.startswith("torch."):
        return "Write what Paddle's gets, `value: ...`"
    return f'Write `value: "{default}"`'


def _differed(variant: VariantSubject, row: Row) -> bool:
    """Whether a supported release has another default than the newest."""
    apis = (release.get(variant.paddle.name) for release in variant.facts.releases.values())
    found = (best_overload(api, [row.paddle or ""]) for api in apis)
    parameters = [signature.get(row.paddle or "") for signature in found if signature]
    return any(one and not same_default(row.set or "", one.default) for one in parameters)


def _is_literal(default: str) -> bool:
    """Whether a default is a value in itself; None often stands for one computed later."""
    if default == "None":
        return False
    try:
        ast.literal_eval(parsed(default, "eval"))
    except (ValueError, SyntaxError, TypeError):
        return False
    return True


@rule("PM612", VariantSubject, serves="P6", fixable=True)
def same_default_(variant: VariantSubject) -> Iterator[Finding]:
    """`do: same_default` is written only where defaults look different.
    仅当默认值看起来不同时才写 `do: same_default`。

    ```diff
     torch: torch.abs
     params:
    -  - {torch: input, paddle: x, do: same_default}
    +  - {torch: input, paddle: x}
       - {torch: out, paddle: out}
    ```
    """
    for index, row in enumerate(variant.rows):
        if not row.same_default or row.torch is None or row.paddle is None:
            continue
        torch, paddle = variant.torch.default(row.torch), variant.paddle.default(row.paddle)
        if torch is None or paddle is None:
            continue
        if torch.text is None:
            message = f"torch requires `{row.torch}`, so its default does not matter."
        elif same_default(torch.text, paddle.text):
            message = f"The default of `{row.torch}` is `{torch.text}` on both sides anyway."
        else:
            continue
        steps = ("params", index, "do")
        fix = remove(variant.document, (*variant.path, *steps))
        yield variant.finding(message, *steps, key=True, hint="Remove it.", fix=fix)
