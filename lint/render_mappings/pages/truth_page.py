"""The page of what running everything has shown: totals per release, and all that went wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from markupsafe import Markup, escape

from mapping_model.categories import Text
from mapping_model.language.sentences import spaced
from mapping_model.limits.sentences import asked
from mapping_model.outcomes import DropIn
from mapping_model.results import Results
from mapping_model.tried import told
from mapping_model.usages import RETURNS, Usage
from published.usage_names import usage_name
from render_mappings.data.truth import (
    CHECKS,
    OUTCOMES,
    PROBES,
    Silent,
    Trouble,
    checks,
    drop_ins,
    outcomes,
    probed_entries,
    probes,
    silent_by_cause,
    silently_different,
    troubles,
    undecided,
)
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, Heading, SitePage
from render_mappings.views.charts import Segment, StackedBar, stacked_bars
from render_mappings.views.detail_words import detail
from render_mappings.views.entry_view import anchor, usage_label
from render_mappings.views.example_view import reasons
from render_mappings.views.markup import inline
from render_mappings.views.page_context import Context

# So much is told of what differs; the entry has all of it.
_DETAILS = 2
# So many usages come first, whatever differs.
_FIRST = 40


@dataclass(frozen=True, slots=True)
class Totals:
    """Counts per release: a chart, and the same as a table of releases by columns.

    `entries` says of how many entries they are, where that is told.
    """

    id: str
    title: str
    text: str
    columns: tuple[tuple[str, str], ...]
    bars: tuple[StackedBar, ...]
    entries: tuple[int, ...] = ()

    @property
    def chart(self) -> Markup:
        """The drawing."""
        return stacked_bars(self.id, self.title, self.bars)


@dataclass(frozen=True, slots=True)
class SilentView:
    """Usages that are silently different: where they are shown, which, and what they give."""

    name: str
    url: str
    which: Markup
    what: tuple[str, ...]
    cause: str


@dataclass(frozen=True, slots=True)
class TroubleView:
    """An unconfirmed example: where it is, how it fared, and why."""

    name: str
    url: str
    key: str
    outcome: str
    why: tuple[Markup, ...]


def truth_page(context: Context) -> SitePage:
    """The page of what was run."""
    words, newest = context.words, context.reference.paddle.version
    ids = ("outcomes", "drop_ins", "checks", "probes")
    headings = [Heading(id.replace("_", "-"), words[f"truth_{id}"]) for id in ids]
    last = ("silent", "troubles", "undecided")
    headings += [Heading(id, words[f"truth_{id}"].format(newest)) for id in last]
    values = partial(_values, context)
    return named_page(context, "truth", Area.APIS, "truth/truth.html", values, headings)


def _values(context: Context) -> dict[str, Any]:
    reference = context.reference
    newest = reference.paddle.version
    runs = {results.paddle: results for results in reversed(reference.results)}
    runs = {release: run for release, run in runs.items() if release in reference.releases}
    found = silently_different(reference)
    ordinary = silent_by_cause(one for one in found if not one.rare).items()
    return {
        "newest": newest,
        "runs": runs.values(),
        "totals": _totals(context, runs) if runs else [],
        "silent_first": [
            _silent(context, one) for one in [o for o in found if not o.rare][:_FIRST]
        ],
        "silent": {cause: [_silent(context, one) for one in of] for cause, of in ordinary},
        "silent_rare": [_silent(context, one) for one in found if one.rare],
        "silent_apis": len(reference.silent),
        "troubles": [_trouble(context, t) for t in troubles(reference, newest)] if runs else [],
        "undecided": list(_undecided(context)),
    }


def _silent(context: Context, one: Silent) -> SilentView:
    labels = dict.fromkeys(_which(context, one.name, usage) for usage in one.usages)
    # The page of another name has no examples.
    shown = context.reference.published[one.name].alias_of or one.name
    url = f"{context.url_of(shown)}#{anchor(one.usages[0].examples[0])}"
    which = Markup(context.words["semicolon"]).join(labels)
    what = (detail(told).get(context.language) for told in one.details[:_DETAILS])
    return SilentView(one.name, url, which, tuple(what), one.cause)


def _which(context: Context, name: str, usage: Usage) -> Markup:
    """Which usage is meant; where there are several ways to call an API, of which of them."""
    entry = context.reference.published[name]
    label, named = usage_label(context, usage, entry), usage.title or usage_name(entry, usage)
    if named is None and usage.param is None:
        label = escape(context.words["silent_plain"])
    elif usage.title is None and usage.param not in (None, RETURNS):
        label = context.fill("silent_param", label)
    variants = entry.variants
    when = variants[usage.variant - 1].variant.when if len(variants) > 1 else None
    if when is None or usage.title is not None:
        return label
    said = inline(asked(when).get(context.language))
    return Markup(spaced(context.fill("silent_when", label, said)))


def _totals(context: Context, runs: Mapping[str, Results]) -> list[Totals]:
    reference = context.reference
    kinds = {
        "outcomes": ("fate", [outcome.value for outcome in OUTCOMES]),
        "drop_ins": ("drop_in", [status.word for status in DropIn]),
        "checks": ("check", [outcome.value for outcome in CHECKS]),
        "probes": ("probe", list(PROBES)),
    }
    found: dict[str, Sequence[Mapping[str, int]]] = {
        "outcomes": [{o.value: n for o, n in outcomes(reference, r).items()} for r in runs],
        "drop_ins": [{s.word: n for s, n in drop_ins(reference, r).items()} for r in runs],
        "checks": [{o.value: n for o, n in checks(reference, r).items()} for r in runs],
        "probes": [probes(reference, r) for r in runs],
    }
    totals = [
        _total(context, id, *kinds[id], dict(zip(runs, numbers, strict=True)))
        for id, numbers in found.items()
    ]
    entries = tuple(probed_entries(reference, release) for release in runs)
    return [*totals[:-1], replace(totals[-1], entries=entries)]


def _undecided(context: Context) -> Iterator[tuple[str, str, str, Text, int]]:
    """The entry, its page and the release, what was found there, and on how many inputs."""
    for release in reversed(context.reference.releases):
        for name, found in undecided(context.reference, release):
            yield name, f"{context.url_of(name)}#tried", release, told(found), found.count


def _total(
    context: Context, id: str, kind: str, keys: list[str], numbers: Mapping[str, Mapping[str, int]]
) -> Totals:
    words = context.words
    columns = tuple((f"pm-seg-{key}", words[f"{kind}_{key}"]) for key in keys)
    bars = tuple(
        StackedBar(
            f"Paddle {release}",
            tuple(
                Segment(label, counted.get(key, 0), css)
                for key, (css, label) in zip(keys, columns, strict=True)
            ),
        )
        for release, counted in numbers.items()
    )
    title, text = words[f"truth_{id}"], words[f"truth_{id}_text"]
    return Totals(id.replace("_", "-"), title, text, columns, bars)


def _trouble(context: Context, trouble: Trouble) -> TroubleView:
    why = reasons(context, trouble.example)
    if not why and trouble.result and trouble.result.detail:
        why = [Markup("<code>{}</code>").format(trouble.result.detail)]
    return TroubleView(
        name=trouble.name,
        url=f"{context.url_of(trouble.name)}#{anchor(trouble.key)}",
        key=trouble.key,
        outcome=trouble.outcome.value,
        why=tuple(dict.fromkeys(why)) or (context.fill(f"fate_{trouble.outcome.value}"),),
    )
