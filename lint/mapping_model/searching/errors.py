"""The names that an error is about, as Python and Paddle put it; `errors.js` has the same forms."""

from __future__ import annotations

import re
from collections.abc import Callable

_QUOTED = "['\"`‘’“”]([\\w.]+)['\"`‘’“”]"


def _of_object(owner: str, name: str) -> list[str]:
    layers = [f"torch.nn.Module.{name}", f"torch.optim.Optimizer.{name}"]
    of_tensor = re.search("Tensor|Param", owner) is not None
    return [*([] if of_tensor else layers), f"torch.Tensor.{name}"]


def _of_call(name: str) -> list[str]:
    special = re.search(r"^__|\.__|^forward$", name)
    return [re.sub(r"\.__.*", "", name)] if special else [name]


_FORMS: tuple[tuple[str, Callable[..., list[str]]], ...] = (
    (f"module {_QUOTED} has no attribute {_QUOTED}", lambda module, name: [f"{module}.{name}"]),
    (f"cannot import name {_QUOTED} from {_QUOTED}", lambda name, module: [f"{module}.{name}"]),
    (f"No module named {_QUOTED}", lambda module: [module]),
    (f"{_QUOTED} object has no attribute {_QUOTED}", _of_object),
    (r"([\w.]+)\(\) (?:got an|received|missing|takes) ", _of_call),
    # Paddle's own, which the script leaves to the words.
    (r"([\w.]+)\(\): argument ", _of_call),
)
# "in ReshapeOp", as Paddle's kernels call what they belong to.
_KERNEL = re.compile(r"\b(?:in|of|for) ([A-Z]\w*?)(?:V\d)?Op\b(?!\.)", re.ASCII)
_PATTERNS = [(re.compile(form, re.IGNORECASE), names) for form, names in _FORMS]


def names_in_error(typed: str) -> list[str]:
    """The names, the one that is meant most first; none where it is of no such form."""
    for pattern, names in _PATTERNS:
        if found := pattern.search(typed):
            return names(*found.groups())
    if kernel := _KERNEL.search(typed):
        parted = re.sub(r"(?<=[a-z\d])[A-Z]", r"_\g<0>", kernel[1])
        return [*dict.fromkeys((parted.lower(), kernel[1].lower()))]
    return []
