"""Code uses only what is defined: its own library, the inputs, builtins, and what it assigns.

Where the counterpart lives in another package (`outside`), the Paddle code has that package too.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = x.t()
-    paddle: result = y.t()
+    paddle: result = x.t()
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from lint_mappings.subjects.code import BUILTINS, Code
from mapping_model.calls.uses import LIBRARIES
from mapping_model.categories import Text
from mapping_model.problems import did_you_mean

SUMMARY = Text("Every name in the code is defined.", "代码中的每个名称都有定义。")
REQUIREMENTS = ("X2",)


def check(example: ExampleSubject) -> Iterator[Finding]:
    """Report each undefined name where it is first read."""
    inputs = {name for name, _ in example.example.inputs}
    for code in example.sides:
        known = inputs | code.bound | _package(example, code)
        for name, node in code.loads.items():
            if name in known or name in BUILTINS or name in LIBRARIES:
                continue
            yield example.finding(
                f"`{name}` is not defined.{did_you_mean(name, known)}",
                code.side,
                hint=f"Add it to `inputs`, or assign it; apart from that only `{code.side}` is "
                "there.",
                offset=code.offset(node),
            )


def _package(example: ExampleSubject, code: Code) -> set[str]:
    """The name of the package that an outside counterpart is imported from."""
    outside = None if example.variant is None else example.variant.variant.outside
    return {outside.api.partition(".")[0]} if outside and code.side == "paddle" else set()
