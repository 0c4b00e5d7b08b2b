"""Both APIs of a variant: signatures, links, since when they are there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from mapping_model.differences import RowKind, row_kind
from mapping_model.entry import Outside, Row, Variant
from mapping_model.links import paddle_url, torch_url
from mapping_model.sides import Side, best_overload
from mapping_model.since import target_since
from mapping_model.snapshots import Api, Signature
from published.known import Known, newest


@dataclass(frozen=True, slots=True)
class PublishedSide:
    """One of the two APIs; `library` is "torch", "paddle" or "outside".

    `signatures` are those that its table is about, `differing` the parameters that do not carry
    over as they are. `since` is the release that brought the API, `always` tells that every
    supported one has it. Of one in another package, which `install` installs, nothing is measured.
    """

    library: str
    title: str
    name: str
    api: Api | None = None
    signatures: tuple[Signature, ...] = ()
    differing: Collection[str | None] = ()
    since: str | None = None
    always: bool = False
    install: str | None = None

    @property
    def has_signature(self) -> bool:
        """Whether it is known how it is called; an attribute is not."""
        return self.api is None or bool(self.api.signatures) or self.api.kind == "attribute"

    def url(self, language: str) -> str | None:
        """Where its library documents it."""
        if self.library == "torch":
            return torch_url(self.name)
        return paddle_url(self.name, language) if self.library == "paddle" else None


@dataclass(frozen=True, slots=True)
class Moved:
    """A parameter that has another place when passed by position; places count from 1.

    `to` is None where Paddle takes it only by name.
    """

    torch: str
    at: int
    paddle: str
    to: int | None


def torch_sides(known: Known, name: str, variants: Sequence[Variant]) -> list[PublishedSide]:
    """PyTorch's side of each variant; of several, with the overloads that its rows are about.

    A variant without rows gets those that no other one treats.
    """
    api = known.torch.get(name)
    every = api.signatures if api else ()
    rows = [[row.torch for row in variant.params if row.torch] for variant in variants]
    found = [best_overload(api, names) if names else None for names in rows]
    others = tuple(s for s in every if s not in found) or every
    whole = PublishedSide("torch", f"PyTorch {known.torch.version}", name, api, every)
    if len(variants) > 1:
        chosen = [(signature,) if signature else others for signature in found]
    else:
        chosen = [every for _ in variants]
    return [
        replace(whole, signatures=own, differing=[row.torch for row in _differing(variant.params)])
        for variant, own in zip(variants, chosen, strict=True)
    ]


def paddle_side(known: Known, name: str, rows: Sequence[Row] = ()) -> PublishedSide:
    """Paddle's side, of the newest release."""
    snapshot = newest(known)
    api, since = snapshot.get(name), target_since(known.releases, name)
    return PublishedSide(
        library="paddle",
        title=f"Paddle {snapshot.version}",
        name=name,
        api=api,
        signatures=api.signatures if api else (),
        differing=[row.paddle for row in _differing(rows)],
        since=since,
        always=since == next(iter(known.releases)),
    )


def outside_side(outside: Outside) -> PublishedSide:
    """A counterpart in another package."""
    return PublishedSide("outside", outside.package, outside.api, install=outside.install)


def _differing(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row_kind(row) is not RowKind.SAME]


def moved(rows: Sequence[Row], torch: Side, paddle: Side) -> tuple[Moved, ...]:
    """Parameters that stand elsewhere on the Paddle side when they are passed by position."""
    torch_places, paddle_places = _places(torch), _places(paddle)
    found = []
    for row in rows:
        if row.torch is None or row.paddle is None or paddle.get(row.paddle) is None:
            continue
        at, to = torch_places.get(row.torch), paddle_places.get(row.paddle)
        if at is not None and at != to:
            found.append(Moved(row.torch, at, row.paddle, to))
    return tuple(found)


def _places(side: Side) -> dict[str, int]:
    """The place of each parameter that may be passed by position, the tensor itself left out."""
    parameters = side.signature.by_position if side.signature else ()
    names = [p.name for p in parameters if p.name != side.own]
    return {name: place for place, name in enumerate(names, 1)}
