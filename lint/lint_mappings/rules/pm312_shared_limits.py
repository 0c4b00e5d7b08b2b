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
from typing import Any

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
    named = {limit for entry in corpus.entry_files for limit in _named(entry[0].data)}
    for name, limits in corpus.limits.items():
        if name not in named:
            hint = "Remove them, or name them in the `limits` of an entry."
            yield Finding(corpus.limits_file, f"No entry names `{name}`.", hint, (name,), True)
        for index, limit in enumerate(limits):
            if found := fault(limit.when, None, limit.processor is not None):
                yield Finding(corpus.limits_file, *found, (name, index, "when"))


def _named(data: dict[str, Any]) -> Iterator[str]:
    """The shared limits that an entry names, by its data: to build all entries would take long."""
    for variant in data.get("variants") or [data]:
        yield from (limit for limit in variant.get("limits", ()) if isinstance(limit, str))
