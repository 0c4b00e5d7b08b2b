"""Claims of public documents, and what runs have shown of them."""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.rules.rule import rule
from lint_mappings.subjects import CorpusSubject, Finding
from lint_mappings.subjects.claims import ClaimSubject, claims
from mapping_model.claims import Verdict
from mapping_model.problems import did_you_mean


@rule("PM213", CorpusSubject)
def claim_settled(subject: CorpusSubject) -> Iterator[Finding]:
    """Every claim leads to a gotcha, an entry or a page, and to the examples that settle it.
    每条说法都指向能验证它的陷阱、条目或页面，以及其中的示例。

    A gotcha or an entry exists, and so do the examples of it that are named. What is decided
    without any, by reading or since it cannot be run here, is `unchecked`, and says why; what a
    page of the guide shows is run by its own tests.

    ```diff
     # mappings/claims.yaml
     porting-notes:
       title: {en: "Notes on a port.", zh: "迁移笔记。"}
       claims:
         - says: {en: "`torch.abs` is another one.", zh: "`torch.abs` 有所不同。"}
           at: "3"
           verdict: never
    -      entry: torch.absolut
    +      entry: torch.abs
           refuted: ["1"]
    ```

    ```yaml
    torch: torch.abs
    ```
    """
    for one in claims(subject.facts) if subject.is_wanted(subject.corpus.claims_file) else ():
        yield from _places(one)
        yield from _evidence(one)


def _places(one: ClaimSubject) -> Iterator[Finding]:
    corpus, claim = one.facts.corpus, one.claim
    gotcha = claim.gotcha
    if gotcha is not None and gotcha not in corpus.gotchas:
        message = f"There is no gotcha `{gotcha}`.{did_you_mean(gotcha, corpus.gotchas)}"
        hint = f"Fix the id, or write mappings/gotchas/{gotcha}.yaml."
        yield one.finding(message, "gotcha", hint=hint)
    elif claim.entry is not None and corpus.resolve(claim.entry) is None:
        message = f"There is no entry `{claim.entry}`.{did_you_mean(claim.entry, corpus.entries)}"
        yield one.finding(message, "entry", hint="Fix the name, or write the entry.")
    else:
        for word in ("shown", "refuted"):
            for index, key in enumerate(getattr(claim, word)):
                if key not in one.examples:
                    known = ", ".join(one.examples) or "none"
                    message = f"`{gotcha or claim.entry or claim.page}` has no example {key}."
                    yield one.finding(message, word, index, hint=f"It has: {known}.")


def _evidence(one: ClaimSubject) -> Iterator[Finding]:
    claim = one.claim
    if claim.verdict is Verdict.UNCHECKED:
        if claim.has_evidence:
            hint = "Say `holds` or `never`, or leave out what shows it."
            yield one.finding("What examples show is not unchecked.", "verdict", hint=hint)
        if claim.why is None:
            hint = "Add `why`: what it would take."
            yield one.finding("It does not say why this cannot be checked.", "verdict", hint=hint)
    elif not claim.has_evidence and claim.page is None:
        hint = "Fill in `shown`, `refuted`, `has` or `lacks`, or say `unchecked`."
        yield one.finding("Nothing shows this verdict.", "verdict", hint=hint)
    for word in ("since", "until"):
        if getattr(claim, word) is None:
            continue
        if claim.verdict is not Verdict.HOLDS:
            yield one.finding(f"Only what holds has `{word}`.", word, hint="Remove it.")
        elif len({*map(claim.holds_on, one.facts.releases)}) == 1:
            message = "These releases are all that are supported, or none."
            yield one.finding(message, word, hint=f"Supported: {', '.join(one.facts.releases)}.")


@rule("PM811", CorpusSubject)
def claim_as_recorded(subject: CorpusSubject) -> Iterator[Finding]:
    """The verdict on a claim is what runs have shown, on each release.
    对说法的结论与各版本上的运行结果相符。

    A claim holds on a release where the examples in `shown` come out as written there, those in
    `refuted` do not, and where Paddle has the names in `has` and none in `lacks`. When a release is
    added, this tells which claims it has made true or false.

    ```diff
     # mappings/claims.yaml
     porting-notes:
       title: {en: "Notes on a port.", zh: "迁移笔记。"}
       claims:
         - says: {en: "Paddle has no `paddle.abs`.", zh: "Paddle 没有 `paddle.abs`。"}
           at: "3"
    -      verdict: holds
    +      verdict: never
           entry: torch.abs
           lacks: [paddle.abs]
    ```

    ```yaml
    torch: torch.abs
    ```
    """
    for one in claims(subject.facts) if subject.is_wanted(subject.corpus.claims_file) else ():
        if one.claim.verdict is Verdict.UNCHECKED:
            continue
        shown = one.shown()
        wrong = [
            release
            for release, holds in shown.items()
            if holds is not None and holds is not one.claim.holds_on(release)
        ]
        if wrong:
            told = [release for release, holds in shown.items() if holds]
            message = f"The record says otherwise on {', '.join(wrong)}."
            hint = f"There it holds on: {', '.join(told) or 'no release'}."
            yield one.finding(message, "verdict", hint=hint)
