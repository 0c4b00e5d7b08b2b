"""Learning rate schedulers, initialisers and gradient clipping always change other code too.

In PyTorch they act on an optimizer, a tensor or gradients; in Paddle they are passed to the
optimizer or the layer. So `torch.optim.lr_scheduler.*`, `torch.nn.init.*` and
`torch.nn.utils.clip*` are `context-change`, unless they are in a higher category. What only returns
a number, as `torch.nn.init.calculate_gain` does, changes nothing.

Bad (`-`) and good (`+`):

```diff
 torch: torch.nn.init.sparse_
-category: composite
-summary: {en: "Sets most elements to 0.", zh: "将大部分元素置零。"}
+category: context-change
+context: {en: "Pass it to the layer.", zh: "在网络层中设置。"}
 examples:
   - inputs: {p: {parameter: "float32[4, 2]"}}
     torch: torch.nn.init.sparse_(p, 0.5, std=0.0)
     paddle: paddle.nn.initializer.Constant(0.0)(p)
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
    if category is None or not entry.entry.torch.startswith(FAMILIES) or not _acts(entry):
        return
    if category.rank < Category.CONTEXT_CHANGE.rank:
        family = next(f for f in FAMILIES if entry.entry.torch.startswith(f))
        yield entry.finding(
            f"`{family}*` changes other places of the code, so it is `context-change`, not "
            f"`{category.value}`.",
            "category",
            hint="Write `category: context-change`, and under `context` what else must change.",
        )


def _acts(entry: EntrySubject) -> bool:
    """Whether it acts on something: an initialiser fills a `tensor`."""
    api = entry.facts.torch.get(entry.entry.torch)
    if api is None or not api.name.startswith("torch.nn.init."):
        return True
    return any("tensor" in signature.names for signature in api.signatures)
