"""Classes of torch whose modules need another package to be imported: read from their source.

`torch.utils.tensorboard` imports TensorBoard. Reading keeps the snapshot the same, whether or not
that package is there.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import torch

from verify_mappings.snapshot.overloads import Merged, merge
from verify_mappings.snapshot.stubs import read_classes

_HOME = Path(torch.__file__).parent
# Public module, file, class.
_CLASSES = (("torch.utils.tensorboard", "utils/tensorboard/writer.py", "SummaryWriter"),)


def found_in_sources() -> dict[str, tuple[str, Merged]]:
    """Kind and signatures, by full name, of these classes and their public methods."""
    found: dict[str, tuple[str, Merged]] = {}
    for module, file, name in _CLASSES:
        methods = read_classes(_HOME / file)[name]
        path = f"{module}.{name}"
        found[path] = "class", merge([replace(o, returns="") for o in methods["__init__"]])
        for method, overloads in methods.items():
            if not method.startswith("_"):
                found[f"{path}.{method}"] = "method", merge(overloads)
    return found
