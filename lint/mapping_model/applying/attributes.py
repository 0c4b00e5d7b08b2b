"""What is known of the attributes of layers, of which there are no entries: `layers.yaml`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from mapping_model.categories import Text

_FILE = Path(__file__).with_name("layers.yaml")
_LAYERS = "torch.nn."


@dataclass(frozen=True, slots=True)
class Attributes:
    """How the attributes of a layer differ.

    `codes` are what they are called over the layer as `self`, None where there is none; `other`
    tells when the value is another; `silent` are those that Paddle ignores where they are written
    to, though torch heeds them, `fixed` those that cannot be written under Paddle's name either,
    or that may give something else there, `buffers` those whose tensor is filled anew;
    `state` says how `state_dict()` differs beside that. All that holds where calls do not become
    the class `without`, or where they become `within`.
    """

    codes: Mapping[str, str | None]
    other: Mapping[str, Text]
    silent: tuple[str, ...]
    fixed: tuple[str, ...]
    buffers: tuple[str, ...]
    state: Text | None
    without: str | None = None
    within: str | None = None

    def holds(self, has: Callable[[str], bool]) -> bool:
        """Whether it does on a release, of which is asked what it `has`."""
        absent = self.without is None or not has(self.without)
        return absent and (self.within is None or has(self.within))


def content() -> bytes:
    """What is known of them, as it is written."""
    return _FILE.read_bytes()


@cache
def _all() -> Mapping[str, tuple[Attributes, ...]]:
    found: dict[str, list[Attributes]] = defaultdict(list)
    for one in yaml.safe_load(content()):
        state = one.get("state")
        made = Attributes(
            one.get("attributes") or {},
            {name: Text(**text) for name, text in (one.get("other") or {}).items()},
            tuple(one.get("silent") or ()),
            tuple(one.get("fixed") or ()),
            tuple(one.get("buffers") or ()),
            Text(**state) if state else None,
            one.get("without"),
            one.get("within"),
        )
        for layer in one["layers"]:
            found[f"{_LAYERS}{layer}"].append(made)
    return {layer: tuple(ones) for layer, ones in found.items()}


def attributes_of(layer: str) -> tuple[Attributes, ...]:
    """What differs of a layer, by its name in torch or that of the module that defines it."""
    if layer.startswith(f"{_LAYERS}modules."):
        layer = _LAYERS + layer.rpartition(".")[2]
    return _all().get(layer, ())


# What others than layers have; their pages say it in a note.
_OTHERS: Mapping[str, Attributes] = {
    "torch.distributions.ReshapeTransform": Attributes(
        {"in_shape": "self.in_event_shape", "out_shape": "self.out_event_shape"},
        {},
        (),
        (),
        (),
        None,
    )
}


def renamed_of(name: str) -> tuple[Attributes, ...]:
    """What differs of what a class makes, be it a layer or not."""
    other = _OTHERS.get(name)
    return attributes_of(name) if other is None else (other,)


def layers() -> tuple[str, ...]:
    """The layers that something is known of."""
    return tuple(_all())


def names() -> frozenset[str]:
    """The names of all attributes that are called otherwise."""
    return frozenset(name for ones in _all().values() for one in ones for name in one.codes)
