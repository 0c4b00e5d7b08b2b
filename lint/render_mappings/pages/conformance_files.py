"""How far Paddle is torch, for programs, and as a badge for the pages of others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mapping_model.conformance.frozen import Part
from mapping_model.conformance.states import MAPPING, Conformance, State, Way
from mapping_model.modes import UNCHANGED, supported_modes

_TOLD = {Part.EXAMPLES: "examples", Part.SAMPLES: "PyTorch's tests"}
# Width of a letter of the badge, in pixels; the text is set to it.
_LETTER = 6.2


def conformance_data(examples: Conformance, samples: Conformance) -> dict[str, Any]:
    """The numbers of calls and APIs by release, mode and module, and the state of each API.

    Those of samples stand apart.
    """
    calls = {mode.name: mode.call for mode in supported_modes()}
    return {
        "set": examples.frozen.number,
        "states": [state.value for state in State],
        "modes": [{"name": mode, "call": calls.get(mode)} for mode in examples.modes],
        **_data_of(examples),
        "samples": _data_of(samples),
    }


def _data_of(found: Conformance) -> dict[str, Any]:
    return {
        "calls": found.frozen.total,
        "apis": len(found.frozen.calls),
        "runs": [
            {
                "paddle": way.release,
                "mode": way.mode,
                "calls": _numbers(found.calls(way)),
                "apis": _numbers(found.apis(way)),
                "modules": {name: _numbers(found.calls(way, name)) for name in found.modules()},
            }
            for way in found.ways
        ],
        "states_of": {
            name: [found.state(way, name).value for way in found.ways]
            for name in found.frozen.calls
        },
    }


def badge(parts: Sequence[Conformance], release: str) -> str:
    """A picture of how many calls of each part are equal on a release, unchanged and ported."""
    name = f"PyTorch on Paddle {release}, set {parts[0].frozen.number}, unchanged / ported"
    told = ", ".join(
        "{} {} / {}".format(
            _TOLD[found.frozen.part],
            *(_share(found.calls(Way(release, mode))) for mode in (UNCHANGED, MAPPING)),
        )
        for found in parts
    )
    left, right = (round(len(text) * _LETTER) + 12 for text in (name, told))
    pieces = ((0, left, "#555", name), (left, right, "#1a7f37", told))
    return "".join(
        (
            '<svg xmlns="http://www.w3.org/2000/svg" height="20" role="img" '
            f'width="{left + right}" aria-label="{name}: {told}"><title>{name}: {told}</title>',
            *(_part(*piece) for piece in pieces),
            "</svg>\n",
        )
    )


def _part(at: int, width: int, colour: str, text: str) -> str:
    return (
        f'<rect x="{at}" width="{width}" height="20" fill="{colour}"/>'
        f'<text x="{at + 6}" y="14" textLength="{width - 12}" fill="#fff" '
        f'font-family="Verdana,sans-serif" font-size="11">{text}</text>'
    )


def _share(counted: Mapping[State, int]) -> str:
    total = sum(counted.values()) or 1
    # Rounded down: what is not all is never told as all.
    return f"{int(1000 * counted.get(State.EQUAL, 0) / total) / 10:g} %"


def _numbers(counted: Mapping[State, int]) -> dict[str, int]:
    return {state.value: number for state in State if (number := counted.get(state, 0))}
