"""Layers that are called with keywords, as PyTorch's `forward` has them, beside calls by position.

Paddle's layers take the same things under other names: what the mapping writes for a call with
keywords, and tells nothing of, must give what it writes for the call by position gives.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from layer_calls import LayerCall, kinds

from mapping_model.applying.code import EntryOf, candidates
from mapping_model.snapshots import PADDLE, load_snapshot

sys.path.append(str(Path(__file__).parents[1] / "silent"))  # where calls are run, and no tests
from silent_calls import Call, answers

import library_programs

_SIGNATURES = """
import inspect, json, torch
found = {}
for name, layer in vars(torch.nn).items():
    if isinstance(layer, type) and issubclass(layer, torch.nn.Module):
        found["torch.nn." + name] = [*inspect.signature(layer.forward).parameters][1:]
print(json.dumps(found))
"""


def forwards(python: Path) -> dict[str, list[str]]:
    """What torch's layers call what they are called with."""
    found: dict[str, list[str]]
    (found,) = library_programs.answers(python, _SIGNATURES, "torch", None)
    return found


def pairs(
    calls: Sequence[LayerCall], names: Mapping[str, Sequence[str]], entry_of: EntryOf
) -> Iterator[tuple[Call, Call]]:
    """A call of each kind by position, and with all or the last things by their names.

    Calls are of a kind where they make a layer of one class, and pass as many things.
    """
    seen = set()
    for call in calls:
        passed, known = call.forward, names.get(call.layer, ())
        kind = (call.layer, (call.paddle or "").rpartition("result = ")[2].partition("(")[0])
        if not passed or len(known) < len(passed) or call.paddle is None:
            continue
        if (*kind, len(passed)) in seen:
            continue
        seen.add((*kind, len(passed)))
        plain = _call(call, ", ".join(passed), entry_of)
        for start in sorted({0, len(passed) - 1}):
            words = [f"{name}={one}" for name, one in zip(known, passed, strict=False)]
            named = _call(call, ", ".join([*passed[:start], *words[start:]]), entry_of)
            if plain is not None and named is not None:
                yield plain, named


def differing(python: Path, found: Sequence[tuple[Call, Call]]) -> list[str]:
    """The calls with keywords that Paddle answers otherwise than those by position."""
    told = []
    plain = {one.torch: ours for one, _, ours in answers(python, [one for one, _ in found])}
    by_name = {named.torch: one.torch for one, named in found}
    for one, _, ours in answers(python, [named for _, named in found]):
        before = plain.get(by_name[one.torch])
        if before is not None and "error" not in before and ours != before:
            told.append(f"{one.torch}: {ours.get('error', 'another result')}")
    return told


def _call(call: LayerCall, passed: str, entry_of: EntryOf) -> Call | None:
    """None where the mapping leaves something to a person."""
    code = f"m = {call.torch}\nresult = m({passed})"
    release = load_snapshot("paddle", PADDLE[-1])
    for one in candidates(code, entry_of, release, kinds(call.inputs)):
        if not one.undone:
            return Call(call.layer, code, one.code, call.inputs)
    return None
