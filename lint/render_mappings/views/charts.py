"""Charts as SVG, drawn while the site is built; their colours are those of the palette."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

# Lengths in pixels: only what runs across is in percent, so that text keeps its size on a phone.
_ROW, _BAR, _BASELINE = 46, 20, 12
# A number narrower than this does not fit into its part of a bar; the table has it.
_NARROWEST = 9.0


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a bar; `css` is the class that colours it."""

    label: str
    number: int
    css: str


@dataclass(frozen=True, slots=True)
class StackedBar:
    """A bar over the full width, divided into parts; its length is their sum."""

    label: str
    segments: tuple[Segment, ...]

    @property
    def total(self) -> int:
        """The sum of its parts."""
        return sum(segment.number for segment in self.segments)

    @property
    def text(self) -> str:
        """The bar in words."""
        parts = (f"{s.label} {s.number}" for s in self.segments if s.number)
        return f"{self.label}: {', '.join(parts)}"


def stacked_bars(id: str, title: str, bars: Sequence[StackedBar]) -> Markup:
    """The chart; those who do not see it are read its title and the text of every bar."""
    height = _ROW * len(bars)
    rows = Markup("").join(_bar(bar, _ROW * place) for place, bar in enumerate(bars))
    described = ". ".join(bar.text for bar in bars)
    return Markup(
        '<svg class="pm-chart" role="img" aria-labelledby="{0}-title {0}-desc" width="100%" '
        'height="{1}"><title id="{0}-title">{2}</title><desc id="{0}-desc">{3}.</desc>{4}</svg>'
    ).format(id, height, title, described, rows)


def _bar(bar: StackedBar, top: int) -> Markup:
    label = f'<text x="0" y="{top + _BASELINE}">{escape(bar.label)}</text>'
    total = f'<text x="100%" y="{top + _BASELINE}" text-anchor="end">{bar.total}</text>'
    pieces, at = [label, total], 0.0
    for segment in bar.segments:
        width = 100 * segment.number / (bar.total or 1)
        if segment.number:
            pieces.append(_segment(segment, at, width, top + _BASELINE + 5))
        at += width
    return Markup("".join(pieces))


def _segment(segment: Segment, at: float, width: float, top: int) -> str:
    """One part: a rectangle that says what it is when pointed at, with its number if that fits."""
    rectangle = f'<rect x="{at:.2f}%" y="{top}" width="{width:.2f}%" height="{_BAR}">'
    said = f"<title>{escape(segment.label)}: {segment.number}</title></rect>"
    number = ""
    if width >= _NARROWEST:
        middle, baseline = at + width / 2, top + _BAR - 6
        number = f'<text x="{middle:.2f}%" y="{baseline}" text-anchor="middle">'
        number += f"{segment.number}</text>"
    return f'<g class="{escape(segment.css)}">{rectangle}{said}{number}</g>'
