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

from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from lint_mappings.subjects.code import Code
from mapping_model.calls.uses import Use
from mapping_model.categories import Text
from mapping_model.outcomes import Outcome
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
    if example.compare.raises or example.expect is Outcome.RAISES:
        return
    for code in subject.sides:
        for use, api in _calls(subject, code):
            accepted = subject.facts.library(code.side).keywords(api)
            for keyword in use.keywords:
                if accepted is None or keyword.arg is None or keyword.arg in accepted:
                    continue
                yield subject.finding(
                    f"`{api.name}` has no parameter `{keyword.arg}`."
                    f"{did_you_mean(keyword.arg, accepted)}",
                    code.side,
                    hint=f"The signature is `{'` or `'.join(s.text for s in api.signatures)}`.",
                    offset=code.offset(keyword),
                )


def _calls(subject: ExampleSubject, code: Code) -> Iterator[tuple[Use, Api]]:
    """Calls whose signature is known, each with the API that is called."""
    if "=" not in code.text:
        return
    library = subject.facts.library(code.side)
    known = {name: library.get(name) for name in code.uses.names()}
    own = getattr(subject.variant, code.side).api if subject.variant is not None else None
    if own is not None and own.kind == "method":
        known[own.name] = own
    for name, api in known.items():
        if api is not None and api.signatures:
            uses = code.uses.of(name, member=api.kind == "method")
            yield from ((use, api) for use in uses if use.keywords)
