"""Methods and attributes exist, also in examples that are not executed.

What is executed would fail; here only the names tell. Known are all names of the library, those of
parameters, and what the code itself defines.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 examples:
   - inputs: {x: "float32[2, 3]"}
     cannot_run: {reason: gpu, note: {en: "It needs a GPU.", zh: "需要 GPU。"}}
     torch: result = x.cuda().t()
-    paddle: result = x.cudaa().t()
+    paddle: result = x.cuda().t()
```
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from lint_mappings.subjects.code import Code
from lint_mappings.subjects.lookup import Library
from mapping_model.categories import Text

SUMMARY = Text(
    "Methods in examples that are not executed exist.", "不运行的示例中使用的方法和属性都存在。"
)
REQUIREMENTS = ("X4",)

_BUILTIN = frozenset(
    name for kind in (str, bytes, int, float, list, dict, tuple, set, type) for name in dir(kind)
)


def check(subject: ExampleSubject) -> Iterator[Finding]:
    """Look every name after a dot up; a package outside of Paddle is unknown here."""
    outside = subject.variant is not None and subject.variant.variant.outside is not None
    if subject.example.cannot_run is None:
        return
    for code in subject.sides:
        if outside and code.side == "paddle":
            continue
        library = subject.facts.library(code.side)
        for node in code.members:
            if not _known(node.attr, code, library):
                yield subject.finding(
                    f"Nothing in {library.title} is called `{node.attr}`.",
                    code.side,
                    hint="Fix the name; this example is not executed.",
                    offset=code.offset(node),
                )


def _known(name: str, code: Code, library: Library) -> bool:
    defined = code.bound | {n.attr for n in code.members if isinstance(n.ctx, ast.Store)}
    return bool(
        name in _BUILTIN or name in defined or name in library.last or name in library.parameters
    )
