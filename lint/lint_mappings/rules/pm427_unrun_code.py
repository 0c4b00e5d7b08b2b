"""Code that cannot be run is read more closely: its calls fit, and its numbers are those of torch.

Nobody sees what such an example does. So each call of a Paddle API must be one that its signature
takes, and each number of the Paddle code must stand in the torch code, too.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 examples:
   - cannot_run: {reason: gpu}
     torch: result = torch.ones([2, 3], device="cuda").t()
-    paddle: result = paddle.ones([2, 4]).cuda().t()
+    paddle: result = paddle.ones([2, 3]).cuda().t()
```
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from mapping_model.calls.overloads import choose, type_of_literal
from mapping_model.calls.uses import Form
from mapping_model.categories import Text

SUMMARY = Text(
    "Code that cannot be run calls Paddle as its signatures say, with the torch code's numbers.",
    "无法执行的代码中，对 Paddle 的调用符合签名，数值与 torch 代码一致。",
)
REQUIREMENTS = ("X2",)

_NUMBER = re.compile(r"\d+\.?\d*(?:e-?\d+)?")


def check(example: ExampleSubject) -> Iterator[Finding]:
    """Look at the calls and the numbers of the Paddle code."""
    if example.example.cannot_run is None or not example.parses:
        return
    code = example.paddle
    known = {float(number) for number in _NUMBER.findall(example.torch.text)} | {0.0, 1.0}
    for constant in code.of(ast.Constant):
        if type(constant.value) in (int, float) and constant.value not in known:
            yield example.finding(
                f"The torch code has no {constant.value!r}, and nobody runs this.",
                "paddle",
                hint="Write the same numbers on both sides.",
                offset=code.offset(constant),
            )
    for name in code.uses.names():
        api = example.facts.paddle.get(name)
        for use in code.uses.of(name, member=False):
            if api is None or not api.overloads or use.form is not Form.CALL:
                continue
            best = choose(use, api).best
            if best is None or best.taken(type_of_literal) is False:
                yield example.finding(
                    f"`{name}` does not take this call, and nobody runs it.",
                    "paddle",
                    hint=f"It takes {api.overloads[0].text}.",
                    offset=code.offset(use.node),
                )
