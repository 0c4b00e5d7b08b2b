"""Which overload a table is about, where parameters stand, and since when Paddle has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mapping_model.entry import Row, Variant
from mapping_model.snapshots import Api, ParameterKind, Signature, Snapshot

_POSITIONAL = (ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD)


@dataclass(frozen=True, slots=True)
class Moved:
    """A parameter that has another place when passed by position; places count from 1.

    `to` is None where Paddle takes it only by name.
    """

    torch: str
    at: int
    paddle: str
    to: int | None


@dataclass(frozen=True, slots=True)
class Side:
    """One API of a mapping and the overload that the table is about."""

    kind: str | None
    signature: Signature | None


def side(api: Api | None, names: Iterable[str]) -> Side:
    """The side of `api` whose table has these parameters."""
    return Side(api.kind if api else None, matching(api, names))


def matching(api: Api | None, names: Iterable[str]) -> Signature | None:
    """The overload whose parameters are most like `names`, None where no signature is known."""
    if api is None or not api.signatures:
        return None
    wanted = set(names)

    def likeness(signature: Signature) -> tuple[int, int]:
        known = set(signature.names)
        return len(known & wanted), -len(known ^ wanted)

    return max((*api.signatures, *api.deprecated), key=likeness)


def overloads(api: Api | None, variants: Sequence[Variant]) -> list[tuple[Signature, ...]]:
    """The torch overloads that each of several variants treats.

    Its rows tell; a variant without rows gets those that no other one treats.
    """
    if api is None:
        return [()] * len(variants)
    found = [
        matching(api, torch_names(variant)) if variant.params else None for variant in variants
    ]
    others = tuple(s for s in api.signatures if s not in found) or api.signatures
    return [(signature,) if signature else others for signature in found]


def torch_names(variant: Variant) -> list[str]:
    """The torch parameters that a variant's table is about."""
    return [row.torch for row in variant.params if row.torch]


def paddle_names(variant: Variant) -> list[str]:
    """The Paddle parameters that a variant's table is about."""
    return [row.paddle for row in variant.params if row.paddle]


def default_of(signature: Signature | None, name: str | None) -> str | None:
    """The default of a parameter; None where it has none or is not known."""
    parameter = signature.get(name) if signature and name else None
    return parameter.default if parameter else None


def moved(rows: Sequence[Row], torch: Side, paddle: Side) -> list[Moved]:
    """Parameters that stand elsewhere on the Paddle side when they are passed by position."""
    if torch.signature is None or paddle.signature is None:
        return []
    paired = {row.paddle for row in rows if row.torch}
    torch_places = _places(_positional(torch.signature))
    names = _positional(paddle.signature)
    own = [name for name in names if name not in paired][:1]
    if torch.kind == "method" and paddle.kind == "function":
        names = [name for name in names if name not in own]  # the tensor itself (C5)
    paddle_places = _places(names)
    found = []
    for row in rows:
        if row.torch not in torch_places or paddle.signature.get(row.paddle or "") is None:
            continue
        at, to = torch_places[row.torch], paddle_places.get(row.paddle)
        if at != to:
            found.append(Moved(row.torch, at, row.paddle, to))
    return found


def _positional(signature: Signature) -> list[str]:
    return [p.name for p in signature.parameters if p.kind in _POSITIONAL]


def _places(names: list[str]) -> dict[str, int]:
    return {name: place for place, name in enumerate(names, 1)}


def api_since(releases: dict[str, Snapshot], api: str) -> str | None:
    """The release from which on Paddle has `api`; None if all supported ones have it, or none."""
    return _since([(version, api in snapshot) for version, snapshot in releases.items()])


def parameter_since(releases: dict[str, Snapshot], api: str, parameter: str) -> str | None:
    """The same for a parameter, among the releases that have `api`."""
    return _since(
        [
            (version, _accepts(snapshot.get(api), parameter))
            for version, snapshot in releases.items()
            if api in snapshot
        ]
    )


def keywords_accepted(releases: dict[str, Snapshot], api: str, parameter: str) -> list[str]:
    """The further keywords that the newest release accepts for a parameter."""
    newest = next(reversed(releases.values())).get(api)
    return list(newest.aliases.get(parameter, ())) if newest else []


def _accepts(api: Api | None, name: str) -> bool:
    if api is None or not api.signatures:
        return True
    if any(name in names for names in api.aliases.values()):
        return True
    return any(
        signature.get(name) or any(n.startswith("**") for n in signature.names)
        for signature in api.signatures
    )


def _since(known: list[tuple[str, bool]]) -> str | None:
    """The first release of the unbroken run of `True` that ends with the newest one."""
    first = None
    for version, has in reversed(known):
        if not has:
            return first
        first = version
    return None
