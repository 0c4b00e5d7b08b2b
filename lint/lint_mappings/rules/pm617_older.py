"""`older`, `newer`, `since` and `until` agree with the releases: each is for some, not for all.

`older` is for a parameter that some supported releases lack. A case under `write` with `since` or
`until` counts on some releases, and not on others.

A target under `newer` needs `since` where its name does not tell from which release on it does
what PyTorch does: where all supported releases have the name.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
-  - {torch: input, paddle: x, older: {form: clone}}
-  - {torch: out, paddle: out}
+  - {torch: input, paddle: x}
+  - {torch: out, paddle: out, older: {form: assign}}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, VariantSubject
from mapping_model.categories import Text
from mapping_model.entry import Case, Newer
from mapping_model.since import Releases, covers, parameter_since, target_since

SUMMARY = Text(
    "`older`, `newer`, `since` and `until` agree with what the releases really have.",
    "`older`、`newer`、`since` 和 `until` 与各版本的实际情况一致。",
)


def check(variant: VariantSubject) -> Iterator[Finding]:
    """Look up from which release on parameters and newer targets are there."""
    for index, newer in enumerate(variant.variant.newer):
        message, hint = _wrong_since(variant.facts.releases, newer)
        if message:
            key = "since" if newer.since else "paddle"
            yield variant.finding(message, "newer", index, key, hint=hint)
    target = variant.variant.paddle or ""
    for index, row in enumerate(variant.rows):
        since = row.older and parameter_since(variant.facts.releases, target, row.paddle or "")
        if since and since == next(iter(variant.facts.releases)):
            yield variant.finding(
                f"All supported releases have `{row.paddle}`.",
                *("params", index, "older", "form"),
                hint="Remove `older`; where the parameter does something else on older releases, "
                "write a case with `until`.",
            )
    for index, case in enumerate(variant.variant.write):
        for key, needless in _needless(list(variant.facts.releases), case):
            message = f"{needless} supported release is in it."
            hint = f"Leave `{key}` out, or the case." if needless == "Every" else "Fix the release."
            yield variant.finding(message, "write", index, key, hint=hint)


def _needless(releases: list[str], case: Case) -> Iterator[tuple[str, str]]:
    """Bounds of a case that take in every supported release, or none."""
    for key, since, until in (("since", case.since, None), ("until", None, case.until)):
        counts = {covers(since, until, release) for release in releases}
        if (since or until) and len(counts) == 1:
            yield key, "Every" if counts.pop() else "No"


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
