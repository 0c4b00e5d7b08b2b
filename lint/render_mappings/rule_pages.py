"""One page per lint rule, from the rule's own metadata and docstring, and their list."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import partial

from markupsafe import Markup

from lint_mappings.rule import Rule
from lint_mappings.rules import all_rules
from render_mappings.context import Context
from render_mappings.highlighting import code_block
from render_mappings.page import Area, SitePage
from render_mappings.search_entries import page_search
from render_mappings.text import paragraphs

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def rule_pages(context: Context) -> Iterator[SitePage]:
    """The list of rules and a page for each."""
    url, words = "rules/", context.words
    rules = list(all_rules().values())
    yield SitePage(
        url=url,
        title=words["rules"],
        area=Area.CONTRIBUTE,
        body=partial(context.render, "rules.html", url, rules=rules),
        description=words["rules_text"],
        search=(page_search(context, url, words["rules"], words["rules_text"]),),
    )
    for rule in rules:
        yield _rule_page(context, rule)


def _rule_page(context: Context, rule: Rule) -> SitePage:
    url, summary = f"rules/{rule.CODE}/", rule.SUMMARY.get(context.language)

    def body() -> str:
        return context.render("rule.html", url, rule=rule, text=documentation(rule))

    return SitePage(
        url=url,
        title=f"{rule.CODE} {rule.NAME}",
        area=Area.CONTRIBUTE,
        body=body,
        description=summary,
        source=f"lint/{rule.__name__.replace('.', '/')}.py",
        search=(page_search(context, url, f"{rule.CODE} {rule.NAME}", summary),),
    )


def documentation(rule: Rule) -> Markup:
    """A rule's docstring: paragraphs and fenced samples; the part in English on both sites."""
    pieces = _FENCE.split(inspect.cleandoc(rule.__doc__) + "\n")
    blocks = []
    for text, (language, code) in zip(pieces[::3], _pairs(pieces), strict=True):
        if text.strip():
            blocks.append(paragraphs(text))
        if code:
            block = code_block(code, language or "text")
            blocks.append(Markup('<div class="highlight">{}</div>').format(block))
    return Markup("\n").join(blocks)


def _pairs(pieces: list[str]) -> list[tuple[str, str]]:
    """Language and code of each fence, and an empty pair for the text after the last one."""
    return [*zip(pieces[1::3], pieces[2::3], strict=True), ("", "")]
