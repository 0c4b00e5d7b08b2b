"""Inputs are written in one of the forms that have a meaning, and their names hide nothing.

A number or bool stays what it is; a list becomes a tensor; `"float32[2, 3]"` is filled from
a fixed seed, `"int64[4] in 0..4"` within bounds; `{tensor: [...], dtype: ...}`,
`{parameter: "float32[3]"}`, `{value: ...}` and `{module: "Linear(4, 2)"}` say the rest.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 examples:
-  - inputs: {x: [[1.0, 2.0], [3.0]]}
+  - inputs: {x: [[1.0, 2.0], [3.0, 4.0]]}
     torch: result = x.t()
     paddle: result = x.t()
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from mapping_model.categories import Text
from mapping_model.inputs import InputError, ModuleInput, parse_input
from mapping_model.syntax import expression

SUMMARY = Text("The inputs of examples have a meaning.", "示例的输入写法有效。")
REQUIREMENTS = ("X2",)

_RESERVED = ("torch", "paddle", "result")


def check(example: ExampleSubject) -> Iterator[Finding]:
    """Parse every input."""
    for name, spec in example.example.inputs:
        if name in _RESERVED:
            yield example.finding(
                f"An input cannot be called `{name}`.",
                *("inputs", name),
                key=True,
                hint="Give it another name.",
            )
        try:
            parsed = parse_input(spec)
        except InputError as error:
            yield example.finding(
                f"The input `{name}` has no meaning: {error}.", "inputs", name, hint=_HINT
            )
            continue
        if isinstance(parsed, ModuleInput):
            for side in dict.fromkeys((parsed.torch, parsed.paddle)):
                if expression(side) is None:
                    message = f"The module `{side}` of the input `{name}` is not an expression."
                    yield example.finding(message, "inputs", name, hint="Write `Linear(4, 2)`.")
                    break


_HINT = 'Common forms: 0.5, [1, 2, 3], "float32[2, 3]", {value: [2, 3]}.'
