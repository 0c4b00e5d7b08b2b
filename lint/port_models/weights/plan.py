"""What becomes of every tensor of both states, decided before anything is written."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np

from mapping_model.ending import UsageError
from mapping_model.problems import did_you_mean
from port_models.arrays import Array, from_paddle
from port_models.weights.slots import Slot, has_statistics, slots

_COUNTER = "num_batches_tracked"


class Fate(StrEnum):
    """What becomes of a tensor."""

    COPIED = "copied"
    RENAMED = "renamed"
    TRANSPOSED = "transposed"
    RESHAPED = "reshaped"
    SPLIT = "split"
    TIED = "tied"
    SKIPPED = "skipped"
    MISSING = "missing"
    UNEXPECTED = "unexpected"
    UNFIT = "does not fit"


# A plan with one of these is not carried out.
WRONG = (Fate.MISSING, Fate.UNEXPECTED, Fate.UNFIT)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the report: a tensor in both states, and what becomes of it."""

    fate: Fate
    torch: str | None = None
    torch_shape: tuple[int, ...] | None = None
    paddle: str | None = None
    paddle_shape: tuple[int, ...] | None = None
    note: str = ""


@dataclass(slots=True)
class Plan:
    """The state that results, and a line on every tensor of both."""

    lines: list[Line] = field(default_factory=list)
    state: dict[str, Array] = field(default_factory=dict)
    # For Paddle: where each tensor of its state comes from.
    carried: dict[str, Slot] = field(default_factory=dict)
    advice: str = ""

    @property
    def wrong(self) -> list[Line]:
        """The lines for which nothing may be written."""
        return [line for line in self.lines if line.fate in WRONG]


@dataclass(frozen=True, slots=True)
class Names:
    """What a user says of names: prefixes that differ (Paddle's to PyTorch's), what is left out.

    An empty prefix stands for the model itself.
    """

    renamed: Mapping[str, str] = field(default_factory=dict)
    ignored: Sequence[str] = ()

    def in_torch(self, name: str) -> str:
        """PyTorch's name for what has this one by the layers of Paddle's model."""
        for ours in sorted(self.renamed, key=len, reverse=True):
            if not ours:
                return f"{self.renamed[ours]}.{name}"
            if name == ours or name.startswith(f"{ours}."):
                return f"{self.renamed[ours]}{name[len(ours) :]}".removeprefix(".")
        return name

    def ignores(self, name: str) -> bool:
        """Whether it matches a pattern of what is left out."""
        return any(fnmatch.fnmatchcase(name, pattern) for pattern in self.ignored)


def renamings(options: Iterable[str]) -> dict[str, str]:
    """What `--rename PADDLE=TORCH` says, each; raise UsageError for what is not of that form."""
    found = {}
    for option in options:
        ours, equals, theirs = option.partition("=")
        if not (equals and theirs):
            raise UsageError(f"--rename `{option}` is not of the form PADDLE=TORCH.")
        if ours in found:
            raise UsageError(f"--rename names `{ours}` twice.")
        found[ours] = theirs
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """A tensor of the Paddle model: all its names, its value, and where PyTorch may have it."""

    names: tuple[str, ...]
    value: Array
    slots: Mapping[str, tuple[Slot, ...]]


def held_by(model: Any, names: Names) -> list[Held]:
    """The tensors of a Paddle model's state; those with several names (tied ones) once."""
    state = model.state_dict()
    together: dict[int, list[str]] = {}
    for key, tensor in state.items():
        together.setdefault(id(tensor), []).append(key)
    known = {key: key for key in state}
    for prefix in names.renamed:
        if prefix and not any(key == prefix or key.startswith(f"{prefix}.") for key in known):
            parts = {key[: -len(rest)] for key in known for rest in _ends(key)}
            raise UsageError(
                f"The Paddle model has nothing below `{prefix}`, which --rename names."
                f"{did_you_mean(prefix, parts)}"
            )
    return [
        Held(
            tuple(keys),
            from_paddle(state[keys[0]]),
            {key: tuple(_slots(model, key, state[key], names)) for key in keys},
        )
        for keys in together.values()
    ]


def to_paddle(model: Any, given: Mapping[str, Array], names: Names) -> Plan:
    """The plan for a state of PyTorch's that becomes the Paddle model's."""
    plan = Plan(advice=_common_prefix(model, given))
    used: set[str] = set()
    for held in held_by(model, names):
        _fill(plan, held, given, names, used)
    for name, array in given.items():
        if name not in used:
            plan.lines.append(_left_over(model, name, array, names))
    return plan


