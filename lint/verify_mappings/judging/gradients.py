"""Comparing the gradients of the two sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from mapping_model.entry import Compare
from mapping_model.results import Gradient
from mapping_model.tolerances import GRADIENT_FACTOR
from verify_mappings.judging.compare import MOST, Options, compare
from verify_mappings.judging.side_outcome import Side
from verify_mappings.recording import Mapping, Node, Raised, Record, Scalar, Tensor


@dataclass(frozen=True, slots=True)
class Gradients:
    """What is to be said of gradients: the state, why if there is a reason, and differences."""

    state: Gradient
    why: str | None = None
    differences: tuple[str, ...] = ()


def compare_gradients(settings: Compare, torch: Side, paddle: Side) -> Gradients:
    """Compare the gradients of a fixed sum of all that the code computes."""
    if settings.gradient_skip:
        return Gradients(Gradient.SKIPPED, settings.gradient_skip.en)
    match torch.get("gradient"), paddle.get("gradient"):
        case Scalar(why), _:
            return Gradients(Gradient(str(why)))
        case Raised() as error, _:
            return Gradients(Gradient.TORCH_FAILS, str(error))
        case _, Raised() as error:
            told = f"with inputs that require gradients Paddle raises {error}"
            return Gradients(Gradient.DIFFERS, differences=(told,))
        case Record(_, ours), Record(_, theirs):
            options = replace(Options.of(settings), tracks=False, factor=GRADIENT_FACTOR)
            found = tuple(islice(_differences("", Mapping(ours), Mapping(theirs), options), MOST))
            return Gradients(Gradient.DIFFERS if found else Gradient.EQUAL, differences=found)
    return Gradients(Gradient.DIFFERS, differences=("Paddle gives no gradients",))


def _differences(name: str, ours: Node, theirs: Node, options: Options) -> Iterator[str]:
    """Differences of gradients; having none is the same as having zeros."""
    if isinstance(ours, Mapping) or isinstance(theirs, Mapping):
        mine, other = (n.items if isinstance(n, Mapping) else {} for n in (ours, theirs))
        none = Scalar(None)
        for key in sorted(mine.keys() | other.keys()):
            inner = f"{name}, {key}" if name else key
            yield from _differences(inner, mine.get(key, none), other.get(key, none), options)
    elif isinstance(ours, Tensor) and isinstance(theirs, Tensor):
        yield from compare(ours, theirs, f"gradient of {name}", options).differences
    else:
        for side, there, lacking in (("Paddle", ours, theirs), ("torch", theirs, ours)):
            if isinstance(there, Tensor) and lacking == Scalar(None) and np.any(there.array):
                yield f"gradient of {name}: {side} gives none"
