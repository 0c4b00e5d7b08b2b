"""No text names a release for what the data say: from when on a parameter, target or case counts.

Pages say by themselves which release brought the parameter of a row or a target, and up to which
one a case under `write` counts. A text that says it once more goes wrong with the next release.
What the data do not say, such as a bug of one release, belongs in a text.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
   - {torch: input, paddle: x}
   - torch: out
     paddle: out
-    desc: {en: "Where the result goes, from 3.3 on.", zh: "存放结果的 Tensor，自 3.3 起提供。"}
+    desc: {en: "Where the result goes.", zh: "存放结果的 Tensor。"}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lint_mappings.rules.pm714_same_releases import NUMBER
from lint_mappings.subjects import EntrySubject, Finding, VariantSubject
from lint_mappings.subjects.sentences import Sentence
from mapping_model.applying.checking import named_in
from mapping_model.categories import Text
from mapping_model.entry import Case
from mapping_model.reading import Path_
from mapping_model.since import covers, parameter_since, target_since

SUMMARY = Text("No text names a release for what the data say.", "文本不重复数据已说明的版本信息。")
REQUIREMENTS = ("S1",)

_VERSION = r"(\d\.\d\d?(?:\.\d)?)(?![A-Za-z_.]*\d)"
_FROM = re.compile(rf"\b(?:from|since|before) {_VERSION}", re.IGNORECASE)
_TO = re.compile(
    rf"\b(?:up to|until) {_VERSION}|\bon (?:Paddle )?{_VERSION}(?! on\b)", re.IGNORECASE
)
_CODE = re.compile(r"`([^`\n]*)`")
_WORD = re.compile(r"[A-Za-z_]\w*")
# Their texts belong to what they say.
_DATA = ("newer", "write", "limits")
_HINT = "Pages say it from there. Leave the release out; what happens on it may stay."


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Hold the releases that texts name against what rows, targets and cases say."""
    if not NUMBER.search(entry.file.bare["en"]):
        return
    named = [s for s in entry.file.sentences if s.language == "en"]
    for variant in entry.variants:
        steps = len(variant.path)
        for sentence in named:
            own = sentence.path[steps:-1]
            if sentence.path[:steps] != variant.path or own[0] in _DATA:
                continue
            for release, found in _starts(variant, sentence):
                told = _told(variant, sentence.text, own, release)
                if told:
                    yield entry.finding(
                        f"`{found[0]}` is told by {told}.",
                        *sentence.path,
                        hint=_HINT,
                        offset=sentence.offset(found.start()),
                    )


def _starts(
    variant: VariantSubject, sentence: Sentence
) -> Iterator[tuple[str | None, re.Match[str]]]:
    """Each release from which on a text says that something is otherwise, and where."""
    oldest = next(iter(variant.facts.releases))
    for found in _FROM.finditer(sentence.bare):
        yield _first(variant, found[1]), found
    for found in _TO.finditer(sentence.bare):
        # "On 3.1" says nothing of the releases before.
        if found[1] or f"{oldest}.".startswith(f"{found[2]}."):
            yield _after(variant, found[1] or found[2]), found


def _told(variant: VariantSubject, text: str, own: Path_, release: str | None) -> str | None:
    """What says that from `release` on something is otherwise; None where nothing does."""
    releases = variant.facts.releases
    if release in (None, next(iter(releases))):
        return None
    target = variant.variant.paddle or ""
    row = variant.rows[int(own[1])] if own[0] == "params" else None
    if row is not None and row.paddle and parameter_since(releases, target, row.paddle) == release:
        return f"the row of `{row.paddle}`"
    spans = _CODE.findall(text)
    words = {word for span in spans for word in _WORD.findall(span)}
    for name, since in ((target, None), *((n.paddle, n.since) for n in variant.variant.newer)):
        first = target_since(releases, name) if since is None else _first(variant, since)
        if first == release and any(_names(span, name) for span in spans):
            return f"the target `{name}`"
    if row is not None:
        words |= {(row.torch or "").lstrip("*"), row.paddle or ""}
    for case in variant.variant.write:
        title = own[0] == "examples" and own[-1] == "title"
        if _begins(variant, case) == release and (title or words & _names_of(case)):
            return "a case under `write`"
    return None


def _first(variant: VariantSubject, since: str) -> str | None:
    return next((r for r in variant.facts.releases if covers(since, None, r)), None)


def _after(variant: VariantSubject, until: str) -> str | None:
    return next((r for r in variant.facts.releases if not covers(None, until, r)), None)


def _begins(variant: VariantSubject, case: Case) -> str | None:
    """The release with which a case begins to count, or no longer counts."""
    if case.since is not None:
        return _first(variant, case.since)
    return None if case.until is None else _after(variant, case.until)


def _names(span: str, api: str) -> bool:
    """Whether code names an API, in full or as a member of something: `x.data`."""
    last = api.rpartition(".")[2]
    member = api.rpartition(".")[0].rpartition(".")[2][:1].isupper()
    return bool(re.search(rf"\.{last}\b" if member else rf"\b{re.escape(api)}\b", span))


def _names_of(case: Case) -> frozenset[str]:
    return (named_in(case.when) | named_in(case.code)) - {"rest", "same", "self"}