def to_torch(model: Any, given: Mapping[str, Array], names: Names) -> Plan:
    """The plan for a state of the Paddle model's that becomes PyTorch's."""
    plan = Plan()
    parts: dict[str, dict[int, Array]] = {}
    tensors = held_by(model, names)
    for held in tensors:
        for key in held.names:
            _give(plan, held, key, given, names, parts)
    for name, pieces in parts.items():
        if sorted(pieces) == [0, 1, 2]:
            values = np.concatenate([pieces[part].values for part in range(3)])
            plan.state[name] = pieces[0].with_values(values)
        else:
            note = f"PyTorch packs three tensors into it; the file has only {len(pieces)} of them."
            plan.lines.append(Line(Fate.UNFIT, name, note=note))
    known = {key for held in tensors for key in held.names}
    for key, array in given.items():
        if key not in known:
            fate = Fate.SKIPPED if names.ignores(key) else Fate.UNEXPECTED
            near = did_you_mean(key, known)
            note = "" if fate is Fate.SKIPPED else f"The model has no such tensor.{near}"
            plan.lines.append(Line(fate, paddle=key, paddle_shape=array.shape, note=note))
    return plan


def _common_prefix(model: Any, given: Mapping[str, Array]) -> str:
    """What to say of a file all of whose names begin with a word that the model does not have."""
    first = {name.partition(".")[0] if "." in name else "" for name in given}
    first.update("" for name in model.state_dict() if name.partition(".")[0] in first)
    if len(first) != 1 or "" in first:
        return ""
    (prefix,) = first
    return f"Every name in the file begins with `{prefix}.`: try `--rename ={prefix}`."


def _slots(model: Any, key: str, tensor: Any, names: Names) -> Iterator[Slot]:
    for slot in slots(model, key, tuple(tensor.shape)):
        yield Slot(names.in_torch(slot.torch), slot.shape, slot.transposed, slot.part)


def _ends(key: str) -> Iterator[str]:
    """What follows each dot of a name, with the dot."""
    return (key[at:] for at, letter in enumerate(key) if letter == ".")


def _fill(plan: Plan, held: Held, given: Mapping[str, Array], names: Names, used: set[str]) -> None:
    """Find the value of one tensor of the model."""
    first, shape = held.names[0], held.value.shape
    found = {
        key: slot
        for key in held.names
        if (slot := next((s for s in held.slots[key] if s.torch in given), None)) is not None
    }
    if not found:
        if any(map(names.ignores, held.names)):
            plan.lines.append(Line(Fate.SKIPPED, paddle=first, paddle_shape=shape, note=_KEPT))
            plan.state |= dict.fromkeys(held.names, held.value)
        else:
            wanted = " or ".join(dict.fromkeys(s.torch for k in held.names for s in held.slots[k]))
            near = did_you_mean(held.slots[first][0].torch, given.keys() - used)
            note = f"The file has no {wanted}.{near}"
            plan.lines.append(Line(Fate.MISSING, paddle=first, paddle_shape=shape, note=note))
        return
    source = next(iter(found))
    value = _taken(plan, source, found[source], held.value, given)
    used |= {slot.torch for slot in found.values()}
    if value is None:
        return
    for key, slot in found.items():
        if slot.torch != found[source].torch:
            _tie(plan, key, slot, value, held.value, given)
    plan.state |= dict.fromkeys(held.names, value)
    plan.carried |= dict.fromkeys(held.names, found[source])


def _taken(
    plan: Plan, key: str, slot: Slot, mine: Array, given: Mapping[str, Array]
) -> Array | None:
    """The value of a tensor from its place in PyTorch's state, with a line on it."""
    source = given[slot.torch]
    try:
        values = slot.to_paddle(source.values, mine.shape)
    except ValueError:
        expected = (3 * slot.shape[0], *slot.shape[1:]) if slot.part is not None else slot.shape
        note = f"The layer of Paddle wants {_shape(expected)} in PyTorch's layout."
        if source.shape == slot.shape[::-1]:
            note += " The transpose would fit: is the file PyTorch's?"
        plan.lines.append(Line(Fate.UNFIT, slot.torch, source.shape, key, mine.shape, note))
        return None
    note = "" if source.dtype == mine.dtype else f"{source.dtype} to {mine.dtype}"
    if not (_same_kind(source.dtype, mine.dtype) and _holds(mine.values.dtype, values)):
        note = f"PyTorch's is {source.dtype}, Paddle's {mine.dtype}."
        if _same_kind(source.dtype, mine.dtype):
            note += " Some values are beyond its range."
        plan.lines.append(Line(Fate.UNFIT, slot.torch, source.shape, key, mine.shape, note))
        return None
    fate = _fate(key, slot, source.shape, mine.shape)
    plan.lines.append(Line(fate, slot.torch, source.shape, key, mine.shape, note))
    return Array(values, mine.dtype)


