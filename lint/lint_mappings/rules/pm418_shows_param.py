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

from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding, VariantSubject
from lint_mappings.subjects.passing import calls
from mapping_model.calls.binding import Fit
from mapping_model.calls.overloads import choose
from mapping_model.categories import Text
from mapping_model.entry import Action, Row
from mapping_model.sides import Side

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
        shown = [_passes(variant.torch, example, row.torch or "") for example in examples]
        if shown and not any(shown):
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


def _passes(side: Side, example: ExampleSubject, name: str) -> bool:
    """Whether some call may pass a parameter; also true where no call can be made out."""
    api = side.api
    found = [choose(use, api) for use in calls(example, "torch")] if api is not None else []
    bindings = [binding for choice in found for binding in choice.bindings]
    return not bindings or any(name in b.arguments or b.fit is Fit.UNKNOWN for b in bindings)
