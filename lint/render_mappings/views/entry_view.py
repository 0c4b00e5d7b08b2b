"""What the page of an entry says of what is published: what to mind, usages on each release."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from mapping_model.categories import Text
from mapping_model.entry import Gotcha
from mapping_model.language.parsing import ALWAYS
from mapping_model.language.sentences import spaced
from mapping_model.limits.sentences import MOST_WORDS, VAGUE, asked, short_remark
from mapping_model.outcomes import Departure
from mapping_model.remarks import RETURN_VALUE
from mapping_model.usages import RETURNS, Severity, Usage
from mapping_model.usages import Verdict as Written
from published.by_inputs import by_inputs
from published.entry import PublishedEntry
from published.marks import HARMING, PARTLY, SAME, WORKING, MarkedLimit, MarkedUsage, met_marks
from published.usage_names import usage_name
from published.variants import PublishedLimit, PublishedVariant
from published.warnings import Told, said_beside, told_of
from render_mappings.views.markup import inline
from render_mappings.views.speech import Speech

# Each mark of a cell: what is told of it stands under "mark_" in the words.
MARKS = {
    "unchanged": "✓",
    "compat": "◐",
    "code": "→",
    "silent": "≠",
    "crash": "‼",
    "think": "✎",
    "fails": "✗",
    "no-counterpart": "∅",
    "unknown": "–",
    # Of limits.
    SAME: "·",
    # Of rows of options alone.
    PARTLY: "(✓)",
    "differs": "≠",
    "gradient-differs": "∂",
    "backward-raises": "∂!",
    "refused": "!",
    "crashes": "‼",
    "accepted": "⊃",
}
# What became of unchanged code is told so often at most.
_TOLD = 3
# So many things to mind are told at most; the page has all of them below.
_MINDED = 3
# So many calls are named in one sentence.
_TOLD_CALLS = 2
# As much code as has a place in a sentence.
_SHORT_CODE = 60


@dataclass(frozen=True, slots=True)
class Minded:
    """Something to mind, and where on the site there is more of it; from the page itself, a #.

    `on` are the releases for which it is told, none if it is all.
    """

    text: Text
    url: str
    on: tuple[str, ...]

    def of(self, page: str) -> Minded:
        """The same, told on another page than the one that has more of it."""
        return replace(self, url=page + self.url) if self.url.startswith("#") else self


@dataclass(frozen=True, slots=True)
class Verdict:
    """The plain call in one mark, on some releases: how it stands, or its first silent trap.

    `word` names the sentence, `said` is what is said instead of one.
    """

    mark: str
    on: tuple[str, ...]
    trap: Minded | None = None
    word: str = ""
    said: Text | None = None

    def of(self, page: str) -> Verdict:
        """The same, told on another page than that of its trap."""
        return replace(self, trap=self.trap and self.trap.of(page))


def verdicts(entry: PublishedEntry) -> tuple[Verdict, ...]:
    """What stands above the code, oldest release first; nothing where no code is shown.

    A silent trap on ordinary inputs says more than how the code is written; views of other tensors
    are no ordinary inputs. Where several ways of calling fare differently, the mark is that of the
    worst, and the words say that it depends.
    """
    traps = tuple(_traps(entry))
    met = [
        met_marks([one for one in entry.usages if one.variant == number], entry.kept)
        for number in entry.answers
    ]
    found: list[Verdict] = []
    for release, *marks in zip(entry.known.releases, *filter(None, met), strict=True):
        if not marks:
            return ()
        trap = next((one for one in traps if not one.on or release in one.on), None)
        new = _verdict(entry, release, marks, trap)
        same = found and replace(found[-1], on=()) == new
        on = found.pop().on if same else ()
        found.append(replace(new, on=(*on, release)))
    return tuple(found)


def _verdict(
    entry: PublishedEntry, release: str, marks: Sequence[str], trap: Minded | None
) -> Verdict:
    mark = max(marks, key=[*MARKS].index)
    if entry.alias_of and _same_name(entry, release):
        mark, marks = Written.UNCHANGED.value, ()
    if trap and mark in WORKING:
        return Verdict("differs", (), trap)
    said = by_inputs(entry, release) if len(marks) == 1 else None
    if said and mark in WORKING:
        return Verdict(mark, (), said=said)
    if len({*marks}) > 1:
        return Verdict(mark, (), word="mixed_silent" if mark in HARMING else "mixed")
    if mark != Written.UNCHANGED:
        return Verdict(mark, (), word=mark)
    if any(release in on for on in entry.kept.values()):
        return Verdict(mark, (), word="kept")
    return Verdict(mark, (), word="first" if _is_first_alone(entry, release) else mark)


def _is_first_alone(entry: PublishedEntry, release: str) -> bool:
    """Whether the head has another call that does not stay as it is."""
    written = (one for answer in entry.common for one in answer.written if release in one.releases)
    return any(one.verdict is not Written.UNCHANGED for one in written)


def _same_name(entry: PublishedEntry, release: str) -> bool:
    """Whether Paddle has another name of an API on a release, too, so that its calls may stay."""
    found = [one for answer in entry.answers.values() for one in answer.written]
    return all(one.verdict is Written.UNCHANGED for one in found if release in one.releases)


def minded(speech: Speech, entry: PublishedEntry) -> Iterator[Minded]:
    """What departs silently, then gotchas: of each release the first that hold there.

    What its verdict says of a release is not said again.
    """
    releases = tuple(speech.reference.releases)
    above = verdicts(entry)
    said = {(one.trap.text, release) for one in above if one.trap for release in one.on}
    found = tuple(_to_mind(speech, entry, above))
    told: dict[int, list[str]] = {}
    for release in releases:
        holding = [place for place, one in enumerate(found) if not one.on or release in one.on]
        new = [place for place in holding if (found[place].text, release) not in said]
        for place in new[:_MINDED]:
            told.setdefault(place, []).append(release)
    for place, on in sorted(told.items()):
        yield replace(found[place], on=() if len(on) == len(releases) else tuple(on))


def _traps(entry: PublishedEntry) -> Iterator[Minded]:
    """Where the plain call departs silently on ordinary inputs."""
    for variant in entry.variants:
        for one in variant.limits:
            if one.silent and one.ordinary:
                yield _limit(entry, variant, one)


def _silent_calls(entry: PublishedEntry, above: Sequence[Verdict]) -> Iterator[Minded]:
    """Other calls that give another result without an error, below a head that is green."""
    found: dict[tuple[Usage, ...], list[str]] = {}
    for one in above:
        if one.mark != Written.UNCHANGED or one.trap:
            continue
        for release in one.on:
            if silent := tuple(_silent_on(entry, release)):
                found.setdefault(silent, []).append(release)
    every = [*entry.known.releases]
    for usages, on in found.items():
        names = [*dict.fromkeys(_named(entry, usage) for usage in usages)][:_TOLD_CALLS]
        english, chinese = "; ".join(n.en for n in names), "；".join(n.zh for n in names)
        said = Text(
            f"Has to be rewritten, or the result is another without an error: {english}.",
            spaced(f"以下用法需要转写，否则结果不同且不报错：{chinese}。"),
        )
        told = () if on == every else tuple(on)
        yield Minded(said, f"#{anchor(usages[0].examples[0])}", told)


def _silent_on(entry: PublishedEntry, release: str) -> Iterator[Usage]:
    place = [*entry.known.releases].index(release)
    for table in entry.marked:
        for row in table.usages:
            if row.marks[place] in HARMING:
                yield from (row.usage, *row.also)


def _named(entry: PublishedEntry, usage: Usage) -> Text:
    name = usage.title or usage_name(entry, usage)
    if name:
        en = name.en if name.en[:1] == "`" else name.en[:1].lower() + name.en[1:]
        return Text(en.rstrip("."), name.zh.rstrip("。"))
    return Text(f"`{usage.param}=`", f"`{usage.param}=`") if usage.param else Text("", "")


def _to_mind(speech: Speech, entry: PublishedEntry, above: Sequence[Verdict]) -> Iterator[Minded]:
    """Silent traps of the plain call and gotchas that it runs into, then what else departs.

    That is with options, of views of other tensors, or with an error; other gotchas come last.
    """
    limits = [(v, one) for v in entry.variants for one in v.limits if not one.rare]
    first = [(v, one) for v, one in limits if one.silent and one.ordinary]
    yield from _traps(entry)
    yield from _silent_calls(entry, above)
    gotchas = [*_gotchas(speech, entry)]
    yield from (one for one, told in gotchas if told is Told.SHOWN)
    others = [(v, one) for v, one in limits if (v, one) not in first]
    said: list[tuple[bool, Minded]] = []
    for variant, one in sorted(others, key=lambda found: found[1].rank):
        # That Paddle takes what torch does not harms nobody.
        if one.silent or (one.plain and one.limit.then is not Departure.ACCEPTED):
            told = _limit(entry, variant, one)
            said.append((one.silent and not told.text.en.startswith(VAGUE), told))
    yield from (one for first, one in said if first)
    yield from (one for one, told in gotchas if told is Told.GENERAL)
    yield from (one for first, one in said if not first)


def _gotchas(speech: Speech, entry: PublishedEntry) -> Iterator[tuple[Minded, Told]]:
    """The gotchas whose titles are true of the API, each with how it concerns it."""
    if entry.source is None:
        return
    names = speech.reference.relatives_of(entry.source.torch)
    for gotcha in entry.gotchas:
        on = speech.reference.published_gotchas[gotcha.id].on
        told = told_of(gotcha, names)
        if told is not Told.BESIDE:
            yield Minded(gotcha.title, f"gotcha/{gotcha.id}/", on), told


def beside(speech: Speech, entry: PublishedEntry, gotcha: Gotcha) -> Text | None:
    """What a gotcha about other APIs says of this one; None where its title is true of it."""
    if entry.source is None:
        return None
    return said_beside(gotcha, speech.reference.relatives_of(entry.source.torch))


def _limit(entry: PublishedEntry, variant: PublishedVariant, one: PublishedLimit) -> Minded:
    """A limit in one short sentence; the rest of it stands below."""
    url = f"#{section(entry, variant.number, 'limits')}"
    where = one.short or (None if one.limit.when == ALWAYS else asked(one.limit.when))
    said = short_remark(one.limit, where, defaults=one.defaults)
    instead = (one.limit.instead or "").strip()
    if instead and "\n" not in instead and len(instead) <= _SHORT_CODE:
        safe = Text(f"{said.en[:-1]}; write `{instead}`.", f"{said.zh[:-1]}，应写为 `{instead}`。")
        said = safe if len(safe.en.split()) <= MOST_WORDS else said
    return Minded(said, url, one.on)


def other_functions(speech: Speech, entry: PublishedEntry, variant: PublishedVariant) -> Markup:
    """Which function signature and rows are of, where calls become another on some releases."""
    led = entry.leads_of(variant)
    if variant.paddle is None or {*led.values()} <= {variant.paddle.name}:
        return Markup("")
    by_name: dict[str, list[str]] = {}
    for release, name in led.items():
        by_name.setdefault(name, []).append(release)
    own = variant.paddle.name
    told = [speech.fill("rows_are_of", own)]
    if own in by_name:
        on = escape(speech.releases(by_name[own]))
        told = [speech.fill("rows_are_of_on", own, on)]
    told += becoming(speech, entry, variant)
    return Markup(speech.words["blank"]).join(told)


def becoming(speech: Speech, entry: PublishedEntry, variant: PublishedVariant) -> Iterator[Markup]:
    """What else than its target the call of a variant becomes, on which releases."""
    led = entry.leads_of(variant)
    for name in dict.fromkeys(led.values()):
        on = [release for release, one in led.items() if one == name]
        if variant.paddle and name == variant.paddle.name:
            continue
        if len(on) == len(led):
            yield speech.fill("call_becomes_always", name)
        else:
            yield speech.fill("call_becomes", escape(speech.releases(on)), name)


def way_name(entry: PublishedEntry, variant: PublishedVariant) -> str:
    """How one of several ways is called, else what it becomes."""
    answer = entry.answers.get(variant.number)
    if answer and "\n" not in answer.torch and len(answer.torch) <= _SHORT_CODE:
        return answer.torch
    return (variant.paddle or variant.torch).name


def section(entry: PublishedEntry, number: int, name: str = "") -> str:
    """Where the page shows a section of a variant; several variants have sections of their own."""
    if len(entry.state.variants) == 1:
        return name
    return f"variant-{number}-{name}" if name else f"variant-{number}"


def sections(variant: PublishedVariant) -> list[str]:
    """The sections of a variant for which there is something to show."""
    shown = {
        "parameters": variant.rows or variant.returns,
        "written": variant.writing,
        "examples": variant.examples or variant.without_way,
        "newer": variant.newer,
        "notes": variant.variant.notes,
        "limits": variant.limits,
    }
    return [name for name, there in shown.items() if there]


def lead(variant: PublishedVariant, language: str) -> Text | None:
    """The sentence that leads to the table, for which the others make room."""
    leading = [text for text in variant.summary if text.get(language).endswith((":", "："))]
    return leading[-1] if leading and (variant.rows or variant.returns) else None


@dataclass(frozen=True, slots=True)
class ReleasesView:
    """The marks to be explained, and what running unchanged code gave, where it was not the same.

    `more` counts what is left out of that; `run_on` says when and with what all was run.
    """

    marks: tuple[str, ...]
    unchanged: tuple[Markup, ...]
    more: int
    run_on: str


def releases_view(speech: Speech, entry: PublishedEntry) -> ReleasesView | None:
    """What is said below the table of an entry; None where nothing of it was run."""
    executions = entry.state.executions.values()
    if not any(trial.result for execution in executions for trial in execution.trials):
        return None
    newest = next((e.run_on for e in executions if e.run_on), None)
    found = {mark for one in entry.marked for mark in one.marks}
    told = _unchanged(speech, entry)
    words = speech.words["run_with"]
    return ReleasesView(
        marks=tuple(mark for mark in MARKS if mark in found and mark != SAME),
        unchanged=told[:_TOLD],
        more=max(0, len(told) - _TOLD),
        run_on=words.format(newest.date, newest.torch, newest.python) if newest else "",
    )


def anchor(key: str) -> str:
    """Where an entry's page shows the example of a key."""
    return f"example-{key.replace('.', '-')}"


