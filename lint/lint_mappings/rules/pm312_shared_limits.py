"""Shared limits are of the language, and an entry names them.

Bad (`-`) and good (`+`):

```diff
 # mappings/limits.yaml
 bytes:
-  - when: input.dtyp == uint8
+  - when: input.dtype == uint8
     then: refused
     place: cpu
     example:
       inputs: {x: {tensor: [1, 2], dtype: uint8}}
       torch: result = API(x)
```

```yaml
torch: torch.abs
paddle: paddle.abs
category: renamed-params
params:
  - {torch: input, paddle: x}
  - {torch: out, paddle: out}
limits: [bytes]
examples:
  - inputs: {x: "float32[2, 3]"}
    torch: result = torch.abs(x)
    paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import CorpusSubject, Finding
from mapping_model.categories import Text
from mapping_model.limits.checking import fault

SUMMARY = Text(
    "Shared limits are of the language of conditions, and an entry names them.",
    "共享的限制符合条件的语言，且被条目引用。",
)


def check(subject: CorpusSubject) -> Iterator[Finding]:
    """Look at each of `mappings/limits.yaml`."""
    corpus = subject.corpus
    if corpus.limits_file is None:
        return
    variants = (variant for entry in corpus.entries.values() for variant in entry.variants)
    named = {limit for variant in variants for limit in variant.limits if isinstance(limit, str)}
    for name, limits in corpus.limits.items():
        if name not in named:
            hint = "Remove them, or name them in the `limits` of an entry."
            yield Finding(corpus.limits_file, f"No entry names `{name}`.", hint, (name,), True)
        for index, limit in enumerate(limits):
            if found := fault(limit.when, None):
                yield Finding(corpus.limits_file, *found, (name, index, "when"))
