"""Examples use public names that the libraries have.

Examples that cannot be run here would hide a misspelt name, and one that is internal to a library
(`paddle.framework.core`) can vanish with any release.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
   - {torch: input, paddle: x}
   - {torch: out, paddle: out}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
-    paddle: result = paddle.nn.functional.absolut(paddle.abs(x))
+    paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from lint_mappings.subjects.code import Code
from mapping_model.categories import Text
from mapping_model.outcomes import Outcome

SUMMARY = Text("Examples use public names that exist.", "示例使用的名称都存在且是公开的。")
REQUIREMENTS = ("X4",)


def check(subject: ExampleSubject) -> Iterator[Finding]:
    """Look every dotted name up; code that is meant to raise may name what does not exist."""
    example = subject.example
    if example.compare.raises or example.expect is Outcome.RAISES:
        return
    for code in subject.sides:
        yield from _unknown(subject, code)


def _unknown(subject: ExampleSubject, code: Code) -> Iterator[Finding]:
    """Report the shortest unknown part of each name: `a.b` for `a.b.c` and `a.b.d`."""
    library = subject.facts.library(code.side)
    variant = subject.variant
    # The two APIs of the entry themselves are PM601 and PM602.
    own = (variant.entry.entry.torch, variant.variant.paddle) if variant is not None else ()
    reported = ""
    names = sorted(name for name in code.chains if name.startswith(f"{code.side}."))
    for name in names:
        known = library.knows(name) or name in own
        if known or (reported and name.startswith(reported)):
            continue
        reported = f"{name}."
        is_module = any(other.startswith(reported) for other in names)
        guess = "" if is_module else library.guess(name)
        yield subject.finding(
            f"{library.title} has no public `{name}`.{guess}",
            code.side,
            hint="Use names that the library documents.",
            offset=code.offset(code.chains[name]),
        )
