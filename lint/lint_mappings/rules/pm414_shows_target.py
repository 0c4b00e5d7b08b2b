"""The Paddle code of an example uses the entry's target.

Not so an example that shows one parameter (`param`): how that is rewritten may take another API.

Bad:

```yaml
torch: torch.abs
paddle: paddle.abs
category: renamed-params
params:
  - {torch: input, paddle: x}
  - {torch: out, paddle: out}
examples:
  - inputs: {x: "float32[2, 3]"}
    torch: result = torch.abs(x)
    paddle: result = paddle.maximum(x, -x)
```

Good:

```yaml
torch: torch.abs
paddle: paddle.abs
category: renamed-params
params:
  - {torch: input, paddle: x}
  - {torch: out, paddle: out}
examples:
  - inputs: {x: "float32[2, 3]"}
    torch: result = torch.abs(x)
    paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.finding import Finding
from lint_mappings.sides import is_member
from lint_mappings.subjects import VariantSubject
from mapping_model.categories import Text

CODE = "PM414"
NAME = "shows-target"
SUMMARY = Text(
    "The Paddle code of an example uses the target.",
    "示例的 Paddle 代码用到对应的 API。",
)
REQUIREMENTS = ("X2",)
SCOPE = "variant"


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look for the target in every example of the API as a whole."""
    target = variant.variant.paddle
    if target is None or target.endswith("__"):
        return
    member = is_member(variant.paddle.api, target)
    for example in variant.examples:
        if example.example.param is not None or example.paddle.error is not None:
            continue
        if not example.paddle.uses(target, member):
            yield example.finding(
                f"The Paddle code does not use `{target}`.",
                "paddle",
                hint="Use the target, or name in `paddle` the API that replaces it.",
            )
