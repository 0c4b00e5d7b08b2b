"""What the snapshots know about the two APIs of a variant, held against its rows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from mapping_model.entry import Row
from mapping_model.problems import nearest
from mapping_model.snapshots import Api, Parameter, Signature

# Variadic parameters of these names say nothing: what they accept is documented elsewhere.
_OPAQUE = frozenset({"*args", "**kwargs"})


# Stubs write this for a default that they do not give.
UNSAID = "..."


@dataclass(frozen=True, slots=True)
class Default:
    """The default of a parameter as an expression; `text` is None where it is required."""

    text: str | None


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two APIs, the overload that the rows treat, and what has no row.

    `signature` is None where the snapshot knows none. `own` is the parameter that is the tensor
    itself, where the other side is a method (C5).
    """

    api: Api | None
    signature: Signature | None = None
    own: str | None = None

    @property
    def name(self) -> str:
        """The full name of the API; "" where the snapshot knows none."""
        return "" if self.api is None else self.api.name

    @property
    def text(self) -> str:
        """The signature of the overload; "" where the snapshot knows none."""
        return "" if self.signature is None else self.signature.text

    @property
    def overloads(self) -> tuple[Signature, ...]:
        """All signatures of the API, deprecated ones last."""
        return () if self.api is None else self.api.overloads

    @property
    def attribute(self) -> bool:
        """Whether the API is known to take no parameters at all."""
        return self.api is not None and self.api.kind == "attribute"

    @property
    def is_class(self) -> bool:
        """Whether the API is known to be a class, such as a layer."""
        return self.api is not None and self.api.kind == "class"

    @property
    def open(self) -> bool:
        """Whether keywords beyond the named parameters are accepted."""
        return self.signature is not None and self.signature.open

    def default(self, name: str | None) -> Default | None:
        """What the signature says about a parameter's default, None where it says nothing."""
        parameter = self.taking(name) if name is not None else None
        if parameter is None or parameter.default == UNSAID:
            return None
        return Default(parameter.default)

    def get(self, name: str) -> Parameter | None:
        """The parameter called `name` of the overload."""
        return None if self.signature is None else self.signature.get(name)

    def taking(self, word: str) -> Parameter | None:
        """The parameter that is passed by a keyword, its own name or another."""
        return self.get(word) or self.get(self.canonical(word) or "")

    def needing_rows(self) -> list[str]:
        """Parameters that must have a row, in order; empty where the signature is unknown.

        Those that begin with an underscore are not for callers.
        """
        if self.signature is None:
            return []
        public = (name for name in self.signature.names if not name.startswith("_"))
        return [name for name in public if name not in _OPAQUE and name != self.own]

    def meant(self, name: str, taken: Collection[str | None]) -> str | None:
        """The parameter that an unknown name stands for: one like it that has no row yet."""
        if self.signature is None or self.get(name) is not None:
            return None
        free = [known for known in self.signature.names if known not in taken]
        return self.canonical(name) or nearest(name, free)

    def lacking(self, rows: Collection[str | None]) -> list[str]:
        """Parameters without a row, but for those that a misspelt row stands for."""
        meant = {self.meant(name, rows) for name in rows if name is not None}
        return [n for n in self.needing_rows() if n not in rows and n not in meant]

    def canonical(self, keyword: str) -> str | None:
        """The parameter that accepts `keyword` as another name of it, None if none does."""
        if self.api is None:
            return None
        return next((name for name, also in self.api.aliases.items() if keyword in also), None)


# Classes whose names look like those of modules.
_LOWER_CASE = ("dtype", "finfo", "iinfo")


def is_member(api: Api | None, name: str) -> bool:
    """Whether an API is used on an object (`x.clip`) rather than by its full name."""
    owner = name.rpartition(".")[0]
    if api is None or api.kind == "attribute":
        last = owner.rpartition(".")[2]
        # `paddle.device` is a module.
        return last[:1].isupper() or last in _LOWER_CASE or owner == "torch.device"
    return api.kind == "method"


def best_overload(api: Api | None, names: Sequence[str]) -> Signature | None:
    """The overload most like the names; of equals the first. None where none is known."""
    if api is None or not api.signatures:
        return None
    wanted = set(names)
    return max(
        api.overloads,
        key=lambda signature: _likeness(set(signature.names), wanted),
    )


def _likeness(names: set[str], wanted: set[str]) -> tuple[int, int]:
    return len(names & wanted), -len(names ^ wanted)


def compare(
    torch_name: str, torch: Api | None, paddle: Api | None, rows: tuple[Row, ...]
) -> tuple[Side, Side]:
    """Both sides of a variant, with the overloads that fit its rows best."""
    paired = [row for row in rows if row.torch is not None and row.paddle is not None]
    torch_signature = best_overload(torch, [row.torch for row in rows if row.torch])
    paddle_signature = best_overload(paddle, [row.paddle for row in rows if row.paddle])
    torch_own = paddle_own = None
    if is_member(torch, torch_name) and _is_function(paddle):
        paddle_own = _own(paddle_signature, {row.paddle for row in paired})
    if paddle is not None and is_member(paddle, paddle.name) and _is_function(torch):
        torch_own = _own(torch_signature, {row.torch for row in paired})
    return Side(torch, torch_signature, torch_own), Side(paddle, paddle_signature, paddle_own)


def out_of_order(
    signature: Signature | None, names: Sequence[str | None]
) -> tuple[int, str] | None:
    """The index of the first name that stands too late, and the name it should stand before."""
    if signature is None:
        return None
    last: tuple[int, str] = (-1, "")
    for index, name in enumerate(names):
        if name is None or name not in signature.names:
            continue
        place = signature.names.index(name)
        if place < last[0]:
            return index, last[1]
        last = (place, name)
    return None


def _is_function(api: Api | None) -> bool:
    return api is not None and api.kind == "function"


def _own(signature: Signature | None, paired: set[str | None]) -> str | None:
    """The tensor's own parameter: the first, or if that is paired the first that is not.

    `torch.Tensor.where(condition, y)` is `paddle.where(condition, x, y)`: there it is `x`.
    """
    if signature is None:
        return None
    free = [p for p in signature.by_position if p.name not in paired]
    if not free or free[0].name == "name":
        return None
    return free[0].name
