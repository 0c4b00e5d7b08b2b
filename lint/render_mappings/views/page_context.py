"""What every page is rendered with: the data, the language, the templates, the URLs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any
from urllib.parse import quote, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from mapping_model.categories import Category
from mapping_model.naming import owner_of, path_for, slug_of
from mapping_model.outcomes import Status
from mapping_model.remarks import NO_WAY, RETURN_VALUE
from render_mappings.views.entry_view import (
    MARKS,
    anchor,
    beside,
    lead,
    limit_label,
    other_functions,
    section,
    sections,
    usage_label,
    way_name,
    where_unchanged,
)
from render_mappings.views.example_view import (
    heading_text,
    is_long,
    is_wide,
    state_view,
    written_inputs,
)
from render_mappings.views.highlighting import code_block
from render_mappings.views.looks import LOOKS, compiled
from render_mappings.views.markup import closed, inline, opening, paragraphs, signature_html
from render_mappings.views.speech import Speech
from render_mappings.views.wording import counted

# Their fields are filled by the keys of the address: `subject` is one of them.
FORM = "wrong-mapping.yml"
ASKING_FORM = "missing-mapping.yml"


@dataclass(frozen=True, slots=True)
class Repository:
    """Where the files are that a reader may fix; `url` without a slash at its end."""

    url: str
    branch: str = "main"

    def edit_url(self, path: str) -> str:
        """The page on which to edit a file."""
        return f"{self.url}/edit/{self.branch}/{quote(path)}"

    def report_url(self, subject: str) -> str:
        """The form on which to report a mistake about `subject`, which is filled in already."""
        fields = {"template": FORM, "title": f"{subject}: ", "subject": subject}
        return f"{self.url}/issues/new?{urlencode(fields, quote_via=quote)}"

    def ask_url(self) -> str:
        """The form on which to ask for an entry, of an API that is still to be filled in."""
        return f"{self.url}/issues/new?{urlencode({'template': ASKING_FORM})}"

    def new_url(self) -> str:
        """The page on which to begin a file, whose name is still to be filled in."""
        return f"{self.url}/new/{self.branch}"


@dataclass(frozen=True, slots=True)
class Item:
    """An entry as lists show it; `url` is relative to the root of the language.

    `target` is what calls become on the newest release.
    `silent`: on the newest release a usage of it runs unchanged and gives something else.
    """

    name: str
    url: str
    target: str
    category: Category | None
    status: Status
    silent: bool


@dataclass(frozen=True)
class Context(Speech):
    """The data and the language that pages are rendered in."""

    repository: Repository

    @cached_property
    def environment(self) -> Environment:
        """The templates. Whatever they are given is escaped unless it is Markup."""
        environment = Environment(
            loader=FileSystemLoader(LOOKS),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            bytecode_cache=compiled(self.language),
        )
        environment.filters.update(
            text=self.shown,
            closed=lambda text: inline(closed(text.get(self.language))),
            paragraphs=lambda text: paragraphs(text.get(self.language)),
            opening=lambda text: opening(text.get(self.language)),
            code=code_block,
            inline=inline,
            words=self.fill,
            listed=self.listed,
            releases=self.releases,
            # Of what is published.
            item=self.item,
            anchor=anchor,
            inputs=written_inputs,
            signature=signature_html,
            heading=lambda example: inline(heading_text(self, example)),
            state=partial(state_view, self),
            usage=partial(usage_label, self),
            limit=partial(limit_label, self),
            lead=lambda variant: lead(variant, self.language),
        )
        environment.globals.update(
            module_url=self.module_url,
            paddle_page=self.paddle_page,
            t=self.words,
            language=self.language,
            count=lambda n: counted(self.language, n),
            supported=list(self.reference.releases),
            marks=MARKS,
            section=section,
            sections=sections,
            way_name=way_name,
            where_unchanged=partial(where_unchanged, self),
            said_beside=partial(beside, self),
            other_functions=partial(other_functions, self),
            returned=RETURN_VALUE,
            no_way=NO_WAY,
        )
        # Of releases; none named are all of them.
        newest = self.reference.paddle.version
        environment.tests["holds"] = lambda on: not on or newest in on
        environment.tests["long"] = is_long
        environment.tests["wide"] = is_wide
        return environment

    def render(self, template: str, url: str, **values: Any) -> str:
        """Render a template for the page at `url`; links in it start with `root`."""
        return self.environment.get_template(template).render(root=root_from(url), **values)

    def url_of(self, name: str) -> str:
        """Where an API is shown: its page; of an alias of nothing, its row in its module."""
        if self.reference.has_page(name):
            return f"api/{slug_of(name)}/"
        return f"{self.module_url(owner_of(name))}#{name}"

    def paddle_page(self, name: str) -> str | None:
        """The page of a name on Paddle's side that several torch APIs are ported to; else None.

        An API and its aliases are one.
        """
        shared = len(self._apis_of(name)) > 1
        return f"paddle/{self.reference.paddle_slugs[name]}/" if shared else None

    def paddle_url(self, name: str) -> str:
        """Where it is shown what maps to a name: its page, or that of the one torch API."""
        return self.paddle_page(name) or self.url_of(self._apis_of(name)[0])

    def _apis_of(self, name: str) -> list[str]:
        entries = map(self.reference.resolve, self.reference.ported_to(name))
        return list(dict.fromkeys(entry.torch for entry in entries if entry))

    def module_url(self, name: str) -> str:
        """The page of a module or class."""
        return f"module/{self.reference.module_slugs[name]}/"

    def source_of(self, name: str) -> str:
        """The file of an entry in the repository."""
        return f"mappings/{path_for(name)}"

    def item(self, name: str) -> Item:
        """An entry as lists show it."""
        entry = self.reference.published[name]
        return Item(
            name=name,
            url=self.url_of(name),
            target=", ".join(entry.newest_targets),
            category=entry.state.category,
            status=entry.state.status,
            silent=entry.silent,
        )


def root_from(url: str) -> str:
    """The way from a page back to the root of its language: "../../" for "api/torch.abs/"."""
    return "../" * url.partition("#")[0].count("/")
