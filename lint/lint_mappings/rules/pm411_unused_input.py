"""An input that neither side uses is a leftover, or a sign that the wrong name is used.

When `result` is a layer, the inputs that the code does not use are what the layer is called with.
Where only running the code can tell whether it is one, `call` names them.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 examples:
-  - inputs: {x: "float32[2, 3]", y: "float32[2, 3]"}
+  - inputs: {x: "float32[2, 3]"}
     torch: result = x.t()
     paddle: result = x.t()
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from lint_mappings.subjects.layer_results import Kind, kind_of_result
from mapping_model.categories import Text

SUMMARY = Text("Every input is used.", "每个输入都被用到。")
REQUIREMENTS = ("X3",)
SEVERITY = "warning"


def check(subject: ExampleSubject) -> Iterator[Finding]:
    """Report inputs that neither side reads and that no layer is called with."""
    if not subject.parses:
        return
    used = subject.torch.loads.keys() | subject.paddle.loads.keys()
    unused = [name for name, _ in subject.example.inputs if name not in used]
    if not unused:
        return
    inputs = {name for name, _ in subject.example.inputs}
    called = subject.example.call
    if called is not None and not inputs.issuperset(called):
        return  # a misspelt `call`, which is PM413
    if called is None:
        kind = kind_of_result(subject.torch, subject.facts.torch, dict(subject.example.inputs))
        if kind is Kind.LAYER:
            return
    for name in unused:
        if called is None or name not in called:
            yield subject.finding(
                f"Neither side uses the input `{name}`.",
                *("inputs", name),
                key=True,
                hint="Remove it, use it, or name it in `call` if the result is a layer.",
            )
