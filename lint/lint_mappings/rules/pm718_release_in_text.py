"""Releases that texts name exist.

No release is newer than the newest that is supported, and each supported one is the last of its
kind: there is no 2.7 and no 3.1.2.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.t
 paddle: paddle.Tensor.t
 category: no-params
 notes:
-  - {en: "From 3.7 on it is faster.", zh: "自 3.7 起更快。"}
+  - {en: "From 3.2 on it is faster.", zh: "自 3.2 起更快。"}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = x.t()
     paddle: result = x.t()
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lint_mappings.rules.pm714_same_releases import NUMBER
from lint_mappings.subjects import FileSubject, Finding
from mapping_model.categories import Text
from mapping_model.snapshots import PADDLE, TORCH, number_of

SUMMARY = Text("Releases that texts name exist.", "文本中提到的版本都存在。")
REQUIREMENTS = ("S1",)

_VERSION = r"(\d\d?\.\d\d?(?:\.\d\d?)?)(?![A-Za-z_.]*\d)"
_PATTERNS = (
    ("Paddle", PADDLE, rf"(?<![^\W_])(?:Paddle)?Paddle {_VERSION}"),
    ("PyTorch", (TORCH,), rf"(?<![^\W_])(?:PyTorch|torch) {_VERSION}"),
    # A number alone is one of Paddle, unless another name stands before: "Python from 3.12 on".
    (
        "Paddle",
        PADDLE,
        rf"(?:\b(?P<other>[A-Z]\w*) ?)?(?:[Ff]rom {_VERSION} on\b|自 {_VERSION} 起"
        rf"|{_VERSION} (?:及之前|之前)的版本|[Uu]p to (\d\d?\.\d\d?\.\d\d?)(?![A-Za-z_.]*\d))",
    ),
)
_RELEASES = [(title, known, re.compile(text, re.ASCII)) for title, known, text in _PATTERNS]


def check(file: FileSubject) -> Iterator[Finding]:
    """Look the releases up that stand outside of code."""
    if not NUMBER.search(file.bare[""]):
        return
    for sentence in file.sentences:
        if not NUMBER.search(sentence.bare):
            continue
        for title, known, pattern in _RELEASES:
            for found in pattern.finditer(sentence.bare):
                if found.groupdict().get("other") not in (None, "Paddle"):
                    continue
                place = found.lastindex or 0
                last = _last_before(found[place], known)
                if last is not None:
                    yield file.in_sentence(
                        sentence,
                        found.start(place),
                        f"There is no {title} {found[place]}; the last before it is {last}.",
                        "Name a release that there is.",
                    )


def _last_before(version: str, known: Sequence[str]) -> str | None:
    """The last release before one that does not exist; None where it may well exist."""
    wanted = number_of(version)
    releases = [number_of(release) for release in known]
    if wanted[0] < releases[0][0]:
        return None
    same = [release for release in releases if release[0] == wanted[0]] or [releases[-1]]
    minor = [release for release in same if release[:2] == wanted[:2]] or [same[-1]]
    before = ".".join(map(str, minor[-1]))
    return before if wanted > minor[-1][: len(wanted)] else None