def _tie(
    plan: Plan, key: str, slot: Slot, value: Array, mine: Array, given: Mapping[str, Array]
) -> None:
    """A second name of one tensor of Paddle's, for which the file has a value of its own."""
    source = given[slot.torch]
    try:
        equal = np.array_equal(slot.to_paddle(source.values, mine.shape), value.values)
    except ValueError:
        equal = False
    fate = Fate.TIED if equal else Fate.UNFIT
    note = "" if equal else "One tensor in Paddle, two different ones in the file."
    plan.lines.append(Line(fate, slot.torch, source.shape, key, mine.shape, note))


def _give(
    plan: Plan,
    held: Held,
    key: str,
    given: Mapping[str, Array],
    names: Names,
    parts: dict[str, dict[int, Array]],
) -> None:
    """Carry one tensor of Paddle's over, by one of its names."""
    slot = held.slots[key][0]
    name = next((n for n in (key, *held.names) if n in given), None)
    if name is None:
        if names.ignores(key):
            plan.lines.append(Line(Fate.SKIPPED, paddle=key, paddle_shape=held.value.shape))
        elif key == held.names[0]:
            near = did_you_mean(key, given)
            note = f"The file has no `{key}`.{near}"
            plan.lines.append(
                Line(Fate.MISSING, slot.torch, slot.shape, key, held.value.shape, note)
            )
        return
    array = given[name]
    if array.shape != held.value.shape:
        note = f"The model has {_shape(held.value.shape)}."
        plan.lines.append(Line(Fate.UNFIT, slot.torch, slot.shape, key, array.shape, note))
        return
    fate = _fate(key, slot, slot.shape, array.shape)
    values = array.with_values(slot.to_torch(array.values))
    if slot.part is not None:
        parts.setdefault(slot.torch, {})[slot.part] = values
    elif slot.torch in plan.state:
        fate = Fate.TIED
    else:
        plan.state[slot.torch] = values
    plan.lines.append(Line(fate, slot.torch, slot.shape, key, array.shape))
    if slot.torch.endswith("running_mean"):
        counter = f"{slot.torch.removesuffix('running_mean')}{_COUNTER}"
        plan.state[counter] = Array(np.zeros((), np.int64), "int64")


_KEPT = "Keeps what the model began with."


def _left_over(model: Any, name: str, array: Array, names: Names) -> Line:
    """A tensor of the file that no tensor of the model has asked for."""
    if names.ignores(name):
        return Line(Fate.SKIPPED, name, array.shape, note="Left out, as --ignore says.")
    path, _, leaf = name.rpartition(".")
    if leaf == _COUNTER and has_statistics(model, _paddle_path(model, path, names)):
        return Line(Fate.SKIPPED, name, array.shape, note="Paddle does not count batches.")
    note = "The Paddle model has no place for it."
    if leaf in ("running_mean", "running_var", _COUNTER):
        note += " Paddle's InstanceNorm keeps no statistics."
    return Line(Fate.UNEXPECTED, name, array.shape, note=note)


def _paddle_path(model: Any, path: str, names: Names) -> list[str]:
    """The path of the layer that PyTorch has under a path."""
    for name, _ in model.named_sublayers(include_self=True):
        if names.in_torch(f"{name}.").rstrip(".") == path:
            return name.split(".") if name else []
    return path.split(".") if path else []


def _fate(key: str, slot: Slot, there: tuple[int, ...], here: tuple[int, ...]) -> Fate:
    if slot.part is not None:
        return Fate.SPLIT
    if slot.transposed:
        return Fate.TRANSPOSED
    if there != here:
        return Fate.RESHAPED
    return Fate.COPIED if key == slot.torch else Fate.RENAMED


def _same_kind(one: str, other: str) -> bool:
    """Whether values of one dtype are those of the other but for their precision."""

    def kind(dtype: str) -> str:
        return dtype.rstrip("0123456789").removeprefix("b").removeprefix("u")

    return one == other or kind(one) == kind(other)


def _holds(dtype: np.dtype, values: np.ndarray) -> bool:
    """Whether a dtype of the same kind has the values, but for their precision."""
    with np.errstate(over="ignore"):
        cast = values.astype(dtype)
    if values.dtype.kind in "iu":
        return np.array_equal(cast, values)
    return np.array_equal(np.isfinite(cast), np.isfinite(values))


def _shape(shape: tuple[int, ...]) -> str:
    return f"[{', '.join(map(str, shape))}]"
