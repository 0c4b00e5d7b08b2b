"""A gotcha as text and as JSON: what happens, the way round it, the releases that show it."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, TextIO

from mapping_model.categories import Text
from mapping_model.entry import Gotcha
from mapping_model.printable import printable
from mapping_model.records import GOTCHA, kept_results
from mapping_model.shelf import Shelf
from mapping_model.standings import executions_of
from published.examples import PublishedGotcha, published_gotcha

_WIDTH = 100
_ON = Text("On Paddle {0} only.", "仅见于 Paddle {0}。")


def gotcha_answer(
    shelf: Shelf, gotcha: Gotcha, releases: Sequence[str], language: str
) -> dict[str, Any]:
    """What is known of a gotcha on some releases."""
    published = _published(shelf, gotcha, releases)
    return {
        "gotcha": gotcha.id,
        "title": gotcha.title.get(language),
        "text": gotcha.text.get(language),
        "topic": gotcha.topic,
        "releases": list(published.on or releases),
        "checks": [
            {
                "title": one.about and one.about.get(language),
                "torch": one.example.torch.strip(),
                "paddle": one.example.paddle.strip(),
                "shows": "the way round" if one not in published.traps else "the trap",
            }
            for one in published.checks
        ],
    }


def _published(shelf: Shelf, gotcha: Gotcha, releases: Sequence[str]) -> PublishedGotcha:
    name = f"{GOTCHA}{gotcha.id}"
    results = kept_results(shelf.store, [name])
    return published_gotcha(gotcha, executions_of(name, gotcha, results), releases)


def gotcha_text(
    shelf: Shelf, gotcha: Gotcha, releases: Sequence[str], language: str, out: TextIO
) -> str:
    """Everything about a gotcha, as wide as the terminal that it goes to."""
    width = shutil.get_terminal_size().columns if out.isatty() else _WIDTH
    told = gotcha_answer(shelf, gotcha, releases, language)
    return "\n".join(map(printable, _lines(told, releases, language, width)))


def _lines(
    told: dict[str, Any], releases: Sequence[str], language: str, width: int
) -> Iterator[str]:
    yield from textwrap.wrap(f"{told['gotcha']}: {told['title']}", width)
    yield ""
    for part in filter(str.strip, told["text"].split("\n\n")):
        yield from textwrap.wrap(part, width, initial_indent="  ", subsequent_indent="  ")
    if told["releases"] != list(releases):
        yield f"  {_ON.get(language).format(', '.join(told['releases']))}"
    for check in told["checks"]:
        yield ""
        if check["title"]:
            yield from textwrap.wrap(check["title"], width, initial_indent="  ")
        for side in ("torch", "paddle"):
            for number, line in enumerate(check[side].splitlines()):
                yield f"  {side if number == 0 else '':6}  {line}".rstrip()
