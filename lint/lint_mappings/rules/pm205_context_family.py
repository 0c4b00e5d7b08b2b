"""Learning rate schedulers, initialisers and gradient clipping always change other code too.

In PyTorch they act on an optimizer, a tensor or gradients; in Paddle they are passed to the
optimizer or the layer. So `torch.optim.lr_scheduler.*`, `torch.nn.init.*` and
`torch.nn.utils.clip*` are `context-change`, unless they are in a higher category.

Bad (`-`) and good (`+`):

```diff
 torch: torch.nn.utils.clip_grad_value_
-category: composite
-summary: {en: "Clips gradients.", zh: "裁剪梯度。"}
+category: context-change
+context: {en: "Pass it to the optimizer.", zh: "在优化器中设置。"}
 examples:
   - inputs: {p: {parameter: "float32[3]"}}
     torch: |
       (p * p).sum().backward()
       torch.nn.utils.clip_grad_value_([p], 1.0)
     paddle: |
       (p * p).sum().backward()
       paddle.nn.utils.clip_grad_value_([p], 1.0)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import EntrySubject, Finding
from mapping_model.categories import Category, Text

SUMMARY = Text(
    "Schedulers, initialisers and gradient clipping are context changes.",
    "学习率调度器、初始化器和梯度裁剪属于上下文修改。",
)
REQUIREMENTS = ("C1",)

FAMILIES = ("torch.optim.lr_scheduler.", "torch.nn.init.", "torch.nn.utils.clip")


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Hold the category of such an API against the rank of context changes."""
    category = entry.entry.category
    if category is None or not entry.entry.torch.startswith(FAMILIES):
        return
    if category.rank < Category.CONTEXT_CHANGE.rank:
        family = next(f for f in FAMILIES if entry.entry.torch.startswith(f))
        yield entry.finding(
            f"`{family}*` changes other places of the code, so it is `context-change`, not "
            f"`{category.value}`.",
            "category",
            hint="Write `category: context-change`, and under `context` what else must change.",
        )
