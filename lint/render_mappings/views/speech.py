"""What is said in one language: the site's words, texts, releases."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from mapping_model.categories import Text
from render_mappings.data.reference import Reference
from render_mappings.views.markup import inline, plain, without_stop
from render_mappings.views.wording import Language, labels


@dataclass(frozen=True)
class Speech:
    """The data, and the language that it is told in."""

    reference: Reference
    language: Language

    @cached_property
    def words(self) -> dict[str, str]:
        """The site's own words in this language."""
        return labels(self.language)

    def say(self, text: Text) -> str:
        """A text in this language, plain, without its full stop: for titles."""
        return without_stop(plain(text.get(self.language)))

    def shown(self, text: Text) -> Markup:
        """A text in this language as HTML."""
        return inline(text.get(self.language))

    def headed(self, text: Text) -> str:
        """A text in this language without its full stop, as a heading takes it."""
        return without_stop(text.get(self.language))

    def fill(self, key: str, *values: object) -> Markup:
        """A label with its values; names come as code, numbers and Markup as they are."""
        return filled(self.words[key], *values)

    def listed(self, items: Iterable[Markup]) -> Markup:
        """Several things as one."""
        return Markup(self.words["comma"]).join(items)

    def releases(self, chosen: Collection[str]) -> str:
        """Releases in words, neighbours as a span: "2.6.2 – 3.1.1, 3.3.1"."""
        # Results may be there of a release that is supported no more.
        known = [*(r for r in chosen if r not in self.reference.releases)]
        found = spans([*known, *self.reference.releases], set(chosen))
        texts = [a if a == b else self.words["span"].format(a, b) for a, b in found]
        return self.words["comma"].join(texts)


def filled(template: str, *values: object) -> Markup:
    """A label with its values; names come as code, numbers and Markup as they are."""
    shown = [
        Markup("<code>{}</code>").format(value)
        if isinstance(value, str) and not isinstance(value, Markup)
        else value
        for value in values
    ]
    return Markup(inline(template)).format(*shown)


def spans(releases: Sequence[str], chosen: Collection[str]) -> list[tuple[str, str]]:
    """The chosen ones of `releases` as runs of neighbours: first and last of each, in order."""
    found: list[tuple[str, str]] = []
    previous = None
    for release in releases:
        if release in chosen:
            joined = previous in chosen and bool(found)
            first = found.pop()[0] if joined else release
            found.append((first, release))
        previous = release
    return found
