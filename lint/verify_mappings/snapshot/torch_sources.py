"""Classes of torch whose modules need another package to be imported: read from their source.

`torch.utils.tensorboard` imports TensorBoard. Reading keeps the snapshot the same, whether or not
that package is there.
"""

from __future__ import annotations

from pathlib import Path

import torch

from verify_mappings.snapshot.overloads import merge
from verify_mappings.snapshot.render import to_strings
from verify_mappings.snapshot.stubs import Overload, read_classes

_HOME = Path(torch.__file__).parent
# Public module, file, class.
_CLASSES = (("torch.utils.tensorboard", "utils/tensorboard/writer.py", "SummaryWriter"),)


def facts_from_sources() -> dict[str, dict[str, object]]:
    """The facts by full name of these classes and their public methods."""
    facts: dict[str, dict[str, object]] = {}
    for module, file, name in _CLASSES:
        methods = read_classes(_HOME / file)[name]
        path = f"{module}.{name}"
        facts[path] = _facts("class", methods["__init__"])
        for method, overloads in methods.items():
            if not method.startswith("_"):
                facts[f"{path}.{method}"] = _facts("method", overloads)
    return facts


def _facts(kind: str, overloads: list[Overload]) -> dict[str, object]:
    merged = merge(overloads, [], [])
    return {
        "kind": kind,
        "source": "source",
        "signatures": [to_strings(params) for params in merged.current],
    }
