"""What crawlers, language models and other documentation look for at the root of a site."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version

from sphobjinv import DataObjStr, Inventory, compress

from mapping_model.naming import slug_of
from render_mappings.pages.api_files import ROOT
from render_mappings.views.page_context import Context

# Handwritten pages, which are there as Markdown in every language.
_DOCS = ("assistants", "reading", "contributing", "linting")


def robots_txt(site_url: str) -> str:
    """Everything may be read; the addresses are in a site map for each language."""
    maps = "".join(f"Sitemap: {site_url}{folder}sitemap.xml\n" for folder in ("", "zh/"))
    return f"User-agent: *\nAllow: /\n\n{maps}"


def objects_inv(context: Context) -> bytes:
    """Where each API is, as other documentation built by Sphinx or mkdocstrings takes it."""
    reference, inventory = context.reference, Inventory()
    inventory.project, inventory.version = "lint-mappings", version("lint-mappings")
    for name in filter(reference.has_page, reference.entries):
        api = reference.torch.get(name)
        role, url = api.kind if api else "data", context.url_of(name)
        # A `-` is shown as the name itself.
        shown = DataObjStr(name=name, domain="py", role=role, priority="1", uri=url, dispname="-")
        inventory.objects.append(shown)
    return bytes(compress(inventory.data_file()))


def llms_txt(context: Context, site_url: str) -> str:
    """All pages that are there as Markdown, and the data, as a list of links."""
    return "\n".join(_llms(context, site_url)) + "\n"


def _llms(context: Context, site_url: str) -> Iterator[str]:
    words, root = context.words, site_url.removesuffix("zh/")
    yield f"# {words['llms_entries']}"
    yield f"\n> {words['table_text']}\n"
    yield f"## {words['llms_docs']}\n"
    yield from (f"- [{name}]({site_url}{name}/index.md)" for name in _DOCS)
    yield f"\n## {words['llms_data']}\n"
    yield from (f"- [{name}]({root}{ROOT}/{name})" for name in ("index.json", "schema.json"))
    yield f"\n## {words['llms_entries']}\n"
    for name in context.reference.entries:
        if context.reference.has_page(name):
            targets = ", ".join(context.reference.published[name].targets) or "-"
            yield f"- [{name}]({site_url}api/{slug_of(name)}/index.md): {targets}"
    yield f"\n## {words['gotchas']}\n"
    for gotcha in context.reference.gotchas.values():
        title = context.say(gotcha.title)
        yield f"- [{title}]({site_url}gotcha/{gotcha.id}/index.md)"
