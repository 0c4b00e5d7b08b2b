"""One page per entry that has anything to show."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mapping_model import remarks
from mapping_model.calls.operators import spelled
from mapping_model.naming import owner_of
from render_mappings.data.related import related
from render_mappings.pages.api_files import entry_file
from render_mappings.pages.page import Area, SitePage
from render_mappings.views.entry_markdown import entry_markdown
from render_mappings.views.entry_view import minded, releases_view, verdicts
from render_mappings.views.page_context import Context


def entry_pages(context: Context) -> Iterator[SitePage]:
    """The pages of all entries; of an API without counterpart, what people do instead."""
    for name in context.reference.entries:
        if context.reference.has_page(name):
            yield SitePage(
                url=context.url_of(name),
                title=name,
                area=Area.APIS,
                body=partial(_body, context, name),
                description=_description(context, name),
                source=context.source_of(name),
                twin=partial(entry_markdown, context, name),
            )


def _body(context: Context, name: str) -> str:
    reference = context.reference
    entry = reference.published[name]
    # What another name is ported like has a page that says it all.
    elsewhere = context.url_of(entry.alias_of) if entry.alias_of else ""
    aliases = reference.aliases.get(entry.source.torch, ()) if entry.source else ()
    return context.render(
        "entry/entry.html",
        context.url_of(name),
        entry=entry,
        spelled=spelled(name),
        module=owner_of(name),
        aliases=[alias for alias in aliases if alias != name],
        elsewhere=elsewhere,
        verdicts=[one.of(elsewhere) for one in verdicts(entry)],
        minded=[one.of(elsewhere) for one in minded(context, entry)],
        releases_view=releases_view(context, entry),
        tried=list(filter(None, map(entry.tried, entry.probes))),
        gotchas=[reference.published_gotchas[gotcha.id] for gotcha in entry.gotchas],
        related=related(reference, name),
        edit_url=context.repository.edit_url(context.source_of(name)),
        data_url=entry_file(name),
        report_url=context.repository.report_url(name),
    )


def _description(context: Context, name: str) -> str:
    """What search engines show: the target and the sentences that sum the entry up."""
    entry = context.reference.published[name]
    sentences = remarks.summary(entry.state.variants[0])
    target = ", ".join(entry.targets)
    head = f"{name} → {target}" if target else name
    return " · ".join([head, *(context.say(sentence) for sentence in sentences)])