def usage_label(speech: Speech, usage: Usage, entry: PublishedEntry) -> Markup:
    """What a usage is called in a row of its entry."""
    if title := usage.title or usage_name(entry, usage):
        return inline(speech.headed(title))
    if usage.param is None:
        return escape(speech.words["whole"])
    if usage.param == RETURNS:
        return escape(RETURN_VALUE.get(speech.language))
    return Markup("<code>{}=</code>").format(usage.param)


def limit_label(speech: Speech, limit: MarkedLimit) -> Markup:
    """What a limit is called there."""
    return inline(spaced(speech.words["usage_where"].format(limit.asked.get(speech.language))))


def where_unchanged(speech: Speech, entry: PublishedEntry, row: MarkedUsage) -> str:
    """On which releases the torch code of a row needs no change."""
    words, known = speech.words, [*entry.known.releases]
    marked = dict(zip(known, row.marks, strict=True))
    if PARTLY in row.marks:
        return words["unchanged_partly"]
    plain = row.usage.param is None and row.usage.title is None
    if plain and any(by_inputs(entry, release) for release in known):
        return words["unchanged_by_inputs"]
    fine = [release for release, mark in marked.items() if mark == Written.UNCHANGED]
    if not fine or fine == known:
        return words["unchanged_always" if fine else "unchanged_never"]
    if fine == known[-len(fine) :]:
        return words["unchanged_since"].format(fine[0])
    return words["unchanged_only"].format(speech.releases(fine))


def _unchanged(speech: Speech, entry: PublishedEntry) -> tuple[Markup, ...]:
    """What the unchanged code of examples gave where it was something else, the newest first."""
    executions = entry.state.executions
    found: dict[tuple[Markup, str], list[str]] = {}
    for place in reversed(range(len(entry.known.releases))):
        for usage in entry.usages:
            judged = usage.releases[place]
            results = [executions[key].on(judged.release).result for key in usage.examples]
            details = [result.drop_in_detail for result in results if result]
            detail = next(filter(None, details), None)
            if detail and judged.severity is not Severity.NONE:
                label = usage_label(speech, usage, entry)
                found.setdefault((label, detail), []).append(judged.release)
    alike: dict[tuple[str, tuple[str, ...]], list[Markup]] = {}
    for (label, detail), releases in found.items():
        alike.setdefault((detail, tuple(releases)), []).append(label)
    return tuple(
        speech.fill("unchanged_gives", speech.listed(labels), escape(speech.releases(on)), detail)
        for (detail, on), labels in alike.items()
    )
