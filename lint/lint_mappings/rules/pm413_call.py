"""`call` names the inputs that a layer is called with.

Bad (`-`) and good (`+`):

```diff
 torch: torch.nn.Softplus
 paddle: paddle.nn.Softplus
 category: same-params
 params:
   - {torch: beta, paddle: beta, term: other}
   - {torch: threshold, paddle: threshold, term: other}
 examples:
   - inputs: {x: "float32[2, 3]"}
-    call: [z]
+    call: [x]
     torch: result = torch.nn.Softplus()
     paddle: result = paddle.nn.Softplus()
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from mapping_model.categories import Text
from mapping_model.problems import did_you_mean

SUMMARY = Text("`call` names inputs.", "`call` 中的名称都是输入。")


def check(subject: ExampleSubject) -> Iterator[Finding]:
    """Look every name up among the inputs."""
    names = [name for name, _ in subject.example.inputs]
    for index, name in enumerate(subject.example.call or ()):
        if name not in names:
            known = ", ".join(f"`{known}`" for known in names)
            yield subject.finding(
                f"There is no input `{name}`.{did_you_mean(name, names)}",
                *("call", index),
                hint=f"Inputs: {known}." if known else "Write `inputs` first.",
            )
