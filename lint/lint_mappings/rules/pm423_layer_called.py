"""A layer that an example makes is called, with inputs that are not in doubt.

Both layers are called with the input that the code does not use; without one nothing but their
weights is compared. Where there are several, `call` says which, and in what order.

Bad (`-`) and good (`+`):

```diff
 torch: torch.nn.Sigmoid
 paddle: paddle.nn.Sigmoid
 category: no-params
 examples:
-  - torch: result = torch.nn.Sigmoid()
+  - inputs: {x: "float32[2, 3]"}
+    torch: result = torch.nn.Sigmoid()
     paddle: result = paddle.nn.Sigmoid()
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from lint_mappings.subjects.layer_results import Kind, kind_of_result
from mapping_model.categories import Text

SUMMARY = Text(
    "A layer made by an example is called with a known input.", "示例创建的层会以明确的输入调用。"
)
REQUIREMENTS = ("X4",)


def check(subject: ExampleSubject) -> Iterator[Finding]:
    """Count the inputs that are left for calling the layer."""
    example = subject.example
    if not subject.parses or example.call is not None or example.compare.raises:
        return
    inputs = dict(example.inputs)
    kind = kind_of_result(subject.torch, subject.facts.torch, inputs)
    if kind is Kind.VALUE:
        return
    left = inputs.keys() - subject.torch.loads.keys() - subject.paddle.loads.keys()
    if not left and kind is Kind.LAYER:
        yield subject.finding(
            "The layer is never called, so that only its weights are compared.",
            "torch",
            hint="Add an input to call it with, or call it in the code.",
        )
    elif len(left) > 1:
        names = ", ".join(f"`{name}`" for name in sorted(left))
        yield subject.finding(
            f"It is open which of {names} the layer is called with.",
            "inputs",
            key=True,
            hint="Write `call` with their names in order, or remove what nothing uses.",
        )
