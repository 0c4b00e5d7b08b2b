"""Inputs of examples vary: of numbers that are all the same, most functions show nothing.

One tensor may be all zeros (a result is written there, say) as long as another varies.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 examples:
-  - inputs: {x: [[0, 0, 0], [0, 0, 0]]}
+  - inputs: {x: [[0, 1, 2], [3, 4, 5]]}
     torch: result = x.t()
     paddle: result = x.t()
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lint_mappings.subjects import ExampleSubject, Finding
from mapping_model.categories import Text
from mapping_model.inputs import InputError, InputSpec, LiteralTensor, parse_input

SUMMARY = Text("The numbers of an example's inputs vary.", "示例输入中的数不全相同。")
REQUIREMENTS = ("X3",)


def check(example: ExampleSubject) -> Iterator[Finding]:
    """Look for inputs each of which repeats one number."""
    tensors = {name: _parsed(spec) for name, spec in example.example.inputs}
    if tensors and all(
        isinstance(t, LiteralTensor) and _repeats(t.values) for t in tensors.values()
    ):
        yield example.finding(
            "All numbers of the inputs are the same.",
            "inputs",
            hint="Choose values on which the result depends.",
        )


def _parsed(spec: Any) -> InputSpec | None:
    try:
        return parse_input(spec)
    except InputError:  # PM410 says it
        return None


def _repeats(values: Any) -> bool:
    numbers = list(_numbers(values))
    return len(numbers) > 1 and all(number == numbers[0] for number in numbers)


def _numbers(values: Any) -> Iterator[Any]:
    if isinstance(values, list):
        for value in values:
            yield from _numbers(value)
    else:
        yield values
