"""Targets closer to torch that only newer Paddle releases have, as ways of writing a variant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mapping_model.categories import Category
from mapping_model.entry import Newer, Row, Variant
from mapping_model.since import covers
from mapping_model.snapshots import Api, Snapshot


def newer_ways(variant: Variant, release: Snapshot) -> Iterator[Variant]:
    """The variant by each newer target that a release has, in the order of the entry."""
    for newer in variant.newer:
        api = release.get(newer.paddle)
        if api is not None and covers(newer.since, None, release.version):
            yield _by(newer, variant, api)


def _by(newer: Newer, variant: Variant, api: Api) -> Variant:
    own = {row.torch: row for row in newer.params}
    own = {row.torch: row for row in newer.params}
    names = dict.fromkeys(row.torch for row in variant.params if row.torch)
    main = {row.torch: row for row in reversed(variant.params)}
    conditions = [f"({when})" for when in (variant.when, newer.when) if when]
    return Variant(
        category=Category.SAME_PARAMS,
        paddle=newer.paddle,
        params=tuple(own.get(name) or _alike(main[name], api) for name in names),
        when=" and ".join(conditions) or None,
        write=newer.write,
        limits=variant.limits,
    )


def _alike(row: Row, api: Api) -> Row:
    """The row of what is passed as in PyTorch; numbers of which Paddle takes a list stay one."""
    assert row.torch is not None
    taken = {name for signature in api.overloads for name in signature.names}
    taken |= {other for others in api.aliases.values() for other in others}
    if row.torch in taken:
        return Row(row.torch, row.torch)
    if row.torch.lstrip("*") in taken:
        return Row(row.torch, row.torch.lstrip("*"), form=row.form)
    return replace(row, paddle=None, value=None, set=None, older=None)
