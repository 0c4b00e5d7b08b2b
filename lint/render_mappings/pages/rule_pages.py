"""The lint rules: a page for each, from its own metadata and docstring, their list by families, and
what requirement of the format specification each serves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from markupsafe import Markup

from lint_mappings.rules import RETIRED, all_rules, retired
from lint_mappings.rules.requirements import served
from lint_mappings.rules.rule import FAMILIES, Rule
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, Heading, SitePage
from render_mappings.pages.search_entries import page_search
from render_mappings.views.highlighting import code_block
from render_mappings.views.markup import inline, paragraphs
from render_mappings.views.page_context import Context

# Pages that say more about what a rule is about.
_MORE = {"PM310": "vocabulary"}
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def rule_pages(context: Context) -> Iterator[SitePage]:
    """The list of rules, the table of requirements, and a page for each rule."""
    rules, area = all_rules(), Area.CONTRIBUTE
    families = [
        (f"pm{key}", name.get(context.language), [r for r in rules.values() if r.family == key])
        for key, name in FAMILIES.items()
    ]
    headings = [Heading(key, name) for key, name, _ in families]
    values = {"families": families}
    yield named_page(context, "rules", area, "rules/rules.html", lambda: values, headings)
    rows = {"rows": served(rules)}
    yield named_page(context, "requirements", area, "rules/requirements.html", lambda: rows)
    yield from (_rule_page(context, rule) for rule in rules.values())
    yield from (_retired_page(context, code) for code in RETIRED)


def _rule_page(context: Context, rule: Rule) -> SitePage:
    url, summary = f"rules/{rule.code}/", rule.summary.get(context.language)
    values = {"rule": rule, "text": documentation(rule), "more": _MORE.get(rule.code)}
    return SitePage(
        url=url,
        title=f"{rule.code} {rule.name}: {context.say(rule.summary)}",
        area=Area.CONTRIBUTE,
        body=lambda: context.render("rules/rule.html", url, **values),
        description=summary,
        source=f"lint/{rule.source.replace('.', '/')}.py",
        search=partial(page_search, url, f"{rule.code} {rule.name}", summary),
        twin=lambda: f"# {rule.code} {rule.name}\n\n{summary}\n\n{rule.documentation}\n",
    )


def _retired_page(context: Context, code: str) -> SitePage:
    """What stands where a rule was that is no more: which one does now what it did."""
    url, said = f"rules/{code}/", retired(code)
    link = Markup('<p><a href="../{0}/">{0}</a></p>').format(RETIRED[code])
    return SitePage(
        url=url,
        title=code,
        area=Area.CONTRIBUTE,
        body=lambda: Markup('<h1 id="top">{}</h1>\n<p>{}</p>\n{}').format(
            code, inline(said.get(context.language)), link
        ),
        description=context.say(said),
        source="lint/lint_mappings/rules/__init__.py",
        twin=lambda: f"# {code}\n\n{context.say(said)}\n",
    )


def documentation(rule: Rule) -> Markup:
    """A rule's docstring: paragraphs and fenced samples; the part in English on both sites."""
    pieces = _FENCE.split(rule.documentation + "\n")
    blocks = []
    for text, (language, code) in zip(pieces[::3], _pairs(pieces), strict=True):
        if text.strip():
            blocks.append(paragraphs(text))
        if code:
            block = code_block(code, language=language or "text")
            blocks.append(Markup('<div class="highlight">{}</div>').format(block))
    return Markup("\n").join(blocks)


def _pairs(pieces: list[str]) -> list[tuple[str, str]]:
    """Language and code of each fence, and an empty pair for the text after the last one."""
    return [*zip(pieces[1::3], pieces[2::3], strict=True), ("", "")]
