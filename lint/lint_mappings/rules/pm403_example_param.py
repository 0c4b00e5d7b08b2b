"""`param` of an example names a row: torch's parameter, or Paddle's where torch has none.

`param: returns` names the return value, and needs `returns`.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
   - {torch: input, paddle: x}
   - {torch: out, paddle: out}
 examples:
-  - param: ouput
+  - param: input
     inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text
from mapping_model.problems import did_you_mean

SUMMARY = Text("`param` of an example names a row.", "示例的 `param` 是参数表中的一行。")
REQUIREMENTS = ("X2",)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look the parameter of every example up."""
    names = [name for row in variant.rows if (name := row.torch or row.paddle)]
    if variant.variant.returns is not None:
        names.append("returns")
    for subject in variant.examples:
        param = subject.example.param
        if param is None or param in names:
            continue
        if param == "returns":
            message = "The example shows the return value, but the entry has no `returns`."
        else:
            message = f"There is no row `{param}`.{did_you_mean(param, names)}"
        rows = ", ".join(f"`{name}`" for name in names)
        yield subject.finding(
            message, "param", hint=f"Rows: {rows}." if rows else "Remove `param`."
        )
