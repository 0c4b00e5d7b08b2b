"""`older` and `newer` agree with the releases: what they say is missing was missing there.

A release named in it is one that lacks the parameter (`up to 2.6.2`), or the first that has it
(`from 3.0 on`). Where all supported releases have the parameter, the text must name the release
that it is about, since no reader could tell.

A target under `newer` needs `since` where its name does not tell from which release on it does
what PyTorch does: where all supported releases have the name.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
   - {torch: input, paddle: x}
   - torch: out
     paddle: out
-    older: {en: "From 2.6.2 on it is there.", zh: "自 2.6.2 起才有该参数。"}
+    older: {en: "Assign the result.", zh: "对结果赋值。"}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from lint_mappings.subjects.sentences import blot
from mapping_model.categories import Text
from mapping_model.entry import Newer
from mapping_model.remarks import older_remark
from mapping_model.since import Releases, covers, number_of, parameter_since, target_since

SUMMARY = Text(
    "`older` and `newer` agree with what the releases really have.",
    "`older` 和 `newer` 与各版本的实际情况一致。",
)

_VERSION = r"(\d+\.\d+(?:\.\d+)?)(?![\w.]*\d)"
_NAMED = re.compile(rf"(?<![\w.]){_VERSION}")
_FIRST = re.compile(rf"\b(?:from|before|since) {_VERSION}", re.IGNORECASE)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Hold the releases that each `older` and `newer` names against the snapshots."""
    for index, newer in enumerate(variant.variant.newer):
        message, hint = _wrong_since(variant.facts.releases, newer)
        if message:
            key = "since" if newer.since else "paddle"
            yield variant.finding(message, "newer", index, key, hint=hint)
    target = variant.variant.paddle
    for index, row in enumerate(variant.rows):
        older = older_remark(row)
        if older is None or row.paddle is None or target is None:
            continue
        message, hint = _wrong(variant.facts.releases, target, row.paddle, older.en)
        if message:
            key = "en" if row.older else "form"
            yield variant.finding(message, "params", index, "older", key, hint=hint)


def _wrong_since(releases: Releases, newer: Newer) -> tuple[str, str]:
    since = target_since(releases, newer.paddle)
    if since is None:
        return "", ""  # That is PM602.
    oldest, newest = next(iter(releases)), list(releases)[-1]
    if newer.since is None and since == oldest:
        return (
            f"All supported releases have `{newer.paddle}`.",
            "Add `since`, the first release on which it does what PyTorch does; or make it the "
            "target.",
        )
    if newer.since is None:
        return "", ""
    if not covers(newer.since, None, newest):
        return f"No supported release is {newer.since} or newer.", f"The newest is {newest}."
    if covers(newer.since, None, since):
        return f"`{newer.paddle}` is there from {since} on.", "Leave `since` out: that is derived."
    return "", ""


def _wrong(releases: Releases, target: str, name: str, older: str) -> tuple[str, str]:
    since = parameter_since(releases, target, name)
    if since is None:
        return "", ""  # That is PM604.
    text = blot(older)
    if since == next(iter(releases)):
        if _NAMED.search(text):
            return "", ""
        return (
            f"All supported releases have `{name}`, and the text names no release.",
            "Remove `older`; or name the releases where the parameter differs.",
        )
    for named in _FIRST.findall(text):
        if not f"{since}.".startswith(f"{named}."):
            return (
                f"`{name}` is there from {since} on, not from {named} on.",
                f"Write {since}.",
            )
    for named in _NAMED.findall(_FIRST.sub("", text)):
        if number_of(named) >= number_of(since):
            return (
                f"Paddle {named} has `{name}`; it is there from {since} on.",
                f"Name a release older than {since}.",
            )
    return "", ""
