"""Which overload a table is about, and where its parameters stand on either side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mapping_model.entry import Row, Variant
from mapping_model.sides import Side, best_overload, compare
from mapping_model.snapshots import Api, Signature
from render_mappings.data.reference import Reference


@dataclass(frozen=True, slots=True)
class Moved:
    """A parameter that has another place when passed by position; places count from 1.

    `to` is None where Paddle takes it only by name.
    """

    torch: str
    at: int
    paddle: str
    to: int | None


def sides(reference: Reference, name: str, variant: Variant) -> tuple[Side, Side]:
    """What is measured of both APIs of a variant, with the overloads that its table is about."""
    paddle = reference.paddle.get(variant.paddle) if variant.paddle else None
    return compare(name, reference.torch.get(name), paddle, variant.params)


def overloads(api: Api | None, variants: Sequence[Variant]) -> list[tuple[Signature, ...]]:
    """The torch overloads that each of several variants treats.

    Its rows tell; a variant without rows gets those that no other one treats.
    """
    if api is None:
        return [()] * len(variants)
    rows = [[row.torch for row in variant.params if row.torch] for variant in variants]
    found = [best_overload(api, names) if names else None for names in rows]
    others = tuple(s for s in api.signatures if s not in found) or api.signatures
    return [(signature,) if signature else others for signature in found]


def moved(rows: Sequence[Row], torch: Side, paddle: Side) -> list[Moved]:
    """Parameters that stand elsewhere on the Paddle side when they are passed by position."""
    torch_places, paddle_places = _places(torch), _places(paddle)
    found = []
    for row in rows:
        if row.torch is None or row.paddle is None or paddle.get(row.paddle) is None:
            continue
        at, to = torch_places.get(row.torch), paddle_places.get(row.paddle)
        if at is not None and at != to:
            found.append(Moved(row.torch, at, row.paddle, to))
    return found


def _places(side: Side) -> dict[str, int]:
    """The place of each parameter that may be passed by position, the tensor itself left out."""
    parameters = side.signature.by_position if side.signature else ()
    names = [p.name for p in parameters if p.name != side.own]
    return {name: place for place, name in enumerate(names, 1)}
