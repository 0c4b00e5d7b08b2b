"""The example of a parameter to be rewritten passes that parameter on the torch side.

That is judged where leaving it out means that it is not wanted (its default is `None`)
and only PyTorch has it.

Bad (`-`) and good (`+`):

```diff
 torch: torch.linalg.svd
 paddle: paddle.linalg.svd
 category: torch-more-params
 params:
   - {torch: A, paddle: x, term: input}
   - {torch: full_matrices, paddle: full_matrices, set: "True", term: other}
   - {torch: driver, paddle: ~, action: rewrite, term: other}
   - {torch: out, paddle: out}
 examples:
   - param: driver
     inputs: {x: "float32[3, 2]"}
-    torch: result = torch.linalg.svd(x)[1]
+    torch: result = torch.linalg.svd(x, driver='gesvd')[1]
     paddle: result = paddle.linalg.svd(x, full_matrices=True)[1]
```
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding, VariantSubject
from lint_mappings.subjects.code import dotted
from mapping_model.categories import Text
from mapping_model.entry import Action, Row

SUMMARY = Text(
    "The example of a parameter to be rewritten passes it.", "需要转写的参数，其示例传入了该参数。"
)
REQUIREMENTS = ("X1", "X2")

_NOT_WANTED = "None"


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look at the calls of the torch API in the examples of each such row."""
    for row in variant.rows:
        if not _must_be_passed(variant, row):
            continue
        examples = [e for e in variant.examples if e.example.param == row.torch]
        calls = [_passes(variant, example, row.torch or "") for example in examples]
        if calls and not any(calls):
            yield examples[0].finding(
                f"The example is to show `{row.torch}`, but the torch code does not pass it.",
                "param",
                hint=f"Pass `{row.torch}` in the torch code.",
            )


def _must_be_passed(variant: VariantSubject, row: Row) -> bool:
    if row.torch is None or row.paddle is not None or row.action is not Action.REWRITE:
        return False
    default = variant.torch.default(row.torch)
    return default is not None and default.text == _NOT_WANTED


def _passes(variant: VariantSubject, example: ExampleSubject, name: str) -> bool:
    """Whether some call passes a parameter; also true where no call can be made out."""
    calls = _calls(variant, example)
    overloads = [s.names for s in variant.torch.overloads]
    # Some overloads have no such parameter, or have it elsewhere: any place will do.
    places = [names.index(name) for names in overloads if name in names]
    return not calls or any(
        any(keyword.arg in (name, None) for keyword in call.keywords)
        or any(isinstance(argument, ast.Starred) for argument in call.args)
        or len(call.args) > min(places)
        for call in calls
    )


def _calls(variant: VariantSubject, example: ExampleSubject) -> list[ast.Call]:
    entry, code = variant.entry, example.torch
    calls = [call for call in code.calls if dotted(call.func) == entry.entry.torch]
    return [*calls, *code.calls_of(entry.entry.torch)] if entry.is_member else calls
