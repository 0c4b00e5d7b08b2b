"""Counts of the data: what the coverage page and the home page show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from mapping_model.categories import Category
from mapping_model.coverage import coverage_of
from mapping_model.outcomes import Outcome, Status
from mapping_model.usages import Verdict
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, Heading, SitePage
from render_mappings.views.example_view import RUN_KEYS, run_key
from render_mappings.views.page_context import Context

# What the plain call is on the newest release where it may stay as it is.
_UNCHANGED = Verdict.UNCHANGED.value
# How many names without an entry are listed.
_WANTED = 50


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart; `percent` is of the longest bar, `css` a class for its colour."""

    label: str
    number: int
    percent: float
    url: str | None = None
    css: str = ""


@dataclass(frozen=True, slots=True)
class Owner:
    """A module or class, and the last parts of some of its names."""

    name: str
    names: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many names."""
        return len(self.names)


def _owners(names: Iterable[str]) -> list[Owner]:
    """Full names by their modules and classes, those with most of them first."""
    found: dict[str, list[str]] = {}
    for name in names:
        owner, _, last = name.rpartition(".")
        found.setdefault(owner, []).append(last)
    return [Owner(k, tuple(v)) for k, v in sorted(found.items(), key=lambda p: (-len(p[1]), p[0]))]


def home_counts(context: Context) -> list[tuple[int, str, str]]:
    """The numbers of the home page, with their labels and the pages behind them."""
    reference, words = context.reference, context.words
    states = [one.state for one in reference.published.values()]
    missing = sum(1 for state in states if state.status is Status.MISSING)
    executed = sum(1 for outcome in reference.runs() if outcome is Outcome.EQUAL)
    drop_in = sum(one.marks[-1] == _UNCHANGED for one in reference.published.values())
    return [
        (len(reference.entries), words["count_entries"], "apis/"),
        (len(reference.entries) - missing, words["count_counterpart"], "statistics/#counterpart"),
        (executed, words["count_executed"], "truth/"),
        (drop_in, words["count_drop_in"], f"apis/?verdict={_UNCHANGED}"),
        (len(reference.silent), words["count_silent"], "truth/#silent"),
        (len(reference.gotchas), words["count_gotchas"], "gotchas/"),
    ]


def statistics_page(context: Context) -> SitePage:
    """The page of counts."""
    keys = ("by_category", "by_status", "by_run", "by_module")
    headings = [
        Heading(key, context.words[key])
        for key in ("counterpart", "of_torch", "wanted", "without", *keys)
    ]
    template = "statistics/statistics.html"

    def values() -> dict[str, Any]:
        reference = context.reference
        coverage = coverage_of(reference.entries.keys(), reference.torch)
        return {
            "counterparts": _counterparts(context, sum(map(len, coverage.without.values()))),
            "charts": _charts(context),
            "coverage": coverage,
            "packages": context.words["comma"].join(map(" ".join, coverage.packages.items())),
            "wanted": [pair for pair in coverage.missing if pair[0] in reference.torch][:_WANTED],
            "without": [(r, _owners(of)) for r, of in coverage.without.items() if of],
        }

    return named_page(context, "statistics", Area.APIS, template, values, headings)


def _counterparts(context: Context, without: int) -> list[Bar]:
    """What has a counterpart, what has none, and of what that is not known."""
    reference, words = context.reference, context.words
    states = [one.state for one in reference.published.values()]
    missing = sum(1 for state in states if state.status is Status.MISSING)
    return _bars(
        [
            (words["counterpart_some"], len(states) - missing, "apis/", ""),
            (words["counterpart_none"], missing, f"category/{Category.MISSING.value}/", ""),
            (words["counterpart_unknown"], without, "statistics/#without", ""),
        ]
    )


_Rows = list[tuple[str, int, str | None, str]]


def _charts(context: Context) -> list[tuple[str, str, list[Bar]]]:
    reference, words = context.reference, context.words
    categories = Counter(one.state.category for one in reference.published.values())
    statuses = Counter(one.state.status for one in reference.published.values())
    runs = Counter(map(run_key, reference.runs()))
    category_rows: _Rows = [
        (
            c.info.name.get(context.language),
            categories[c],
            f"category/{c.value}/",
            f"pm-cat-{c.value}",
        )
        for c in Category
    ]
    status_rows: _Rows = [(words[f"status_{s.value}"], statuses[s], None, "") for s in Status]
    run_rows: _Rows = [(words[f"run_{r}"], runs[r], None, f"pm-run-{r}") for r in RUN_KEYS]
    modules = sorted(reference.modules.items(), key=lambda pair: -len(pair[1]))
    module_rows: _Rows = [
        (name, len(names), context.module_url(name), "") for name, names in modules
    ]
    charts = {
        "by_category": category_rows,
        "by_status": status_rows,
        "by_run": run_rows,
        "by_module": module_rows,
    }
    return [(key, words[key], _bars(rows)) for key, rows in charts.items()]


def _bars(rows: _Rows) -> list[Bar]:
    longest = max((number for _, number, _, _ in rows), default=0) or 1
    return [
        Bar(label, number, round(100 * number / longest, 1), url, css)
        for label, number, url, css in rows
    ]
