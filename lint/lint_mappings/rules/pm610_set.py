"""`set` changes something, and keeps torch's behaviour.

On a row that both sides have it is torch's default, where that is a literal. It is never Paddle's
own default on all supported releases, which need not be set.

Bad (`-`) and good (`+`):

```diff
 torch: torch.linalg.svd
 paddle: paddle.linalg.svd
 category: torch-more-params
 params:
   - {torch: A, paddle: x, term: input}
-  - {torch: full_matrices, paddle: full_matrices, set: "False", term: other}
+  - {torch: full_matrices, paddle: full_matrices, set: "True", term: other}
   - {torch: driver, paddle: ~, action: drop, term: other}
   - {torch: out, paddle: out}
 examples:
   - inputs: {x: "float32[3, 2]"}
     torch: result = torch.linalg.svd(x)[1]
-    paddle: result = paddle.linalg.svd(x, full_matrices=False)[1]
+    paddle: result = paddle.linalg.svd(x, full_matrices=True)[1]
```
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text
from mapping_model.differences import same_default
from mapping_model.entry import Row
from mapping_model.sides import best_overload
from mapping_model.syntax import expression

SUMMARY = Text("`set` keeps torch's behaviour.", "`set` 与 torch 的行为保持一致。")
REQUIREMENTS = ("P5", "P6")


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Hold every `set` against the defaults of both sides."""
    for index, row in enumerate(variant.rows):
        if row.set is None:
            continue
        message, hint = _wrong(variant, row)
        if message:
            yield variant.finding(message, "params", index, "set", hint=hint)


def _wrong(variant: VariantSubject, row: Row) -> tuple[str, str]:
    value = row.set or ""
    if expression(value) is None:
        return "", ""  # PM310
    paddle, torch = variant.paddle.default(row.paddle), variant.torch.default(row.torch)
    if paddle is not None and same_default(value, paddle.text) and not _differed(variant, row):
        return (
            f"`{value}` is Paddle's own default of `{row.paddle}`, so it need not be set.",
            "Remove `set`.",
        )
    if torch is None or row.action is not None:
        return "", ""
    if torch.text is None:
        return (
            f"torch requires `{row.torch}`, so there is no default to keep.",
            "Remove `set`; if the parameter differs, write an `action`.",
        )
    if _is_literal(torch.text) and not same_default(torch.text, value):
        return (
            f"torch's default of `{row.torch}` is `{torch.text}`, not `{value}`.",
            f'Write `set: "{torch.text}"`.',
        )
    return "", ""


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
        ast.literal_eval(default)
    except (ValueError, SyntaxError, TypeError):
        return False
    return True
