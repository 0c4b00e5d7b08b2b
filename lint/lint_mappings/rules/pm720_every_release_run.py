"""What a text says of every release, a run on each of them has shown.

A sentence about all releases that was tried on one of them is a guess. The file has a check, an
example or a limit that came out alike on all supported releases. Say of what a run cannot show on
which releases it was tried.

Bad (`-`) and good (`+`):

```yaml
torch: torch.abs
paddle: paddle.abs
category: renamed-params
params:
  - {torch: input, paddle: x}
  - {torch: out, paddle: out}
notes:
  - {en: "It is exact on every release.", zh: "各版本的结果都是精确的。"}
examples:
  - inputs: {x: "float32[2, 3]"}
    torch: result = torch.abs(x)
    paddle: result = paddle.abs(x)
```

```diff
 # mappings/results/torch/torch.abs.json
 {
 "1": {
 "3.3.1": {"as": "3.2.2", "hash": "719dc66cee3c 4afc6d39",
  "run": "2026-11-21 2.13.0 3.11.7 2 avx512"},
 "3.2.2": {"as": "3.1.1", "hash": "719dc66cee3c 4afc6d39",
  "run": "2026-11-21 2.13.0 3.11.7 2 avx512"},
 "3.1.1": {"as": "3.0.0", "hash": "719dc66cee3c 4afc6d39",
  "run": "2026-11-21 2.13.0 3.11.7 2 avx512"},
-"3.0.0": {"hash": "719dc66cee3c 4afc6d39",
- "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
+"3.0.0": {"hash": "719dc66cee3c 4afc6d39",
+ "run": "2026-11-21 2.13.0 3.11.7 2 avx512"},
+"2.6.2": {"hash": "719dc66cee3c 4afc6d39",
+ "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
 }
 }
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lint_mappings.subjects import FileSubject, Finding
from mapping_model.categories import Text
from mapping_model.naming import kind_of
from mapping_model.records import GOTCHA, LIMITS_OF, BrokenRecord
from mapping_model.snapshots import PADDLE

SUMMARY = Text(
    "What a text says of every release, a run on each of them has shown.",
    "文本中关于所有版本的说法，都在各版本上运行过。",
)
REQUIREMENTS = ("X4",)

_EVERY = re.compile(r"\b(?:on|in) (?:all|every) releases?\b", re.IGNORECASE)


def check(file: FileSubject) -> Iterator[Finding]:
    """Look for a result on each release beside such a sentence."""
    if not file.facts.has_records or not _EVERY.search(file.bare["en"]):
        return
    data, kind = file.document.data, kind_of(file.document.name)
    if kind not in ("entry", "gotcha"):
        return
    name = f"{GOTCHA}{data['id']}" if kind == "gotcha" else data["torch"]
    if any(_is_shown(file, one) for one in (name, f"{LIMITS_OF}{name}")):
        return
    for sentence in file.sentences:
        found = _EVERY.search(sentence.bare) if sentence.language == "en" else None
        if found:
            message = f"No run has shown on each release what is said {found[0]}."
            hint = f"Add a check, and run: verify-mappings matrix {name}"
            yield file.in_sentence(sentence, found.start(), message, hint)


def _is_shown(file: FileSubject, name: str) -> bool:
    """Whether something came out as expected on all releases."""
    record = file.facts.results(name)
    if isinstance(record, BrokenRecord):
        return False
    return any(
        all(one in results and results[one].as_expected for one in PADDLE)
        for results in record.values()
    )
