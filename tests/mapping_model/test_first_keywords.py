"""By which keywords torch's functions in C take the first thing: the model knows them all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from library_programs import answers
from mapping_model.calls import binding
from mapping_model.calls.binding import words_of
from mapping_model.snapshots import TORCH, load_snapshot

# What parsers say of a call with a word that they do not know: all signatures, or what is missing.
_SAID = r"""
import json, re, sys, torch
one = re.compile(r'missing \d+ required positional arguments?: "(\w+)')
several = re.compile(r"^ \* \((?:tuple of )?\w+ (\w+)", re.MULTILINE)
found = {}
for name in json.load(sys.stdin):
    try:
        function = torch
        for part in name.split(".")[1:]:
            function = getattr(function, part)
        function(no_such_word=1)
    except Exception as error:
        found[name] = [*one.findall(str(error)), *several.findall(str(error))]
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def taken(libraries: Path) -> dict[str, list[str]]:
    torch = load_snapshot("torch", TORCH)
    apis = filter(None, map(torch.get, torch.names()))
    names = [api.name for api in apis if api.kind == "function" and api.source in ("stub", "aten")]
    found: dict[str, list[str]]
    (found,) = answers(libraries, _SAID, "torch", names)
    return found


def unknown(taken: dict[str, list[str]]) -> list[str]:
    """The words that torch takes for what comes first, and that are none in the model."""
    torch = load_snapshot("torch", TORCH)
    told = []
    for name, words in taken.items():
        api = torch.get(name)
        assert api is not None
        known = {word for one in api.overloads for word in words_of(one, api)}
        told += [f"{name}: {word}" for word in sorted({*words} - known)]
    return told


def test_all_are_known(taken: dict[str, list[str]]) -> None:
    assert sum(map(bool, taken.values())) > 400
    assert unknown(taken) == []


def test_one_that_is_not_known_is_found(
    taken: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binding, "_NUMBER_OR_LISTS", re.compile("nothing"))
    told = unknown(taken)
    assert {"torch._foreach_floor: self", "torch.pow: self"} <= {*told}
