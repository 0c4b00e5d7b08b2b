"""How far the models are apart after each call, as an SVG.

Its colours are those of the page around it, light or dark; alone, it follows the reader's choice.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from mapping_model.printable import printable
from port_models.alignment.comparison import Compared
from port_models.alignment.parting import Pass

_ROW, _LABEL, _WIDTH, _TOP = 20, 250, 720, 34
# The axis: powers of ten from the finest difference of float32 to what is plainly wrong.
_LEAST, _MOST = -9, 1

_STYLE = (
    "<style>.pm-part text{font:12px system-ui,sans-serif;fill:currentColor}"
    ".pm-part{color:#1f2328}.pm-part .same{fill:#2f7d5b}.pm-part .apart{fill:#c2410c}"
    ".pm-part line{stroke:currentColor;stroke-opacity:.25}.pm-part .limit{stroke-opacity:.8;"
    "stroke-dasharray:3 3}@media(prefers-color-scheme:dark){.pm-part{color:#e6e6e6}"
    ".pm-part .same{fill:#6cc39b}.pm-part .apart{fill:#fb923c}}</style>"
)


def picture(title: str, one: Pass, limit: float) -> str:
    """A bar for each pair of calls: the mean difference of the result, on a scale of powers of ten.

    Those who do not see it are read the title, and how many agree and where they first do not.
    """
    height = _TOP + _ROW * len(one.rows) + 8
    apart = [row for row in one.rows if row.output.mean > limit]
    described = f"{len(one.rows) - len(apart)} of {len(one.rows)} results agree within {limit:.0e}."
    if apart:
        described += f" The first that does not is {_name(apart[0])}."
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="pm-part" role="img" '
        f'viewBox="0 0 {_WIDTH} {height}" aria-label="{escape(f"{title}. {described}")}">',
        f"<title>{escape(title)}</title><desc>{escape(described)}</desc>{_STYLE}",
        *(_tick(power, height) for power in range(_LEAST, _MOST + 1, 2)),
        f'<line class="limit" x1="{_at(limit):.1f}" x2="{_at(limit):.1f}" y1="{_TOP - 8}" '
        f'y2="{height}"/>',
        *(_bar(row, place, limit) for place, row in enumerate(one.rows)),
        "</svg>\n",
    ]
    return "".join(parts)


def _tick(power: int, height: int) -> str:
    x = _at(10.0**power)
    return (
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP - 8}" y2="{height}"/>'
        f'<text x="{x:.1f}" y="{_TOP - 14}" text-anchor="middle">1e{power}</text>'
    )


def _bar(row: Compared, place: int, limit: float) -> str:
    top = _TOP + _ROW * place
    css = "apart" if row.output.mean > limit else "same"
    number = "other shape" if math.isinf(row.output.mean) else f"{row.output.mean:.1e}"
    width = max(2.0, _at(row.output.mean) - _LABEL)
    name = _name(row)
    shown = name if len(name) <= 36 else f"…{name[-35:]}"
    return (
        f'<text x="{_LABEL - 8}" y="{top + 14}" text-anchor="end">{escape(shown)}</text>'
        f'<rect class="{css}" x="{_LABEL}" y="{top + 4}" width="{width:.1f}" height="{_ROW - 8}">'
        f"<title>{escape(name)}: {number}</title></rect>"
    )


def _at(value: float) -> float:
    """The place of a difference on the axis."""
    power = _MOST if math.isinf(value) else math.log10(max(value, 10.0**_LEAST))
    share = (min(power, _MOST) - _LEAST) / (_MOST - _LEAST)
    return _LABEL + share * (_WIDTH - _LABEL - 30)


def _name(row: Compared) -> str:
    return printable(row.pair.paddle.name) or "(the model)"


def named(passes: Sequence[Pass]) -> Pass:
    """The pass to draw: the first that parts, else the one in training."""
    return next((one for one in passes if one.parting), passes[-1])
