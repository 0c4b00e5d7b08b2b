"""What is looked up for an entry: all that was read for a site, or what one answer asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from mapping_model.categories import Text
from mapping_model.entry import Entry, Gotcha, Row
from mapping_model.limits.sharing import Shared
from mapping_model.probes import ProbeRecord
from mapping_model.snapshots import Snapshot


class Known(Protocol):
    """The corpus, the record of probes and the snapshots; what nobody asks for need not be read.

    `releases` are those of Paddle that are told of, oldest first; `limits` the shared ones.
    """

    @property
    def glossary(self) -> Mapping[str, Text]: ...

    @property
    def limits(self) -> Shared: ...

    @property
    def torch(self) -> Snapshot: ...

    @property
    def releases(self) -> dict[str, Snapshot]: ...

    def resolve(self, name: str) -> Entry | None: ...

    def gotcha(self, id_: str) -> Gotcha | None: ...

    def probes_of(self, entry: Entry) -> ProbeRecord: ...


def newest(known: Known) -> Snapshot:
    """The newest of the releases of Paddle, on which a target is looked up."""
    return next(reversed(known.releases.values()))


def shared_limits(known: Known, entry: Entry) -> Shared:
    """The limits that entries share, where an entry refers to one; else they need not be read."""
    limits = (limit for variant in entry.variants for limit in variant.limits)
    return known.limits if any(isinstance(limit, str) for limit in limits) else {}


def described(known: Known, row: Row) -> Text | None:
    """What a parameter means: the row's own text or the glossary's; None where neither has one."""
    return row.desc or known.glossary.get(row.term or row.torch or row.paddle or "")
