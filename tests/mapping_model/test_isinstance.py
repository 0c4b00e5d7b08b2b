"""What `isinstance` tells of classes: where Paddle's divide otherwise, the gotcha is linked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from library_programs import BOTH, answers
from mapping_model.applying.code import candidates
from mapping_model.snapshots import PADDLE, load_snapshot, torch_snapshot
from whole import corpus

GOTCHA = "isinstance-of-classes"
# Which pairs of classes extend each other in one library alone.
ASK = """
import importlib, json, sys

def found(name):
    parts = name.split(".")
    value = importlib.import_module(parts[0])
    for at, part in enumerate(parts[1:], 2):
        if not hasattr(value, part):
            importlib.import_module(".".join(parts[:at]))
        value = getattr(value, part)
    return value

classes = [(name, found(name), found(other)) for name, other in json.load(sys.stdin)]
classes = [one for one in classes if isinstance(one[1], type) and isinstance(one[2], type)]
print(json.dumps([
    [a, b]
    for a, torchs, paddles in classes
    for b, above, over in classes
    if issubclass(torchs, above) != issubclass(paddles, over)
]))
"""


def divided(python: Path, classes: dict[str, str]) -> list[list[str]]:
    (found,) = answers(python, ASK, BOTH, [*classes.items()])
    return list(found)


@pytest.mark.sweeps
def test_classes_that_are_divided_otherwise_say_so(libraries: Path) -> None:
    told = {name for name, entry in corpus().entries.items() if GOTCHA in entry.gotchas}
    pairs = divided(libraries, written())
    # Contexts and what profiles are asked by nobody, nor is what wraps a model for many devices.
    left = ("no_grad", "inference_mode", "profile", "GradScaler", "Parallel")
    pairs = [pair for pair in pairs if not any(name.endswith(left) for name in pair)]
    assert len(pairs) > 5
    assert [pair for pair in pairs if not {*pair} <= told] == []
    assert told - {name for pair in pairs for name in pair} == set()


def test_a_class_that_extends_another_in_torch_alone_is_found(libraries: Path) -> None:
    classes = {"torch.nn.Module": "paddle.nn.Layer", "torch.nn.Linear": "paddle.nn.Linear"}
    assert divided(libraries, classes) == []
    planted = classes | {"torch.nn.Linear": "paddle.optimizer.Adam"}
    assert divided(libraries, planted) == [["torch.nn.Linear", "torch.nn.Module"]]


def written() -> dict[str, str]:
    """The classes of torch, and what stands for them where something is asked to be one."""
    release, found = load_snapshot("paddle", PADDLE[-1]), {}
    for name, entry in corpus().entries.items():
        api = torch_snapshot().get(name)
        if entry.alias_of or api is None or api.kind != "class":
            continue
        for one in candidates(f"isinstance(x, {name})", corpus().resolve, release, {}):
            match = re.fullmatch(r"isinstance\(x, (paddle\.[\w.]+)\)", one.code.strip())
            if match and not one.undone:
                found[name] = match[1]
    return found
