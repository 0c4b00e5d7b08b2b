"""The faults of Paddle that are ready to be reported: most used first, with their state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from mapping_model.coverage import by_use, read_uses
from render_mappings.data.reports import Report, read_reports
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, Heading, SitePage
from render_mappings.views.markup import plain
from render_mappings.views.page_context import Context, Item

# So many of the APIs that a report concerns are named.
_NAMED = 4


@dataclass(frozen=True, slots=True)
class Reported:
    """A report, the torch APIs whose ports run into it, and how often code uses these."""

    report: Report
    concerned: list[Item]
    uses: int
    open: bool


def reports_page(context: Context) -> SitePage:
    """The page of all reports of the repository that the mappings are in."""
    reported = [*_reported(context)]
    language = context.language
    headings = [Heading(one.report.name, plain(one.report.title.get(language))) for one in reported]
    values = partial(_values, context, reported)
    return named_page(context, "reports", Area.GOTCHAS, "reports/reports.html", values, headings)


def _values(context: Context, reported: list[Reported]) -> dict[str, Any]:
    """What the template lays out."""
    return {
        "reported": reported,
        "newest": context.reference.paddle.version,
    }


def _reported(context: Context) -> Iterator[Reported]:
    reference = context.reference
    counts = read_uses().counts
    found = []
    for report in read_reports(reference.root) if reference.root else ():
        names = {api for name in report.names for api in reference.ported_to(name)}
        used = by_use(names)
        uses = sum(counts.get(name, 0) for name in used)
        items = [context.item(name) for name in used[:_NAMED]]
        found.append(Reported(report, items, uses, reference.paddle.version in report.releases))
    yield from sorted(found, key=lambda one: (not one.open, -one.uses, one.report.name))
