"""Releases in texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lint_mappings.rules.rule import rule
from lint_mappings.subjects import EntrySubject, FileSubject, Finding, VariantSubject
from lint_mappings.subjects.sentences import Sentence
from mapping_model.entry import Case
from mapping_model.language.parsing import named_in
from mapping_model.naming import kind_of
from mapping_model.reading import Path_
from mapping_model.records import GOTCHA, LIMITS_OF, BrokenRecord
from mapping_model.since import covers, parameter_since, target_since
from mapping_model.snapshots import PADDLE, TORCH, number_of

# What follows a number in its word is without digits. Looking for one ends at the first, so that a
# text of nothing but numbers takes no longer than others.
_PADDLE_RELEASE = re.compile(r"(?<![\w.])\d+\.\d+(?:\.\d+)?(?![A-Za-z_.]*\d)", re.ASCII)
# Most texts have none, which is told faster.
NUMBER = re.compile(r"\d\.\d", re.ASCII)
_SAME_HINT = "Name the same releases in both languages."


@rule("PM714", FileSubject)
def same_releases(file: FileSubject) -> Iterator[Finding]:
    """Both languages of a text name the same releases.
    同一文本的中英文提到的版本号相同。

    A release that is right in one language and wrong in the other is the mistake of a translation
    that nobody reads twice.

    ```diff
     torch: torch.abs
     notes:
    -  - {en: "Up to 3.1.1 it is slower.", zh: "3.0.0 及之前的版本较慢。"}
    +  - {en: "Up to 3.1.1 it is slower.", zh: "3.1.1 及之前的版本较慢。"}
    ```
    """
    if not NUMBER.search(file.bare[""]):
        return
    english = {s.path[:-1]: s for s in file.sentences if s.language == "en"}
    for sentence in file.sentences:
        if sentence.language != "zh":
            continue
        ours, theirs = _releases(sentence), _releases(english[sentence.path[:-1]])
        for version in sorted(ours.keys() - theirs.keys()):
            yield file.in_sentence(
                sentence, ours[version], f"The English text does not name {version}.", _SAME_HINT
            )
        for version in sorted(theirs.keys() - ours.keys()):
            message = f"The Chinese text does not name {version}, which the English one does."
            yield file.in_sentence(sentence, 0, message, _SAME_HINT)


def _releases(sentence: Sentence) -> dict[str, int]:
    """The supported Paddle releases that a text names (`3.1` for 3.1.1), each with its place."""
    if not NUMBER.search(sentence.bare):
        return {}
    return {
        found[0]: found.start()
        for found in _PADDLE_RELEASE.finditer(sentence.bare)
        if any(f"{release}.".startswith(f"{found[0]}.") for release in PADDLE)
    }


_RELEASE = r"(\d\d?\.\d\d?(?:\.\d\d?)?)(?![A-Za-z_.]*\d)"
_PATTERNS = (
    ("Paddle", PADDLE, rf"(?<![^\W_])(?:Paddle)?Paddle {_RELEASE}"),
    ("PyTorch", (TORCH,), rf"(?<![^\W_])(?:PyTorch|torch) {_RELEASE}"),
    # A number alone is one of Paddle, unless another name stands before: "Python from 3.12 on".
    (
        "Paddle",
        PADDLE,
        rf"(?:\b(?P<other>[A-Z]\w*) ?)?(?:[Ff]rom {_RELEASE} on\b|自 {_RELEASE} 起"
        rf"|{_RELEASE} (?:及之前|之前)的版本|[Uu]p to (\d\d?\.\d\d?\.\d\d?)(?![A-Za-z_.]*\d))",
    ),
)
_RELEASES = [(title, known, re.compile(text, re.ASCII)) for title, known, text in _PATTERNS]


@rule("PM718", FileSubject, serves="S1")
def release_in_text(file: FileSubject) -> Iterator[Finding]:
    """Releases that texts name exist.
    文本中提到的版本都存在。

    No release is newer than the newest that is supported, and each supported one is the last of its
    kind: there is no 2.7 and no 3.1.2.

    ```diff
     torch: torch.Tensor.t
     notes:
    -  - {en: "From 3.7 on it is faster.", zh: "自 3.7 起更快。"}
    +  - {en: "From 3.2 on it is faster.", zh: "自 3.2 起更快。"}
    ```
    """
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


_TOLD_RELEASE = r"(\d\.\d\d?(?:\.\d)?)(?![A-Za-z_.]*\d)"
_FROM = re.compile(rf"\b(?:from|since|before) {_TOLD_RELEASE}", re.IGNORECASE)
_TO = re.compile(
    rf"\b(?:up to|until) {_TOLD_RELEASE}|\bon (?:Paddle )?{_TOLD_RELEASE}(?! on\b)", re.IGNORECASE
)
_CODE = re.compile(r"`([^`\n]*)`")
_WORD = re.compile(r"[A-Za-z_]\w*")
# Their texts belong to what they say.
_DATA = ("cases",)
_TOLD_HINT = "Pages say it from there. Leave the release out; what happens on it may stay."


@rule("PM719", EntrySubject, serves="S1")
def release_told(entry: EntrySubject) -> Iterator[Finding]:
    """No text names a release for what the data say.
    文本不重复数据已说明的版本信息。

    No text names a release for what the data say: from when on a parameter, target or case counts.
    Pages say by themselves which release brought the parameter of a row or a target, and up to
    which one a case counts. A text that says it once more goes wrong with the next
    release. What the data do not say, such as a bug of one release, belongs in a text.

    ```diff
     torch: torch.abs
     params:
       - {torch: input, paddle: x}
       - torch: out
         paddle: out
    -    desc: {en: "Where the result goes, from 3.3 on.", zh: "存放结果的 Tensor，自 3.3 起提供。"}
    +    desc: {en: "Where the result goes.", zh: "存放结果的 Tensor。"}
    ```
    """
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
                told = _told_by(variant, sentence.text, own, release)
                if told:
                    yield entry.at(*sentence.path).finding(
                        f"`{found[0]}` is told by {told}.",
                        hint=_TOLD_HINT,
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


def _told_by(variant: VariantSubject, text: str, own: Path_, release: str | None) -> str | None:
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
            return "a case"
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


_EVERY = re.compile(r"\b(?:on|in) (?:all|every) releases?\b", re.IGNORECASE)


@rule("PM720", FileSubject, serves="X4")
def every_release_run(file: FileSubject) -> Iterator[Finding]:
    """What a text says of every release, a run on each of them has shown.
    文本中关于所有版本的说法，都在各版本上运行过。

    A sentence about all releases that was tried on one of them is a guess. The file has a check, an
    example or a limit that came out alike on all supported releases. Say of what a run cannot show
    on which releases it was tried.

    ```yaml
    torch: torch.abs
    notes:
      - {en: "It is exact on every release.", zh: "各版本的结果都是精确的。"}
    ```

    ```diff
     # mappings/results/torch/torch.abs.json
     {
     "1": {
     "3.3.1": {"as": "3.2.2", "hash": "b4a643b53a8e 0bb4431c",
      "run": "2026-11-21 2.13.0 3.11.7 2 avx512"},
     "3.2.2": {"as": "3.1.1", "hash": "b4a643b53a8e 0bb4431c",
      "run": "2026-11-21 2.13.0 3.11.7 2 avx512"},
     "3.1.1": {"as": "3.0.0", "hash": "b4a643b53a8e 0bb4431c",
      "run": "2026-11-21 2.13.0 3.11.7 2 avx512"},
    -"3.0.0": {"hash": "b4a643b53a8e 0bb4431c",
    - "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
    +"3.0.0": {"hash": "b4a643b53a8e 0bb4431c",
    + "run": "2026-11-21 2.13.0 3.11.7 2 avx512"},
    +"2.6.2": {"hash": "b4a643b53a8e 0bb4431c",
    + "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
     }
     }
    ```
    """
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
