"""Examples with what they are about and what running them has shown; gotchas with their checks."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from mapping_model.categories import Text
from mapping_model.entry import Entry, Example, Gotcha, Variant
from mapping_model.outcomes import Outcome
from mapping_model.standings import Execution
from mapping_model.syntax import parsed, walk
from mapping_model.usages import RETURNS
from published.known import Known, described

_NAME = re.compile(r"(?<![\w.])torch(?=\.)")
# `torch.optim` deletes the names of these modules, so that only `from ... import` reaches them.
_DELETED = re.compile(r"torch\.optim\.(?!lr_scheduler|swa_utils)[a-z]\w*(?=\.)")
_UNTOLD = {Outcome.PENDING, Outcome.NOT_EXECUTABLE}


@dataclass(frozen=True, slots=True)
class PublishedExample:
    """An example, or a check of a gotcha, by its key; `about` says what it shows, if anything does.

    That is its title, else what the parameter that it is of means.
    """

    key: str
    example: Example
    about: Text | None
    execution: Execution

    @property
    def differs(self) -> bool:
        """Whether its code is another for Paddle, and not just the name of the library."""
        return unchanged(self.example.torch).strip() != self.example.paddle.strip()


def unchanged(code: str) -> str:
    """Torch code with nothing but Paddle's name in it."""
    return _NAME.sub("paddle", code)


def called(example: Example, source: Entry | None, name: str) -> Example:
    """An example as it is published under a name, of which that of its entry may be another."""
    if source is None or source.torch == name:
        return example
    old, new = source.torch, name
    code = re.sub(rf"(?<![\w.]){re.escape(old)}(?!\w)", new, example.torch)
    (owner, _, before), (other, _, after) = (one.rpartition(".") for one in (old, new))
    if owner == other and owner.rpartition(".")[2][:1].isupper():
        code = re.sub(rf"(?<=\.){before}(?!\w)", after, code)
    if _DELETED.match(new) and new in code:
        code = f"from {other} import {after}\n\n{code.replace(new, after)}"
    return replace(example, torch=code)


def examples_of(
    known: Known, variant: Variant, at: str, executions: Mapping[str, Execution]
) -> Iterator[PublishedExample]:
    """The examples of a variant; `at` is what their keys begin with."""
    titles = Counter(one.title for one in variant.examples if one.title is not None)
    for place, example in enumerate(variant.examples, 1):
        key, about = f"{at}{place}", example.title
        if about is not None and titles[about] > 1:
            alike = (one for one in variant.examples if one.title == about and one is not example)
            about = _told_apart(about, example, alike)
        if about is None and example.param == RETURNS:
            about = variant.returns.note if variant.returns else None
        elif about is None and example.param is not None:
            rows = (row for row in variant.params if example.param in (row.torch, row.paddle))
            row = next(rows, None)
            about = described(known, row) if row else None
        yield PublishedExample(key, example, about, executions[key])


def _told_apart(title: Text, example: Example, alike: Iterable[Example]) -> Text:
    """A title that others have, too, with the keywords that this one passes and they do not."""
    common = set.intersection(*(set(_keywords(one.torch)) for one in (example, *alike)))
    own = [f"`{word}`" for word in _keywords(example.torch) if word not in common]
    if not own:
        return title
    english, chinese = title.en.rstrip("."), title.zh.rstrip("。")
    return Text(f"{english}, with {', '.join(own)}.", f"{chinese}，传入 {'、'.join(own)}。")


def _keywords(code: str) -> list[str]:
    try:
        nodes = walk(parsed(code))
    except SyntaxError:
        return []
    words = (one.arg for one in nodes if isinstance(one, ast.keyword))
    return [*dict.fromkeys(word for word in words if word)]


@dataclass(frozen=True, slots=True)
class PublishedGotcha:
    """A gotcha; `releases` are the supported ones, oldest first."""

    gotcha: Gotcha
    checks: tuple[PublishedExample, ...]
    releases: tuple[str, ...]

    @property
    def traps(self) -> tuple[PublishedExample, ...]:
        """The checks that show the trap itself, not the way round it."""
        return tuple(one for one in self.checks if one.example.expect is not Outcome.EQUAL)

    @property
    def on(self) -> tuple[str, ...]:
        """The releases on which it is not known to be wrong, none if these are all."""
        told = self.told(self.checks)
        found = tuple(release for release in self.releases if told.get(release, True))
        return () if found == self.releases else found

    def told(self, checks: Collection[PublishedExample]) -> dict[str, bool]:
        """The releases on which all of some checks were run, and whether all are as described."""
        found = {
            release: {one.execution.on(release).outcome for one in checks}
            for release in self.releases
        }
        return {
            release: outcomes == {Outcome.EQUAL}
            for release, outcomes in found.items()
            if outcomes and not outcomes & _UNTOLD
        }


def published_gotcha(
    gotcha: Gotcha, executions: Mapping[str, Execution], releases: Collection[str]
) -> PublishedGotcha:
    """A gotcha as it is published."""
    checks = (
        PublishedExample(key, check, check.title, executions[key])
        for key, check in gotcha.examples()
    )
    return PublishedGotcha(gotcha, tuple(checks), tuple(releases))
