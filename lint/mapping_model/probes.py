"""The record of probes: what became of inputs that nobody here chose, one file per entry.

`mappings/probes` mirrors `mappings`. A file says for each Paddle release how many inputs were tried
and how many gave the same as torch; the others are findings, put together in classes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mapping_model.entry import Entry
from mapping_model.files import read_ordinary
from mapping_model.limits.sharing import Placed, Shared, placed_limits
from mapping_model.naming import MAX_RECORD, PROBES, record_of
from mapping_model.outcomes import Departure
from mapping_model.records import BrokenRecord, sorted_releases
from mapping_model.results import example_hash, mapping_hash

if TYPE_CHECKING:
    from mapping_model.stores import Store

# Raise it when other inputs are tried, or are judged otherwise: all records are then stale.
PROBER = 1
# Of the inputs that a limit covers so many must come out as it says.
SHOWN = 0.9


@dataclass(frozen=True, slots=True)
class Finding:
    """A class of inputs that came out alike: what happened, and why as far as can be seen.

    `on` says what is special about the inputs, `dtypes` and `count` which and how many they are.
    The smallest one stands for all: `torch` and `paddle` are its code, `inputs` its tensors, `told`
    what is different.
    """

    outcome: Departure
    reason: str
    on: str
    dtypes: tuple[str, ...]
    count: int
    torch: str
    paddle: str
    inputs: dict[str, str]
    told: str


@dataclass(frozen=True, slots=True)
class Dtypes:
    """The dtypes that were tried, which torch takes, by what Paddle makes of them on the CPU.

    It refuses `partly` those that it takes in some calls only; `without_gradient` are those for
    which just the backward pass is refused.
    """

    taken: tuple[str, ...] = ()
    partly: tuple[str, ...] = ()
    without_gradient: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """All of them."""
        return self.taken + self.partly + self.without_gradient + self.refused

    @property
    def tried(self) -> int:
        """How many there are."""
        return len(self.all)


@dataclass(frozen=True, slots=True)
class Probed:
    """What probing an entry on one Paddle release gave.

    Of `inputs`, `equal` came out as on torch, `limited` as a limit of the entry says, `refused`
    were refused because of a dtype, as `dtypes` says, and `empty` because a tensor has no elements.
    Beside them `unwritten` are those for which the mapping has no code and `random` those that no
    single run can judge. `limits` are the limits of that release: number, inputs that it covers,
    how many of these came out so. `digest` is that of the mapping, `run` says with what it was
    found.
    """

    inputs: int
    equal: int
    digest: str
    run: str
    limited: int = 0
    refused: int = 0
    empty: int = 0
    unwritten: int = 0
    random: int = 0
    dtypes: Dtypes = Dtypes()
    limits: tuple[tuple[int, int, int], ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def unexplained(self) -> int:
        """How many inputs came out otherwise, and nothing says so."""
        return sum(finding.count for finding in self.findings)

    @property
    def loose_limits(self) -> tuple[tuple[int, int, int], ...]:
        """The limits that say too much: of the inputs that they cover, too few come out so."""
        return tuple(limit for limit in self.limits if limit[2] < SHOWN * limit[1])

    def is_of(self, digest: str) -> bool:
        """Whether this is of the mapping with this digest, by the present prober."""
        return self.digest == digest and self.run.split(" ")[-1] == str(PROBER)


ProbeRecord = dict[str, Probed]


def probe_path(mappings: Path, name: str) -> Path:
    """Where the probes of an entry are kept."""
    return Path(f"{mappings}/{PROBES}/{record_of(name)}")


def digest(entry: Entry, shared: Shared) -> str:
    """A short hash of what decides how an entry is applied, of its examples and limits."""
    examples = [example_hash(example) for _, example in entry.examples()]
    return digest_of(mapping_hash(entry), examples, placed_limits(entry, shared))


def digest_of(mapping: str, examples: Iterable[str], limits: Iterable[Placed]) -> str:
    """The same, where the hashes of the mapping and of the examples are known."""
    asked = (placed.limit for placed in limits)
    parts = [mapping, *examples]
    parts += [
        f"{one.when} {one.then} {one.since} {one.until}{' sometimes' if one.sometimes else ''}"
        f"{f' {one.processor}' if one.processor else ''}"
        for one in asked
    ]
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:12]


def current_probes(mappings: Path, entry: Entry, shared: Shared) -> ProbeRecord:
    """What is recorded of an entry as it is, newest release first; raises BrokenProbes."""
    return current_of(read_probes(probe_path(mappings, entry.torch)), entry, shared)


def kept_probes(store: Store, entry: Entry, shared: Callable[[], Shared]) -> ProbeRecord:
    """The same of a store; `shared` gives the limits, and is asked where there is a record."""
    path = probe_path(store.root, entry.torch)
    record = read_probes(path, partial(store.record, path.relative_to(store.root).as_posix()))
    return current_of(record, entry, shared()) if record else {}


def current_of(record: ProbeRecord, entry: Entry, shared: Shared) -> ProbeRecord:
    """What of a record is of the entry as it is."""
    now = digest(entry, shared) if record else ""
    return {release: probed for release, probed in record.items() if probed.is_of(now)}


class BrokenProbes(BrokenRecord):
    """A file below `mappings/probes` that is no record."""

    OF = "probes"


def read_probes(path: Path, read: Callable[[], bytes] | None = None) -> ProbeRecord:
    """Read what is recorded of an entry, nothing where there is no file; raises BrokenProbes.

    With `read`, its bytes come from there, and `path` is what it is called.
    """
    try:
        data = json.loads(read_ordinary(path, MAX_RECORD) if read is None else read())
        shown: Shown = {}
        return {release: _probed(fields, shown) for release, fields in data.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, AttributeError, KeyError, RecursionError) as error:
        raise BrokenProbes(path, 1, str(error)) from error


# What shows a class of findings, by the class.
Shown = dict[tuple[str, str, str], dict[str, Any]]
_SHOWN_BY = ("torch", "paddle", "inputs", "told")


def _class(fields: dict[str, Any]) -> tuple[str, str, str]:
    return fields["outcome"], fields["on"], fields["reason"]


def _probed(fields: dict[str, Any], shown: Shown) -> Probed:
    _check(fields)
    findings = tuple(_finding(one, shown) for one in fields.get("findings", ()))
    dtypes = {word: tuple(listed) for word, listed in fields.get("dtypes", {}).items()}
    limits = tuple(map(tuple, fields.get("limits", ())))
    return Probed(**fields | {"dtypes": Dtypes(**dtypes), "limits": limits, "findings": findings})


_COUNTS = {
    "inputs",
    "equal",
    "limited",
    "refused",
    "empty",
    "unwritten",
    "random",
    "count",
    "limits",
}


def _check(value: Any, key: str = "") -> None:
    """Raise ValueError for what a record cannot say under a key."""
    kind = type(value)
    if kind is dict:
        for name, part in value.items():
            _check(part, "" if key in ("dtypes", "inputs") else name)
    elif kind is list:
        for part in value:
            _check(part, key)
    elif kind is not (int if key in _COUNTS else str):
        raise ValueError(f"`{key}` is no {'number' if key in _COUNTS else 'text'}")
    elif kind is str and not value.replace("\n", "").isprintable():
        raise ValueError(f"`{key}` holds what cannot be printed")


def _finding(fields: dict[str, Any], shown: Shown) -> Finding:
    """What shows it may stand at a newer release."""
    if "torch" in fields:
        shown.setdefault(_class(fields), {key: fields[key] for key in _SHOWN_BY})
    else:
        fields |= shown[_class(fields)]
    told = {"outcome": Departure(fields["outcome"]), "dtypes": tuple(fields["dtypes"])}
    return Finding(**fields | told)


def render_probes(record: ProbeRecord) -> str:
    """The text of a record, newest release first, one line per class of findings.

    What is nothing is left out, and what shows a class of findings as on a newer release does.
    """
    blocks = []
    shown: Shown = {}
    for release in sorted_releases(record)[::-1]:
        fields = asdict(record[release])
        findings = fields.pop("findings")
        fields["dtypes"] = {word: listed for word, listed in fields["dtypes"].items() if listed}
        said = {key: value for key, value in fields.items() if value or key in ("inputs", "equal")}
        block = json.dumps(said, ensure_ascii=False)
        if findings:
            lines = ",\n".join(_line(one, shown) for one in findings)
            block = f'{block[:-1]}, "findings": [\n{lines}]}}'
        blocks.append(f"{json.dumps(release)}: {block}")
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def _line(fields: dict[str, Any], shown: Shown) -> str:
    showing = {key: fields[key] for key in _SHOWN_BY}
    newer = shown.setdefault(_class(fields), showing)
    if newer is not showing and newer == showing:
        fields = {key: value for key, value in fields.items() if key not in _SHOWN_BY}
    return json.dumps(fields, ensure_ascii=False)
