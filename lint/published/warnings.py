"""Which gotchas of an entry are told at its head: the title of one is a warning there."""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import IntEnum

from mapping_model.calls.uses import uses_in
from mapping_model.categories import Text
from mapping_model.entry import Gotcha
from mapping_model.outcomes import Outcome

# What layers are called besides: `BatchNorm2d`, `CrossEntropyLoss`.
_ENDING = re.compile(r"(\dd|loss)$")
_MEMBERS = ("torch.Tensor.", "torch.nn.Module.")


class Told(IntEnum):
    """How a gotcha concerns an API; the first are told first, the last is no warning there."""

    SHOWN = 0  # a check that runs into it calls the API
    GENERAL = 1  # it is about more than single APIs, or about this one and others
    BESIDE = 2  # what is said of the API comes after what the title says, and is something else


def told_of(gotcha: Gotcha, names: Collection[str]) -> Told:
    """How a gotcha concerns an API, which `names` has with its forms and other names."""
    traps = [check.torch for check in gotcha.checks if check.expect is not Outcome.EQUAL]
    if any(_calls(code, name) for code in traps for name in names):
        return Told.SHOWN
    first, _, later = gotcha.text.en.strip().partition("\n\n")
    words = _words(names)
    opening = words.search(f"{gotcha.title.en}\n{first}")
    return Told.BESIDE if not opening and words.search(later) else Told.GENERAL


def said_beside(gotcha: Gotcha, names: Collection[str]) -> Text | None:
    """What is said of an API after what the title says; None where that is about the API, too."""
    if told_of(gotcha, names) is not Told.BESIDE:
        return None
    words = _words(names)
    found = [
        next(one for one in text.strip().split("\n\n") if words.search(one))
        for text in (gotcha.text.en, gotcha.text.zh)
        if words.search(text)
    ]
    return Text(*found) if len(found) == len(Text.__dataclass_fields__) else None


def _words(names: Collection[str]) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?<!\w){re.escape(_last(name))}(?!\w)" for name in names))


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _calls(code: str, name: str) -> bool:
    found = uses_in(code)
    if found.of(name, member=name.startswith(_MEMBERS)):
        return True
    # A layer calls the function of its name, and there is one for each number of dimensions.
    named = {one for one in found.dotted.values() if one.startswith("torch.")}
    return _root(name) in map(_root, named)


def _root(name: str) -> str:
    last = _last(name).lower().replace("_", "").removeprefix("lazy")
    return _ENDING.sub("", last) or last
