"""Keywords in the calls of an example are accepted by what is called.

Examples that cannot be run here would hide such a slip; so it is checked against the signatures.

Bad (`-`) and good (`+`):

```diff
 torch: torch.dist
 paddle: paddle.dist
 category: renamed-params
 params:
   - {torch: input, paddle: x}
   - {torch: other, paddle: y}
   - {torch: p, paddle: p, desc: {en: "The order of the norm.", zh: "范数的阶数。"}}
 examples:
   - inputs: {x: "float32[3]", y: "float32[3]"}
     torch: result = torch.dist(x, y, p=2)
-    paddle: result = paddle.dist(x, y, pp=2)
+    paddle: result = paddle.dist(x, y, p=2)
```
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from lint_mappings.subjects.code import Code, dotted
from mapping_model.categories import Text
from mapping_model.entry import Expect
from mapping_model.problems import did_you_mean
from mapping_model.snapshots import Api

SUMMARY = Text(
    "Keywords in examples are accepted by what is called.",
    "示例中的关键字参数都能被所调用的 API 接受。",
)
REQUIREMENTS = ("X4",)


def check(subject: ExampleSubject) -> Iterator[Finding]:
    """Look the keywords of every call up; code that is meant to raise may use wrong ones."""
    example = subject.example
    if example.compare.raises or example.expect is Expect.RAISES:
        return
    for code in subject.sides:
        for call, api in _calls(subject, code):
            accepted = subject.facts.library(code.side).keywords(api)
            for keyword in call.keywords:
                if accepted is None or keyword.arg is None or keyword.arg in accepted:
                    continue
                yield subject.finding(
                    f"`{api.name}` has no parameter `{keyword.arg}`."
                    f"{did_you_mean(keyword.arg, accepted)}",
                    code.side,
                    hint=f"The signature is `{'` or `'.join(s.text for s in api.signatures)}`.",
                    offset=code.offset(keyword),
                )


def _calls(subject: ExampleSubject, code: Code) -> Iterator[tuple[ast.Call, Api]]:
    """Calls with keywords whose signature is known, each with the API that is called."""
    library = subject.facts.library(code.side)
    for call in code.calls:
        name = dotted(call.func) if call.keywords else None
        api = library.get(name) if name is not None else None
        if api is not None and api.signatures:
            yield call, api
    if subject.variant is not None:
        api = getattr(subject.variant, code.side).api
        if api is not None and api.kind == "method" and api.signatures:
            yield from ((call, api) for call in code.calls_of(api.name) if call.keywords)
